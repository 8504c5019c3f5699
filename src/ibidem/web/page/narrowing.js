// What narrows the search: devices and types of document, chosen from a list and shown as chips.

import { all, button, el } from "./dom.js";
import { leaveScope, scopeOf } from "./scope.js";
import { t } from "./words.js";

export class Narrowing {
  constructor(sessionId) {
    this.sessionId = sessionId;
    this.scope = scopeOf(sessionId);
    this.chosen = { devices: new Set(), doc_types: new Set() };
    this.chips = el("span", { class: "chips" });
    this.list = el("div", {});
    this.details = el("details", { class: "narrowing", hidden: true }, el("summary", {}, t("narrow")), this.list);
    this.details.addEventListener("keydown", (event) => this.escape(event));
    this.details.addEventListener("focusout", (event) => this.closeUnless(event.relatedTarget));
    this.drawChips();
  }

  /** As the API takes it. */
  get filters() {
    const chosen = { devices: [...this.chosen.devices], doc_types: [...this.chosen.doc_types] };
    const given = Object.entries(chosen).filter(([, names]) => names.length > 0);
    return { ...(this.scope?.filters ?? {}), ...Object.fromEntries(given) };
  }

  /** Offers what the corpus has; one device or type alone narrows nothing. */
  know(corpus) {
    const kinds = ["devices", "doc_types"].filter((kind) => corpus[kind].length > 1);
    this.details.hidden = kinds.length === 0;
    this.list.replaceChildren(...kinds.map((kind) => this.group(kind, corpus[kind])));
  }

  group(kind, names) {
    const boxes = names.map((name) => {
      const box = el("input", { type: "checkbox", value: name, checked: this.chosen[kind].has(name) });
      box.addEventListener("change", () => this.set(kind, name, box.checked));
      return el("label", {}, box, name);
    });
    return el("fieldset", {}, el("legend", {}, t(`narrow.${kind}`)), ...boxes);
  }

  set(kind, name, isChosen) {
    if (isChosen) this.chosen[kind].add(name);
    else this.chosen[kind].delete(name);
    for (const box of all("input", this.list)) if (box.value === name) box.checked = isChosen;
    this.drawChips();
  }

  drawChips() {
    const chosen = Object.keys(this.chosen).flatMap((kind) =>
      [...this.chosen[kind]].map((name) => chip(name, () => this.set(kind, name, false))),
    );
    this.chips.replaceChildren(...(this.scope === null ? [] : [chip(this.scope.label, () => this.leave())]), ...chosen);
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

const chip = (name, drop) => button(`${name} ×`, drop, { class: "chip", "aria-label": t("narrow.drop", { name }) });
