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

/**
 * Reads a turn of a conversation to its end. Where the connection breaks after something was heard, the turn is joined again.
 * @param {(options: object) => Promise<any>} read
 * @param {{sessionId: string, signal: AbortSignal, onEvent: (name: string, data: any) => void, onFirst: () => void}} options
 */
export async function readThrough(read, { sessionId, signal, onEvent, onFirst }) {
  let heard = 0;
  const options = {
    signal,
    onEvent(name, data, number) {
      if (heard === 0) onFirst();
      heard = number;
      onEvent(name, data);
    },
  };
  try {
    await read(options);
  } catch (error) {
    if (error.type !== "unreachable" || heard === 0) throw error;
    const running = await runningIn(sessionId);
    if (running !== null) await join(running, heard, options);
    // Else it has ended meanwhile, and is read as it was stored.
  }
}

/** Ends a turn; what was written of it is stored then. */
export const stop = (running) => send("DELETE", address(running));
