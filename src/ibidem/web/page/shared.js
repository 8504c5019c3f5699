// A conversation that somebody shares by a link: read, not gone on with; of its sources what one's own key may read.

import { get } from "./api.js";
import { askedHeading } from "./asked.js";
import { openSource } from "./beside.js";
import { citeAnswer } from "./citations.js";
import { citedOf } from "./cited.js";
import { button, el, rendered } from "./dom.js";
import { place } from "./place.js";
import { shortTitle } from "./titles.js";
import { day, t } from "./words.js";

const PAGE = 50;

export async function show(main, rest) {
  const [sessionId, link] = rest.split("/");
  const list = el("div", { class: "shared" });
  let offset = 0;
  const next = async () => {
    const found = await get(["shared", sessionId], { link, limit: PAGE, offset });
    list.append(...found.turns.filter((turn) => turn.replaced_by === null).map(view));
    more.hidden = found.next_offset === null;
    offset = found.next_offset ?? offset;
    return found;
  };
  const more = button(t("more"), next, { class: "plain" });
  const first = await next();
  const asked = first.turns.find((turn) => turn.user_text !== "")?.user_text;
  main.append(place(shortTitle(first.title || asked || t("shared")), t("shared.how", { day: day(first.last_turn) }), list, more));
}

function view(turn) {
  const context = { turn: { ...turn, pause: null, shown: null }, documents: new Map(), isLatest: false, ask: () => {} };
  const open = (slot, text) => openSource(context, slot, text);
  if (turn.withheld) return el("section", { class: "turn", dataset: { turn: turn.turn_id } }, el("p", { class: "answer none" }, t("shared.withheld")));
  const answer = rendered("div", turn.answer_html, { class: `answer${turn.found === "answered" ? "" : ` ${turn.found}`}` });
  citeAnswer(answer, turn, [], open);
  const sources = citedOf(turn).map((ref) => el("li", {}, el("span", { class: "slot", "aria-hidden": "true" }, ref.slot), " ", button(ref.title, () => open(ref.slot), { class: "link", title: t("open.cited") })));
  return el(
    "section",
    { class: "turn", lang: turn.language, dataset: { turn: turn.turn_id }, "aria-label": t("turn.label", { n: turn.turn_id }) },
    askedHeading(turn.user_text),
    answer,
    sources.length > 0 && el("ul", { class: "from", role: "list", "aria-label": t("sources") }, ...sources),
  );
}
