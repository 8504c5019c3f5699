// One turn: the question, the answer as it is, and what can be done with it.

import { send } from "./api.js";
import { citeAnswer } from "./citations.js";
import { mayDiffer } from "./cited.js";
import { announce, button, el, rendered } from "./dom.js";
import { pauseView } from "./pauses.js";
import { has, milliseconds, t } from "./words.js";
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
      el("h2", { class: "asked" }, el("bdi", {}, on.title)),
      el("span", { class: "ordinal", "aria-hidden": "true" }, turn.turn_id),
    ),
    turn.trace.understood && el("p", { class: "understood" }, turn.trace.understood),
    answer(turn, on),
    on.remark && !issuesOf(turn).some((issue) => on.remark.includes(issue)) && el("p", { class: "remark" }, on.remark),
    doubts(turn),
    after(turn, on),
  );
  if (turn.found === "none" && turn.pause === null && turn.route !== "chat" && !turn.withheld) addWhy(view, turn, on);
  addToday(view, turn, on);
  if (turn.pause !== null) view.querySelector(".after").before(pauseView(turn, on));
  view.addEventListener("focusin", on.choose);
  view.addEventListener("click", on.choose);
  return view;
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
    view.querySelector(".after").before(whyNone(turn, on.ask));
  };
  const ask = button(t("why"), fill, { class: "link", dataset: { do: "why" } });
  view.querySelector(".after").before(ask);
  if (on.anew) fill();
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

/** Whether a model's answer went through the checks, and nothing speaks against it. */
function isChecked({ pause, doc_refs: refs, trace }) {
  if (pause !== null || trace.model === null || refs.length === 0 || trace.attempts.length === 0) return false;
  return trace.reviewed === null && trace.faithful !== false && trace.attempts.at(-1).failed_checks.length === 0;
}

function after(turn, on) {
  const spent = Object.values(turn.trace.timings_ms).reduce((sum, ms) => sum + ms, 0);
  return el(
    "div",
    { class: "after" },
    isChecked(turn) && el("span", { class: "checked" }, t(turn.trace.faithful ? "checked.judged" : "checked")),
    turn.pause === null && turn.doc_refs.length > 0 && rating(turn),
    on.anew && button(t("anew"), on.anew, { dataset: { do: "anew" } }),
    button(t("branch"), on.branch, { dataset: { do: "branch" } }),
    turn.assistant_text && button(t("copy"), (event) => copy(event.currentTarget, turn.assistant_text)),
    button(`${t("how")} · ${milliseconds(spent)}`, on.openTrace, { class: "how" }),
  );
}

const RATINGS = ["helpful", "wrong_document", "wrong_fact"];

function rating(turn) {
  const group = el("span", { class: "rate", role: "group", "aria-label": t("rate") });
  const draw = () =>
    group.replaceChildren(
      ...RATINGS.map((one) =>
        button(t(`rate.${one}`), () => rate(one), { "aria-pressed": turn.feedback?.rating === one ? "true" : "false" }),
      ),
    );
  const rate = async (one) => {
    const address = ["sessions", turn.session_id, "turns", String(turn.turn_id), "feedback"];
    const again = turn.feedback?.rating === one;
    try {
      await (again ? send("DELETE", address) : send("PUT", address, { rating: one }));
    } catch (error) {
      return group.append(el("span", { role: "alert" }, error.message));
    }
    turn.feedback = again ? null : { rating: one, comment: "" };
    draw();
    return announce(t(again ? "rate.withdrawn" : "rate.stored"));
  };
  draw();
  return group;
}

async function copy(from, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { class: "unseen" });
    area.value = text; // plain http has no clipboard
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  from.textContent = t("copied");
  announce(t("copied"));
}

/** A turn that is being answered: laid out as it will stand. */
export function runningTurn(message, number) {
  const text = el("div", { class: "answer streaming" });
  const working = el("p", { class: "working" }, t("step.begin"));
  const understood = el("p", { class: "understood", hidden: true });
  const asked = el("h2", { class: "asked" }, el("bdi", {}, message));
  const element = el(
    "section",
    { class: "turn", "aria-busy": "true" },
    el("header", {}, asked, el("span", { class: "ordinal", "aria-hidden": "true" }, number)),
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
