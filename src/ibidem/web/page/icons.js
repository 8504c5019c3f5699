// Drawings for buttons, in the colour of their text. What a button is called stands on the button itself.

const PATHS = {
  helpful: "M7 11v9H4v-9zM7 11l4-8c1.5 0 2.5 1 2.5 2.5V9H19a2 2 0 0 1 2 2.3l-1.2 7A2 2 0 0 1 17.8 20H7",
  wrong_fact: "M7 13V4H4v9zM7 13l4 8c1.5 0 2.5-1 2.5-2.5V15H19a2 2 0 0 0 2-2.3l-1.2-7A2 2 0 0 0 17.8 4H7",
  wrong_document: "M13 3H6v18h12V8zM13 3v5h5M9.5 12l5 5M14.5 12l-5 5",
  anew: "M20 12a8 8 0 1 1-2.3-5.7L20 8.5M20 3.5v5h-5",
  branch: "M6 8v8M6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 8c0 5-5 5-10.5 9",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  done: "M5 12.5l4.5 4.5L19 7",
  how: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5v.2",
  more: "M5.5 12h.1M12 12h.1M18.5 12h.1",
  clip: "M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7L9.3 17a1.6 1.6 0 0 1-2.3-2.3L14.5 7",
};
const NAMESPACE = "http://www.w3.org/2000/svg";

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  const drawing = document.createElementNS(NAMESPACE, "svg");
  const path = document.createElementNS(NAMESPACE, "path");
  path.setAttribute("d", PATHS[name]);
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  drawing.append(path);
  return drawing;
}
