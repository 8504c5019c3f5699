// What narrows the search: devices and types of document, chosen from a list and shown as chips.

import { all, button, el } from "./dom.js";
import { kindName } from "./kinds.js";
import { chosenIn, keepChosen, leaveScope, scopeOf } from "./scope.js";
import { t } from "./words.js";

export class Narrowing {
  constructor(sessionId) {
    this.sessionId = sessionId;
    this.scope = scopeOf(sessionId);
    this.chosen = chosenIn(sessionId);
    this.chips = el("span", { class: "chips" });
    this.list = el("div", {});
    this.details = el("details", { class: "narrowing", hidden: true }, el("summary", {}, t("narrow")), this.list);
    this.details.addEventListener("keydown", (event) => this.escape(event));
    this.details.addEventListener("focusout", (event) => this.closeUnless(event.relatedTarget));
    this.drawChips();
  }

  /** As the API takes it. */
  get filters() {
    const within = this.scope?.filters ?? {};
    const given = Object.entries(this.chosen).filter(([, names]) => names.size > 0);
    const chosen = Object.fromEntries(given.map(([kind, names]) => [kind, [...names.keys()]]));
    // A file that came just now is asked about besides the documents of the scope.
    if (chosen.doc_ids) chosen.doc_ids = [...new Set([...(within.doc_ids ?? []), ...chosen.doc_ids])];
    return { ...within, ...chosen };
  }

  /** Narrows to a file that came just now, besides those that came before it. */
  only({ doc_id, title }) {
    this.add("doc_ids", doc_id, title);
  }

  /** What is asked within, by its names. */
  get names() {
    const scope = this.scope === null ? [] : [this.scope.label];
    return [...scope, ...Object.values(this.chosen).flatMap((names) => [...names.values()])];
  }

  /** Offers what the corpus has; one device or type alone narrows nothing. */
  know(corpus) {
    const kinds = ["devices", "doc_types"].filter((kind) => corpus[kind].length > 1);
    this.details.hidden = kinds.length === 0;
    this.list.replaceChildren(...kinds.map((kind) => this.group(kind, corpus[kind], corpus)));
  }

  group(kind, names, corpus) {
    const boxes = names.map((name) => {
      const label = kind === "doc_types" ? kindName(corpus, name) : name;
      const box = el("input", { type: "checkbox", name: kind, value: name, checked: this.chosen[kind].has(name) });
      box.addEventListener("change", () => (box.checked ? this.add(kind, name, label) : this.drop(kind, name)));
      return el("label", {}, box, label);
    });
    return el("fieldset", {}, el("legend", {}, t(`narrow.${kind}`)), ...boxes);
  }

  add(kind, name, label) {
    this.chosen[kind].set(name, label);
    this.changed();
  }

  drop(kind, name) {
    this.chosen[kind].delete(name);
    this.changed();
  }

  changed() {
    for (const box of all("input", this.list)) box.checked = this.chosen[box.name].has(box.value);
    keepChosen(this.sessionId, this.chosen);
    this.drawChips();
  }

  drawChips() {
    const scope = this.scope === null ? [] : [chip(this.scope.label, this.scope.label, () => this.leave())];
    this.chips.replaceChildren(...scope, ...Object.keys(this.chosen).flatMap((kind) => this.chipsOf(kind)));
  }

  chipsOf(kind) {
    return [...this.chosen[kind]].map(([name, label]) => {
      const shown = kind === "doc_ids" ? t("narrow.only", { name: label }) : label;
      return chip(shown, label, () => this.drop(kind, name));
    });
  }

  leave() {
    this.scope = null;
    leaveScope(this.sessionId);
    this.drawChips();
  }

  escape(event) {
    if (event.key !== "Escape" || !this.details.open) return;
    this.details.open = false;
    event.stopPropagation();
  }

  closeUnless(focused) {
    if (focused !== null && !this.details.contains(focused)) this.details.open = false;
  }
}

function chip(shown, name, drop) {
  const made = button("", drop, { class: "chip", "aria-label": t("narrow.drop", { name }) });
  made.append(el("bdi", {}, shown), " ×");
  return made;
}
