"""Documents whose ids are nearest to one that there is not: "sop 12" where there is only sop_1422."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from ibidem.domain.documents import EVERYTHING, Document, SearchFilters
from ibidem.profile import IdPattern
from ibidem.turn.context import TurnContext

MOST_OFFERED = 3
_LOOKED_AT = 1_000  # documents of the family; the first by their ids


async def nearest_ids(number: str, pattern: IdPattern, context: TurnContext) -> Sequence[Document]:
    """The readable documents of this family whose numbers are nearest in spelling: beginning with it, holding it, or alike."""
    filters = EVERYTHING if pattern.doc_type is None else SearchFilters(doc_types=(pattern.doc_type,))
    held = await context.documents.documents(context.principal, _LOOKED_AT, 0, filters)
    before, after = pattern.doc_id.split("{number}")
    numbered = {
        one.doc_id[len(before) : len(one.doc_id) - len(after)]: one
        for one in held
        if one.doc_id.startswith(before) and one.doc_id.endswith(after)
    }

    def likeness(other: str) -> tuple[bool, bool, float]:
        return other.startswith(number), number in other, SequenceMatcher(None, number, other).ratio()

    ranked = sorted((other for other in numbered if other.isdecimal()), key=likeness, reverse=True)
    return [numbered[other] for other in ranked[:MOST_OFFERED]]
