// A document, opened at what was cited: a page of its text, the passages marked, and what there is to know of it.

import { get, originalAddress, pdfAddress } from "./api.js";
import { openDocument } from "./beside.js";
import { citedOf } from "./cited.js";
import { corpus } from "./corpus.js";
import { all, button, el, rendered } from "./dom.js";
import { saidBy } from "./fields.js";
import { picturesOf } from "./pictures.js";
import { sectionIn } from "./plain.js";
import { wordsForUse, wordsForWhole } from "./pointing.js";
import { isPlace, markBlock, markQuote } from "./marking.js";
import { askWithin } from "./scope.js";
import { day, t } from "./words.js";

let asText = false; // for a document that can be shown as it was printed, too

/**
 * @param {HTMLElement} panel
 * @param {{doc_id: string, version?: string, at?: number, chunks: string[], quotes: any[], focus?: any, slot?: number}} wanted
 * @param {{context: import("./beside.js").Context | null, open: (slot: number) => void}} on
 */
export async function viewDocument(panel, wanted, on) {
  panel.replaceChildren(el("p", { class: "working" }, t("loading")));
  let found;
  try {
    found = await get(["documents", wanted.doc_id, "view"], {
      version: wanted.version,
      at: wanted.at,
      chunk: wanted.chunks.slice(0, 50),
    });
  } catch (error) {
    panel.replaceChildren(el("p", { role: "alert" }, error.type === "not_found" ? t("version.gone") : error.message));
    return;
  }
  const said = saidBy(found, (await corpus())?.fields ?? []);
  const body = el("div", {});
  const over = head(found, said, wanted, on, found.drawn && forms(show));
  panel.replaceChildren(el("article", { class: "viewer", "aria-label": found.title }, over, body));
  await show();

  async function show() {
    const box = el("div", {});
    body.replaceChildren(box);
    const first = found.drawn && !asText ? await printed(box, found, wanted) : readable(box, panel, found, wanted, on);
    if (!box.isConnected) return; // another view was chosen while it was drawn
    if (wanted.focus === null || !first) panel.scrollTop = 0;
    else panel.scrollTop += first.getBoundingClientRect().top - panel.getBoundingClientRect().top - panel.clientHeight / 3;
  }
}

/** The page as it was printed, or the text that was read: one click apart. */
function forms(show) {
  const choices = [false, true].map((text) =>
    button(t(text ? "as.text" : "as.page"), () => choose(text), { "aria-pressed": String(text === asText) }),
  );
  const choose = (text) => {
    asText = text;
    choices.forEach((choice, number) => choice.setAttribute("aria-pressed", String(Boolean(number) === asText)));
    show();
  };
  return el("div", { class: "as", role: "group", "aria-label": t("as") }, ...choices);
}

/** What is cited first, once the page is drawn. */
async function printed(body, found, wanted) {
  body.replaceChildren(el("p", { class: "working" }, t("loading")));
  try {
    return await (await import("./drawn_page.js")).drawPage(body, found, wanted);
  } catch (error) {
    body.replaceChildren(el("p", { role: "alert" }, error.message), el("p", { class: "quiet" }, t("as.text.instead")));
    return null;
  }
}

function readable(body, panel, found, wanted, on) {
  const text = rendered("div", found.html, { class: "text", lang: found.language });
  body.replaceChildren(text, pages(found, (at) => viewDocument(panel, { ...wanted, at, focus: null }, on)) ?? "");
  return mark(text, found, wanted);
}

function head(found, said, wanted, on, forms) {
  const opened = on.context?.turn.doc_refs.find((ref) => ref.slot === wanted.slot);
  const numbers = on.context ? [...new Set([...citedOf(on.context.turn), ...[opened].filter(Boolean)])] : [];
  const passage = found.passages.find((one) => isPlace(wanted.focus, one)) ?? found.passages[0];
  const section = passage ? sectionIn(passage.section, found.title) : "";
  const facts = [found.doc_id, section, passage?.page && t("page", { n: passage.page }), day(found.indexed_at)].filter(Boolean);
  return el(
    "header",
    {},
    numbers.length > 1 && el("div", { class: "switch" }, ...numbers.map((ref) => number(ref, wanted, on))),
    el("h2", {}, found.title),
    el("p", { class: "trail" }, facts.join(" · ")),
    !found.current && el("p", { class: "trail changed" }, t("version.cited")),
    !found.in_force && outdated(found),
    found.recognised && el("p", { class: "trail" }, t("recognised")),
    said.length > 0 && el("details", { class: "said" }, el("summary", {}, t("said")), el("dl", {}, ...said.flatMap(pair))),
    actions(found, wanted, on.context, passage?.page ?? 1),
    picturesOf(opened),
    forms,
  );
}

/** Loud, with what is valid instead where that is known. */
function outdated(found) {
  const successors = found.superseded_by.map((one) => button(one.title, () => openDocument({ doc_id: one.doc_id }), { class: "link" }));
  const instead = successors.length > 0 && el("span", {}, t("superseded.by"), " ", ...successors);
  return el("p", { class: "not-in-force" }, el("strong", {}, t("not.in.force")), instead);
}

const pair = ([name, text]) => [el("dt", {}, name), el("dd", {}, text)];

const number = (ref, wanted, on) =>
  button(ref.slot, () => on.open(ref.slot), {
    class: "slot",
    title: ref.title,
    "aria-pressed": String(ref.slot === wanted.slot),
    "aria-label": t("slot.label", { n: ref.slot, title: ref.title }),
  });

function actions(found, wanted, context, page) {
  const ref = context?.turn.doc_refs.find((one) => one.slot === wanted.slot);
  const file = el("a", { href: originalAddress(found.doc_id, found.version), download: "", class: "link" }, t("do.file"));
  return el(
    "div",
    { class: "do" },
    !ref && found.current && button(t("do.ask"), () => askWithin({ label: found.title, filters: { doc_ids: [found.doc_id] } }), { class: "link" }),
    ref && button(t("do.whole"), () => context.ask(wordsForWhole(context, ref)), { class: "link" }),
    ref && button(t("do.use"), () => context.ask(wordsForUse(context, ref)), { class: "link" }),
    found.media_type === "application/pdf" &&
      el(
        "a",
        { href: pdfAddress(found.doc_id, found.version, page), target: "_blank", rel: "noopener", class: "link" },
        t("do.pdf", { n: page }),
      ),
    file,
  );
}

/** Marks what was quoted, or the passages where nothing was; returns the mark to begin at. */
function mark(text, found, wanted) {
  const blocks = all("p, li, tr, pre, h1, h2, h3, h4, h5, h6", text).filter((block) => block.dataset.start !== undefined);
  const marks = new Map(wanted.quotes.map((quote) => [quote, markQuote(blocks, quote)]));
  if (wanted.quotes.length === 0) {
    const inside = blocks.filter((block) =>
      found.passages.some((passage) => isPlace({ start: Number(block.dataset.start), end: Number(block.dataset.end) }, passage)),
    );
    if (inside.length < blocks.length) inside.forEach(markBlock);
    return inside.length < blocks.length ? (inside[0] ?? null) : null;
  }
  return (wanted.focus && marks.get(wanted.focus)) || [...marks.values()].find(Boolean) || null;
}

function pages(found, turnTo) {
  if (found.previous_offset === null && found.next_offset === null) return null;
  return el(
    "nav",
    { class: "pages", "aria-label": t("pages") },
    found.previous_offset === null
      ? el("span")
      : button(`← ${t("page.previous")}`, () => turnTo(found.previous_offset), { class: "link" }),
    el("span", { class: "quiet" }, `${Math.round((100 * found.offset) / found.length)} %`),
    found.next_offset === null ? el("span") : button(`${t("page.next")} →`, () => turnTo(found.next_offset), { class: "link" }),
  );
}
