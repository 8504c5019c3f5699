// How turns went, as the server counts them: figures, and charts as plain SVG.

import { get } from "./api.js";
import { curves } from "./calibration.js";
import { el } from "./dom.js";
import { place } from "./place.js";
import { unanswered } from "./unanswered.js";
import { has, milliseconds, number, t } from "./words.js";

const DAYS = 30;

export async function show(main) {
  const found = await get(["measurements"], { days: DAYS });
  const cards = found.turns.count === 0 ? [el("p", { class: "empty" }, t("measurements.none"))] : [figures(found), charts(found)];
  const rated = sum(Object.values(found.feedback)) > 0 || (await get(["feedback"], { limit: 1 })).total > 0;
  const save = rated && el("p", { class: "save" }, saved(), el("span", { class: "quiet" }, t("feedback.save.how")));
  main.append(place(t("room.measurements"), t("measurements.how", { n: number(found.turns.count), days: DAYS }), ...cards, await unanswered(), ...curves(found), save));
}

const saved = () => el("a", { class: "plain", href: "/v1/feedback/export", download: "feedback.zip" }, t("feedback.save"));

const sum = (values) => values.reduce((total, value) => total + value, 0);

function figures({ turns, outcomes, feedback, ...found }) {
  const share = (some) => `${Math.round((100 * some) / turns.count)} %`;
  const tokens = found.input_tokens + found.output_tokens;
  const groups = {
    answers: { answered: share(outcomes.answered), closest: share(outcomes.closest), none: share(outcomes.none) },
    time: { median: milliseconds(turns.median_ms), p95: milliseconds(turns.p95_ms), searches: number(found.searches) },
    models: {
      calls: number(found.model_calls),
      tokens: number(tokens),
      fallbacks: number(found.fallbacks),
      retries: number(found.retries),
    },
    feedback: Object.fromEntries(Object.entries(feedback).map(([rating, count]) => [rating, number(count)])),
  };
  const cards = Object.entries(groups).map(([name, rows]) => figureCard(name, Object.entries(rows)));
  return el("div", { class: "grid four" }, ...cards);
}

function figureCard(name, rows) {
  const drawn = rows.map(([figure, value]) => el("div", {}, el("dt", {}, t(`figure.${figure}`)), el("dd", {}, value)));
  return el("section", { class: "card" }, el("h2", {}, t(`figures.${name}`)), el("dl", { class: "figures" }, ...drawn));
}

function charts({ recent, steps }) {
  const slowest = steps.slice(0, 8).map((one) => [has(`step.${one.step}`) ? t(`step.${one.step}`) : one.step, one.median_ms]);
  const tokens = recent.map((one) => one.tokens);
  return el(
    "div",
    { class: "grid" },
    chart(t("chart.latency"), columns(recent.map((one) => one.ms), milliseconds)),
    chart(t("chart.steps"), bars(slowest, milliseconds)),
    sum(tokens) > 0 && chart(t("chart.tokens"), columns(tokens, number)),
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
  const width = Math.min(24, 300 / values.length);
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
