// Turns that are being answered: they belong to the server, which goes on with them when the page is left.

import { follow, get, send } from "./api.js";

/** All of the person's turns that are being answered; none where that cannot be known. */
export const runningTurns = () => get(["running"]).then(({ running }) => running).catch(() => []);

/** The one of a conversation, or null. */
export const runningIn = async (sessionId) => (await runningTurns()).findLast((one) => one.session_id === sessionId) ?? null;

const address = (running) => ["sessions", running.session_id, "turns", String(running.turn_id), "events"];

/** Reads the events of a turn from the one after a number on, to its end: at once where it has ended, and is stored. */
export const join = (running, after, options) =>
  follow(address(running), { after }, options).catch((error) => {
    if (error.type !== "not_found") throw error;
  });

/** Ends a turn; what was written of it is stored then. */
export const stop = (running) => send("DELETE", address(running));
