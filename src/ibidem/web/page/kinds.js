// The types of documents as people call them: by the profile, else by the page for the one that documents have without saying any.

import { has, t } from "./words.js";

/** @param {any} known the answer of `GET /v1/corpus`, or null */
export function kindName(known, name) {
  const label = known?.types.find((one) => one.name === name)?.label ?? name;
  return label === name && has(`kind.${name}`) ? t(`kind.${name}`) : label;
}
