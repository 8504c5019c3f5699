// What there is to ask about, read once until the documents change.

import { get } from "./api.js";
import { language } from "./words.js";

let known = null;
let spoken = "";
let trouble = null;

/** The answer of `GET /v1/corpus`, or null where it cannot be had: then it is asked for again the next time. */
export function corpus() {
  if (known === null || spoken !== language()) {
    spoken = language();
    known = get(["corpus"], { language: spoken }).then(learnt, (error) => {
      known = null;
      trouble = error;
      return null;
    });
  }
  return known;
}

/** What the person may do is an attribute of the page, so that CSS hides what would be refused. */
function learnt(found) {
  trouble = null;
  document.body.dataset.may = found.scopes.join(" ");
  return found;
}

/** Why it could not be had. */
export const corpusTrouble = () => trouble;

export function forgetCorpus() {
  known = null;
}
