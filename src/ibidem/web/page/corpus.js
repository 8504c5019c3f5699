// What there is to ask about, read once until the documents change.

import { get } from "./api.js";
import { language } from "./words.js";

let known = null;
let spoken = "";

/** The answer of `GET /v1/corpus`, or null where it cannot be had. */
export function corpus() {
  if (known === null || spoken !== language()) {
    spoken = language();
    known = get(["corpus"], { language: spoken }).catch(() => null);
  }
  return known;
}

export function forgetCorpus() {
  known = null;
}
