// A conversation: its turns, asking, and what happens when the page is reloaded or open twice.

import { ApiError, get, send, stream } from "./api.js";
import { citedIn, citedOf } from "./cited.js";
import { corpus, corpusTrouble } from "./corpus.js";
import * as beside from "./beside.js";
import { Composer } from "./composer.js";
import { all, announce, button, el, find } from "./dom.js";
import { begunId, draftOf, isBegun } from "./drafts.js";
import { whenScrolled } from "./in_view.js";
import { join, readThrough, runningIn, stop } from "./running.js";
import { markSession, nameOf, refreshSessions } from "./sessions.js";
import { isAskedAgain, keep, kept, newId, wasLeft } from "./pending.js";
import { keepWithin, withinOf } from "./scope.js";
import { offerSources, setTitle } from "./sheets.js";
import { askedWords, shortTitle } from "./titles.js";
import { replacedView, runningTurn, turnView } from "./turn_view.js";
import { t } from "./words.js";

const PAGE = 20;
const RETRY = 2000; // milliseconds until what could not be reached is asked again
const AGAIN = 300; // milliseconds until the server is asked again for a turn that is to be stopped
const tabs = new BroadcastChannel("ibidem");

/** Shows a conversation, or the beginning of one. It may be left before it is shown. */
export async function show(main, sessionId, onLeaving) {
  const conversation = new Conversation(main, sessionId || begunId());
  onLeaving(() => conversation.leave());
  await conversation.open(sessionId !== "");
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
    this.composer = new Composer({ sessionId, ask: (message, replaces) => this.ask(message, replaces), stop: () => this.stop() });
    this.composer.takesFrom(this.talk);
    this.heard = ({ data }) => data === this.sessionId && this.running === null && this.catchUp();
    tabs.addEventListener("message", this.heard);
    whenScrolled(this.talk, (number) => this.chooseInView(number));
  }

  async open(isStored) {
    const running = isStored ? runningIn(this.sessionId) : null;
    if (isStored) await this.load(running);
    if (this.left) return;
    this.main.replaceChildren(this.talk, this.composer.element);
    if (this.turns.length === 0) await this.welcome();
    else this.choose(this.latestCiting() ?? this.turns.at(-1));
    if (this.left) return;
    corpus().then((known) => this.introduce(known));
    if (this.turns.length > 0) this.scrollToEnd();
    this.composer.focus();
    this.resume(await running);
  }

  /** What is being answered goes on without the page, and is joined on coming back. */
  leave() {
    this.left = true;
    this.running?.abort();
    tabs.removeEventListener("message", this.heard);
    offerSources(0);
    setTitle("");
  }

  async welcome() {
    const { welcome, notYet, passes } = await import("./welcome.js");
    const known = await corpus();
    if (this.left || this.running !== null || this.turns.length > 0) return; // who types quickly has asked already
    if (known === null) {
      this.talk.replaceChildren(notYet(corpusTrouble()));
      if (passes(corpusTrouble())) setTimeout(() => this.again(), RETRY);
      return;
    }
    const gone = this.isGone ? [el("p", { class: "column gone", role: "status" }, t("session.gone"))] : [];
    this.talk.replaceChildren(...gone, welcome({ known, ask: (message) => this.ask(message) }));
  }

  /** Asks once more what there is; when it can be had, everything is drawn anew. */
  async again() {
    if (this.left || this.running !== null || this.turns.length > 0) return;
    if ((await corpus()) === null) this.welcome();
    else dispatchEvent(new Event("reachable"));
  }

  introduce(known) {
    if (known === null) return;
    this.composer.know(known);
    // Each answer of a conversation says so itself.
    if (known.model === null && this.turns.length === 0 && this.running === null)
      this.main.prepend(el("div", { class: "notice" }, t("model.none")));
  }

  /** Reads the last turns; earlier ones come when they are asked for. They are read after what is running, which may end. */
  async load(running) {
    try {
      const [session] = await Promise.all([get(["sessions", this.sessionId]), this.number()]);
      if (this.left) return;
      setTitle(shortTitle(nameOf(session)));
      await running;
      this.first = Math.max(0, session.turns - PAGE);
      this.turns = (await get(["sessions", this.sessionId, "turns"], { limit: PAGE, offset: this.first })).turns;
    } catch (error) {
      if (!(error instanceof ApiError) || error.type !== "not_found") throw error;
      this.isGone = draftOf(this.sessionId) === "" && kept(this.sessionId) === null && (await running) === null;
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

  /** The numbers of documents in the whole session, which turns cited them, and how they stand now. */
  async number() {
    this.documents = await citedIn(this.sessionId);
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
    const before = this.turns[this.turns.indexOf(turn) - 1];
    return turnView(turn, {
      title: askedWords(turn, before),
      documents: this.documents,
      // What was said of the answer before as well goes without saying, unless it counts: steps that are left out, say.
      remark: turn.notice === before?.notice && !/\d/.test(turn.notice) ? null : turn.notice,
      answer: (pauseId, reply, words) => this.answerPause(pauseId, reply, words),
      openSource: (slot, text) => beside.openSource(this.context(turn), slot, text),
      openTrace: () => beside.openTrace(this.context(turn)),
      choose: () => this.choose(turn),
      anew: turn === this.turns.at(-1) ? () => this.askAnew(turn) : null,
      branch: () => this.branch(turn),
      ask: (message) => this.ask(message),
    });
  }

  context(turn) {
    const latest = this.latestCiting();
    const without = turn === this.turns.at(-1) ? (one, kept) => this.askFrom(one, kept) : null;
    const { turns, documents } = this;
    return { turn, turns, documents, isLatest: turn === latest, ask: (message) => this.ask(message), without };
  }

  /** The sources beside are those of the turn that one has scrolled to. */
  chooseInView(number) {
    const turn = this.turns.find((one) => String(one.turn_id) === number);
    if (turn !== undefined && this.running === null) this.choose(turn, beside.accompany);
  }

  /** Makes a turn the one whose sources stand beside. */
  choose(turn, show = beside.show) {
    if (this.chosen === turn) return;
    this.chosen = turn;
    for (const view of this.talk.children)
      view.classList.toggle("chosen", this.turns.length > 1 && view.dataset.turn === String(turn.turn_id));
    offerSources(citedOf(turn).length);
    show(this.context(turn));
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
    const running = await runningIn(this.sessionId);
    const views = await this.newTurns().catch(() => []);
    if (this.left) return null;
    if (views.length > 0) {
      find(".welcome", this.talk)?.remove();
      this.talk.append(...views);
      this.choose(this.turns.at(-1));
      this.scrollToEnd();
    }
    return this.resume(running);
  }

  /**
   * Joins what is being answered. A message that never arrived is sent now: its id makes sure that it is answered once. One that
   * was broken off stands as it is, to be asked anew.
   */
  resume(running) {
    const pending = kept(this.sessionId);
    const last = this.turns.at(-1);
    if (this.left) return null;
    if (running !== null && running.turn_id > (last?.turn_id ?? 0)) return this.joinTurn(running);
    if (pending === null) return null;
    const broken = last !== undefined && wasLeft(last) && last.user_text === pending.message;
    if (!broken && !this.turns.some((turn) => turn.client_turn_id === pending.body.client_turn_id))
      return this.put(pending);
    return keep(this.sessionId, null);
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
    listed(made.session_id);
  }

  ask(message, replaces = null) {
    // What could not be sent may have arrived all the same: under its id it is answered once.
    const id = this.unsent?.message === message ? this.unsent.body.client_turn_id : newId();
    const body = { message, session_id: this.sessionId, client_turn_id: id, ...this.composer.options };
    if (replaces !== null) body.replaces = replaces;
    keepWithin(this.sessionId, id, this.composer.within);
    return this.put({ message, body });
  }

  /** Sends a question, which is kept until its answer is there. */
  put(question) {
    const { message, body } = question;
    keep(this.sessionId, question);
    const within = withinOf(this.sessionId, body.client_turn_id);
    return this.follow(message, (options) => stream(["chat"], body, options), () => this.put(question), within);
  }

  /** The question of the last turn again, from some of its documents alone; the answer before stays as its version. */
  askFrom(turn, docIds) {
    const { filters, ...options } = this.composer.options;
    const only = { ...filters, doc_ids: docIds };
    const body = { message: turn.user_text, session_id: this.sessionId, client_turn_id: newId(), ...options, filters: only };
    return this.run(turn.user_text, ["chat"], { ...body, replaces: turn.turn_id });
  }

  answerPause(pauseId, reply, words) {
    return this.run(words, ["pauses", pauseId], { ...reply, ...this.composer.manner.chosen });
  }

  run(message, parts, body) {
    return this.follow(message, (options) => stream(parts, body, options), () => this.run(message, parts, body));
  }

  joinTurn(running) {
    return this.follow(running.user_text, (options) => join(running, 0, options), () => this.catchUp());
  }

  /** Shows a turn while it is answered, then as it is stored. Where the connection breaks, it is joined again. */
  async follow(message, read, again, within = []) {
    if (this.running !== null) return;
    const view = runningTurn(message, (this.turns.at(-1)?.turn_id ?? 0) + 1, within);
    this.begin(view);
    try {
      await this.read(view, read);
      await this.finish(view);
    } catch (error) {
      if (this.left || leavingPage) return;
      if (error.type === "stopped") await this.stopped(view);
      else this.failed(view, error, again);
    } finally {
      this.running = null;
      this.stopping = false;
      if (!this.left && !leavingPage) keep(this.sessionId, null);
      this.composer.rest();
    }
  }

  read(view, read) {
    const onEvent = (name, data) => {
      view.hear(name, data);
      if (name === "sources") this.showSources(view, data.sources);
    };
    return readThrough(read, { sessionId: this.sessionId, signal: this.running.signal, onEvent, onFirst: () => this.isHeard() });
  }

  /** The server has the turn: it is listed, and other tabs join it. */
  isHeard() {
    isBegun(this.sessionId);
    tabs.postMessage(this.sessionId);
    listed(this.sessionId);
  }

  /** The sources stand beside the answer from its first word on. */
  showSources(view, sources) {
    const turn = { turn_id: view.number, user_text: view.message, doc_refs: sources, parts: [], shown: null, lookup_source: "" };
    offerSources(sources.length);
    beside.show({ turn, documents: this.documents, isLatest: true, ask: (message) => this.ask(message) });
  }

  begin(view) {
    if (this.turns.length === 0) this.talk.replaceChildren();
    find(".notice", this.main)?.remove();
    for (const failed of all(".failed", this.talk)) failed.closest(".turn").remove();
    if (location.hash !== `#/s/${this.sessionId}`) history.replaceState(null, "", `#/s/${this.sessionId}`);
    this.running = new AbortController();
    this.composer.work();
    this.talk.append(view.element);
    // The question goes to the top and its answer grows below it: nothing moves, and who scrolls is left alone.
    this.talk.classList.add("asking");
    view.element.scrollIntoView({ block: "start" });
  }

  async finish(view) {
    const views = await this.newTurns();
    if (this.left) return;
    const turn = this.turns.at(-1);
    if ((turn?.turn_id ?? 0) < view.number) throw new ApiError("unreachable"); // it broke off, and nothing was stored
    this.unsent = null;
    view.element.replaceWith(...views);
    if (this.first === 0 && this.turns.length === views.length) setTitle(shortTitle(turn.user_text));
    this.choose(turn);
    announce(t("answered", { n: citedOf(turn).length }));
    if (turn.shown !== null) beside.openSource(this.context(turn), 1);
    tabs.postMessage(this.sessionId);
    listed(this.sessionId);
  }

  /** The turn is the server's, so that is asked to stop it, and asked again until it has it. */
  async stop() {
    if (this.stopping || this.running === null) return;
    this.stopping = true;
    for (const followed = this.running; this.running === followed; await new Promise((next) => setTimeout(next, AGAIN))) {
      const running = await runningIn(this.sessionId);
      if (running !== null) return void (await stop(running).catch(() => {}));
    }
  }

  /** The question is given back to who stopped it; what had been written of the answer is stored, and shown as it is. */
  async stopped(view) {
    view.stop();
    if (this.stopping) this.composer.giveBack(view.message);
    announce(t("stopped"));
    const views = await this.newTurns().catch(() => []);
    if (this.left) return;
    view.element.replaceWith(...views);
    if (this.turns.length === 0) this.welcome();
    listed(this.sessionId);
  }

  /** A question that the server did not answer is the draft again, so that it outlasts the page, until it is sent once more. */
  failed(view, error, again) {
    this.unsent = kept(this.sessionId);
    if (this.unsent) this.composer.putBack(this.unsent);
    const retry = () => {
      if (this.unsent) this.composer.takeBack(this.unsent);
      again();
    };
    view.fail(error instanceof ApiError ? error : new ApiError("other", String(error)), { retry });
  }

  scrollToEnd() {
    this.talk.scrollTop = this.talk.scrollHeight;
  }
}

/** The list has the conversation that is open. */
function listed(sessionId) {
  markSession(sessionId);
  refreshSessions();
}

let leavingPage = false;
addEventListener("pagehide", () => (leavingPage = true));
addEventListener("pageshow", () => (leavingPage = false));
