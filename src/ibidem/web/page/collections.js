// Collections: filters of the list of documents under a name, kept in this browser, and asked within.

import { button, el } from "./dom.js";
import { kept, keep } from "./preferences.js";
import { askWithin } from "./scope.js";
import { t } from "./words.js";

const MOST = 30;

function saved() {
  try {
    const found = JSON.parse(kept("collections") ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // not what was kept here
  }
}

/** @param {import("./fields.js").FieldFilters} filters */
export function collections(filters) {
  const list = el("span", { class: "chips" });
  const name = el("input", { type: "text", maxlength: 60, required: true, "aria-label": t("collection.name"), placeholder: t("collection.name") });
  const form = el("form", { class: "save", hidden: true }, name, el("button", { class: "plain" }, t("collection.save")));
  const ask = button(t("collection.ask"), () => askWithin({ label: name.value.trim() || t("collection"), filters: filters.filters }), { class: "strong", hidden: true });
  const element = el("div", { class: "collections", role: "group", "aria-label": t("collections") }, list, form, ask);

  const draw = () => {
    list.replaceChildren(...saved().flatMap((one) => [chip(one), drop(one)]));
    form.hidden = !filters.narrows;
    ask.hidden = form.hidden || filters.values.has("language"); // no filter of a question
    element.hidden = form.hidden && list.children.length === 0;
  };
  const chip = (one) => button(one.name, () => choose(one), { class: "chip" });
  const drop = (one) =>
    button("×", () => store(saved().filter((other) => other.name !== one.name)), { class: "link", "aria-label": t("collection.drop", one) });
  const choose = (one) => {
    name.value = one.name;
    filters.take(one.values);
  };
  const store = (all) => {
    keep("collections", JSON.stringify(all.slice(-MOST)));
    draw();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const one = { name: name.value.trim(), values: [...filters.values] };
    if (one.name !== "") store([...saved().filter((other) => other.name !== one.name), one]);
  });
  const changed = filters.onChange;
  filters.onChange = () => (draw(), changed());
  draw();
  return element;
}
