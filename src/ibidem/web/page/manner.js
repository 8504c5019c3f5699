// How an answer is made: by which model, and how thoroughly. What is chosen is explained below it.

import { el } from "./dom.js";
import { keep, kept } from "./preferences.js";
import { t } from "./words.js";

const MODES = ["fast", "verified"];

export class Manner {
  constructor() {
    this.mode = el("select", { "aria-label": t("mode"), hidden: true }, ...MODES.map((mode) => el("option", { value: mode }, t(`mode.${mode}`))));
    this.how = el("p", { class: "how-asked", id: "how-asked", hidden: true });
    this.mode.setAttribute("aria-describedby", this.how.id);
    this.mode.addEventListener("change", () => this.explain());
    this.model = el("select", { "aria-label": t("trace.model"), hidden: true });
    this.model.addEventListener("change", () => {
      keep("model", this.model.value);
      this.explain();
    });
  }

  /** There is a choice where a model answers. */
  know(corpus) {
    this.mode.hidden = this.how.hidden = corpus.model === null;
    this.model.hidden = corpus.models.length < 2;
    this.model.replaceChildren(...corpus.models.map((name) => el("option", { value: name, selected: name === kept("model") }, name)));
    this.explain();
  }

  explain() {
    this.how.textContent = `${t(`mode.${this.mode.value}.how`)} · ${t("trace.model")}: ${this.model.value}`;
  }

  /** As the API takes it. */
  get options() {
    return { ...(this.mode.hidden ? {} : { mode: this.mode.value }), ...this.chosen };
  }

  /** The model, where there are several; a reply to what a turn asks goes to it as well. */
  get chosen() {
    return this.model.hidden ? {} : { model: this.model.value };
  }
}
