// Turns that wait for a person, the oldest first.

import { get } from "./api.js";
import { el } from "./dom.js";
import { plainText } from "./plain.js";
import { place } from "./place.js";
import { day, t } from "./words.js";

export async function show(main) {
  const { waiting } = await get(["pauses"], { limit: 200 });
  const rows = waiting.map((one) =>
    el(
      "article",
      { class: "hit" },
      el("h2", {}, el("a", { href: `#/s/${encodeURIComponent(one.session_id)}` }, one.user_text)),
      el("span", { class: "quiet" }, `${t(`waits.${one.pause.kind}`)} · ${t("waits.until", { day: day(one.pause.expires_at) })}`),
      el("p", {}, plainText(one.pause.draft?.text ?? one.pause.question)),
    ),
  );
  const empty = rows.length === 0 && el("p", { class: "empty" }, t("reviews.none"));
  main.append(place(t("room.reviews"), t("reviews.how"), ...rows, empty));
}
