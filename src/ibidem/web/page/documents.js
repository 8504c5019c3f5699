// The documents: what there is, adding to it, and taking out.

import { get, send } from "./api.js";
import { openDocument } from "./beside.js";
import { forgetCorpus } from "./corpus.js";
import { button, el } from "./dom.js";
import { place } from "./place.js";
import { dropArea } from "./uploads.js";
import { day, t } from "./words.js";

const PAGE = 100;

export async function show(main) {
  const rows = el("tbody", {});
  const more = button(t("more"), () => next(), { class: "plain", hidden: true });
  let offset = 0;

  async function next() {
    const { documents, next_offset: following } = await get(["documents"], { limit: PAGE, offset });
    if (offset === 0) rows.replaceChildren();
    rows.append(...documents.map((one) => row(one, again)));
    more.hidden = following === null;
    offset = following ?? offset;
    table.hidden = rows.children.length === 0;
  }

  function again() {
    offset = 0;
    return next();
  }

  const heads = ["document", "kind", "devices", "indexed"].map((name) =>
    el("th", { class: name === "document" ? "" : "wide" }, t(`column.${name}`)),
  );
  const table = el(
    "table",
    { class: "list" },
    el("thead", {}, el("tr", {}, ...heads, el("th", {}, el("span", { class: "unseen" }, t("column.do"))))),
    rows,
  );
  main.append(place(t("room.documents"), t("documents.how"), dropArea({ onStored: again }), table, more));
  await next();
}

function row(found, again) {
  const remove = button(
    t("delete"),
    async () => {
      if (remove.dataset.sure === undefined) {
        remove.dataset.sure = "";
        remove.textContent = t("delete.sure");
        return;
      }
      await send("DELETE", ["documents", found.doc_id]);
      forgetCorpus();
      await again();
    },
    { class: "link danger", "aria-label": `${t("delete")}: ${found.title}` },
  );
  return el(
    "tr",
    {},
    el(
      "td",
      {},
      button(found.title, () => openDocument({ doc_id: found.doc_id }), { class: "link" }),
      el("span", { class: "id" }, found.doc_id, !found.in_force && ` · ${t("not.in.force")}`),
    ),
    el("td", { class: "wide" }, found.doc_type),
    el("td", { class: "wide" }, found.devices.join(", ")),
    el("td", { class: "wide" }, day(found.indexed_at)),
    el("td", {}, remove),
  );
}
