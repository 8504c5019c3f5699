// Elements are made from text; HTML comes in through one door, and only what the server has cleaned.

const policy = globalThis.trustedTypes?.createPolicy("ibidem", { createHTML: (html) => html });

/**
 * An element. Attributes that begin with "on" are listeners; `class`, `dataset` and booleans do what they say.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false).map(asNode));
  return element;
}

const asNode = (child) => (child instanceof Node ? child : document.createTextNode(String(child)));

/** A button that says what it does. */
export const button = (label, onclick, attributes = {}) => el("button", { type: "button", onclick, ...attributes }, label);

/**
 * An element with HTML that the server rendered and cleaned (`answer_html`, `html` of a document).
 * @param {string} tag
 * @param {string} html
 */
export function rendered(tag, html, attributes = {}) {
  const element = el(tag, attributes);
  element.innerHTML = policy ? policy.createHTML(html) : html;
  return element;
}

export const find = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** Says something to people who hear the page. */
export function announce(text) {
  find("#live").textContent = text;
}

/** The text nodes below an element, but not those of code. */
export function textNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, {
    acceptNode: (node) => (node.parentElement.closest("pre, code, button") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  });
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

/** A dialog over the page, closed by Esc, by its button and by a click beside it. */
export function dialog(label, closeLabel, ...children) {
  const box = el("dialog", { "aria-label": label, class: "box" });
  const close = button("✕", () => box.close(), { class: "close", "aria-label": closeLabel });
  box.append(el("header", {}, el("h2", {}, label), close), ...children);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return box;
}
