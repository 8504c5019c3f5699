// What was asked and not answered, or badly, in groups of alike questions: each is answered by a document that is missing.

import { get } from "./api.js";
import { button, el } from "./dom.js";
import { day, number, t } from "./words.js";

/** The list, or null where there is nothing in it. */
export async function unanswered() {
  const { groups, total } = await get(["unanswered"]).catch(() => ({ groups: [], total: 0 }));
  if (total === 0) return null;
  const add = button(t("unanswered.add"), () => (location.hash = "#/documents"), { class: "plain adds" });
  return el(
    "section",
    { class: "card unanswered", "aria-label": t("unanswered") },
    el("h2", {}, `${t("unanswered")} · ${number(total)}`),
    el("p", { class: "quiet" }, t("unanswered.how")),
    el("ul", { role: "list" }, ...groups.map(group)),
    add,
  );
}

function group({ question, turns }) {
  const rows = turns.map((turn) => el("li", {}, address(turn), " ", el("span", { class: "quiet" }, reason(turn)), turn.comment && el("blockquote", {}, turn.comment)));
  if (turns.length === 1) return rows[0];
  const times = el("span", { class: "slot", title: t("unanswered.times", { n: turns.length }) }, `×${turns.length}`);
  return el("li", {}, el("details", {}, el("summary", {}, times, " ", el("bdi", {}, question)), el("ul", { role: "list" }, ...rows)));
}

const address = (turn) => el("a", { href: `#/s/${encodeURIComponent(turn.session_id)}`, class: "link" }, el("bdi", {}, turn.question));

const reason = (turn) => [t(turn.rating ? `rate.${turn.rating}` : "found.none"), day(turn.ts)].join(" · ");
