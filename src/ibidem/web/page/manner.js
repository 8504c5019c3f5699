// How an answer is made: by which model, and how thoroughly. What is chosen is explained below it.

import { el } from "./dom.js";
import { t } from "./words.js";

const MODES = ["fast", "verified"];

export class Manner {
  constructor() {
    this.mode = el("select", { "aria-label": t("mode"), hidden: true }, ...MODES.map((mode) => el("option", { value: mode }, t(`mode.${mode}`))));
    this.how = el("p", { class: "how-asked", id: "how-asked", hidden: true });
    this.mode.setAttribute("aria-describedby", this.how.id);
    this.mode.addEventListener("change", () => this.explain());
    this.model = "";
  }

  /** There is a choice where a model answers. */
  know(corpus) {
    this.model = corpus.model ?? "";
    this.mode.hidden = this.how.hidden = corpus.model === null;
    this.explain();
  }

  explain() {
    this.how.textContent = `${t(`mode.${this.mode.value}.how`)} · ${t("trace.model")}: ${this.model}`;
  }

  /** As the API takes it. */
  get options() {
    return this.mode.hidden ? {} : { mode: this.mode.value };
  }
}
