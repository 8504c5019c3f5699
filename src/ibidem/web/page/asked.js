// The question above an answer. A very long one shows its first lines, and the rest when that is wanted.

import { button, el } from "./dom.js";
import { t } from "./words.js";

const SHORT = 160; // characters, or three lines, stand whole on any screen

export function askedHeading(text) {
  const heading = el("h2", { class: "asked" }, el("bdi", {}, text));
  if (text.length <= SHORT && text.split("\n").length <= 3) return heading;
  heading.classList.add("clamped");
  const turn = () => {
    const open = !heading.classList.toggle("clamped");
    more.textContent = t(open ? "less" : "more");
    more.setAttribute("aria-expanded", String(open));
  };
  const more = button(t("more"), turn, { class: "link", hidden: true, "aria-expanded": "false", dataset: { do: "more" } });
  const isCut = () => heading.scrollHeight > heading.clientHeight + 1;
  new ResizeObserver(() => (more.hidden = heading.classList.contains("clamped") && !isCut())).observe(heading);
  return el("div", { class: "long" }, heading, more);
}
