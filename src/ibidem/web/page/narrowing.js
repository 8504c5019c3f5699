// What narrows the search: devices and types of document, chosen from a list and shown as chips.

import { all, button, el } from "./dom.js";
import { t } from "./words.js";

export class Narrowing {
  constructor() {
    this.chosen = { devices: new Set(), doc_types: new Set() };
    this.chips = el("span", { class: "chips" });
    this.list = el("div", {});
    this.details = el("details", { class: "narrowing", hidden: true }, el("summary", {}, t("narrow")), this.list);
    this.details.addEventListener("keydown", (event) => this.escape(event));
    this.details.addEventListener("focusout", (event) => this.closeUnless(event.relatedTarget));
  }

  /** As the API takes it. */
  get filters() {
    return { devices: [...this.chosen.devices], doc_types: [...this.chosen.doc_types] };
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
    this.chips.replaceChildren(
      ...Object.keys(this.chosen).flatMap((one) => [...this.chosen[one]].map((chip) => this.chip(one, chip))),
    );
  }

  chip(kind, name) {
    const drop = () => this.set(kind, name, false);
    return button(`${name} ×`, drop, { class: "chip", "aria-label": t("narrow.drop", { name }) });
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
