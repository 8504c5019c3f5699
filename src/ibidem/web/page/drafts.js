// What a person has written and the server does not have: kept in this tab, conversation by conversation, until it was taken.

import { newId } from "./pending.js";

const DRAFT = "ibidem.draft.";
const BEGUN = "ibidem.begun";

export const draftOf = (sessionId) => sessionStorage.getItem(DRAFT + sessionId) ?? "";

export function keepDraft(sessionId, text) {
  try {
    sessionStorage.setItem(DRAFT + sessionId, text);
  } catch {
    /* more than a browser keeps: it stands in the box alone */
  }
}

let isLoaded = true; // and no conversation was begun since

/** The id of a new conversation: of the one that was begun here before, where a draft waits in it, or the page was reloaded. */
export function begunId() {
  const begun = sessionStorage.getItem(BEGUN);
  const isSame = begun !== null && (isLoaded || draftOf(begun) !== "");
  isLoaded = false;
  if (isSame) return begun;
  const made = newId();
  sessionStorage.setItem(BEGUN, made);
  return made;
}

/** The server has a conversation: it is no longer a new one. */
export function isBegun(sessionId) {
  if (sessionStorage.getItem(BEGUN) === sessionId) sessionStorage.removeItem(BEGUN);
}
