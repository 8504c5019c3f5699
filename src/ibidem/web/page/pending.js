// A message that was sent and whose answer has not come: kept in this tab, for a page that was left before the server had it.

const PENDING = "ibidem.pending.";

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
