// One turn: the question, the answer as it is, and what can be done with it.

import { after } from "./after.js";
import { askedHeading } from "./asked.js";
import { citeAnswer } from "./citations.js";
import { mayDiffer } from "./cited.js";
import { button, el, rendered } from "./dom.js";
import { pauseView } from "./pauses.js";
import { withinOf } from "./scope.js";
import { has, t } from "./words.js";
import { write } from "./writing.js";

/**
 * A stored turn.
 * @param {any} turn as `GET /v1/sessions/{id}/turns/{n}` gives it
 * @param {{title: string, documents: Map<string, any>, remark: string | null, answer: (pauseId: string, reply: object, words: string) => void,
 *   openSource: (slot: number, text?: string) => void, openTrace: () => void, choose: () => void,
 *   anew: (() => void) | null, branch: () => void, ask: (message: string) => void}} on
 */
export function turnView(turn, on) {
  const view = el(
    "section",
    {
      class: "turn",
      lang: turn.language,
      dataset: { turn: turn.turn_id },
      "aria-label": t("turn.label", { n: turn.turn_id }),
      tabindex: "-1",
    },
    el(
      "header",
      {},
      askedHeading(on.title),
      el("span", { class: "ordinal", "aria-hidden": "true" }, turn.turn_id),
    ),
    within(withinOf(turn.session_id, turn.client_turn_id)),
    turn.trace.understood && el("p", { class: "understood" }, turn.trace.understood),
    answer(turn, on),
    on.remark && !issuesOf(turn).some((issue) => on.remark.includes(issue)) && el("p", { class: "remark" }, on.remark),
    doubts(turn),
    after(turn, on),
  );
  if (turn.found === "none" && turn.pause === null && turn.route !== "chat" && !turn.withheld) addWhy(view, turn, on);
  addToday(view, turn, on);
  if (on.anew && turn.found === "answered" && turn.pause === null && turn.doc_refs.length > 0) addFollowUps(view, turn, on);
  if (turn.pause !== null) view.querySelector(".below").before(pauseView(turn, on));
  view.addEventListener("focusin", on.choose);
  view.addEventListener("click", on.choose);
  return view;
}

/** What the question was asked within, beside it. */
function within(names) {
  if (names.length === 0) return null;
  return el("p", { class: "within" }, `${t("within")} `, ...names.map((name) => el("bdi", { class: "chip" }, name)));
}

/** What its documents say otherwise by now, over the answer; sources that disagree, below it. */
async function addToday(view, turn, on) {
  const differs = turn.replaced_by === null && mayDiffer(turn, on.documents);
  if (!differs && turn.disagreeing.length === 0) return;
  const { sidesOf, todayOf } = await import("./today.js");
  const answer = view.querySelector(".answer");
  if (turn.disagreeing.length > 0) answer.after(sidesOf(turn, on.documents, on.openSource));
  const today = differs && (await todayOf(turn, on.openSource));
  if (today) answer.before(today);
}

/** Of the last turn at once; further up, when it is asked for. */
function addWhy(view, turn, on) {
  const fill = async () => {
    ask.remove();
    const { whyNone } = await import("./why.js");
    view.querySelector(".below").before(whyNone(turn, on.ask));
  };
  const ask = button(t("why"), fill, { class: "link", dataset: { do: "why" } });
  view.querySelector(".below").before(ask);
  if (on.anew) fill();
}

/** Below the last answer alone: whoever has gone on needs no hint. */
async function addFollowUps(view, turn, on) {
  const { followUps } = await import("./follow_ups.js");
  const chips = await followUps(turn, on.ask);
  if (chips) view.append(chips);
}

/** A turn that was asked anew: a line, which shows it as it was. */
export function replacedView(turn, draw) {
  const line = el("summary", {}, t("anew.was", { n: turn.turn_id, by: turn.replaced_by }));
  const view = el("details", { class: "replaced", dataset: { turn: turn.turn_id } }, line);
  view.addEventListener("toggle", () => view.open && view.children.length === 1 && view.append(draw()));
  return view;
}

/** The issues of the draft that was answered with; an earlier draft's were dealt with. */
export function issuesOf(turn) {
  const last = turn.trace.attempts.at(-1);
  if (last === undefined || turn.trace.reviewed === "approve") return [];
  return [...last.failed_checks, ...last.verdicts.filter((verdict) => !verdict.faithful).flatMap((verdict) => verdict.issues)];
}

const ASKS = new Set(["reference", "device", "sources", "review"]);

function answer(turn, on) {
  if (turn.withheld) return el("p", { class: "answer none" }, t("withheld"));
  // What there is to decide on is shown below.
  if (turn.pause !== null && ASKS.has(turn.pause.kind)) return el("p", { class: "answer" }, turn.pause.question);
  const degree = turn.found === "answered" ? "" : ` ${turn.found}`;
  const box = rendered("div", turn.answer_html, { class: `answer${degree}` });
  citeAnswer(box, turn, issuesOf(turn), on.openSource);
  return box;
}

function doubts(turn) {
  const issues = issuesOf(turn);
  if (issues.length === 0 || turn.pause?.kind === "review") return null;
  return el("div", { class: "doubts" }, el("b", {}, t("doubts")), el("ul", {}, ...issues.map((issue) => el("li", {}, issue))));
}

/** A turn that is being answered: laid out as it will stand. */
export function runningTurn(message, number, names) {
  const text = el("div", { class: "answer streaming" });
  const working = el("p", { class: "working" }, t("step.begin"));
  const understood = el("p", { class: "understood", hidden: true });
  const element = el(
    "section",
    { class: "turn", "aria-busy": "true" },
    el("header", {}, askedHeading(message), el("span", { class: "ordinal", "aria-hidden": "true" }, number)),
    within(names),
    understood,
    text,
    working,
  );
  let written = "";
  let sources = [];

  function hear(name, data) {
    if (name === "step" && data.state === "started")
      working.textContent = t(has(`step.${data.step}`) ? `step.${data.step}` : "step.begin");
    if (name === "step" && data.state === "noted") {
      understood.hidden = false;
      understood.textContent = data.text;
    }
    if (name === "sources") sources = data.sources;
    if (name === "delta") written += data.text;
    if (name === "delta" || name === "sources") write(text, written, sources);
  }

  function fail(error, { retry }) {
    element.removeAttribute("aria-busy");
    working.replaceWith(
      el(
        "div",
        { class: "failed", role: "alert" },
        error.message,
        el("small", { class: "quiet", lang: "en" }, error.details),
        button(t("retry"), retry, { class: "plain" }),
      ),
    );
  }

  function stop() {
    working.textContent = t("stopped");
  }

  return { element, number, message, hear, fail, stop };
}
