// The left side: conversations, the other places, language and theme.

import { corpus } from "./corpus.js";
import { all, button, el, find } from "./dom.js";
import { chooseLanguage, chooseTheme, chosenTheme, isSignedIn, THEMES } from "./preferences.js";
import { conversations, refreshSessions } from "./sessions.js";
import { signOutButton } from "./sign_in.js";
import { language, LANGUAGES, t } from "./words.js";

const ROOMS = ["documents", "search", "reviews", "measurements"];
const THEME_SIGNS = { system: "◐", light: "☀", dark: "☾" };

/** @param {{redraw: () => void}} options what to do when the language changes */
export function drawPlaces({ redraw }) {
  const nav = find("#places");
  nav.setAttribute("aria-label", t("places"));
  nav.replaceChildren(
    el("a", { class: "brand", href: "#/" }, el("span", {}, "ibidem"), el("small", { id: "profile" })),
    button(el("span", {}, t("new")), startNew, { class: "new", id: "new" }),
    ...conversations(),
    el("div", { class: "rooms" }, ...ROOMS.map((room) => el("a", { href: `#/${room}`, dataset: { room } }, t(`room.${room}`)))),
    settings(redraw),
  );
  find("#new").append(el("kbd", { "aria-hidden": "true" }, "n"));
  corpus().then((known) => (find("#profile").textContent = known?.title ?? ""));
  return refreshSessions();
}

/** Begins a new conversation; another empty one is as good as the one that is open. */
export function startNew() {
  if (location.hash === "#/" || location.hash === "") find("#question")?.focus();
  location.hash = "#/";
}

function settings(redraw) {
  const languages = el(
    "select",
    { "aria-label": t("language"), id: "language" },
    ...Object.entries(LANGUAGES).map(([code, name]) =>
      el("option", { value: code, lang: code, selected: code === language() }, name),
    ),
  );
  languages.addEventListener("change", () => {
    chooseLanguage(languages.value);
    redraw();
  });
  const theme = button(THEME_SIGNS[chosenTheme()], turnTheme, { id: "theme" });
  nameTheme(theme);
  const keys = button("?", async () => (await import("./keyboard.js")).showKeys(), { "aria-label": t("keys") });
  return el("div", { class: "settings" }, languages, theme, keys, isSignedIn() && signOutButton(redraw));
}

function turnTheme() {
  chooseTheme(THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length]);
  nameTheme(find("#theme"));
}

function nameTheme(theme) {
  theme.textContent = THEME_SIGNS[chosenTheme()];
  theme.setAttribute("aria-label", t(`theme.${chosenTheme()}`));
  theme.title = t(`theme.${chosenTheme()}`);
}

/** Shows where one is. */
export function markPlace(room) {
  for (const link of all("#places a[data-room]"))
    if (link.dataset.room === room) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
}
