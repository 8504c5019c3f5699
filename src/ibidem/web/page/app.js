// The start: language and theme, then the place that the address names.

import { ApiError } from "./api.js";
import * as beside from "./beside.js";
import { el, find } from "./dom.js";
import { listenToKeys } from "./keyboard.js";
import { applyTheme, chosenLanguage } from "./preferences.js";
import { drawPlaces, markPlace } from "./session_list.js";
import { closeSheet, drawTop } from "./sheets.js";
import { speak, t } from "./words.js";

// Each place is a module with `show(main, rest)`, loaded when it is first gone to; what it returns is called on leaving.
const PLACES = {
  "": () => import("./conversation.js"),
  s: () => import("./conversation.js"),
  documents: () => import("./documents.js"),
  search: () => import("./search.js"),
  reviews: () => import("./reviews.js"),
  measurements: () => import("./measurements.js"),
};
let leave = null;
let going = 0;

async function go() {
  const turn = ++going;
  const [, name = "", rest = ""] = /^#\/([^/]*)\/?(.*)$/.exec(location.hash) ?? [];
  const main = find("#main");
  closeSheet();
  try {
    const place = await (PLACES[name] ?? PLACES[""])();
    if (turn !== going) return;
    leave?.();
    leave = null;
    beside.close();
    markPlace(name, decodeURIComponent(rest));
    main.replaceChildren();
    leave = (await place.show(main, decodeURIComponent(rest))) ?? null;
  } catch (error) {
    main.replaceChildren(trouble(error));
  }
}

function trouble(error) {
  const known = error instanceof ApiError ? error : new ApiError("other", String(error));
  const said = [el("p", { role: "alert" }, known.message), el("p", { class: "quiet", lang: "en" }, known.details)];
  return el("div", { class: "place" }, el("div", { class: "column" }, ...said));
}

/** Draws everything anew, in the language and theme that are chosen. */
export async function begin() {
  applyTheme();
  await speak(chosenLanguage());
  document.title = "ibidem";
  find("#main").setAttribute("aria-label", t("conversation"));
  find("#beside").setAttribute("aria-label", t("beside"));
  drawTop();
  drawPlaces({ redraw: begin });
  await go();
}

addEventListener("key-needed", async () => (await import("./sign_in.js")).askForKey(begin));
addEventListener("hashchange", go);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
listenToKeys();
await begin();
