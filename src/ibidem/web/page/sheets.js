// On a narrow screen both sides lie over the page as sheets; this opens and closes them.

import { button, el, find } from "./dom.js";
import { t } from "./words.js";

let returnTo = null;

/** The bar that only a narrow screen shows. */
export function drawTop() {
  const title = el("span", { class: "title", id: "top-title" });
  const places = button("☰", () => openSheet("places"), { "aria-label": t("open.places") });
  const sources = button(t("sources"), () => openSheet("beside"), { id: "top-sources", hidden: true });
  find("#top").replaceChildren(places, title, sources);
  if (find(".scrim") === null)
    document.body.append(button("", closeSheet, { class: "scrim", tabindex: "-1", "aria-hidden": "true" }));
}

/** @param {"places" | "beside"} side */
export function openSheet(side) {
  returnTo = document.activeElement;
  // "Back" closes the sheet, as whoever holds a phone expects, and does not leave what lies below it.
  if (document.body.dataset.sheet === undefined) history.pushState({ sheet: true }, "");
  document.body.dataset.sheet = side;
  find(`#${side} a, #${side} button`)?.focus();
}

/** Whether there was one to close. */
export function closeSheet() {
  if (!fold()) return false;
  if (history.state?.sheet) history.back();
  return true;
}

function fold() {
  if (document.body.dataset.sheet === undefined) return false;
  delete document.body.dataset.sheet;
  returnTo?.focus?.();
  return true;
}

addEventListener("popstate", ({ state }) => state?.sheet || fold());

export const isNarrow = () => matchMedia("(max-width: 820px)").matches;

export function setTitle(title) {
  find("#top-title").textContent = title;
  document.title = title ? `${title} · ibidem` : "ibidem";
}

export function offerSources(count) {
  const offer = find("#top-sources");
  offer.hidden = count === 0;
  offer.textContent = `${t("sources")} ${count}`;
}
