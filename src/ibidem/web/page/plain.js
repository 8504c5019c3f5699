// The light Markdown of stored text as lines that a person reads.

/** A row of a table as a line. */
export const plainLine = (text) => text.replace(/^\s*(?:#{1,6} |\|\s*)|\s*\|\s*$/g, "").replace(/\s*\|\s*/g, " · ");

/** Several lines, without the rules of tables and without empty ones. */
export function plainText(text) {
  const lines = text.split("\n").filter((line) => /[^\s|:-]/.test(line));
  return lines.map(plainLine).join("\n");
}

/** The section without the title that stands above it already. */
export function sectionIn(section, title) {
  if (section === title) return "";
  return section.startsWith(`${title} > `) ? section.slice(title.length + 3) : section;
}
