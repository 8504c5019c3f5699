// The frame of a place beside the conversation: its title, a line on what it is for, and what it holds.

import { el } from "./dom.js";
import { setTitle } from "./sheets.js";

/**
 * @param {string} title
 * @param {string} purpose
 * @param {...(Node | false | null)} children
 */
export function place(title, purpose, ...children) {
  setTitle(title);
  const column = el("div", { class: "column" }, el("h1", {}, title), el("p", { class: "quiet" }, purpose), ...children);
  return el("div", { class: "place", tabindex: "0" }, column);
}
