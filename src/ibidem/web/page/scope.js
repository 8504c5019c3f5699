// What a conversation is asked within: some documents, what passes saved filters, or what was chosen in it. It goes with the
// conversation in this tab, and so does what each of its questions was asked within.

const PENDING = "ibidem.scope";
const chosenKey = (sessionId) => `ibidem.narrowing.${sessionId}`;
const withinKey = (sessionId, clientTurnId) => `ibidem.within.${sessionId}.${clientTurnId}`;
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

/**
 * What was chosen in a conversation: by kind, the names with how each is shown.
 * @returns {Record<string, Map<string, string>>}
 */
export function chosenIn(sessionId) {
  const kept = JSON.parse(sessionStorage.getItem(chosenKey(sessionId)) ?? "{}");
  return Object.fromEntries(["devices", "doc_types", "doc_ids"].map((kind) => [kind, new Map(kept[kind] ?? [])]));
}

export function keepChosen(sessionId, chosen) {
  const pairs = Object.entries(chosen).map(([kind, names]) => [kind, [...names]]);
  sessionStorage.setItem(chosenKey(sessionId), JSON.stringify(Object.fromEntries(pairs)));
}

/** The names of what a question was asked within; none where it searched everything, or was asked elsewhere. */
export const withinOf = (sessionId, clientTurnId) =>
  JSON.parse(sessionStorage.getItem(withinKey(sessionId, clientTurnId)) ?? "[]");

export function keepWithin(sessionId, clientTurnId, names) {
  if (names.length > 0) sessionStorage.setItem(withinKey(sessionId, clientTurnId), JSON.stringify(names));
}
