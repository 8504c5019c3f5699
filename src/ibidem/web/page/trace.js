// How an answer came about: what was understood, what was searched for and found, what was checked, and what it cost.

import { likeThis } from "./calibration.js";
import { el, find } from "./dom.js";
import { issuesOf } from "./turn_view.js";
import { has, milliseconds, number, t } from "./words.js";

export function viewTrace(panel, turn) {
  const { trace } = turn;
  likeThis(trace.confidence).then((said) => said && find(".facts", panel)?.append(el("dt", {}, t("calibration.answers")), el("dd", {}, said)));
  panel.replaceChildren(
    el(
      "article",
      { class: "trace", "aria-label": t("how") },
      facts(turn),
      section(t("trace.queries"), list([...trace.queries, ...trace.translations])),
      section(t("trace.hits"), hits(turn)),
      section(t("trace.exploration"), exploration(trace.exploration)),
      section(t("trace.checks"), checks(turn)),
      section(t("trace.calls"), calls(trace.calls)),
      section(t("trace.steps"), bars(Object.entries(trace.timings_ms))),
      section(t("trace.troubles"), list(trace.troubles)),
    ),
  );
}

function facts(turn) {
  const { trace } = turn;
  const tokens = trace.calls.reduce((sum, call) => sum + call.input_tokens + call.output_tokens, 0);
  const spent = Object.values(trace.timings_ms).reduce((sum, ms) => sum + ms, 0);
  const rows = [
    [t("trace.understood"), trace.understood || [...trace.devices, ...trace.doc_types].join(", ")],
    [t("trace.route"), has(`route.${turn.route}`) ? t(`route.${turn.route}`) : turn.route],
    [t("trace.found"), t(`found.${turn.found}`)],
    [t("trace.lookup"), turn.lookup_source && t(`lookup.${turn.lookup_source}`)],
    [t("trace.mode"), t(`mode.${turn.mode}`)],
    [t("trace.model"), trace.model ?? t("trace.no.model")],
    [t("trace.cost"), t("trace.cost.value", { calls: trace.calls.length, tokens: number(tokens) })],
    [t("trace.time"), milliseconds(spent)],
  ];
  return el(
    "dl",
    { class: "facts" },
    ...rows.filter(([, value]) => value).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
  );
}

const section = (title, content) => content && el("section", {}, el("h3", {}, title), content);

function list(texts) {
  const distinct = [...new Set(texts)].filter(Boolean);
  return distinct.length === 0 ? null : el("ol", {}, ...distinct.map((text) => el("li", {}, text)));
}

/** The passages found, best first: why each was, and what became of it. */
function hits({ trace, doc_refs: refs }) {
  if (trace.candidates.length === 0) return null;
  const slots = new Map(refs.flatMap((ref) => ref.chunk_ids.map((id) => [id, ref.slot])));
  const best = Math.max(...trace.candidates.map((one) => one.score), 0.001);
  const rows = trace.candidates.slice(0, 12).map((one) =>
    el(
      "li",
      { title: one.chunk_id },
      el("span", { class: "name" }, one.title, slots.has(one.chunk_id) && el("span", { class: "slot" }, slots.get(one.chunk_id))),
      el("meter", { min: 0, max: best, value: Math.max(0, one.score), "aria-label": one.title }),
      el("span", { class: "value" }, one.score.toFixed(2)),
      why(one),
    ),
  );
  return el(
    "div",
    {},
    el("p", { class: "quiet" }, t("trace.hits.value", { n: trace.hits })),
    el("ol", { class: "hits", role: "list" }, ...rows),
  );
}

/** The scores of a passage in each search that found it, and the words of the question that it holds. */
function why({ by_words: words, by_meaning: meaning, by_reader: reader, words: held }) {
  const scores = [
    words !== null && t("trace.by.words", { score: words.toFixed(2) }),
    meaning !== null && t("trace.by.meaning", { score: meaning.toFixed(2) }),
    reader !== null && t("trace.by.reader", { score: reader.toFixed(2) }),
  ].filter(Boolean);
  if (scores.length === 0 && held.length === 0) return null;
  const marked = held.flatMap((word) => [" ", el("mark", {}, word)]);
  return el("span", { class: "why" }, scores.join(" · "), ...marked);
}

function checks(turn) {
  if (turn.trace.attempts.length === 0) return null;
  const open = issuesOf(turn);
  const rows = turn.trace.attempts.map((attempt) => {
    const said = [...attempt.failed_checks, ...attempt.verdicts.flatMap((verdict) => verdict.issues)];
    const verdict = attempt.verdicts.at(-1);
    const result = !attempt.drafted ? "nothing" : said.length > 0 ? "failed" : verdict ? "judged" : "passed";
    return el(
      "li",
      {},
      t(`rung.${attempt.rung}`),
      " · ",
      t(`check.${result}`),
      ...said.map((issue) => el("span", { class: "why" }, issue)),
    );
  });
  return el("div", {}, el("ol", {}, ...rows), open.length > 0 && el("p", { class: "changed" }, t("doubts")));
}

/** What a model looked for, what it noted, and why it ended. */
function exploration(made) {
  if (!made) return null;
  const rows = made.uses.map((use) => el("li", {}, `${use.tool} ${use.arguments}`, use.problem && el("span", { class: "why" }, use.problem)));
  const notes = made.notes.map((note) => el("li", {}, note));
  return el(
    "div",
    {},
    el("ol", {}, ...rows),
    notes.length > 0 && el("ul", {}, ...notes),
    el("p", { class: "quiet" }, t("trace.exploration.ended", { ended: made.ended })),
  );
}

function calls(made) {
  if (made.length === 0) return null;
  const rows = made.map((call) =>
    el(
      "li",
      {},
      `${stepName(call.step)} · ${milliseconds(call.ms)}`,
      el(
        "span",
        { class: "why" },
        `${call.model} · ${call.prompt} · ${call.outcome} · ${call.input_tokens} + ${call.output_tokens} ${t("tokens")}`,
      ),
    ),
  );
  return el("ol", {}, ...rows);
}

const stepName = (step) => (has(`step.${step}`) ? t(`step.${step}`) : step);

function bars(times) {
  if (times.length === 0) return null;
  const longest = Math.max(...times.map(([, ms]) => ms), 0.001);
  const rows = times.flatMap(([step, ms]) => [
    el("span", { title: step }, stepName(step)),
    el("meter", { min: 0, max: longest, value: ms, "aria-label": stepName(step) }),
    el("span", { class: "value" }, milliseconds(ms)),
  ]);
  return el("div", { class: "bars" }, ...rows);
}
