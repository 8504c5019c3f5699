// How often answers like one were right here, by what people rated or an evaluation set has; nothing where too few were.

import { get } from "./api.js";
import { el } from "./dom.js";
import { number, t } from "./words.js";

const holds = (band, confidence) => band.least <= confidence && (confidence < band.most || band.most === 1);
const share = (band) => Math.round((100 * band.right) / band.rated);

/** "Right in 91 of 100 here", or null. */
export async function likeThis(confidence) {
  if (confidence === null) return null;
  const found = await get(["measurements"], { days: 1 }).catch(() => null);
  for (const by of ["calibration", "evaluated"]) {
    const band = found?.[by].find((one) => holds(one, confidence));
    if (band) return t(`${by}.like`, { n: share(band), rated: number(band.rated) });
  }
  return null;
}

/** The curves: what was promised beside what came out, a row for each band, by ratings and by evaluation sets; [] where there is none. */
export const curves = (found) => ["calibration", "evaluated"].filter((by) => found[by].length > 0).map((by) => curve(found[by], by));

function curve(bands, by) {
  const rows = bands.map((band) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, `${Math.round(100 * band.least)} – ${Math.round(100 * band.most)} %`),
      el("td", {}, el("meter", { min: 0, max: 100, value: share(band), "aria-label": `${share(band)} %` }), ` ${share(band)} %`),
      el("td", {}, t("calibration.rated", { right: number(band.right), rated: number(band.rated) })),
    ),
  );
  const heads = [t("calibration.promised"), t("calibration.right"), t(`${by}.counted`)].map((name) => el("th", { scope: "col" }, name));
  const table = el("table", { class: "list" }, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows));
  return el("section", { class: "card calibration" }, el("h2", {}, t(by)), el("p", { class: "quiet" }, t(`${by}.how`)), table);
}
