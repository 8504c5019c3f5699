// Turning the link of a conversation on and off, and copying it.

import { send } from "./api.js";
import { button, el } from "./dom.js";
import { t } from "./words.js";

/** @param {any} session @param {() => void} onChange */
export function sharing(session, onChange) {
  const said = el("span", { role: "status" });
  const element = el("p", { class: "quiet sharing" });
  const draw = (isShared) => {
    const share = button(t(isShared ? "session.share.copy" : "session.share"), copy, { class: "link", dataset: { do: "share" } });
    const end = isShared && button(t("session.share.end"), stop, { class: "link danger", dataset: { do: "unshare" } });
    element.replaceChildren(...[share, end, said, el("small", {}, t("session.share.how"))].filter(Boolean).flatMap((one) => [one, " "]));
  };
  const failing = (act) => () => act().catch((error) => (said.textContent = error.message));
  const copy = failing(async () => {
    const { address } = await send("PUT", ["sessions", session.session_id, "link"]);
    const whole = `${location.origin}${address}`;
    draw(true);
    try {
      await navigator.clipboard.writeText(whole);
      said.textContent = t("session.link.copied");
    } catch {
      said.textContent = whole; // a browser that copies nothing on plain http
    }
    element.dataset.address = address;
    onChange();
  });
  const stop = failing(async () => {
    await send("DELETE", ["sessions", session.session_id, "link"]);
    draw(false);
    said.textContent = t("session.share.ended");
    onChange();
  });
  draw(session.shared);
  return element;
}
