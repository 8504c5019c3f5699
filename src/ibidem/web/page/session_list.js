// The left side: conversations by day, the other places, language and theme.

import { exportAddress, get, send } from "./api.js";
import { corpus } from "./corpus.js";
import { all, button, dialog, el, find } from "./dom.js";
import { chooseLanguage, chooseTheme, chosenTheme, isSignedIn, THEMES } from "./preferences.js";
import { signOutButton } from "./sign_in.js";
import { dayName, language, LANGUAGES, t } from "./words.js";

const PAGE = 60;
const ROOMS = ["documents", "search", "reviews", "measurements"];
const THEME_SIGNS = { system: "◐", light: "☀", dark: "☾" };
let current = "";

/** @param {{redraw: () => void}} options what to do when the language changes */
export function drawPlaces({ redraw }) {
  const nav = find("#places");
  nav.setAttribute("aria-label", t("places"));
  nav.replaceChildren(
    el("a", { class: "brand", href: "#/" }, el("span", {}, "ibidem"), el("small", { id: "profile" })),
    button(el("span", {}, t("new")), startNew, { class: "new", id: "new" }),
    el("div", { class: "sessions", id: "sessions" }),
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

/** Reads the list of conversations anew. */
export async function refreshSessions() {
  const list = find("#sessions");
  const { sessions, next_offset: more } = await get(["sessions"], { limit: PAGE }).catch(() => ({
    sessions: [],
    next_offset: null,
  }));
  list.replaceChildren(...byDay(sessions));
  if (more !== null) list.append(el("p", { class: "quiet" }, t("sessions.more", { n: PAGE })));
  markPlace(current.split("/")[0], current.slice(current.indexOf("/") + 1));
}

function byDay(sessions) {
  const groups = new Map();
  for (const session of sessions) {
    const name = dayName(session.last_turn);
    groups.set(name, [...(groups.get(name) ?? []), session]);
  }
  return [...groups].flatMap(([name, found]) => [el("h2", {}, name), el("ul", { role: "list" }, ...found.map(row))]);
}

export const nameOf = (session) => session.title || session.first_question;

function row(session) {
  const name = nameOf(session);
  const link = el(
    "a",
    { href: `#/s/${encodeURIComponent(session.session_id)}`, dataset: { session: session.session_id }, title: name },
    session.branched_from !== null && el("span", { class: "quiet", role: "img", "aria-label": t("branch.is") }, "↳ "),
    name,
  );
  const more = button("⋯", () => edit(session), { class: "more", "aria-label": t("session.edit", { name }) });
  return el("li", {}, link, more);
}

function edit(session) {
  const title = el("input", { type: "text", value: nameOf(session), maxlength: 200, "aria-label": t("session.title") });
  const save = el("button", { class: "strong" }, t("save"));
  const remove = button(
    t("session.delete"),
    async () => {
      if (remove.dataset.sure === undefined) {
        remove.dataset.sure = "";
        remove.textContent = t("session.delete.sure");
        return;
      }
      await send("DELETE", ["sessions", session.session_id]);
      box.close();
      if (current === `s/${session.session_id}`) location.hash = "#/";
      refreshSessions();
    },
    { class: "plain danger" },
  );
  const form = el("form", {}, title, el("div", { class: "decide" }, save, remove), exports(session.session_id));
  const box = dialog(t("session.title"), t("close"), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await send("PATCH", ["sessions", session.session_id], { title: title.value.trim() });
    box.close();
    refreshSessions();
  });
  title.select();
}

function exports(sessionId) {
  const file = (format, ending, name) =>
    el("a", { href: exportAddress(sessionId, format), download: `${sessionId}.${ending}`, class: "link" }, name);
  const files = [
    file("html", "html", t("session.as.page")),
    file("markdown", "md", "Markdown"),
    file("json", "json", "JSON"),
  ].flatMap((link, place) => (place === 0 ? [link] : [" · ", link]));
  return el("div", { class: "quiet share" }, el("p", {}, t("session.export"), " ", ...files), linkOf(sessionId));
}

/** The address, copied; what it opens for others is their key's to say. */
function linkOf(sessionId) {
  const said = el("span", { role: "status" });
  const address = `${location.origin}${location.pathname}#/s/${encodeURIComponent(sessionId)}`;
  const copy = button(
    t("session.link"),
    async () => {
      try {
        await navigator.clipboard.writeText(address);
        said.textContent = t("session.link.copied");
      } catch {
        said.textContent = address; // a browser that copies nothing on plain http
      }
    },
    { class: "link" },
  );
  return el("p", {}, copy, " ", said, " ", t("session.link.how"));
}

/** Shows where one is. */
export function markPlace(room, rest) {
  current = rest ? `${room}/${rest}` : room;
  for (const link of all("#places a[data-room]")) mark(link, link.dataset.room === room);
  for (const link of all("#places a[data-session]")) mark(link, room === "s" && link.dataset.session === rest);
}

const mark = (link, here) => (here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current"));
