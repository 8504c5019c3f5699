// How the last turns went, drawn as plain SVG: time by step, tokens, searches that fell back, retries, and what people thought.

import { get } from "./api.js";
import { button, el } from "./dom.js";
import { place } from "./place.js";
import { has, milliseconds, number, t } from "./words.js";

const SESSIONS = 40;
const TURNS_OF_EACH = 50;

export async function show(main) {
  const { sessions } = await get(["sessions"], { limit: SESSIONS });
  const pages = await Promise.all(
    sessions.map((one) =>
      get(["sessions", one.session_id, "turns"], { limit: TURNS_OF_EACH, offset: Math.max(0, one.turns - TURNS_OF_EACH) }),
    ),
  );
  const turns = pages.flatMap((page) => page.turns).sort((one, other) => one.ts.localeCompare(other.ts));
  const cards = turns.length === 0 ? [el("p", { class: "empty" }, t("measurements.none"))] : [figures(turns), charts(turns)];
  const save = turns.some((turn) => turn.feedback !== null) && button(t("feedback.save"), saveFeedback, { class: "plain" });
  main.append(place(t("room.measurements"), t("measurements.how", { n: turns.length }), ...cards, save));
}

/** All feedback, a case a line. */
async function saveFeedback() {
  const lines = [];
  for (let offset = 0; offset !== null;) {
    const page = await get(["feedback"], { limit: 1000, offset });
    lines.push(...page.feedback.map((one) => `${JSON.stringify(one)}\n`));
    offset = page.next_offset;
  }
  const address = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  el("a", { href: address, download: "feedback.jsonl" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
const spent = (turn) => sum(Object.values(turn.trace.timings_ms));
const tokens = (turn) => sum(turn.trace.calls.map((call) => call.input_tokens + call.output_tokens));

function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function figures(turns) {
  const count = (test) => turns.filter(test).length;
  const share = (some) => `${Math.round((100 * some) / turns.length)} %`;
  const rows = [
    ["latency.median", milliseconds(quantile(turns.map(spent), 0.5))],
    ["latency.p95", milliseconds(quantile(turns.map(spent), 0.95))],
    ["answered", share(count((turn) => turn.found === "answered"))],
    ["closest", share(count((turn) => turn.found === "closest"))],
    ["none", share(count((turn) => turn.found === "none"))],
    ["tokens", number(sum(turns.map(tokens)))],
    ["calls", number(sum(turns.map((turn) => turn.trace.calls.length)))],
    ["fallbacks", number(sum(turns.map((turn) => turn.trace.calls.filter((call) => call.outcome !== "ok").length)))],
    ["retries", number(sum(turns.map((turn) => Math.max(0, turn.trace.attempts.length - 1))))],
    ["helpful", number(count((turn) => turn.feedback?.rating === "helpful"))],
    ["wrong", number(count((turn) => turn.feedback !== null && turn.feedback.rating !== "helpful"))],
  ];
  return el(
    "div",
    { class: "grid" },
    ...rows.map(([name, value]) =>
      el("div", { class: "card" }, el("h2", {}, t(`figure.${name}`)), el("div", { class: "figure" }, value)),
    ),
  );
}

function charts(turns) {
  const last = turns.slice(-60);
  const steps = new Map();
  for (const turn of turns)
    for (const [step, ms] of Object.entries(turn.trace.timings_ms)) steps.set(step, [...(steps.get(step) ?? []), ms]);
  const slowest = [...steps]
    .map(([step, times]) => [has(`step.${step}`) ? t(`step.${step}`) : step, quantile(times, 0.5)])
    .sort((one, other) => other[1] - one[1]);
  return el(
    "div",
    { class: "grid" },
    chart(t("chart.latency"), columns(last.map(spent), milliseconds)),
    chart(t("chart.steps"), bars(slowest.slice(0, 8), milliseconds)),
    sum(last.map(tokens)) > 0 && chart(t("chart.tokens"), columns(last.map(tokens), number)),
  );
}

const chart = (title, drawing) => {
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", title);
  return el("figure", { class: "card" }, el("h2", {}, title), drawing);
};

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** One column for each value, in their order. */
function columns(values, say) {
  const highest = Math.max(...values, 1);
  const width = 300 / values.length;
  const drawn = values.map((value, at) => {
    const height = Math.max(1, (110 * value) / highest);
    return svg(
      "rect",
      { x: at * width, y: 120 - height, width: Math.max(1, width - 1.5), height, rx: 1 },
      svg("title", {}, say(value)),
    );
  });
  return svg(
    "svg",
    { viewBox: "0 0 300 140" },
    ...drawn,
    svg("line", { x1: 0, x2: 300, y1: 120.5, y2: 120.5 }),
    svg("text", { x: 0, y: 136 }, `${t("chart.highest")} ${say(highest)}`),
  );
}

function bars(rows, say) {
  const longest = Math.max(...rows.map(([, value]) => value), 0.001);
  const drawn = rows.flatMap(([name, value], at) => [
    svg("text", { x: 0, y: 24 * at + 12 }, `${name} · ${say(value)}`),
    svg("rect", { x: 0, y: 24 * at + 16, width: Math.max(1, (300 * value) / longest), height: 4, rx: 2 }),
  ]);
  return svg("svg", { viewBox: `0 0 300 ${24 * rows.length}` }, ...drawn);
}
