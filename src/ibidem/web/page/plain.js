// The light Markdown of stored text as lines that a person reads.

const RULE = /^:?-{2,}:?$/; // between the head of a table and its rows
const HEADING = /(^|\s)#{1,6} /g; // also where several lines were drawn into one
const STRONG = /\*\*|`/g;
const LINK = /!?\[([^\][]*)\]\([^()\s]*\)/g;

/** A line without marks; a row of a table as its cells. */
export function plainLine(text) {
  const line = text.replace(HEADING, "$1").replace(LINK, "$1").replace(STRONG, "").trim();
  if (!line.includes("|")) return line;
  const cells = line.split("|").map((cell) => cell.trim());
  return cells.filter((cell) => cell !== "" && !RULE.test(cell)).join(" · ");
}

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
