// What a conversation is asked within: some documents, or what passes saved filters. It goes with the conversation in this tab.

const PENDING = "ibidem.scope";
const keyOf = (sessionId) => `${PENDING}.${sessionId}`;

/**
 * @typedef {{label: string, filters: Record<string, any>}} Scope its name, and filters as `POST /v1/chat` takes them
 */

/**
 * Begins a conversation within a scope.
 * @param {Scope} scope
 */
export function askWithin(scope) {
  sessionStorage.setItem(PENDING, JSON.stringify(scope));
  if (location.hash === "#/" || location.hash === "") dispatchEvent(new Event("hashchange"));
  else location.hash = "#/";
}

/** @returns {Scope | null} */
export function scopeOf(sessionId) {
  const pending = sessionStorage.getItem(PENDING);
  if (pending !== null) {
    sessionStorage.removeItem(PENDING);
    sessionStorage.setItem(keyOf(sessionId), pending);
  }
  return JSON.parse(sessionStorage.getItem(keyOf(sessionId)) ?? "null");
}

export function leaveScope(sessionId) {
  sessionStorage.removeItem(keyOf(sessionId));
}
