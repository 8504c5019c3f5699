// The pictures near what a source is cited for, beside its quotation; a click shows one larger.

import { button, dialog, el } from "./dom.js";
import { t } from "./words.js";

/** @param {{figures: {url: string, caption: string, width: number, height: number}[]} | undefined} ref a source of a turn */
export function picturesOf(ref) {
  const figures = ref?.figures ?? [];
  return figures.length > 0 && el("div", { class: "pictures" }, ...figures.map(small));
}

function small(figure) {
  const name = figure.caption || t("picture");
  const label = t("picture.open", { name });
  const shown = el(
    "figure",
    {},
    button(image(figure, name), () => enlarge(figure, name), { "aria-label": label, title: label }),
    figure.caption && el("figcaption", {}, figure.caption),
  );
  // Whoever may not read documents sees the answer without them; so does everybody when a file is broken.
  shown.querySelector("img").addEventListener("error", () => shown.remove());
  return shown;
}

const image = ({ url, width, height }, alt) => el("img", { src: url, alt, width, height, loading: "lazy", decoding: "async" });

function enlarge(figure, name) {
  dialog(name, t("close"), image(figure, name)).classList.add("picture");
}
