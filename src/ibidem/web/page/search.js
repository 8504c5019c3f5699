// Passages without a conversation.

import { send } from "./api.js";
import { openDocument } from "./beside.js";
import { announce, button, el } from "./dom.js";
import { plainText, sectionIn } from "./plain.js";
import { place } from "./place.js";
import { limited, MESSAGE } from "./too_long.js";
import { t } from "./words.js";

export function show(main, query) {
  const input = el("input", { type: "search", value: query, "aria-label": t("search.label") });
  const limit = limited(input, MESSAGE);
  const results = el("div", { "aria-live": "off" });
  const form = el("form", { class: "find", role: "search" }, input, el("button", { class: "strong" }, t("search")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (limit.fits()) find(input.value.trim(), results);
  });
  main.append(place(t("room.search"), t("search.how"), form, limit.said, results));
  input.focus();
  if (query) find(query, results);
}

async function find(query, results) {
  if (query === "") return;
  history.replaceState(null, "", `#/search/${encodeURIComponent(query)}`);
  results.replaceChildren(el("p", { class: "working" }, t("step.retrieve")));
  try {
    const found = (await send("POST", ["search"], { query, limit: 20 })).results;
    results.replaceChildren(...found.map(hit));
    if (found.length === 0) results.append(el("p", { class: "empty" }, t("search.none")));
    announce(t("search.found", { n: found.length }));
  } catch (error) {
    results.replaceChildren(el("p", { role: "alert" }, error.message));
  }
}

function hit(found) {
  const open = () => openDocument({ doc_id: found.doc_id, version: found.version, chunks: [found.chunk_id] });
  const facts = [
    found.doc_id,
    sectionIn(found.section, found.title),
    found.page && t("page", { n: found.page }),
    !found.in_force && t("not.in.force"),
  ];
  return el(
    "article",
    { class: "hit" },
    el("h2", {}, button(found.title, open, { class: "link" })),
    el("span", { class: "quiet" }, facts.filter(Boolean).join(" · ")),
    el("p", { lang: found.language }, plainText(found.text)),
  );
}
