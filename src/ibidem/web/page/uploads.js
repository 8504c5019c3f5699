// Files on their way in: an area to drop them on, and a row for each with its state, the reason, and what to do.

import { ApiError, send } from "./api.js";
import { openDocument } from "./beside.js";
import { forgetCorpus } from "./corpus.js";
import { announce, button, el } from "./dom.js";
import { has, t } from "./words.js";

const AT_ONCE = 2; // as many as the server reads

/**
 * Files on their way in: a list of their rows, a way to take further ones, and a hidden field to choose them with.
 * @param {(stored: any) => void} onStored
 */
export function filesIn(onStored) {
  const input = el("input", { type: "file", multiple: true, class: "unseen", tabindex: "-1", "aria-hidden": "true" });
  const rows = el("ul", { class: "uploads", "aria-label": t("uploads") });
  const queue = new Queue(onStored);
  const take = (files) => [...files].forEach((file) => rows.prepend(queue.add(file)));
  input.addEventListener("change", () => {
    take(input.files);
    input.value = "";
  });
  return { input, rows, take };
}

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");

/** Takes the files that are dropped on an element, and shows that it would. Text is dropped where it is written. */
export function dropsOn(element, take) {
  element.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    element.classList.add("dropping");
  });
  element.addEventListener("dragleave", () => element.classList.remove("dropping"));
  element.addEventListener("drop", (event) => {
    element.classList.remove("dropping");
    if (event.defaultPrevented || !hasFiles(event)) return; // an area inside has taken them
    event.preventDefault();
    take(event.dataTransfer.files);
  });
}

/** @param {{large?: boolean, onStored?: (stored: any) => void}} options */
export function dropArea({ large = false, onStored = () => {} }) {
  const { input, rows, take } = filesIn(onStored);
  const choose = button(t("upload.choose"), () => input.click(), { class: "plain" });
  const area = el("div", { class: large ? "drop large" : "drop" }, el("span", {}, t("upload.drop")), choose, input);
  const whole = el("div", {}, area, rows);
  dropsOn(whole, take);
  return whole;
}

// A file dropped beside the area would otherwise be opened in place of the page.
for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => hasFiles(event) && event.preventDefault());

class Queue {
  constructor(onStored) {
    this.onStored = onStored;
    this.waiting = [];
    this.running = 0;
  }

  /** The row of a file, which is sent when its turn comes. */
  add(file) {
    const row = uploadRow(file);
    this.waiting.push({ file, row });
    this.next();
    return row.element;
  }

  next() {
    while (this.running < AT_ONCE && this.waiting.length > 0) this.run(this.waiting.shift());
  }

  async run({ file, row, duplicates = "recognise" }) {
    this.running += 1;
    try {
      const stored = await upload(file, duplicates, row.progress);
      if (stored.already_there) row.known(stored, () => this.again(file, row, "store"));
      else row.ready(stored);
      forgetCorpus();
      this.onStored(stored);
    } catch (error) {
      row.refused(error, () => this.again(file, row));
    } finally {
      this.running -= 1;
      this.next();
    }
  }

  again(file, row, duplicates) {
    row.waiting();
    this.waiting.push({ file, row, duplicates });
    this.next();
  }
}

/** `fetch` does not say how much of a body has been sent. */
function upload(file, duplicates, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append("file", file);
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => progress(event.loaded / event.total));
    request.addEventListener("load", () =>
      request.status < 300 ? resolve(request.response) : reject(request.response?.error ?? { type: "other", message: "" }),
    );
    request.addEventListener("error", () => reject({ type: "unreachable", message: "" }));
    request.open("POST", `/v1/documents?duplicates=${duplicates}`);
    request.send(form);
  });
}

const LOOKS = 150; // times, two seconds apart

/** Looks for a document until a search finds it; whether one did. */
async function whenFound({ doc_id, title }) {
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const body = { query: title, limit: 1, filters: { doc_ids: [doc_id] } };
    const { results } = await send("POST", ["search"], body).catch(() => ({ results: [] }));
    if (results.length > 0) return true;
  }
  return false;
}

/** What stands under a file that is a document already: that one, and a way to add it all the same. */
const isThere = (stored, anyway) => [
  button(stored.title, () => openDocument({ doc_id: stored.doc_id }), { class: "link" }),
  ` · ${stored.doc_id} `,
  button(t("upload.anyway"), anyway, { class: "link" }),
];

// Errors for which the page has a sentence that leaves open why: the service says that.
const MANY_REASONS = new Set(["unreadable_document", "invalid_input", "other"]);

function uploadRow(file) {
  const sign = el("span", { class: "sign", "aria-hidden": "true" }, "·");
  const state = el("span", { class: "state" }, t("upload.waiting"));
  const bar = el("progress", { max: 1, value: 0, "aria-label": file.name });
  const why = el("div", { class: "why", hidden: true });
  const element = el("li", {}, sign, el("bdi", { class: "name" }, file.name), state, bar, why);

  function settle(kind, mark, words) {
    element.className = kind;
    sign.textContent = mark;
    state.textContent = words;
    bar.hidden = true;
    why.hidden = false;
    announce(`${file.name}: ${words}`);
  }

  return {
    element,
    waiting() {
      element.className = "";
      sign.textContent = "·";
      state.textContent = t("upload.waiting");
      bar.hidden = false;
      why.hidden = true;
    },
    progress(share) {
      bar.value = share;
      state.textContent = share < 1 ? t("upload.sending", { n: Math.round(share * 100) }) : t("upload.reading");
    },
    ready(stored) {
      settle("ready", "✓", t(stored.searchable ? "upload.ready" : "upload.later"));
      if (!stored.searchable) whenFound(stored).then((found) => found && settle("ready", "✓", t("upload.ready")));
      why.replaceChildren(
        `${stored.title} · ${stored.doc_id} `,
        button(t("upload.text"), () => openDocument({ doc_id: stored.doc_id }), { class: "link" }),
      );
    },
    known(stored, anyway) {
      settle("ready known", "=", t("upload.known"));
      why.replaceChildren(...isThere(stored, anyway));
    },
    refused(error, again) {
      settle("refused", "!", t("upload.refused"));
      const todo = has(`upload.todo.${error.type}`) ? t(`upload.todo.${error.type}`) : t("upload.todo");
      const isSaid = has(`error.${error.type}`) && !MANY_REASONS.has(error.type);
      why.replaceChildren(
        `${new ApiError(error.type).message} ${todo} `,
        button(t("retry"), again, { class: "link" }),
        isSaid || error.message === "" ? "" : el("small", { class: "quiet", lang: "en" }, error.message),
      );
    },
  };
}
