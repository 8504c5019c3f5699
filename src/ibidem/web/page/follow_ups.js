// Questions that one may ask next, made from headings of the documents that an answer cites.

import { get } from "./api.js";
import { button, el } from "./dom.js";
import { t } from "./words.js";

/** Two of them as buttons that ask them, or null. */
export async function followUps(turn, ask) {
  const address = ["sessions", turn.session_id, "turns", String(turn.turn_id), "follow-ups"];
  const { questions } = await get(address).catch(() => ({ questions: [] }));
  if (questions.length === 0) return null;
  const chips = questions.map((question) => button(question, () => ask(question), { class: "chip" }));
  return el("div", { class: "chips follow-ups", role: "group", "aria-label": t("follow.ups") }, ...chips);
}
