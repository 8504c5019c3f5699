// Collections: filters of the list of documents under a name, kept by the service for the person, and asked within.

import { get, send } from "./api.js";
import { button, el } from "./dom.js";
import { KINDS } from "./fields.js";
import { forget, kept } from "./preferences.js";
import { askWithin } from "./scope.js";
import { t } from "./words.js";

/** @param {import("./fields.js").FieldFilters} filters */
export function collections(filters) {
  let saved = [];
  const list = el("span", { class: "chips" });
  const name = el("input", { type: "text", maxlength: 60, required: true, "aria-label": t("collection.name"), placeholder: t("collection.name") });
  const form = el("form", { class: "save", hidden: true }, name, el("button", { class: "plain" }, t("collection.save")));
  const ask = button(t("collection.ask"), () => askWithin({ label: name.value.trim() || t("collection"), filters: filters.filters }), { class: "strong", hidden: true });
  const said = el("span", { role: "alert" });
  const element = el("div", { class: "collections", role: "group", "aria-label": t("collections") }, list, form, ask, said);

  const draw = () => {
    list.replaceChildren(...saved.flatMap((one) => [chip(one), drop(one)]));
    form.hidden = !filters.narrows;
    ask.hidden = form.hidden || filters.values.has("language"); // no filter of a question
    element.hidden = form.hidden && list.children.length === 0;
  };
  const chip = (one) => button(one.name, () => choose(one), { class: "chip" });
  const drop = (one) => button("×", () => change("DELETE", one), { class: "link", "aria-label": t("collection.drop", one) });
  const choose = (one) => {
    name.value = one.name;
    filters.take(valuesOf(one));
  };
  const change = async (method, one) => {
    said.textContent = "";
    const { filters, languages } = one;
    await send(method, ["collections", one.name], method === "PUT" ? { filters, languages } : undefined).catch((error) => (said.textContent = `${error.message} ${error.details ?? ""}`));
    await know();
  };
  const know = async () => {
    saved = (await get(["collections"]).catch(() => ({ collections: [] }))).collections;
    draw();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (name.value.trim() !== "") change("PUT", made(name.value.trim(), filters));
  });
  const changed = filters.onChange;
  filters.onChange = () => (draw(), changed());
  draw();
  know().then(() => bring(filters, change));
  return element;
}

const made = (name, filters) => ({ name, filters: filters.filters, languages: filters.values.has("language") ? [filters.values.get("language")] : [] });

/** The values that the controls of the list show, as pairs of a name and a value. */
function valuesOf({ filters, languages }) {
  const kinds = KINDS.map(({ word, filter }) => [word, (word === "language" ? languages : filters[filter])[0]]);
  const fields = Object.entries(filters.fields).map(([name, value]) => [name, Array.isArray(value) ? value[0] : `${value.from ?? ""}..${value.to ?? ""}`]);
  return [...kinds, ...fields].filter(([, value]) => value !== undefined);
}

/** What this browser kept before the service did goes to the service, once. */
async function bring(filters, change) {
  const before = JSON.parse(kept("collections") ?? "[]");
  forget("collections");
  for (const { name, values } of Array.isArray(before) ? before : []) await change("PUT", made(name, filters.of(values)));
}
