// What a person sees first: what there is to ask about, questions that it answers, and a place to drop files.

import { corpus } from "./corpus.js";
import { button, el } from "./dom.js";
import { dropArea } from "./uploads.js";
import { number, t } from "./words.js";

/** @param {{known: any, ask: (message: string) => void}} options what is known of the corpus, and a way to ask */
export function welcome({ known, ask }) {
  const greeting = el("div", {});
  greeting.append(...greet(known, ask));
  const onStored = async () => greeting.replaceChildren(...greet(await corpus(), ask));
  return el("div", { class: "welcome" }, greeting, dropArea({ large: !known?.documents, onStored }));
}

function greet(known, ask) {
  const documents = known?.documents ?? 0;
  const openers = (known?.questions ?? []).map((question) => button(question, () => ask(question)));
  return [
    el("h1", {}, t(documents === 0 ? "welcome.empty" : "welcome")),
    el("p", { class: "how" }, documents === 0 ? t("welcome.empty.how") : t("welcome.how", { n: number(documents) })),
    openers.length > 0 ? el("div", { class: "openers", role: "group", "aria-label": t("welcome.questions") }, ...openers) : "",
  ];
}
