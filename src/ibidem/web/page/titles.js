// What stands above an answer: the person's own words, also where a click answered what a turn asked.

import { t } from "./words.js";

const NUMBERS = /^\d+(?:, \d+)*$/;
const DECISIONS = { sources: ["approve", "reject"], review: ["approve", "edit", "reject"] };

const LONGEST = 120; // characters of a title

/** A question as the title of a conversation. */
export const shortTitle = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text);

/**
 * The words of a turn. A choice is stored by its number, and a decision by its name: the question that waited says what it is about.
 * @param {any} turn
 * @param {any} [before] the turn before it
 */
export function askedWords(turn, before) {
  const pause = before?.pause ?? null;
  if (pause === null) return turn.user_text;
  const chosen = chosenOf(turn.user_text, pause);
  return chosen === "" ? turn.user_text : `${before.user_text} → ${chosen}`;
}

function chosenOf(said, pause) {
  if (DECISIONS[pause.kind]?.includes(said)) return t(`${pause.kind}.${said}`);
  if (!NUMBERS.test(said)) return "";
  const numbers = said.split(", ").map(Number);
  const titles = pause.choices.filter((choice) => numbers.includes(choice.number)).map((choice) => choice.title);
  return titles.length === numbers.length ? titles.join(", ") : "";
}
