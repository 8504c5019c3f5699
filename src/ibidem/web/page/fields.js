// What documents say of themselves under the names that the profile declares: shown, and chosen to narrow a list.

import { el } from "./dom.js";
import { kindName } from "./kinds.js";
import { LANGUAGES, number, t } from "./words.js";

const ORDERED = { number: { type: "number", step: "any" }, date: { type: "date" } };
// More values than these are typed, with those that there are offered.
const MOST_TO_CHOOSE = 40;

/** The value of a field as people read it; numbers are as they are written, for a year is no amount. */
export const fieldText = (value) => (Array.isArray(value) ? value.join(", ") : value === undefined ? "" : String(value));

/** What a document says of itself, declared or not, as pairs of a name and a text. */
export function saidBy(document, fields) {
  const labels = new Map(fields.map((field) => [field.name, field.label]));
  return [...Object.entries(document.fields), ...Object.entries(document.metadata)].map(([name, value]) => [
    labels.get(name) ?? name,
    fieldText(value),
  ]);
}

// What any corpus can be narrowed by: as the address names it, and as the filters of a question do.
export const KINDS = [
  { word: "type", filter: "doc_types" },
  { word: "device", filter: "devices" },
  { word: "owner", filter: "owners" },
  { word: "language", filter: "languages" }, // of the list alone: a question is asked in any
];

/** How the values of a kind are shown, where not as they are written. */
const shownBy = (word, known) =>
  ({ language: (value) => LANGUAGES[value] ?? value, type: (value) => kindName(known, value) })[word] ?? null;

/** Controls for types, devices, owners and the fields of the corpus; `onChange` is called when another value is chosen. */
export class FieldFilters {
  constructor(known, onChange) {
    this.values = new Map();
    this.shows = new Map(); // how a control shows a value that was saved
    this.onChange = onChange;
    const kinds = KINDS.filter(({ filter }) => (known?.[filter] ?? []).length > 1);
    const controls = [
      ...kinds.map(({ word, filter }) => this.chosen({ name: word, label: t(`column.${word}`), values: known[filter], shown: shownBy(word, known) })),
      ...(known?.fields ?? []).map((field) => this.control(field)),
    ];
    this.form = el("form", { class: "filters", hidden: controls.length === 0, "aria-label": t("filters") });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("reset", () => this.clear());
    this.reset = el("button", { type: "reset", class: "link", hidden: true }, t("filters.clear"));
    this.form.append(...controls, this.reset);
  }

  get narrows() {
    return this.values.size > 0;
  }

  /** As an address takes them: `type=sop`, `field=year=2020..2024`. */
  get query() {
    const kinds = KINDS.filter(({ word }) => this.values.has(word)).map(({ word }) => [word, this.values.get(word)]);
    return { ...Object.fromEntries(kinds), field: this.declared.map(([name, value]) => `${name}=${value}`) };
  }

  /** As the filters of a question. */
  get filters() {
    const asked = KINDS.filter(({ word }) => word !== "language" && this.values.has(word));
    const kinds = asked.map(({ word, filter }) => [filter, [this.values.get(word)]]);
    return { ...Object.fromEntries(kinds), fields: Object.fromEntries(this.declared.map(([name, value]) => [name, wanted(value)])) };
  }

  get declared() {
    return [...this.values].filter(([name]) => !KINDS.some(({ word }) => word === name));
  }

  /** The same controls with other values, as pairs of a name and a value, which are not shown. */
  of(values) {
    return Object.assign(Object.create(FieldFilters.prototype), { values: new Map(values) });
  }

  /** What was saved before, as pairs of a name and a value. */
  take(saved) {
    this.form.reset();
    for (const [name, value] of saved.filter(([name]) => this.shows.has(name))) {
      this.shows.get(name)(value);
      this.values.set(name, value);
    }
    this.reset.hidden = !this.narrows;
    this.onChange();
  }

  control(field) {
    if (field.type in ORDERED) return this.range(field);
    return field.values.length > MOST_TO_CHOOSE ? this.typed(field) : this.chosen(field);
  }

  chosen(field) {
    const options = field.values.map((value) => el("option", { value }, field.shown?.(value) ?? value));
    const select = el("select", { "aria-label": field.label }, el("option", { value: "" }, t("filters.all")), ...options);
    select.addEventListener("change", () => this.set(field.name, select.value));
    this.shows.set(field.name, (value) => (select.value = value));
    return el("label", {}, el("span", {}, field.label), select);
  }

  typed(field) {
    const offered = el("datalist", { id: `values-${field.name}` }, ...field.values.map((value) => el("option", { value })));
    const input = el("input", { type: "search", list: offered.id, maxlength: 300, "aria-label": field.label });
    input.addEventListener("change", () => this.set(field.name, input.value.trim()));
    this.shows.set(field.name, (value) => (input.value = value));
    return el("label", {}, el("span", {}, field.label), input, offered);
  }

  range(field) {
    const [from, to] = ["from", "to"].map((end) =>
      el("input", { ...ORDERED[field.type], "aria-label": t(`filters.${end}`, { name: field.label }) }),
    );
    const changed = () => this.set(field.name, from.value || to.value ? `${from.value}..${to.value}` : "");
    for (const input of [from, to]) input.addEventListener("change", changed);
    this.shows.set(field.name, (value) => ([from.value, to.value] = value.split("..")));
    return el("div", { role: "group", "aria-label": field.label }, el("span", {}, field.label), from, "–", to);
  }

  set(name, value) {
    if (value === "") this.values.delete(name);
    else this.values.set(name, value);
    this.reset.hidden = !this.narrows;
    this.onChange();
  }

  clear() {
    this.values.clear();
    this.reset.hidden = true;
    this.onChange();
  }
}

/** How many documents there are, as a line above their list. */
export const found = (total, narrowed) => t(narrowed ? "filters.found" : "documents.total", { n: number(total) });

/** A value as the filter of a question takes it: a range has its two ends, of which one may be open. */
function wanted(value) {
  const ends = value.split("..");
  if (ends.length !== 2) return value;
  const [from, to] = ends;
  return { ...(from === "" ? {} : { from }), ...(to === "" ? {} : { to }) };
}
