// The conversations: all of them by day, as far down as one scrolls, those that are kept at the top first; found by their words.

import { get } from "./api.js";
import { all, el, find } from "./dom.js";
import { runningTurns } from "./running.js";
import { isPinned, pinned, unpin } from "./preferences.js";
import { isGoing, sessionRow } from "./session_row.js";
import { dayName, t } from "./words.js";

const PAGE = 60;
const MOST = 1000; // as many as the server gives at once: a search looks through all of them
const NOTHING = () => ({ sessions: [], more: null, waiting: new Set(), running: [], sought: "", wanted: "" });
const state = { ...NOTHING(), current: "", asked: 0, signedOut: 0 };

export const nameOf = (session) => session.title || session.first_question;

/** A box to search in, and the list. */
export function conversations() {
  const words = { placeholder: t("sessions.find"), "aria-label": t("sessions.find") };
  const box = el("input", { type: "search", class: "find-session", id: "find-session", value: state.sought, ...words });
  box.addEventListener("input", () => seek(box.value));
  const list = el("div", { class: "sessions", id: "sessions" });
  list.addEventListener("focusin", (event) => rove(event.target));
  list.addEventListener("scroll", () => list.scrollTop + list.clientHeight > list.scrollHeight - 200 && further());
  return [box, list];
}

/** Reads the list anew, with as many as were there. */
export async function refreshSessions() {
  const asked = ++state.asked;
  const limit = Math.min(MOST, Math.max(PAGE, state.sessions.length));
  const listed = get(["sessions"], { limit }).catch((error) => ({ error }));
  const [running, waiting, found] = await Promise.all([runningTurns(), waitingNow(), listed]);
  if (asked !== state.asked) return;
  if (found.error !== undefined) return unknown(found.error);
  const sessions = [...found.sessions, ...(await pinnedBeyond(found.sessions))];
  Object.assign(state, { running, waiting, sessions, more: found.next_offset });
  draw();
  await lookThrough(); // somebody may have typed before the list was there
}

/** Pinned conversations that stand further down than what was read. */
async function pinnedBeyond(sessions) {
  const there = new Set(sessions.map((session) => session.session_id));
  const ids = [...pinned()].filter((id) => !there.has(id));
  const found = ids.map((id) => get(["sessions", id]).catch((error) => void (error.type === "not_found" && unpin(id))));
  return (await Promise.all(found)).filter(Boolean);
}

/** Takes up a further page; one that is pinned may be there already. */
function takeUp(found) {
  const there = new Set(state.sessions.map((session) => session.session_id));
  state.sessions.push(...found.sessions.filter((session) => !there.has(session.session_id)));
  state.more = found.next_offset;
  draw();
}

const waitingNow = () =>
  get(["pauses"], { limit: MOST }).then(({ waiting }) => new Set(waiting.map((one) => one.session_id)), () => new Set());

/** What was listed stays, unless it is the former person's; where nothing was, the list says why. */
function unknown(error) {
  if (error.type === "unauthenticated") forget();
  if (state.sessions.length === 0) find("#sessions").replaceChildren(el("p", { class: "quiet" }, error.message));
}

function forget() {
  Object.assign(state, NOTHING(), { signedOut: state.signedOut + 1 });
  find("#find-session").value = "";
  draw();
}

/** A page of the list; null where it cannot be had, or is the former person's. */
async function page(limit) {
  const { signedOut, more } = state;
  const found = await get(["sessions"], { limit, offset: more }).catch(() => null);
  return signedOut === state.signedOut ? found : null;
}

/** The next ones of the list. */
async function further() {
  if (state.more === null || state.wanted !== "") return;
  const asking = page(PAGE);
  const { more, signedOut } = state;
  state.more = null;
  const found = await asking;
  if (found !== null) takeUp(found);
  else if (signedOut === state.signedOut) state.more = more;
}

/** Only those with these words in their name. All of them are looked through. */
async function seek(words) {
  Object.assign(state, { sought: words, wanted: plain(words.trim()) });
  draw();
  await lookThrough();
}

async function lookThrough() {
  while (state.wanted !== "" && state.more !== null) {
    const found = await page(MOST);
    if (found === null) return;
    takeUp(found);
  }
}

const plain = (text) => text.normalize("NFKC").toLowerCase();

function draw() {
  const list = find("#sessions");
  const top = list.scrollTop;
  const there = [...begunNow(), ...state.sessions].filter((session) => !isGoing(session));
  const shown = there.filter((session) => plain(nameOf(session)).includes(state.wanted));
  list.replaceChildren(...groups(shown));
  if (shown.length === 0 && state.wanted !== "") list.append(el("p", { class: "quiet" }, t("search.none")));
  find("#find-session").hidden = state.sessions.length < 2 && state.sought === "";
  list.scrollTop = top;
  markSession(state.current);
}

/** Conversations whose first answer is being written, which no list of stored ones has. */
function begunNow() {
  const known = new Set(state.sessions.map((session) => session.session_id));
  const first = state.running.filter((one) => !known.has(one.session_id));
  return first.map((one) => ({ ...one, title: "", first_question: one.user_text, last_turn: one.began, branched_from: null }));
}

/** Pinned ones first, then by day. */
function groups(sessions) {
  const kept = pinned();
  const named = new Map();
  for (const session of [...sessions].sort((one, other) => isPinned(other, kept) - isPinned(one, kept))) {
    const name = isPinned(session, kept) ? t("sessions.pinned") : dayName(session.last_turn);
    named.set(name, [...(named.get(name) ?? []), session]);
  }
  return [...named].flatMap(([name, found]) => [el("h2", {}, name), el("ul", { role: "list" }, ...found.map(row))]);
}

const row = (session) =>
  sessionRow(session, {
    name: nameOf(session),
    isWaiting: state.waiting.has(session.session_id),
    isRunning: state.running.some((one) => one.session_id === session.session_id),
    isOpen: () => state.current === session.session_id,
    refresh: refreshSessions,
  });

/** Shows which conversation is open. */
export function markSession(sessionId) {
  state.current = sessionId;
  const links = all("#sessions a[data-session]");
  for (const link of links)
    if (link.dataset.session === sessionId) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  rove(links.find((link) => link.dataset.session === sessionId) ?? links[0]);
}

/** One row is a stop of the Tab key, with what can be done with it; arrows lead to the others. */
function rove(target) {
  const row = target?.closest("li");
  for (const stop of all("#sessions a, #sessions button")) stop.tabIndex = row?.contains(stop) ? 0 : -1;
}
