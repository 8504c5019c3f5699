// The HTTP API: one function for each way of calling it, and errors that a person can read.

import { has, language, t } from "./words.js";

/** An error of the API; `message` is in the person's language, `details` what the server said. */
export class ApiError extends Error {
  constructor(type, details = "") {
    super(t(has(`error.${type}`) ? `error.${type}` : "error.other"));
    this.type = type;
    this.details = details;
  }
}

const path = (parts, query) => {
  const address = parts.map((part) => encodeURIComponent(part)).join("/");
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const pairs = given.flatMap(([name, value]) => (Array.isArray(value) ? value.map((one) => [name, one]) : [[name, value]]));
  return `/v1/${address}${pairs.length ? `?${new URLSearchParams(pairs)}` : ""}`;
};

async function call(method, address, { body, signal, headers = {} } = {}) {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json", "Accept-Language": language(), ...headers } };
  const began = performance.now();
  let response;
  try {
    response = await fetch(address, { method, signal, cache: "no-store", keepalive: method === "DELETE", ...json });
  } catch (error) {
    throw error.name === "AbortError" ? error : new ApiError("unreachable");
  }
  if (response.status === 401) dispatchEvent(new CustomEvent("key-needed", { detail: began }));
  if (!response.ok) throw await errorOf(response);
  return response;
}

async function errorOf(response) {
  try {
    const { error } = await response.json();
    return new ApiError(error.type, error.message);
  } catch {
    return new ApiError("other", `HTTP ${response.status}`);
  }
}

/** @param {string[]} parts the address below /v1, part by part */
export const get = async (parts, query = {}) => (await call("GET", path(parts, query))).json();
export const send = async (method, parts, body) => {
  const response = await call(method, path(parts, {}), { body });
  return response.status === 204 ? null : response.json();
};

/** The address of a PDF, opened at a page. */
export const pdfAddress = (docId, version, page) => `${path(["documents", docId, "pdf"], { version })}#page=${page}`;

/** The address of a whole conversation as a file. */
export const exportAddress = (sessionId, format) => path(["sessions", sessionId, "export"], { format });

/** The address of a document's file. */
export const originalAddress = (docId, version) => path(["documents", docId, "original"], { version });

/**
 * A turn as it comes, which goes on without the page. Resolves with the response of `done`.
 * @param {string[]} parts
 * @param {object} body
 * @param {{onEvent: (name: string, data: any, number: number) => void, signal: AbortSignal}} options
 */
export async function stream(parts, body, { onEvent, signal }) {
  return heard(await call("POST", path(parts, {}), { body: { ...body, stream: true, when_left: "continue" }, signal }), onEvent);
}

/** As `stream`, of a turn that runs already. */
export async function follow(parts, query, { onEvent, signal }) {
  return heard(await call("GET", path(parts, query), { signal }), onEvent);
}

async function heard(response, onEvent) {
  let done = null;
  for await (const [name, data, number] of serverSentEvents(response.body)) {
    if (name === "error") throw new ApiError(data.error.type, data.error.message);
    if (name === "done") done = data;
    else onEvent(name, data, number);
  }
  if (done === null) throw new ApiError("unreachable");
  return done;
}

const KNOWN = new Set(["step", "sources", "delta", "needs_input", "done", "error"]);

/** https://html.spec.whatwg.org/multipage/server-sent-events.html, as far as our server writes it. */
async function* serverSentEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      throw error.name === "AbortError" ? error : new ApiError("unreachable");
    });
    if (done) return;
    buffer += value;
    const blocks = buffer.split("\n\n");
    buffer = blocks.pop() ?? "";
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      const number = Number(/^id: (\d+)$/m.exec(block)?.[1] ?? 0);
      if (name !== undefined && data !== undefined && KNOWN.has(name)) yield [name, JSON.parse(data), number];
    }
  }
}
