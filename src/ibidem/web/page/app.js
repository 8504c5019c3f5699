// The start: language and theme, then the place that the address names.

import { ApiError } from "./api.js";
import * as beside from "./beside.js";
import { el, find } from "./dom.js";
import { listenToKeys } from "./keyboard.js";
import { applyTheme, chosenLanguage } from "./preferences.js";
import { drawPlaces, markPlace } from "./session_list.js";
import { markSession } from "./sessions.js";
import { closeSheet, drawTop } from "./sheets.js";
import { speak, t } from "./words.js";

// Each place is a module with `show(room, rest, onLeaving)`, loaded when it is first gone to; what it gives to `onLeaving` is called
// on leaving, also before the place is shown: what it still draws is in a room that is gone.
const PLACES = {
  "": () => import("./conversation.js"),
  s: () => import("./conversation.js"),
  documents: () => import("./documents.js"),
  search: () => import("./search.js"),
  reviews: () => import("./reviews.js"),
  shared: () => import("./shared.js"),
  measurements: () => import("./measurements.js"),
};
const RETRY = 2000; // milliseconds until what could not be reached is asked again
let leave = null;
let going = 0;

async function go() {
  const turn = ++going;
  const [, name = "", rest = ""] = /^#\/([^/]*)\/?(.*)$/.exec(location.hash) ?? [];
  const main = find("#main");
  closeSheet();
  try {
    const place = await loaded(PLACES[name] ?? PLACES[""]);
    if (turn !== going) return;
    leave?.();
    leave = null;
    beside.close();
    markPlace(name);
    markSession(name === "s" ? decodeURIComponent(rest) : "");
    const room = el("div", { class: "room" });
    main.replaceChildren(room);
    await place.show(room, decodeURIComponent(rest), (left) => (leave = left));
  } catch (error) {
    if (turn !== going) return;
    main.replaceChildren(trouble(error));
    if (AWAY.has(error.type)) setTimeout(() => turn === going && retry(error), RETRY);
  }
}

const AWAY = new Set(["unreachable", "starting", "stopping"]);

/** A module comes from the service too: where it does not come, the service is away. */
async function loaded(place) {
  try {
    return await place();
  } catch {
    const error = new ApiError("unreachable");
    error.ofModule = true;
    throw error;
  }
}

/** A browser may keep that a module failed, and a newer service has others: the page itself is loaded anew, once it is there. */
async function retry(error) {
  if (!error.ofModule) return go();
  const there = await fetch("/healthz", { cache: "no-store" }).then((response) => response.ok, () => false);
  return there ? location.reload() : setTimeout(() => retry(error), RETRY);
}

function trouble(error) {
  const known = error instanceof ApiError ? error : new ApiError("other", String(error));
  const again = AWAY.has(known.type) && el("p", { class: "working" }, t("state.again"));
  const said = [el("p", { role: "alert" }, known.message), again, el("p", { class: "quiet", lang: "en" }, known.details)];
  return el("div", { class: "place" }, el("div", { class: "column" }, ...said.filter(Boolean)));
}

/** Draws everything anew, in the language and theme that are chosen. */
export async function begin() {
  applyTheme();
  await speak(chosenLanguage());
  document.title = "ibidem";
  find("#main").setAttribute("aria-label", t("conversation"));
  find("#beside").setAttribute("aria-label", t("beside"));
  const skip = find("#skip");
  skip.textContent = t("skip");
  skip.onclick = () => (find("#question") ?? find("#main")).focus();
  drawTop();
  drawPlaces({ redraw: begin });
  await go();
}

addEventListener("key-needed", async ({ detail }) => (await import("./sign_in.js")).askForKey(begin, detail));
addEventListener("reachable", begin);
addEventListener("hashchange", go);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
listenToKeys();
await begin();
