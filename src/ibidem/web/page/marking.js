// Finding a quotation in a rendered document: by its place to the block, and by its letters within it.

import { el, textNodes } from "./dom.js";

const STEP = /^\s*(?:\d+[.)]|[-*•])\s+/;

/** Whether two stretches of a text overlap. */
export const isPlace = (one, other) => Boolean(one) && one.start < other.end && one.end > other.start;

const placeOf = (block) => ({ start: Number(block.dataset.start), end: Number(block.dataset.end) });

/** Marks a quotation; returns what was marked first, or null where it is not on this page. */
export function markQuote(blocks, quote) {
  const inside = blocks.filter(
    (block) => isPlace(placeOf(block), quote) && !block.querySelector("li[data-start], p[data-start]"),
  );
  const marked = inside.map((block) =>
    block.tagName === "TR" ? markRow(block) : (markText(block, quote.text) ?? markNodes(textNodes(block))),
  );
  return marked.find(Boolean) ?? null;
}

/** A bar beside a block. */
export function markBlock(block) {
  block.classList.add("cited");
}

function markRow(row) {
  for (const cell of row.cells) markNodes(textNodes(cell));
  return row;
}

/** Marks the letters of a quotation in a block, however its spaces are laid; null where they are not there. */
function markText(block, text) {
  const nodes = textNodes(block);
  const whole = nodes.map((node) => node.data).join("");
  const words = text
    .replace(STEP, "")
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const found = new RegExp(words.join("\\s*"), "u").exec(whole);
  if (found === null || found[0] === "") return null;
  return markNodes(nodes, found.index, found.index + found[0].length);
}

/** Wraps the letters [start, end) of some text nodes, counted over all of them; returns the first mark. */
function markNodes(nodes, start = 0, end = Infinity) {
  let first = null;
  let at = 0;
  for (const node of nodes) {
    const length = node.data.length;
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, length)];
    at += length;
    if (from >= to || node.data.trim() === "") continue;
    const piece = from > 0 ? node.splitText(from) : node;
    if (to - from < piece.data.length) piece.splitText(to - from);
    const mark = el("mark");
    piece.replaceWith(mark);
    mark.append(piece);
    first ??= mark;
  }
  return first;
}
