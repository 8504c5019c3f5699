// `[n]` in an answer becomes a button; what was quoted and what is doubtful is marked. All of it in text that is there already.

import { all, button, el, textNodes } from "./dom.js";
import { t } from "./words.js";

const CITATION = /\[(\d{1,3})\]/g;
const QUOTED_VALUE = /[“「]([^”」]{1,60})[”」]/;
const BLOCKS = "p, li, tr, h1, h2, h3, h4, h5, h6, pre, blockquote";

/**
 * Makes a rendered answer of a stored turn one that can be used.
 * @param {HTMLElement} box
 * @param {any} turn
 * @param {string[]} issues
 * @param {(slot: number, text?: string) => void} open
 */
export function citeAnswer(box, turn, issues, open) {
  weigh(box, turn);
  if (turn.found !== "answered") nameDegree(box);
  const titles = new Map(turn.doc_refs.map((ref) => [ref.slot, ref.title]));
  const doubtful = markDoubts(box, issues);
  for (const node of textNodes(box)) {
    const pieces = split(
      node.data,
      (slot) => titles.has(slot) && slotButton(slot, titles.get(slot), (at) => open(slot, blockOf(at)?.textContent ?? "")),
    );
    if (pieces.length > 1 || pieces[0] instanceof HTMLElement) node.replaceWith(...pieces);
  }
  for (const slot of all(".slot", box)) {
    if (doubtful.has(blockOf(slot))) doubt(slot);
    else if (turn.found === "closest") slot.classList.add("near");
  }
}

/** Text that is still being written: plain, with its citations as numbers. */
export function citeStream(text, sources) {
  const titles = new Map(sources.map((source) => [source.slot, source.title]));
  return split(text, (slot) => titles.has(slot) && el("span", { class: "slot", title: titles.get(slot) }, slot));
}

/** Text cut at its citations; `make` gives the element for a slot, or false. */
function split(text, make) {
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(CITATION)) {
    const made = make(Number(found[1]));
    if (!made) continue;
    pieces.push(text.slice(end, found.index), made);
    end = found.index + found[0].length;
  }
  return [...pieces, text.slice(end)].filter((piece) => piece !== "");
}

function slotButton(slot, title, open) {
  const made = button(slot, (event) => open(event.currentTarget), {
    class: "slot",
    dataset: { slot },
    title,
    "aria-label": t("slot.label", { n: slot, title }),
  });
  return made;
}

const blockOf = (element) => element.closest(BLOCKS);

function doubt(slot) {
  slot.classList.add("doubt");
  slot.setAttribute("aria-label", `${slot.getAttribute("aria-label")}. ${t("slot.doubt")}`);
  slot.title = t("slot.doubt");
}

/** A quoted answer says which of its pieces answer and which stand around them: the first comes first to the eye. */
function weigh(box, turn) {
  if (turn.parts.length === 0) return;
  const letters = [...turn.assistant_text];
  const source = (block) => letters.slice(Number(block.dataset.start), Number(block.dataset.end)).join("");
  const around = turn.parts.filter((part) => part.kind === "context").map((part) => part.text);
  const telling = turn.parts.filter((part) => part.kind !== "context" && part.kind !== "notice").map((part) => part.text);
  for (const block of all("p[data-start], li[data-start]", box)) {
    const text = source(block);
    if (telling.length > 0 && text.includes(telling[0])) block.classList.add("lead");
    else if (!telling.some((one) => text.includes(one)) && around.some((one) => text.includes(one)))
      block.classList.add("around");
  }
  for (const row of turn.found === "answered" ? all("tbody tr", box) : []) {
    if (source(row).trim() === telling[0]?.trim()) row.classList.add("hit");
  }
}

/** An answer that is none begins by saying so, before a colon or a line's end: that is its label. */
function nameDegree(box) {
  const [first] = textNodes(box).filter((node) => node.data.trim() !== "");
  const end = first === undefined ? -1 : first.data.search(/[:：]\s|$/);
  if (end <= 0 || end > 90) return;
  const rest = first.splitText(end);
  rest.data = rest.data.replace(/^[:：]\s*/, "");
  const label = el("span", { class: "degree" });
  first.replaceWith(label);
  label.append(first);
  if (rest.data === "") rest.remove();
  if (label.nextSibling?.nodeName === "BR") label.nextSibling.remove();
}

/** Underlines the values that a check did not find in their sources; returns the blocks that hold one. */
function markDoubts(box, issues) {
  const blocks = new Set();
  for (const value of issues.map((issue) => QUOTED_VALUE.exec(issue)?.[1]).filter(Boolean)) {
    const node = textNodes(box).find((one) => one.data.includes(value));
    if (node === undefined) continue;
    const found = node.splitText(node.data.indexOf(value));
    found.splitText(value.length);
    const marked = el("span", { class: "doubtful", title: t("slot.doubt") });
    found.replaceWith(marked);
    marked.append(found);
    blocks.add(blockOf(marked));
  }
  return blocks;
}
