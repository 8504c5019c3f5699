// A conversation: its turns, asking, and what happens when the page is reloaded or open twice.

import { ApiError, get, send, stream } from "./api.js";
import { corpus } from "./corpus.js";
import * as beside from "./beside.js";
import { Composer } from "./composer.js";
import { announce, button, el, find } from "./dom.js";
import { nameOf, refreshSessions, markPlace } from "./session_list.js";
import { offerSources, setTitle } from "./sheets.js";
import { replacedView, runningTurn, turnView } from "./turn_view.js";
import { t } from "./words.js";

const PAGE = 20;
const tabs = new BroadcastChannel("ibidem");

/** An id for a session or a message; `crypto.randomUUID` is not there on plain http. */
const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Shows a conversation, or the beginning of one. */
export async function show(main, sessionId) {
  const conversation = new Conversation(main, sessionId || newId());
  await conversation.open(sessionId !== "");
  return () => conversation.leave();
}

class Conversation {
  constructor(main, sessionId) {
    this.main = main;
    this.sessionId = sessionId;
    this.turns = [];
    this.first = 0;
    this.documents = new Map();
    this.running = null;
    this.talk = el("div", { class: "talk", id: "talk", tabindex: "-1" });
    this.composer = new Composer({ sessionId, ask: (message, replaces) => this.ask(message, replaces), stop: () => this.running?.abort() });
    this.heard = ({ data }) => data === this.sessionId && this.running === null && this.catchUp();
    tabs.addEventListener("message", this.heard);
  }

  async open(isStored) {
    if (isStored) await this.load();
    this.main.replaceChildren(this.talk, this.composer.element);
    if (this.turns.length === 0) await this.welcome();
    else this.choose(this.latestCiting() ?? this.turns.at(-1));
    corpus().then((known) => this.introduce(known));
    if (this.turns.length > 0) this.scrollToEnd();
    this.composer.focus();
    this.resume();
  }

  /** What is being asked is asked again on coming back. */
  leave() {
    this.left = true;
    this.running?.abort();
    tabs.removeEventListener("message", this.heard);
    offerSources(0);
    setTitle("");
  }

  async welcome() {
    const { welcome } = await import("./welcome.js");
    const known = await corpus();
    if (this.running !== null || this.turns.length > 0) return; // who types quickly has asked already
    this.talk.replaceChildren(welcome({ known, ask: (message) => this.ask(message) }));
  }

  introduce(known) {
    if (known === null) return;
    this.composer.know(known);
    // Each answer of a conversation says so itself.
    if (known.model === null && this.turns.length === 0 && this.running === null)
      this.main.prepend(el("div", { class: "notice" }, t("model.none")));
  }

  /** Reads the last turns; earlier ones come when they are asked for. */
  async load() {
    try {
      const [session] = await Promise.all([get(["sessions", this.sessionId]), this.number()]);
      setTitle(nameOf(session));
      this.first = Math.max(0, session.turns - PAGE);
      this.turns = (await get(["sessions", this.sessionId, "turns"], { limit: PAGE, offset: this.first })).turns;
    } catch (error) {
      if (!(error instanceof ApiError) || error.type !== "not_found") throw error;
    }
    this.draw();
  }

  draw() {
    const earlier =
      this.first > 0 && button(t("earlier", { n: this.first }), () => this.loadEarlier(), { class: "plain earlier" });
    this.talk.replaceChildren(...[earlier].filter(Boolean), ...this.views(this.turns));
  }

  async loadEarlier() {
    const first = Math.max(0, this.first - PAGE);
    const { turns } = await get(["sessions", this.sessionId, "turns"], { limit: this.first - first, offset: first });
    const below = this.talk.scrollHeight - this.talk.scrollTop;
    this.first = first;
    this.turns = [...turns, ...this.turns];
    this.draw();
    this.talk.scrollTop = this.talk.scrollHeight - below;
  }

  /** The numbers of documents in the whole session, and which turns cited them. */
  async number() {
    const { documents } = await get(["sessions", this.sessionId, "documents"], { limit: 1000 }).catch(() => ({ documents: [] }));
    this.documents = new Map(documents.map((one) => [one.doc_id, one]));
  }

  views(turns) {
    return turns
      .filter((turn) => !isAskedAgain(turn, this.turns))
      .map((turn) => (turn.replaced_by === null ? this.view(turn) : replacedView(turn, () => this.view(turn))));
  }

  latestCiting() {
    return this.turns.findLast((turn) => turn.doc_refs.length > 0 && turn.replaced_by === null);
  }

  view(turn) {
    return turnView(turn, {
      remark: turn.notice === this.turns[this.turns.indexOf(turn) - 1]?.notice ? null : turn.notice,
      answer: (pauseId, reply, words) => this.answerPause(pauseId, reply, words),
      openSource: (slot, text) => beside.openSource(this.context(turn), slot, text),
      openTrace: () => beside.openTrace(this.context(turn)),
      choose: () => this.choose(turn),
      anew: turn === this.turns.at(-1) ? () => this.askAnew(turn) : null,
      branch: () => this.branch(turn),
    });
  }

  context(turn) {
    const latest = this.latestCiting();
    return { turn, documents: this.documents, isLatest: turn === latest, ask: (message) => this.ask(message) };
  }

  /** Makes a turn the one whose sources stand beside. */
  choose(turn) {
    if (this.chosen === turn) return;
    this.chosen = turn;
    for (const view of this.talk.children)
      view.classList.toggle("chosen", this.turns.length > 1 && view.dataset.turn === String(turn.turn_id));
    offerSources(turn.doc_refs.length);
    beside.show(this.context(turn));
  }

  /** The turns that were stored since: by this page, by another tab, or of a question that was left. */
  async newTurns() {
    const offset = this.turns.at(-1)?.turn_id ?? 0;
    const found = (await get(["sessions", this.sessionId, "turns"], { offset, limit: 1000 })).turns;
    const before = this.turns.at(-1);
    const turns = found.filter((turn) => turn.turn_id > (before?.turn_id ?? 0)); // who else asked may have added some already
    if (turns.length > 0 && before?.pause) before.pause.state = "closed";
    this.turns.push(...turns);
    if (turns.length > 0 && before) {
      before.replaced_by = turns[0].replaces === before.turn_id ? turns[0].turn_id : null;
      find(`[data-turn="${before.turn_id}"]`, this.talk)?.replaceWith(...this.views([before]));
    }
    if (before && isAskedAgain(before, this.turns)) find(`[data-turn="${before.turn_id}"]`, this.talk)?.remove();
    await this.number();
    return this.views(turns);
  }

  /** Another tab asked something in this conversation. */
  async catchUp() {
    const views = await this.newTurns().catch(() => []);
    if (views.length === 0) return;
    find(".welcome", this.talk)?.remove();
    this.talk.append(...views);
    this.choose(this.turns.at(-1));
    this.scrollToEnd();
  }

  /** A message that was on its way when the page was left is sent again: its id makes sure that it is answered once. */
  resume() {
    const pending = kept(this.sessionId);
    if (pending === null) return;
    if (this.turns.some((turn) => turn.client_turn_id === pending.body.client_turn_id)) keep(this.sessionId, null);
    else this.run(pending.message, ["chat"], pending.body);
  }

  askAnew(turn) {
    this.composer.inPlaceOf(turn.turn_id);
    this.composer.set(turn.user_text);
    this.composer.question.focus();
  }

  /** Goes on in a copy of the conversation up to a turn. */
  async branch(turn) {
    const made = await send("POST", ["sessions", this.sessionId, "branches"], { turn_id: turn.turn_id });
    location.hash = `#/s/${encodeURIComponent(made.session_id)}`;
    refreshSessions().then(() => markPlace("s", made.session_id));
  }

  ask(message, replaces = null) {
    const body = { message, session_id: this.sessionId, client_turn_id: newId(), ...this.composer.options };
    if (replaces !== null) body.replaces = replaces;
    keep(this.sessionId, { message, body });
    return this.run(message, ["chat"], body);
  }

  answerPause(pauseId, reply, words) {
    return this.run(words, ["pauses", pauseId], reply);
  }

  async run(message, parts, body) {
    if (this.running !== null) return;
    const view = runningTurn(message);
    this.begin(view);
    try {
      await stream(parts, body, { signal: this.running.signal, onEvent: (name, data) => view.hear(name, data) });
      await this.finish(view);
    } catch (error) {
      if (this.left || leavingPage) return;
      if (error.name === "AbortError") await this.stopped(view, message);
      else
        view.fail(error instanceof ApiError ? error : new ApiError("other", String(error)), {
          retry: () => this.retry(view, message, parts, body),
        });
    } finally {
      this.running = null;
      if (!this.left && !leavingPage) keep(this.sessionId, null);
      this.composer.rest();
    }
  }

  begin(view) {
    if (this.turns.length === 0) this.talk.replaceChildren();
    find(".notice", this.main)?.remove();
    if (location.hash !== `#/s/${this.sessionId}`) history.replaceState(null, "", `#/s/${this.sessionId}`);
    this.running = new AbortController();
    this.composer.work();
    this.talk.append(view.element);
    this.scrollToEnd();
  }

  async finish(view) {
    const views = await this.newTurns();
    view.element.replaceWith(...views);
    const turn = this.turns.at(-1);
    if (this.first === 0 && this.turns.length === views.length) setTitle(turn.user_text);
    this.choose(turn);
    views.at(-1)?.scrollIntoView({ block: "start" });
    announce(t("answered", { n: turn.doc_refs.length }));
    if (turn.shown !== null) beside.openSource(this.context(turn), 1);
    tabs.postMessage(this.sessionId);
    refreshSessions().then(() => markPlace("s", this.sessionId));
  }

  /** The question is given back; what had been written of the answer is stored in a moment, and shown as it is. */
  async stopped(view, message) {
    view.stop();
    this.composer.giveBack(message);
    announce(t("stopped"));
    for (const wait of [100, 300, 600, 1200, 2400]) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const views = await this.newTurns().catch(() => []);
      if (views.length === 0) continue;
      view.element.replaceWith(...views);
      refreshSessions().then(() => markPlace("s", this.sessionId));
      return;
    }
    view.element.remove();
    if (this.turns.length === 0) this.welcome();
  }

  retry(view, message, parts, body) {
    view.element.remove();
    return this.run(message, parts, body);
  }

  scrollToEnd() {
    this.talk.scrollTop = this.talk.scrollHeight;
  }
}

/** Whether a turn was left before its answer, and the same question stands answered beside it: a page that was reloaded asks again. */
function isAskedAgain(turn, turns) {
  if (!wasLeft(turn)) return false;
  const at = turns.indexOf(turn);
  return [turns[at - 1], turns[at + 1]].some((other) => other && !wasLeft(other) && other.user_text === turn.user_text);
}

const wasLeft = (turn) => turn.trace.troubles.includes("caller left");

let leavingPage = false;
addEventListener("pagehide", () => (leavingPage = true));
addEventListener("pageshow", () => (leavingPage = false));

const PENDING = "ibidem.pending.";

function keep(sessionId, pending) {
  if (pending === null) sessionStorage.removeItem(PENDING + sessionId);
  else sessionStorage.setItem(PENDING + sessionId, JSON.stringify(pending));
}

const kept = (sessionId) => JSON.parse(sessionStorage.getItem(PENDING + sessionId) ?? "null");
