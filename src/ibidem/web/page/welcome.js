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

// What is asked for again by itself: the others wait for the person.
const PASSING = new Set(["unreachable", "starting", "store_unavailable", "too_many_requests", "stopping"]);
export const passes = (error) => PASSING.has(error?.type);

/** In place of a greeting while the service says nothing of its documents: why, and what happens next. @param {any} error */
export function notYet(error) {
  const kind = { starting: "starting", unauthenticated: "signed.out", unreachable: "offline" }[error?.type];
  const again = passes(error) && el("p", { class: "how working" }, t("state.again"));
  const signIn = () => dispatchEvent(new CustomEvent("key-needed", { detail: performance.now() }));
  return el(
    "div",
    { class: "welcome", role: "status" },
    el("h1", {}, kind === undefined ? (error?.message ?? t("error.other")) : t(`state.${kind}`)),
    kind === "signed.out" && button(t("sign.in"), signIn, { class: "strong" }),
    again,
  );
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
