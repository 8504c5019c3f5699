// The documents: what there is, narrowed by what they say of themselves, adding to it, and taking out.

import { get } from "./api.js";
import { openDocument } from "./beside.js";
import { collections } from "./collections.js";
import { corpus, forgetCorpus } from "./corpus.js";
import { announce, button, el } from "./dom.js";
import { FieldFilters, fieldText, found as foundText } from "./fields.js";
import { place } from "./place.js";
import { askWithin } from "./scope.js";
import { Ticked } from "./ticked.js";
import { dropArea } from "./uploads.js";
import { day, t } from "./words.js";

const PAGE = 100;

export async function show(main) {
  const known = await corpus();
  const columns = columnsOf(known);
  const rows = el("tbody", {});
  const count = el("p", { class: "quiet count" });
  const filters = new FieldFilters(known, () => list.again());
  const ticked = new Ticked(() => list.again());
  const more = button(t("more"), () => list.next(), { class: "plain", hidden: true });
  const list = new List({ rows, more, count, columns, filters, ticked });
  const unseen = (name) => el("th", {}, el("span", { class: "unseen" }, t(name)));
  const heads = columns.map((column) => el("th", { class: column.plain ? "" : "wide" }, column.label));
  const head = el("tr", {}, unseen("column.tick"), ...heads, unseen("column.do"));
  const table = el("div", { class: "across" }, el("table", { class: "list" }, el("thead", {}, head), rows));
  const drop = dropArea({ onStored: () => list.again() });
  const controls = [drop, filters.form, collections(filters), ticked.element, count];
  main.append(place(t("room.documents"), t("documents.how"), ...controls, table, more));
  await list.next();
}

/** What is shown of each document, one value a column; on a narrow screen below its title. */
function columnsOf(known) {
  const fields = known?.fields ?? [];
  return [
    { plain: true, label: t("column.document") },
    { label: t("column.kind"), of: (one) => one.doc_type },
    (known?.devices ?? []).length > 0 && { label: t("column.devices"), of: (one) => one.devices.join(", "), several: true },
    ...fields.map((field) => ({
      label: field.label,
      of: (one) => fieldText(one.fields[field.name]),
      several: field.type === "list" || field.type === "text",
      declared: true,
    })),
    { label: t("column.indexed"), of: (one) => day(one.indexed_at) },
  ].filter(Boolean);
}

class List {
  constructor({ rows, more, count, columns, filters, ticked }) {
    Object.assign(this, { rows, more, count, columns, filters, ticked, offset: 0, asked: 0 });
  }

  again() {
    this.offset = 0;
    return this.next();
  }

  async next() {
    const asked = ++this.asked;
    let found;
    try {
      found = await get(["documents"], { limit: PAGE, offset: this.offset, ...this.filters.query });
    } catch (error) {
      this.count.replaceChildren(el("span", { role: "alert" }, error.message));
      return;
    }
    if (asked !== this.asked) return; // another value was chosen meanwhile
    if (this.offset === 0) this.rows.replaceChildren();
    this.rows.append(...found.documents.map((one) => row(one, this.columns, this.ticked, () => this.again())));
    this.more.hidden = found.next_offset === null;
    this.offset = found.next_offset ?? this.offset;
    this.rows.closest("table").hidden = this.rows.children.length === 0;
    this.count.textContent = foundText(found.total, this.filters.narrows);
    if (this.filters.narrows) announce(this.count.textContent);
  }
}

function row(found, columns, ticked, again) {
  const remove = button(
    t("delete"),
    async () => {
      if (remove.dataset.sure === undefined) {
        remove.dataset.sure = "";
        remove.textContent = t("delete.sure");
        return;
      }
      await ticked.takeOut(found.doc_id);
      forgetCorpus();
      await again();
    },
    { class: "link danger", "aria-label": `${t("delete")}: ${found.title}` },
  );
  const ask = button(t("ask"), () => askWithin(only(found)), { class: "link", "aria-label": `${t("do.ask")}: ${found.title}` });
  const [, ...others] = columns;
  const said = others.filter((column) => column.declared && column.of(found) !== "");
  const below = said.map((column) => `${column.label}: ${column.of(found)}`).join(" · ");
  return el(
    "tr",
    { class: found.in_force ? "" : "outdated" },
    el("td", { class: "tick" }, ticked.box(found)),
    el(
      "td",
      {},
      button(found.title, () => openDocument({ doc_id: found.doc_id }), { class: "link" }),
      el("span", { class: "id" }, found.doc_id),
      !found.in_force && el("strong", { class: "not-in-force" }, t("not.in.force")),
      below !== "" && el("span", { class: "id narrow" }, below),
    ),
    ...others.map((column) => el("td", { class: column.several ? "wide several" : "wide" }, column.of(found))),
    el("td", {}, ask, remove),
  );
}

const only = (found) => ({ label: found.title, filters: { doc_ids: [found.doc_id] } });
