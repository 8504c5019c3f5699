// The documents that a conversation cites: their numbers in all of it, and what became of them since.

import { get } from "./api.js";

/** By their ids; none where that cannot be known. @returns {Promise<Map<string, any>>} */
export async function citedIn(sessionId) {
  const { documents } = await get(["sessions", sessionId, "documents"], { limit: 1000 }).catch(() => ({ documents: [] }));
  return new Map(documents.map((one) => [one.doc_id, one]));
}

/** Whether a stored answer may say otherwise today: a source of it has another version, holds no longer, or is gone. */
export const mayDiffer = (turn, documents) =>
  turn.doc_refs.some((ref) => {
    const known = documents.get(ref.doc_id);
    return known !== undefined && (known.current_version !== ref.version || (ref.in_force && !known.in_force));
  });
