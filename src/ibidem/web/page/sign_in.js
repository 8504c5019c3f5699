// The key that the service asks for. It goes to the server once, which sets a cookie that no script can read.

import { send } from "./api.js";
import { button, dialog, el } from "./dom.js";
import { forgetCorpus } from "./corpus.js";
import { forgetSignedIn, rememberSignedIn } from "./preferences.js";
import { t } from "./words.js";

let box = null;
let closed = 0;

/**
 * Asks for a key, once at a time, and not for what was sent before it was last asked for.
 * @param {() => void} then what to do when it was accepted
 * @param {number} sent when the request was sent that needs it, as `performance.now()` has it
 */
export function askForKey(then, sent) {
  if (box !== null || sent < closed) return;
  forgetSignedIn();
  const key = el("input", { type: "password", autocomplete: "current-password", required: true, "aria-label": t("sign.key") });
  const refused = el("p", { role: "alert" });
  const form = el("form", {}, el("p", {}, t("sign.why")), key, el("div", { class: "decide" }, el("button", { class: "strong" }, t("sign.in"))), refused);
  box = dialog(t("sign.in"), t("close"), form);
  box.addEventListener("close", () => {
    box = null;
    closed = performance.now();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await send("POST", ["sign-in"], { key: key.value });
    } catch (error) {
      refused.textContent = error.type === "unauthenticated" ? t("sign.refused") : error.message;
      return;
    }
    rememberSignedIn();
    forgetCorpus();
    box.close();
    then();
  });
  key.focus();
}

/** A button that signs out. @param {() => void} then */
export const signOutButton = (then) =>
  button(
    t("sign.out"),
    async () => {
      await send("DELETE", ["sign-in"]);
      forgetSignedIn();
      forgetCorpus();
      then();
    },
    { id: "sign-out" },
  );
