// What a person set on this page: language and theme. Kept in this browser only.

import { LANGUAGES } from "./words.js";

const THEMES = ["system", "light", "dark"];

export function kept(name) {
  try {
    return localStorage.getItem(`ibidem.${name}`);
  } catch {
    return null; // a browser that keeps nothing
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`ibidem.${name}`, value);
  } catch {
    /* it holds until the page is left */
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(`ibidem.${name}`);
  } catch {
    /* nothing was kept */
  }
}

/** The language that was chosen, else the first of the browser's that we speak. */
export function chosenLanguage() {
  const wanted = [kept("language"), ...navigator.languages.map((one) => one.slice(0, 2))];
  return wanted.find((one) => one !== null && one in LANGUAGES) ?? "en";
}

export const chooseLanguage = (language) => keep("language", language);

export const chosenTheme = () => THEMES.find((one) => one === kept("theme")) ?? "system";

export function chooseTheme(theme) {
  keep("theme", theme);
  applyTheme();
}

/** Light or dark is an attribute of the document, so that CSS needs one set of rules. */
export function applyTheme() {
  const theme = chosenTheme();
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

/** The ids of the conversations that are kept at the top of the list. */
export const pinned = () => new Set(JSON.parse(kept("pinned") ?? "[]"));

export const isPinned = (session, ids = pinned()) => ids.has(session.session_id);

export const pin = (sessionId) => keepPinned(pinned().add(sessionId));

export function unpin(sessionId) {
  const ids = pinned();
  if (ids.delete(sessionId)) keepPinned(ids);
}

const keepPinned = (ids) => keep("pinned", JSON.stringify([...ids]));

// Whether there is something to sign out of: the cookie itself is the browser's, and no script's to see.
export const rememberSignedIn = () => keep("signed-in", "yes");
export const forgetSignedIn = () => keep("signed-in", "");
export const isSignedIn = () => kept("signed-in") === "yes";

export { THEMES };
