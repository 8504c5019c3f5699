// Documents that are ticked in the list: asked about together, given a field, or deleted.

import { send } from "./api.js";
import { forgetCorpus } from "./corpus.js";
import { button, el } from "./dom.js";
import { askWithin } from "./scope.js";
import { setField } from "./set_field.js";
import { number, t } from "./words.js";

const MOST = 100; // ids in the filters of a question

export class Ticked {
  /**
   * @param {() => Promise<void>} onChange what is done when documents have changed, or are gone
   * @param {any[]} fields what the profile declares
   */
  constructor(onChange, fields) {
    this.onChange = onChange;
    this.documents = new Map();
    this.said = el("span", { role: "status" });
    this.ask = button("", () => askWithin(this.scope), { class: "strong" });
    this.remove = button("", () => this.delete(), { class: "plain danger" });
    this.none = button(t("ticked.none"), () => this.clear(), { class: "link" });
    this.set = setField({ fields, chosen: () => [...this.documents.keys()], onChange });
    this.element = el("div", { class: "ticked", hidden: true }, this.said, this.ask, this.set, this.remove, this.none);
  }

  get scope() {
    const [first, ...others] = this.documents.values();
    const label = others.length === 0 ? first.title : t("ticked.scope", { n: number(this.documents.size) });
    return { label, filters: { doc_ids: [...this.documents.keys()] } };
  }

  box(found) {
    const box = el("input", { type: "checkbox", "aria-label": t("tick", { title: found.title }), checked: this.documents.has(found.doc_id) });
    box.addEventListener("change", () => {
      if (box.checked) this.documents.set(found.doc_id, found);
      else this.documents.delete(found.doc_id);
      this.draw();
    });
    return box;
  }

  clear() {
    this.documents.clear();
    for (const box of document.querySelectorAll(".tick input")) box.checked = false;
    this.draw();
  }

  draw() {
    const n = this.documents.size;
    this.element.hidden = n === 0;
    this.said.textContent = n > MOST ? t("ticked.most", { n: MOST }) : t("ticked", { n: number(n) });
    this.ask.textContent = t("ticked.ask");
    this.ask.disabled = n > MOST;
    this.set?.classList.toggle("closed", n > MOST);
    this.remove.textContent = t("delete");
    delete this.remove.dataset.sure;
  }

  /** Deletes a document, ticked or not; one that is gone already is deleted. */
  async takeOut(docId) {
    await send("DELETE", ["documents", docId]).catch((error) => {
      if (error.type !== "not_found") throw error;
    });
    this.documents.delete(docId);
    this.draw();
  }

  async delete() {
    if (this.remove.dataset.sure === undefined) {
      this.remove.dataset.sure = "";
      this.remove.textContent = t("ticked.delete.sure", { n: number(this.documents.size) });
      return;
    }
    this.remove.disabled = true;
    try {
      for (const docId of [...this.documents.keys()]) await this.takeOut(docId);
    } catch (error) {
      this.said.textContent = error.message;
    } finally {
      this.remove.disabled = false;
      forgetCorpus();
      await this.onChange();
    }
  }
}
