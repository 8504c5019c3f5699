// A text that is longer than the server takes: it stays whole, and beside it stands by how much, until it is shorter.

import { el } from "./dom.js";
import { number, t } from "./words.js";

export const MESSAGE = 8000; // characters of a question, which the server takes

/** As the server counts them. */
const lengthOf = (text) => [...text.trim().normalize("NFC")].length;

/**
 * Weighs a field; `said` stands near it, `fits` says whether what it holds can be sent.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {number} most
 */
export function limited(field, most) {
  const said = el("p", { class: "too-long", role: "alert" });
  const fits = () => {
    const over = lengthOf(field.value) - most;
    const words = over > 0 ? t("too.long", { n: number(over), most: number(most) }) : "";
    if (said.textContent !== words) said.textContent = words;
    field.setAttribute("aria-invalid", String(over > 0));
    return over <= 0;
  };
  field.addEventListener("input", fits);
  return { said, fits };
}
