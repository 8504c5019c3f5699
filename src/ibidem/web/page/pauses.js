// What a turn waits for: documents or devices to choose from, sources to confirm, a draft to review.

import { citeAnswer } from "./citations.js";
import { button, el, rendered } from "./dom.js";
import { t } from "./words.js";

/**
 * @param {any} turn
 * @param {{answer: (pauseId: string, reply: object, words: string) => void,
 *   openSource: (slot: number, text?: string) => void}} on
 */
export function pauseView(turn, on) {
  const { pause } = turn;
  const open = pause.state === "open";
  const views = { sources: sourcesView, review: reviewView };
  const view = (views[pause.kind] ?? choicesView)(pause, open, on);
  if (!open) view.append(el("p", { class: "quiet" }, t(`pause.${pause.state}`)));
  return view;
}

function choicesView(pause, open, on) {
  const choices = pause.choices.map((choice) => {
    const answer = () => on.answer(pause.pause_id, { choice: choice.number }, choice.title);
    return button("", answer, { disabled: !open, dataset: { number: choice.number } });
  });
  choices.forEach((made, place) => made.append(...described(pause.choices[place])));
  return el("div", { class: "choices", role: "group", "aria-label": pause.question }, ...choices);
}

function described(choice) {
  const more = [choice.doc_id, choice.page && t("page", { n: choice.page }), choice.snippet].filter(Boolean).join(" · ");
  return [el("span", { class: "slot" }, choice.number), el("span", {}, choice.title), more ? el("small", {}, more) : ""];
}

function sourcesView(pause, open, on) {
  const boxes = pause.choices.map((choice) =>
    el("input", { type: "checkbox", checked: true, value: choice.number, disabled: !open }),
  );
  const labels = pause.choices.map((choice, place) =>
    el("label", {}, boxes[place], el("span", {}, choice.title), el("small", {}, choice.snippet ?? "")),
  );
  const query = el("input", { type: "text", "aria-label": t("sources.other"), placeholder: t("sources.other") });
  const approve = button(
    t("sources.approve"),
    () => {
      const chosen = boxes.filter((box) => box.checked).map((box) => Number(box.value));
      if (chosen.length > 0) on.answer(pause.pause_id, { decision: "approve", choices: chosen }, t("sources.approve"));
    },
    { class: "strong" },
  );
  const search = button(
    t("sources.again"),
    () => query.value.trim() && on.answer(pause.pause_id, { decision: "edit", text: query.value.trim() }, query.value.trim()),
    { class: "plain" },
  );
  const reject = button(t("sources.reject"), () => on.answer(pause.pause_id, { decision: "reject" }, t("sources.reject")), {
    class: "plain danger",
  });
  const decide = open && el("div", { class: "decide" }, approve, reject, query, search);
  return el("div", { class: "choices", role: "group", "aria-label": pause.question }, ...labels, decide);
}

/** A draft to approve, edit or reject, with what speaks against it and the sources that it cites. */
function reviewView(pause, open, on) {
  const { draft } = pause;
  const read = rendered("div", draft.html, { class: "answer" });
  const turn = { doc_refs: draft.sources, parts: [], found: "answered", assistant_text: draft.text };
  citeAnswer(read, turn, draft.issues, on.openSource);
  const issues =
    draft.issues.length > 0 &&
    el("div", { class: "doubts" }, el("b", {}, t("doubts")), el("ul", {}, ...draft.issues.map((issue) => el("li", {}, issue))));
  const view = el("div", { class: "review" }, read, issues);
  if (open) view.append(decision(pause, on));
  return view;
}

function decision(pause, on) {
  const text = el("textarea", { "aria-label": t("review.text"), hidden: true });
  text.value = pause.draft.text;
  const refuted = pause.draft.issues.length > 0;
  const reason = el("input", { type: "text", "aria-label": t("review.reason"), placeholder: t("review.reason") });
  const answer = (reply, words) => on.answer(pause.pause_id, reply, words);
  const approve = button(t("review.approve"), () => answer({ decision: "approve" }, t("review.approve")), {
    class: refuted ? "plain" : "strong",
  });
  const edit = button(
    t("review.edit"),
    () => {
      if (text.hidden) {
        text.hidden = false;
        text.setSelectionRange(0, 0);
        text.focus();
        edit.textContent = t("review.edit.send");
      } else if (text.value.trim()) answer({ decision: "edit", text: text.value.trim() }, t("review.edited"));
    },
    { class: refuted ? "strong" : "plain" },
  );
  const reject = button(
    t("review.reject"),
    () => {
      const words = reason.value.trim();
      answer(words ? { decision: "reject", text: words } : { decision: "reject" }, words || t("review.reject"));
    },
    { class: "plain danger" },
  );
  return el("div", {}, text, el("div", { class: "decide" }, ...(refuted ? [edit, approve] : [approve, edit])), el("div", { class: "decide" }, reason, reject));
}
