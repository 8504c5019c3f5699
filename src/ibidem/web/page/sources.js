// The sources of a turn under their numbers, each with what was taken from it.

import { citedOf, furtherOf } from "./cited.js";
import { button, el } from "./dom.js";
import { picturesOf } from "./pictures.js";
import { plainLine, plainText } from "./plain.js";
import { wordsForUse, wordsForWhole } from "./pointing.js";
import { t } from "./words.js";

/**
 * @param {import("./beside.js").Context} context
 * @param {{open: (slot: number) => void, opened?: number}} on
 */
export function sourceList(context, { open, opened }) {
  const { turn } = context;
  const [cited, further] = [citedOf(turn), furtherOf(turn)];
  const cards = (refs) => refs.map((ref) => el("li", {}, card(context, ref, open, ref.slot === opened)));
  const list = el("ul", { role: "list", "aria-label": t("sources") }, ...cards(cited));
  return el(
    "div",
    {},
    choice(context, cited, list),
    el("p", { class: "of" }, t(cited.length === 0 ? "sources.none" : "sources.of", { n: turn.turn_id })),
    list,
    further.length > 0 && el("h3", { class: "further" }, t("sources.further")),
    further.length > 0 && el("ul", { role: "list", class: "further", "aria-label": t("sources.further") }, ...cards(further)),
  );
}

/** Where several are cited: those that stay ticked answer the question again. */
function choice({ turn, without }, cited, list) {
  if (!without || cited.length < 2 || turn.pause) return null;
  const boxes = cited.map((ref) =>
    el("input", { type: "checkbox", checked: true, "aria-label": t("source.use", { n: ref.slot, title: ref.title }) }),
  );
  const again = button(t("source.again"), () => ask(), { class: "plain", hidden: true, dataset: { do: "again" } });
  const ask = () => without(turn, cited.filter((_, place) => boxes[place].checked).map((ref) => ref.doc_id));
  const changed = () => {
    const count = boxes.filter((box) => box.checked).length;
    again.hidden = count === 0 || count === boxes.length;
    if (!again.hidden && turn.trace.model === null) ask(); // a model is asked when the person says so: it takes its time
  };
  [...list.children].forEach((item, place) => item.firstChild.prepend(boxes[place]));
  for (const box of boxes) box.addEventListener("change", changed);
  return again;
}

function card(context, ref, open, isOpen) {
  const gone = context.documents.get(ref.doc_id)?.current_version === null;
  return el(
    "article",
    { class: isOpen ? "source open" : "source", "aria-label": t("slot.label", { n: ref.slot, title: ref.title }) },
    el("span", { class: "slot", "aria-hidden": "true", "aria-pressed": String(isOpen), title: numberIn(context, ref) }, ref.slot),
    el(
      "h3",
      {},
      button(ref.title, () => open(ref.slot), { title: t("open.cited") }),
    ),
    el("p", { class: "meta" }, ...facts(context, ref)),
    quotation(context.turn, ref),
    picturesOf(ref),
    el(
      "div",
      { class: "do" },
      button(t("do.open"), () => open(ref.slot), { class: "link" }),
      button(t("do.whole"), () => context.ask(wordsForWhole(context, ref)), { class: "link", dataset: { do: "whole" } }),
      !gone && button(t("do.use"), () => context.ask(wordsForUse(context, ref)), { class: "link", dataset: { do: "use" } }),
    ),
  );
}

/** The number in the whole conversation, on hover: one number is enough to read. */
function numberIn({ documents }, ref) {
  const known = documents.get(ref.doc_id);
  return known && t("session.number", { n: known.number });
}

/** The other answers that cite a document. A turn's list may hold what it does not cite: of those that are here that is known. */
function othersThatCite({ turn, turns = [], documents }, docId) {
  const cites = (number) => {
    const other = turns.find((one) => one.turn_id === number);
    return other === undefined || citedOf(other).some((ref) => ref.doc_id === docId);
  };
  return documents.get(docId)?.turns.filter((number) => number !== turn.turn_id && cites(number)) ?? [];
}

function facts(context, ref) {
  const known = context.documents.get(ref.doc_id);
  const others = othersThatCite(context, ref.doc_id);
  const isCited = citedOf(context.turn).includes(ref);
  const said = [
    ref.doc_id,
    ref.page !== null && t("page", { n: ref.page }),
    others.length > 0 && t(isCited ? "cited.in" : "cited.there", { turns: listed(others) }),
    known?.current_version === null && warn(t("version.gone")),
    known?.current_version && known.current_version !== ref.version && warn(t("version.changed")),
    !ref.in_force && warn(t("not.in.force")),
  ];
  return said.filter(Boolean).flatMap((fact, place) => (place === 0 ? [fact] : [" · ", fact]));
}

/** The last of many. */
const listed = (turns) => (turns.length > 5 ? `… ${turns.slice(-5).join(", ")}` : turns.join(", "));

const warn = (text) => el("span", { class: "changed" }, text);

/** The sentences that were quoted, else the passage that was read; what answers is marked. */
function quotation(turn, ref) {
  const parts = turn.parts.filter((part) => part.slot === ref.slot && part.kind !== "notice");
  if (parts.length === 0) return ref.snippet ? el("blockquote", {}, plainText(ref.snippet)) : null;
  const shown = parts.slice(0, 3).flatMap((part, place) => {
    const text = plainLine(part.text);
    return [place > 0 && "\n", place === 0 ? el("mark", {}, text) : text];
  });
  return el("blockquote", {}, ...shown);
}
