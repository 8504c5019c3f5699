// A stored answer beside what its documents say today, and sources that disagree beside one another.

import { get } from "./api.js";
import { openDocument } from "./beside.js";
import { button, el } from "./dom.js";
import { plainLine, plainText } from "./plain.js";
import { day, t } from "./words.js";

/**
 * What would be another today, or null.
 * @param {any} turn
 * @param {(slot: number) => void} open
 */
export async function todayOf(turn, open) {
  const address = ["sessions", turn.session_id, "turns", String(turn.turn_id), "today"];
  const { sources } = await get(address).catch(() => ({ sources: [] }));
  if (sources.length === 0) return null;
  const differs = sources.some((one) => one.lines.length > 0);
  const heading = t(differs ? "today.differs" : "today.moved");
  return el("aside", { class: "today", "aria-label": heading }, el("h3", {}, heading), ...sources.map((one) => source(one, turn, open)));
}

function source(one, turn, open) {
  const instead = one.instead && (one.change === "superseded" ? openInstead(one.instead, one.instead.title) : null);
  const slot = numberOf(one, open);
  const said = el("p", {}, slot, " ", el("bdi", {}, one.title), " · ", t(`today.${one.change}`), instead && " ", instead);
  const same = one.change === "superseded" && one.lines.length === 0 && el("p", { class: "quiet" }, t("today.same"));
  return el("div", {}, said, same, ...one.lines.map((line) => pair(line, one, turn)));
}

const openInstead = (instead, label, at) => {
  const chosen = at === undefined ? {} : { at };
  return button(label, () => openDocument({ doc_id: instead.doc_id, version: instead.version, ...chosen }), { class: "link" });
};

/** What was quoted, and what stands in its place; what differs is marked in both. */
function pair(line, { instead }, turn) {
  const [was, now] = [plainLine(line.was), line.now && plainLine(line.now)];
  const where = [sinceOf(instead), line.page && t("page", { n: line.page })].filter(Boolean).join(" · ");
  const standing = now === null ? el("p", { class: "quiet" }, t("today.none")) : el("blockquote", {}, ...marked(now, was, turn.language));
  const look = line.start !== null && openInstead(instead, t("do.open"), line.start);
  return el(
    "div",
    { class: "pair" },
    el("div", {}, el("h4", {}, t("today.was"), " · ", day(turn.ts)), el("blockquote", {}, ...marked(was, now ?? was, turn.language))),
    el("div", {}, el("h4", {}, t("today.now"), " · ", where), standing, look),
  );
}

const sinceOf = ({ effective, indexed_at: indexed }) =>
  effective ? t("effective.since", { day: day(effective) }) : indexed && t("indexed.on", { day: day(indexed) });

/** A text whose words that another one lacks are marked. */
function marked(text, other, language) {
  const words = (of) => [...new Intl.Segmenter(language, { granularity: "word" }).segment(of)];
  const there = new Set(words(other).map((one) => one.segment));
  return words(text).map((one) => (one.isWordLike && !there.has(one.segment) ? el("mark", {}, one.segment) : one.segment));
}

const numberOf = ({ slot, title }, open) =>
  button(slot, () => open(slot), { class: "slot", title, "aria-label": t("slot.label", { n: slot, title }) });

/**
 * Sources that say the same of different figures, side by side: whose each is, from when, and whether it is in force.
 * @param {any} turn
 * @param {Map<string, any>} documents
 * @param {(slot: number) => void} open
 */
export function sidesOf(turn, documents, open) {
  const sides = turn.disagreeing.map((slot) => side(turn, turn.doc_refs.find((ref) => ref.slot === slot), documents, open));
  return el("aside", { class: "today sides", "aria-label": t("sides") }, el("h3", {}, t("sides")), el("div", { class: "pair" }, ...sides));
}

function side(turn, ref, documents, open) {
  const known = documents.get(ref.doc_id);
  const quoted = turn.parts.find((part) => part.slot === ref.slot && part.kind !== "context" && part.kind !== "notice");
  const holds = known?.current_version === ref.version ? known.in_force : ref.in_force;
  return el(
    "div",
    {},
    el("h4", {}, numberOf(ref, open), " ", el("bdi", {}, ref.title)),
    el("blockquote", {}, quoted ? plainLine(quoted.text) : plainText(ref.snippet)),
    el("p", { class: "quiet" }, el("strong", { class: holds ? "holds" : "not-in-force" }, t(holds ? "in.force" : "not.in.force")), ...[ref.owner, known && sinceOf(known)].filter(Boolean).map((fact) => ` · ${fact}`)),
  );
}
