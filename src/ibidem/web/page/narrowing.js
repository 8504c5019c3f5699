// What narrows the search: devices and types of document, chosen from a list and shown as chips.

import { all, button, el } from "./dom.js";
import { leaveScope, scopeOf } from "./scope.js";
import { t } from "./words.js";

export class Narrowing {
  constructor(sessionId) {
    this.sessionId = sessionId;
    this.scope = scopeOf(sessionId);
    this.chosen = { devices: new Set(), doc_types: new Set(), doc_ids: new Set() };
    this.titles = new Map();
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
    const chosen = Object.fromEntries(given.map(([kind, names]) => [kind, [...names]]));
    // A file that came just now is asked about besides the documents of the scope.
    if (chosen.doc_ids) chosen.doc_ids = [...new Set([...(within.doc_ids ?? []), ...chosen.doc_ids])];
    return { ...within, ...chosen };
  }

  /** Narrows to a file that came just now, besides those that came before it. */
  only({ doc_id, title }) {
    this.titles.set(doc_id, title);
    this.set("doc_ids", doc_id, true);
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
    const scope = this.scope === null ? [] : [chip(this.scope.label, this.scope.label, () => this.leave())];
    this.chips.replaceChildren(...scope, ...Object.keys(this.chosen).flatMap((kind) => this.chipsOf(kind)));
  }

  chipsOf(kind) {
    return [...this.chosen[kind]].map((name) => {
      const title = this.titles.get(name) ?? name;
      const shown = kind === "doc_ids" ? t("narrow.only", { name: title }) : name;
      return chip(shown, title, () => this.set(kind, name, false));
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
