// The page of a PDF or a scan as it was printed, with boxes around what was cited.

import { get } from "./api.js";
import { button, el, find } from "./dom.js";
import { isPlace } from "./marking.js";
import { t } from "./words.js";

const MOST_QUOTES = 50; // as the server takes them
const WIDTHS = [800, 1200, 1600, 2400];
let isLarge = false;
let drawings = 0;

/**
 * Draws a page into a box. Without a number it is the one that what is cited stands on.
 * @param {HTMLElement} box
 * @param {any} found the document, as its view gives it
 * @param {any} wanted what is to be shown of it, as `viewDocument` takes it
 * @param {{number?: number, isSure?: boolean}} [at]
 */
export async function drawPage(box, found, wanted, at = {}) {
  const drawing = ++drawings;
  const number = at.number ?? pageOf(found, wanted.focus);
  let page = await read(found, wanted, number);
  // What is cited may begin with the end of one page and stand on the next.
  if (at.number === undefined && boxesOf(page, wanted.focus).length === 0 && number < page.pages) {
    const next = await read(found, wanted, number + 1);
    if (boxesOf(next, wanted.focus).length > 0) page = next;
  }
  if (drawing !== drawings) return null; // another page was asked for meanwhile
  const turnTo = (next) => drawPage(box, found, wanted, { number: next }).catch((error) => refuse(box, error));
  box.replaceChildren(sheet(page, found), turning(page, turnTo));
  return find("rect", box);
}

/** The page before stays, below why there is no other. */
function refuse(box, error) {
  find('[role="alert"]', box)?.remove();
  box.prepend(el("p", { role: "alert" }, error.message));
}

const read = (found, wanted, number) =>
  get(["documents", found.doc_id, "pages", number], { version: found.version, quote: quotesOf(found, wanted) });

/** What was quoted, or the passages where nothing was. */
function quotesOf(found, { quotes }) {
  const stretches = quotes.length > 0 ? quotes : found.passages;
  return stretches
    .filter((one) => one.end > one.start)
    .slice(0, MOST_QUOTES)
    .map((one) => `${one.start}-${one.end}`);
}

function pageOf(found, focus) {
  const passage = found.passages.find((one) => isPlace(focus, one)) ?? found.passages[0];
  return passage?.page ?? 1;
}

function boxesOf(page, focus) {
  return page.quotations.filter((one) => !focus || isPlace(one, focus)).flatMap((one) => one.boxes);
}

function sheet(page, found) {
  const pixels = innerWidth * 0.5 * devicePixelRatio * (isLarge ? 2 : 1);
  const width = WIDTHS.find((one) => one >= pixels) ?? WIDTHS.at(-1);
  const picture = el("img", {
    src: `${page.image}&width=${width}`,
    width: Math.round(page.width),
    height: Math.round(page.height),
    alt: t(boxesOf(page).length > 0 ? "page.boxed" : "page.picture", { n: page.number, title: found.title }),
  });
  const drawn = el("div", { class: isLarge ? "sheet large" : "sheet" }, picture, marks(page));
  const larger = button(
    t(isLarge ? "page.smaller" : "page.larger"),
    () => {
      isLarge = !isLarge;
      const anew = sheet(page, found);
      drawn.closest("figure").replaceWith(anew);
      find("rect", anew)?.scrollIntoView({ block: "center", inline: "center" });
      find(".larger", anew).focus({ preventScroll: true });
    },
    { class: "link larger" },
  );
  return el("figure", { class: "drawn" }, larger, el("div", { class: "window", tabindex: "0", role: "group", "aria-label": picture.alt }, drawn));
}

function marks(page) {
  const drawing = svg("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" });
  for (const { left, top, width, height } of boxesOf(page)) drawing.append(svg("rect", { x: left, y: top, width, height }));
  return drawing;
}

function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

function turning(page, turnTo) {
  const step = (next, label) =>
    next < 1 || next > page.pages ? el("span") : button(label, () => turnTo(next), { class: "link" });
  return el(
    "nav",
    { class: "pages", "aria-label": t("pages") },
    step(page.number - 1, `← ${t("page.previous")}`),
    el("span", { class: "quiet" }, t("page.of", { n: page.number, all: page.pages })),
    step(page.number + 1, `${t("page.next")} →`),
  );
}
