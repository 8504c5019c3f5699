// What can be done with an answer: a short row of drawings below it, the rest behind one of them.

import { send } from "./api.js";
import { announce, button, el } from "./dom.js";
import { icon } from "./icons.js";
import { limited } from "./too_long.js";
import { milliseconds, t } from "./words.js";

/** @param {any} turn @param {any} on as `turnView` has it */
export function after(turn, on) {
  const spent = Object.values(turn.trace.timings_ms).reduce((sum, ms) => sum + ms, 0);
  const how = `${t("how")} · ${milliseconds(spent)}`;
  const row = el("div", { class: "after" });
  const said = el("div", { class: "saying" });
  const rates = turn.pause === null && turn.doc_refs.length > 0;
  row.append(
    ...[
      isChecked(turn) && el("span", { class: "checked" }, t(turn.trace.faithful ? "checked.judged" : "checked")),
      turn.trace.model && el("span", { class: "model", title: t("trace.model") }, turn.trace.model),
      rates && rating(turn, said),
      turn.assistant_text && pictured("copy", t("copy"), (event) => copy(event.currentTarget, turn.assistant_text)),
      pictured("how", how, on.openTrace, { class: "how" }),
      more(on),
    ].filter(Boolean),
  );
  return el("div", { class: "below" }, row, said);
}

const pictured = (name, label, onclick, attributes = {}) =>
  button(icon(name), onclick, { ...attributes, class: `pictured ${attributes.class ?? ""}`, "aria-label": label, title: label });

/** Behind a drawing, each with its name: what one seldom wants. It closes when it is left. */
function more(on) {
  const named = (name, onclick) => button(el("span", {}, icon(name), " ", t(name)), onclick, { dataset: { do: name } });
  const list = el("div", { class: "menu" }, on.anew && named("anew", on.anew), named("branch", on.branch));
  const opener = el("summary", { class: "pictured", "aria-label": t("after.more"), title: t("after.more") }, icon("more"));
  const details = el("details", { class: "others" }, opener, list);
  const shut = () => (details.open = false);
  list.addEventListener("click", shut);
  details.addEventListener("focusout", (event) => details.contains(event.relatedTarget) || shut());
  details.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    event.stopPropagation();
    shut();
    opener.focus();
  });
  return details;
}

/** Whether a model's answer went through the checks, and nothing speaks against it. */
function isChecked({ pause, doc_refs: refs, trace }) {
  if (pause !== null || trace.model === null || refs.length === 0 || trace.attempts.length === 0) return false;
  return trace.reviewed === null && trace.faithful !== false && trace.attempts.at(-1).failed_checks.length === 0;
}

const RATINGS = ["helpful", "wrong_document", "wrong_fact"];
const LONGEST = 2000; // characters of a comment, which the server takes

/** What a person thinks of the answer; whoever says that a fact is wrong is asked which. */
function rating(turn, said) {
  const address = ["sessions", turn.session_id, "turns", String(turn.turn_id), "feedback"];
  const group = el("span", { class: "rate", role: "group", "aria-label": t("rate") });
  const draw = () => {
    group.replaceChildren(
      ...RATINGS.map((one) => pictured(one, t(`rate.${one}`), () => rate(one), { "aria-pressed": String(turn.feedback?.rating === one) })),
    );
    said.replaceChildren(...(turn.feedback?.rating === "wrong_fact" ? [comment(turn, store)] : []));
  };
  const store = async (feedback) => {
    await (feedback === null ? send("DELETE", address) : send("PUT", address, feedback));
    turn.feedback = feedback;
    announce(t(feedback === null ? "rate.withdrawn" : "rate.stored"));
  };
  const rate = async (one) => {
    const again = turn.feedback?.rating === one;
    try {
      await store(again ? null : { rating: one, comment: "" });
    } catch (error) {
      return said.replaceChildren(el("span", { role: "alert" }, error.message));
    }
    draw();
    if (!again) said.querySelector("textarea")?.focus();
    else group.children[RATINGS.indexOf(one)].focus();
  };
  draw();
  return group;
}

function comment(turn, store) {
  const text = el("textarea", { rows: 2, "aria-label": t("rate.comment"), placeholder: t("rate.comment") });
  const stored = el("span", { class: "quiet", role: "status" });
  const limit = limited(text, LONGEST);
  text.value = turn.feedback.comment;
  const form = el("form", { class: "comment" }, text, limit.said, el("div", {}, el("button", { class: "plain" }, t("rate.comment.send")), " ", stored));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!limit.fits()) return;
    try {
      await store({ ...turn.feedback, comment: text.value.trim() });
      stored.textContent = t("rate.stored");
    } catch (error) {
      stored.textContent = error.message;
    }
  });
  return form;
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
  from.replaceChildren(icon("done"));
  from.setAttribute("aria-label", t("copied"));
  from.title = t("copied");
  announce(t("copied"));
}
