// Text that is still being written, formatted as the server will format the whole. Elements are made from text only.

import { citeStream } from "./citations.js";
import { el } from "./dom.js";

const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/;
const FENCE = /^\s*```/;
const ROW = /^\s*\|/;
const RULE = /^:?-*:?$/; // a cell of the line below the heads
const QUOTED = /^\s*>\s?/;
const INLINE = /\*\*(.+?)\*\*|`([^`]+)`/g;

/**
 * Shows the text so far in a box. What has not changed since stays: a selection in it too.
 * @param {HTMLElement} box
 * @param {string} text
 * @param {any[]} sources
 */
export function write(box, text, sources) {
  const made = blocks(text.split("\n"), sources);
  const kept = [...box.children].findIndex((old, place) => !made[place]?.isEqualNode(old));
  const from = kept < 0 ? box.children.length : kept;
  for (const old of [...box.children].slice(from)) old.remove();
  box.append(...made.slice(from));
}

function blocks(lines, sources) {
  const made = [];
  for (let at = 0; at < lines.length; ) {
    const make = kindOf(lines[at]);
    const [block, next] = make(lines, at, sources);
    if (block !== null) made.push(block);
    at = next;
  }
  return made;
}

function kindOf(line) {
  if (line.trim() === "") return (_, at) => [null, at + 1];
  if (FENCE.test(line)) return fence;
  if (HEADING.test(line)) return heading;
  if (ROW.test(line)) return table;
  if (ITEM.test(line)) return list;
  return QUOTED.test(line) ? quotation : paragraph;
}

const endOf = (lines, at, belongs) => {
  let end = at;
  while (end < lines.length && belongs(lines[end])) end += 1;
  return end;
};

function fence(lines, at) {
  const end = endOf(lines, at + 1, (line) => !FENCE.test(line));
  return [el("pre", {}, el("code", {}, lines.slice(at + 1, end).join("\n"))), end + 1];
}

function heading(lines, at, sources) {
  const [, signs, text] = HEADING.exec(lines[at]);
  return [el(`h${signs.length}`, {}, ...inline(text, sources)), at + 1];
}

/** A row stands in its table from its first bar on: bars are never shown. */
function table(lines, at, sources) {
  const end = endOf(lines, at, (line) => ROW.test(line));
  const [head, ...rows] = lines.slice(at, end).filter((line) => !isRule(cells(line)));
  if (head === undefined) return [null, end];
  const row = (line, tag) => el("tr", {}, ...cells(line).map((cell) => el(tag, {}, ...inline(cell, sources))));
  return [el("table", {}, el("thead", {}, row(head, "th")), el("tbody", {}, ...rows.map((one) => row(one, "td")))), end];
}

/** Cell by cell: an expression for the whole line takes for ever where its cells are padded. */
const isRule = (row) => row.every((cell) => RULE.test(cell)) && row.some((cell) => cell.includes("--"));

const cells = (line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());

function list(lines, at, sources) {
  const [, indent, bullet, first] = ITEM.exec(lines[at]);
  const made = el(bullet ? "ul" : "ol", first && first !== "1" ? { start: first } : {});
  let next = at;
  while (next < lines.length) {
    const found = ITEM.exec(lines[next]);
    const deeper = found && found[1].length > indent.length;
    if (deeper && made.lastChild) {
      const [inner, end] = list(lines, next, sources);
      made.lastChild.append(inner);
      next = end;
    } else if (found && found[1].length === indent.length && Boolean(found[2]) === Boolean(bullet)) {
      made.append(el("li", found[3] ? { value: found[3] } : {}, ...inline(found[4], sources)));
      next += 1;
    } else if (!found && /^\s+\S/.test(lines[next])) {
      made.lastChild.append(el("br"), ...inline(lines[next].trim(), sources));
      next += 1;
    } else break;
  }
  return [made, next];
}

function quotation(lines, at, sources) {
  const end = endOf(lines, at, (line) => QUOTED.test(line));
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTED, ""));
  return [el("blockquote", {}, ...blocks(inner, sources)), end];
}

function paragraph(lines, at, sources) {
  const end = endOf(lines, at + 1, (line) => line.trim() !== "" && kindOf(line) === paragraph);
  const pieces = lines.slice(at, end).flatMap((line, place) => [place > 0 && el("br"), ...inline(line, sources)]);
  return [el("p", {}, ...pieces), end];
}

/** Bold and code where they are whole; an asterisk that is still alone is not shown yet. */
function inline(text, sources) {
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    pieces.push(...citeStream(text.slice(end, found.index), sources));
    pieces.push(found[1] === undefined ? el("code", {}, found[2]) : el("strong", {}, ...citeStream(found[1], sources)));
    end = found.index + found[0].length;
  }
  return [...pieces, ...citeStream(text.slice(end).replace("**", ""), sources)];
}
