// The right side: the sources of a turn, a document opened at its place, and how the answer came about.

import { all, button, el, find } from "./dom.js";
import { citedOf } from "./cited.js";
import { sourceList } from "./sources.js";
import { closeSheet, isNarrow, openSheet } from "./sheets.js";
import { t } from "./words.js";

/**
 * What the panel is about: a turn, those beside it, its session's documents by id, whether it is the latest that cited, and a way to ask.
 * @typedef {{turn: any, turns?: any[], documents: Map<string, any>, isLatest: boolean, ask: (message: string) => void,
 *   without?: ((turn: any, kept: string[]) => void) | null}} Context
 */

/** @type {{context: Context | null, tab: string, wanted: any}} */
const state = { context: null, tab: "sources", wanted: null };
let returnTo = null;

const TABS = {
  sources: (panel) =>
    panel.append(sourceList(state.context, { open: (slot) => openSource(state.context, slot), opened: state.wanted?.slot })),
  document: async (panel) =>
    (await import("./viewer.js")).viewDocument(panel, state.wanted, {
      context: state.context,
      open: (slot) => openSource(state.context, slot),
    }),
  how: async (panel) => (await import("./trace.js")).viewTrace(panel, state.context.turn),
};

/** Shows the sources of a turn beside it; on a narrow screen they wait to be asked for. */
export function show(context) {
  const before = state.context?.turn;
  if (before === context.turn) return;
  const nothing = context.turn.doc_refs.length === 0;
  if (nothing && find("#beside").hidden) return;
  state.context = context;
  // What the reader opened while the answer was written stays open.
  if (before?.turn_id === context.turn.turn_id && state.tab !== "sources") return;
  state.wanted = null;
  state.tab = "sources";
  find("#beside").hidden = false;
  draw();
}

/** As `show`, for a turn that was scrolled to: a document that was opened stays open. */
export function accompany(context) {
  if (state.tab === "sources") show(context);
}

/**
 * Opens a source of a turn at what the answer took from it. `text` is the block of the answer that cites it, if there is one.
 * @param {Context} context
 * @param {number} slot
 */
export function openSource(context, slot, text = "") {
  const ref = context.turn.doc_refs.find((one) => one.slot === slot);
  if (ref === undefined) return;
  state.context = context;
  const quotes = context.turn.parts.filter((part) => part.slot === slot && part.start !== null);
  const focus = quotes.find((part) => text.includes(part.text)) ?? quotes[0];
  const shown = context.turn.shown?.doc_id === ref.doc_id ? context.turn.shown.offset : undefined;
  state.wanted = {
    slot,
    doc_id: ref.doc_id,
    version: ref.version,
    at: focus?.start ?? shown,
    chunks: ref.chunk_ids,
    quotes,
    focus,
  };
  reveal("document");
  for (const one of all(".turn button.slot"))
    one.setAttribute(
      "aria-pressed",
      String(one.closest(".turn").dataset.turn === String(context.turn.turn_id) && Number(one.dataset.slot) === slot),
    );
}

/** Opens the source with a number of the turn that is chosen, and goes to it; whether there is one. */
export function openNumber(number) {
  if (!state.context?.turn.doc_refs.some((ref) => ref.slot === number)) return false;
  openSource(state.context, number);
  find("#panel").focus();
  return true;
}

/** Opens a document from elsewhere: a search, the list of documents. */
export function openDocument({ doc_id, version, at, chunks = [] }) {
  state.context = null;
  state.wanted = { doc_id, version, at, chunks, quotes: [] };
  reveal("document");
}

export function openTrace(context) {
  state.context = context;
  reveal("how");
}

/** From the document back to the sources, from there to nothing; whether there was anything to leave. */
export function back() {
  if (find("#beside").hidden) return false;
  if (state.tab !== "sources" && state.context !== null) {
    state.tab = "sources";
    draw();
  } else if (state.tab !== "sources") close();
  else return false;
  returnTo?.focus?.();
  return true;
}

export function close() {
  state.context = null;
  state.wanted = null;
  find("#beside").hidden = true;
}

function reveal(tab) {
  returnTo = document.activeElement;
  state.tab = tab;
  find("#beside").hidden = false;
  draw();
  if (isNarrow()) openSheet("beside");
}

function draw() {
  const names = ["sources", "document", "how"].filter((name) => offers(name));
  const tabs = el("div", { role: "tablist", "aria-label": t("beside") }, ...names.map(tab));
  const panel = el("div", { class: "panel", id: "panel", role: "tabpanel", tabindex: "0", "aria-label": label(state.tab) });
  const leave = button("✕", () => closeSheet() || hide(), { class: "close", "aria-label": t("close") });
  find("#beside").replaceChildren(el("div", { class: "tabs" }, tabs, leave), panel);
  TABS[state.tab](panel);
}

function hide() {
  find("#beside").hidden = true;
  returnTo?.focus?.();
}

function offers(name) {
  if (name === "document") return state.wanted !== null;
  if (name === "how") return state.context?.turn.trace !== undefined; // a turn has it once it is stored
  return state.context !== null;
}

const label = (name) => (name === "sources" ? `${t("sources")} ${citedOf(state.context.turn).length}` : t(`tab.${name}`));

function tab(name) {
  const selected = name === state.tab;
  const made = button(label(name), () => go(name), {
    role: "tab",
    "aria-selected": String(selected),
    "aria-controls": "panel",
    tabindex: selected ? 0 : -1,
    dataset: { tab: name },
  });
  made.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    const next = event.key === "ArrowRight" ? made.nextSibling : made.previousSibling;
    if (next) go(next.dataset.tab);
  });
  return made;
}

function go(name) {
  state.tab = name;
  draw();
  find(`#beside [data-tab="${name}"]`).focus();
}
