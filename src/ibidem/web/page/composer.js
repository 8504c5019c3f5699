// Where one asks: the text, what narrows the search, how thoroughly, and the button that asks or stops.

import { button, el } from "./dom.js";
import { draftOf, keepDraft } from "./drafts.js";
import { icon } from "./icons.js";
import { Manner } from "./manner.js";
import { Narrowing } from "./narrowing.js";
import { dropsOn, filesIn } from "./uploads.js";
import { limited, MESSAGE } from "./too_long.js";
import { t } from "./words.js";

export class Composer {
  /** @param {{sessionId: string, ask: (message: string, replaces: number | null) => void, stop: () => void}} on */
  constructor({ sessionId, ask, stop }) {
    this.sessionId = sessionId;
    this.on = { ask, stop };
    this.working = false;
    this.narrowing = new Narrowing(sessionId);
    const words = { placeholder: t("ask.placeholder"), "aria-label": t("ask.label") };
    this.question = el("textarea", { id: "question", rows: 1, ...words });
    this.limit = limited(this.question, MESSAGE);
    this.manner = new Manner();
    this.act = el("button", { class: "strong", id: "act" }, t("ask"));
    this.anew = el("span");
    this.replaces = null;
    this.files = filesIn((stored) => this.narrowing.only(stored));
    const choose = () => this.files.input.click();
    const clip = button(icon("clip"), choose, { class: "clip", "aria-label": t("upload.clip"), title: t("upload.clip") });
    const row = el("div", { class: "row" }, clip, this.files.input, this.anew, this.narrowing.chips, this.narrowing.details, this.manner.model, this.manner.mode, this.act);
    this.form = el("form", {}, this.files.rows, this.question, this.limit.said, row);
    this.element = el("div", { class: "ask" }, this.form, this.manner.how);
    this.listen();
    this.question.value = draftOf(sessionId);
    this.weigh();
  }

  /** Takes files that are dropped on an element: they are asked about first. */
  takesFrom(element) {
    dropsOn(element, (files) => document.body.dataset.may?.includes("write") && this.files.take(files));
  }

  listen() {
    this.takesFrom(this.element);
    this.question.addEventListener("input", () => this.set(this.question.value));
    this.question.addEventListener("keydown", (event) => {
      // While Korean or Japanese is being composed, Enter ends the composition and not the question.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
      event.preventDefault();
      this.submit();
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.working) this.on.stop();
      else this.submit();
    });
  }

  submit() {
    const message = this.question.value.trim();
    if (message === "" || this.working || !this.limit.fits()) return;
    const replaces = this.replaces;
    this.set("");
    this.inPlaceOf(null);
    this.on.ask(message, replaces);
  }

  /** The next question is asked in place of a turn: its number, or null. */
  inPlaceOf(turn) {
    this.replaces = turn;
    const words = { n: turn };
    const not = () => this.inPlaceOf(null);
    const chip = () => button(`${t("anew.of", words)} ×`, not, { class: "chip", "aria-label": t("anew.not", words) });
    this.anew.replaceChildren(...(turn === null ? [] : [chip()]));
  }

  /** The text, kept for a reload. */
  set(text) {
    if (this.question.value !== text) this.question.value = text;
    keepDraft(this.sessionId, text);
    this.weigh();
    this.question.style.height = "auto";
    this.question.style.height = `${this.question.scrollHeight}px`;
  }

  /** What is too long waits; what is being answered can be stopped. */
  weigh() {
    const fits = this.limit.fits();
    this.act.disabled = !fits && !this.working;
  }

  /** Not on a touch screen, where it would bring up the keyboard. */
  focus() {
    if (matchMedia("(pointer: fine)").matches) this.question.focus({ preventScroll: true });
  }

  /** What goes with a question. */
  get options() {
    return { ...this.manner.options, filters: this.narrowing.filters };
  }

  /** The names of what the question is asked within. */
  get within() {
    return this.narrowing.names;
  }

  /** What the corpus has to narrow by, and whether there is a model whose answers can be verified. */
  know(corpus) {
    this.narrowing.know(corpus);
    this.manner.know(corpus);
  }

  work() {
    this.working = true;
    this.act.textContent = t("stop");
    this.weigh();
  }

  rest() {
    this.working = false;
    this.act.textContent = t("ask");
    this.weigh();
    this.focus();
  }

  giveBack(message) {
    if (this.question.value === "") this.set(message);
  }

  /** What could not be sent is the draft again, before what was written since. */
  putBack({ message, body }) {
    this.set([message, this.question.value].filter(Boolean).join("\n\n"));
    this.inPlaceOf(body.replaces ?? null);
  }

  /** It is sent once more as it was: the draft is what was written since. */
  takeBack({ message }) {
    if (this.question.value.startsWith(message)) this.set(this.question.value.slice(message.length).trimStart());
    this.inPlaceOf(null);
  }
}
