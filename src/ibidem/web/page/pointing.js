// Pointing by hand sends the words that a person would type; these are they.

import { t } from "./words.js";

/**
 * "Show me the whole of document 2": by its slot in the latest answer, else by its number in the whole session.
 * @param {import("./beside.js").Context} context
 */
export function wordsForWhole(context, ref) {
  return said("say.whole", context, ref);
}

/** "According to document 2, ...": the question of that turn again, answered from this document. */
export function wordsForUse(context, ref) {
  const { turn } = context;
  // "How heavy" goes on in the middle of the sentence as "how heavy".
  const question = turn.user_text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  return turn.lookup_source === null && !question.includes("\n")
    ? said("say.use", context, ref, question)
    : said("say.more", context, ref);
}

function said(key, context, ref, question = "") {
  const number = context.documents.get(ref.doc_id)?.number;
  if (context.isLatest || number === undefined) return t(key, { n: ref.slot, question });
  return t(`${key}.session`, { n: number, question });
}
