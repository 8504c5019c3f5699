// What was asked and not answered, or badly, in groups of alike questions: each is answered by a document that is missing. Whoever
// administers sees those of everybody, without who asked.

import { get } from "./api.js";
import { button, el } from "./dom.js";
import { keepDraft } from "./drafts.js";
import { newId } from "./pending.js";
import { dropArea } from "./uploads.js";
import { day, number, t } from "./words.js";

/** The list, or null where there is nothing in it. */
export async function unanswered() {
  const { groups, total, of_everybody } = await get(["unanswered"]).catch(() => ({ groups: [], total: 0 }));
  if (total === 0) return null;
  const isOthers = of_everybody && groups.some(({ turns }) => turns.some((turn) => turn.session_id === null));
  return el(
    "section",
    { class: "card unanswered", "aria-label": t("unanswered") },
    el("h2", {}, `${t(isOthers ? "unanswered.everybody" : "unanswered")} · ${number(total)}`),
    el("p", { class: "quiet" }, t(isOthers ? "unanswered.everybody.how" : "unanswered.how")),
    el("ul", { role: "list" }, ...groups.map(group)),
    adding(),
  );
}

/** Takes the document that is missing where one reads that it is. */
function adding() {
  const said = el("p", { class: "quiet", role: "status" });
  const element = el("div", { class: "adding" });
  const open = () => element.replaceChildren(dropArea({ onStored: () => (said.textContent = t("unanswered.added")) }), said);
  element.append(button(t("unanswered.add"), open, { class: "plain adds" }));
  return element;
}

function group({ question, people, turns }) {
  const rows = turns.map((turn) => el("li", {}, asked(turn), " ", el("span", { class: "quiet" }, reason(turn)), turn.comment && el("blockquote", {}, turn.comment)));
  const again = button(t("unanswered.again"), () => askAgain(question), { class: "link again", "aria-label": `${t("unanswered.again")}: ${question}` });
  if (turns.length === 1) {
    rows[0].append(" ", again);
    return rows[0];
  }
  const times = el("span", { class: "slot", title: t("unanswered.times", { n: turns.length }) }, `×${turns.length}`);
  const by = people > 1 && el("span", { class: "quiet" }, t("unanswered.people", { n: people }));
  const summary = el("summary", {}, times, " ", el("bdi", {}, question), " ", by);
  return el("li", {}, el("details", {}, summary, el("ul", { role: "list" }, ...rows)), again);
}

/** A conversation of somebody else stays theirs: no link leads there. */
function asked(turn) {
  const said = el("bdi", {}, turn.question);
  return turn.session_id === null ? said : el("a", { href: `#/s/${encodeURIComponent(turn.session_id)}`, class: "link" }, said);
}

/** A new conversation, with the question in its box. */
function askAgain(question) {
  const sessionId = newId();
  keepDraft(sessionId, question);
  location.hash = `#/s/${sessionId}`;
}

const reason = (turn) => [t(turn.rating ? `rate.${turn.rating}` : "found.none"), day(turn.ts)].join(" · ");
