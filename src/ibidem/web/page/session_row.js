// A conversation in the list: its name, how it stands, and what can be done with it.

import { exportAddress, send } from "./api.js";
import { announce, button, dialog, el } from "./dom.js";
import { isPinned, pin, unpin } from "./preferences.js";
import { sharing } from "./sharing.js";
import { setTitle } from "./sheets.js";
import { shortTitle } from "./titles.js";
import { t } from "./words.js";

const UNDO = 8000; // milliseconds in which a deletion can be taken back
const going = new Set();

/** Whether a conversation was deleted a moment ago, so that it may still be taken back. */
export const isGoing = (session) => going.has(session.session_id);

/**
 * @param {any} session
 * @param {{name: string, isWaiting: boolean, isRunning: boolean, isOpen: () => boolean, refresh: () => Promise<void>}} on
 */
export function sessionRow(session, on) {
  const sign = (kind, mark) => el("span", { class: `quiet ${kind}`, role: "img", "aria-label": t(`session.${kind}`), title: t(`session.${kind}`) }, mark);
  const link = el(
    "a",
    { href: `#/s/${encodeURIComponent(session.session_id)}`, dataset: { session: session.session_id }, title: on.name },
    on.isRunning && sign("running", "… "),
    on.isWaiting && sign("waiting", "● "),
    session.branched_from !== null && el("span", { class: "quiet", role: "img", "aria-label": t("branch.is") }, "↳ "),
    el("bdi", {}, on.name),
  );
  const more = button("⋯", () => edit(session, on), { class: "more", "aria-label": t("session.edit", { name: on.name }) });
  return el("li", {}, link, more);
}

function edit(session, on) {
  const title = el("input", { type: "text", value: on.name, maxlength: 200, "aria-label": t("session.title") });
  const save = el("button", { class: "strong" }, t("save"));
  const kept = isPinned(session);
  const keep = button(
    t(kept ? "session.unpin" : "session.pin"),
    () => {
      (kept ? unpin : pin)(session.session_id);
      box.close();
      on.refresh();
    },
    { class: "plain", dataset: { do: "pin" } },
  );
  const remove = button(
    t("session.delete"),
    () => {
      if (remove.dataset.sure === undefined) {
        remove.dataset.sure = "";
        remove.textContent = t("delete.sure");
        return;
      }
      box.close();
      takeOut(session, on);
    },
    { class: "plain danger" },
  );
  const form = el("form", {}, title, el("div", { class: "decide" }, save, keep, remove), exports(session.session_id), sharing(session, on.refresh));
  const box = dialog(t("session.title"), t("close"), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = title.value.trim();
    await send("PATCH", ["sessions", session.session_id], { title: name });
    if (on.isOpen()) setTitle(shortTitle(name || session.first_question));
    box.close();
    on.refresh();
  });
  title.select();
}

/** Gone from the list at once, and from the server when it is too late to take it back. */
function takeOut(session, on) {
  const id = session.session_id;
  going.add(id);
  const gone = async () => {
    clearTimeout(waiting);
    removeEventListener("pagehide", gone);
    toast.remove();
    if (!going.delete(id)) return;
    await send("DELETE", ["sessions", id]).then(() => unpin(id), (error) => error.type === "not_found" && unpin(id));
    on.refresh();
  };
  const undo = () => {
    going.delete(id);
    gone();
    location.hash = `#/s/${encodeURIComponent(id)}`;
    on.refresh();
  };
  const toast = el("div", { class: "toast", role: "status" }, t("session.deleted"), button(t("undo"), undo, { class: "link" }));
  document.body.append(toast);
  announce(t("session.deleted"));
  const waiting = setTimeout(gone, UNDO);
  addEventListener("pagehide", gone);
  if (on.isOpen()) location.hash = "#/";
  on.refresh();
}

function exports(sessionId) {
  const file = (format, ending, name) =>
    el("a", { href: exportAddress(sessionId, format), download: `${sessionId}.${ending}`, class: "link" }, name);
  const files = [
    file("html", "html", t("session.as.page")),
    file("markdown", "md", "Markdown"),
    file("json", "json", "JSON"),
  ].flatMap((link, place) => (place === 0 ? [link] : [" · ", link]));
  return el("div", { class: "quiet share" }, el("p", {}, t("session.export"), " ", ...files), linkOf(sessionId));
}

/** The address, copied; what it opens for others is their key's to say. */
function linkOf(sessionId) {
  const said = el("span", { role: "status" });
  const address = `${location.origin}${location.pathname}#/s/${encodeURIComponent(sessionId)}`;
  const copy = button(
    t("session.link"),
    async () => {
      try {
        await navigator.clipboard.writeText(address);
        said.textContent = t("session.link.copied");
      } catch {
        said.textContent = address; // a browser that copies nothing on plain http
      }
    },
    { class: "link" },
  );
  return el("p", {}, copy, " ", said, " ", t("session.link.how"));
}
