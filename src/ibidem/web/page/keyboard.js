// The keyboard: what each key does, and a list of them.

import * as beside from "./beside.js";
import { all, dialog, el, find } from "./dom.js";
import { startNew } from "./session_list.js";
import { closeSheet } from "./sheets.js";
import { t } from "./words.js";

const KEYS = [
  ["/", "key.ask"],
  ["n", "key.new"],
  ["1–9", "key.source"],
  ["↑ ↓", "key.turns"],
  ["Esc", "key.close"],
  ["?", "key.keys"],
];

export function showKeys() {
  const rows = KEYS.flatMap(([key, words]) => [
    el("dt", {}, ...key.split(" ").map((one) => el("kbd", {}, one))),
    el("dd", {}, t(words)),
  ]);
  dialog(t("keys"), t("close"), el("dl", { class: "keys" }, ...rows));
}

const isTyping = (element) => element?.matches?.("input:not([type=checkbox]), textarea, select, [contenteditable]") ?? false;

/** From one turn, or one conversation in the list, to the next. */
function move(step) {
  const links = all("#sessions a");
  if (links.includes(document.activeElement)) {
    links[links.indexOf(document.activeElement) + step]?.focus();
    return true;
  }
  const turns = all(".turn[data-turn]");
  if (turns.length === 0 || document.activeElement.closest("#beside")) return false;
  const at = turns.findIndex((turn) => turn.classList.contains("chosen") || turn.contains(document.activeElement));
  const next = turns[Math.min(turns.length - 1, Math.max(0, (at < 0 ? turns.length : at) + step))];
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
  return true;
}

function escape() {
  if (closeSheet() || beside.back()) return;
  const active = document.activeElement;
  if (active === find("#question")) active.blur();
}

const ACTIONS = {
  "/": () => find("#question, .find input")?.focus(),
  n: startNew,
  "?": showKeys,
  ArrowUp: () => move(-1),
  ArrowDown: () => move(1),
};

export function listenToKeys() {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || find("dialog[open]")) return;
    if (event.key === "Escape") return escape();
    if (isTyping(document.activeElement)) return;
    const action = /^[1-9]$/.test(event.key) ? () => beside.openNumber(Number(event.key)) : ACTIONS[event.key];
    if (action === undefined || action() === false) return;
    event.preventDefault();
  });
}
