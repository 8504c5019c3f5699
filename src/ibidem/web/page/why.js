// Why there is no answer: the lines that come nearest, the words that none of them holds, and what can be asked instead.

import { send } from "./api.js";
import { openDocument } from "./beside.js";
import { corpus } from "./corpus.js";
import { button, el } from "./dom.js";
import { plainText } from "./plain.js";
import { t } from "./words.js";

const NEAREST = 3;
const SHOWN = 240; // characters of a passage

/** @param {any} turn @param {(message: string) => void} ask */
export function whyNone(turn, ask) {
  const view = el("div", { class: "why-none" });
  fill(view, turn, ask);
  return view;
}

async function fill(view, turn, ask) {
  const body = { query: turn.user_text, limit: NEAREST };
  const [found, known] = await Promise.all([send("POST", ["search"], body).catch(() => null), corpus()]);
  const parts = [missing(found?.missing ?? []), nearest(found?.results ?? []), instead(known?.questions ?? [], ask)];
  view.append(...parts.filter(Boolean));
}

const missing = (words) =>
  words.length > 0 && el("p", {}, `${t("why.missing")} `, ...words.flatMap((word) => [el("mark", {}, word), " "]));

function nearest(results) {
  if (results.length === 0) return null;
  const rows = results.map((one) => {
    const open = () => openDocument({ doc_id: one.doc_id, version: one.version, at: one.offset, chunks: [one.chunk_id] });
    const text = plainText(one.text);
    const line = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
    return el("li", {}, button(el("bdi", {}, one.title), open, { class: "link" }), el("blockquote", {}, line));
  });
  return el("div", {}, el("h3", {}, t("why.nearest")), el("ul", { role: "list" }, ...rows));
}

function instead(questions, ask) {
  if (questions.length === 0) return null;
  const chips = questions.map((question) => button(question, () => ask(question), { class: "chip" }));
  return el("div", {}, el("h3", {}, t("why.instead")), el("div", { class: "chips", role: "group", "aria-label": t("why.instead") }, ...chips));
}
