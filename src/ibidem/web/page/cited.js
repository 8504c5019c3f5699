// The documents that a conversation cites: their numbers in all of it, and what became of them since.

import { get } from "./api.js";

/** By their ids; none where that cannot be known. @returns {Promise<Map<string, any>>} */
export async function citedIn(sessionId) {
  const { documents } = await get(["sessions", sessionId, "documents"], { limit: 1000 }).catch(() => ({ documents: [] }));
  return new Map(documents.map((one) => [one.doc_id, one]));
}

const NUMBER = /\[(\d{1,3})\]/g;

/**
 * The sources that an answer stands on: those whose numbers it says, and whose lines it quotes. All of them where it says none, as
 * where a document is shown. A service may list what else was found after them.
 */
export function citedOf({ doc_refs: refs, assistant_text: text = "", parts = [] }) {
  const said = [...text.matchAll(NUMBER)].map((found) => Number(found[1]));
  const quoted = parts.filter((part) => part.kind !== "notice").map((part) => part.slot);
  const cited = refs.filter((ref) => said.includes(ref.slot) || quoted.includes(ref.slot));
  return cited.length > 0 ? cited : refs;
}

/** What was found for an answer and stands in none of it. */
export function furtherOf(turn) {
  const cited = citedOf(turn);
  return turn.doc_refs.filter((ref) => !cited.includes(ref));
}

/** Whether a stored answer may say otherwise today: a source of it has another version, holds no longer, or is gone. */
export const mayDiffer = (turn, documents) =>
  citedOf(turn).some((ref) => {
    const known = documents.get(ref.doc_id);
    return known !== undefined && (known.current_version !== ref.version || (ref.in_force && !known.in_force));
  });
