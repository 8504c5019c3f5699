// A message that was sent and whose answer has not come: kept in this tab, for a page that was left before the server had it.

const PENDING = "ibidem.pending.";

/** An id for a session or a message; `crypto.randomUUID` is not there on plain http. */
export const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {{message: string, body: any} | null} pending */
export function keep(sessionId, pending) {
  if (pending === null) sessionStorage.removeItem(PENDING + sessionId);
  else sessionStorage.setItem(PENDING + sessionId, JSON.stringify(pending));
}

export const kept = (sessionId) => JSON.parse(sessionStorage.getItem(PENDING + sessionId) ?? "null");

/** Whether a turn was left before its answer, and the same question stands answered beside it: a page that was reloaded asks again. */
export function isAskedAgain(turn, turns) {
  if (!wasLeft(turn)) return false;
  const at = turns.indexOf(turn);
  return [turns[at - 1], turns[at + 1]].some((other) => other && !wasLeft(other) && other.user_text === turn.user_text);
}

export const wasLeft = (turn) => turn.trace.troubles.includes("caller left");
