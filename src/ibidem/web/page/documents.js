// The documents: what there is, narrowed by what they say of themselves, adding to it, and taking out.

import { get } from "./api.js";
import { openDocument } from "./beside.js";
import { collections } from "./collections.js";
import { corpus, forgetCorpus } from "./corpus.js";
import { announce, button, el } from "./dom.js";
import { FieldFilters, fieldText, found as foundText } from "./fields.js";
import { kindName } from "./kinds.js";
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
  const ticked = new Ticked(() => list.again(), known?.fields ?? []);
  const more = button(t("more"), () => list.next(), { class: "plain", hidden: true });
  const list = new List({ rows, more, count, columns, filters, ticked });
  const unseen = (name) => el("th", {}, el("span", { class: "unseen" }, t(name)));
  const heads = columns.map((column) => sortable(column, list));
  const head = el("tr", {}, unseen("column.tick"), ...heads, unseen("column.do"));
  const table = el("div", { class: "across" }, el("table", { class: "list" }, el("thead", {}, head), rows));
  const drop = dropArea({ onStored: () => list.again() });
  const controls = [drop, filters.form, collections(filters), ticked.element, count];
  main.append(place(t("room.documents"), t("documents.how"), ...controls, table, more));
  await list.next();
}

/** The head of a column, which puts the list in its order, then in the other one. */
function sortable(column, list) {
  const head = el("th", { class: column.plain ? "" : "wide", scope: "col" });
  head.append(
    button(column.label, () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      list.order = { sort: column.name, order: down ? "descending" : "ascending" };
      list.again();
    }),
  );
  return head;
}

/** What is shown of each document, one value a column; on a narrow screen below its title. */
function columnsOf(known) {
  const fields = known?.fields ?? [];
  return [
    { plain: true, name: "title", label: t("column.document") },
    { name: "doc_type", label: t("column.kind"), of: (one) => kindName(known, one.doc_type) },
    (known?.devices ?? []).length > 0 && { name: "devices", label: t("column.devices"), of: (one) => one.devices.join(", "), several: true },
    ...fields.map((field) => ({
      name: field.name,
      label: field.label,
      of: (one) => fieldText(one.fields[field.name]),
      several: field.type === "list" || field.type === "text",
      declared: true,
    })),
    { name: "indexed_at", label: t("column.indexed"), of: (one) => day(one.indexed_at) },
  ].filter(Boolean);
}

class List {
  constructor({ rows, more, count, columns, filters, ticked }) {
    Object.assign(this, { rows, more, count, columns, filters, ticked, offset: 0, asked: 0, order: {}, known: [] });
  }

  again() {
    this.offset = 0;
    return this.next();
  }

  async next() {
    const asked = ++this.asked;
    let found;
    try {
      found = await get(["documents"], { limit: PAGE, offset: this.offset, ...this.filters.query, ...this.order });
    } catch (error) {
      this.count.replaceChildren(el("span", { role: "alert" }, error.message));
      return;
    }
    if (asked !== this.asked) return; // another value was chosen meanwhile
    if (this.offset === 0) this.rows.replaceChildren();
    this.known = this.offset === 0 ? found.documents : [...this.known, ...found.documents];
    this.rows.append(...found.documents.map((one) => row(one, this.columns, this.ticked, () => this.again())));
    this.nameSuccessors();
    this.more.hidden = found.next_offset === null;
    this.offset = found.next_offset ?? this.offset;
    this.rows.closest("table").hidden = this.rows.children.length === 0;
    this.count.textContent = foundText(found.total, this.filters.narrows);
    if (this.filters.narrows) announce(this.count.textContent);
  }


  nameSuccessors() {
    for (const mark of this.rows.querySelectorAll(".not-in-force")) {
      const successor = this.known.find((one) => one.in_force && one.supersedes.includes(mark.dataset.of));
      if (successor === undefined || mark.children.length > 0) continue;
      const open = () => openDocument({ doc_id: successor.doc_id });
      mark.append(el("span", {}, t("superseded.by"), " ", button(successor.title, open, { class: "link" })));
    }
  }
}

/** The mark of a document that is not in force; its successor is named where the list has it. */
const outdated = (found) => el("strong", { class: "not-in-force", dataset: { of: found.doc_id } }, t("not.in.force"));

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
      !found.in_force && outdated(found),
      below !== "" && el("span", { class: "id narrow" }, below),
    ),
    ...others.map((column) => el("td", { class: column.several ? "wide several" : "wide" }, column.of(found))),
    el("td", {}, ask, remove),
  );
}

const only = (found) => ({ label: found.title, filters: { doc_ids: [found.doc_id] } });
