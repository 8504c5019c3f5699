"""Whether a message that seems to mean the document just cited is about something else."""

from ibidem.domain.documents import SearchFilters
from ibidem.finding.passages import find_passages
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import latest_citing
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.focus import question_and_titles
from ibidem.turn.question.subjects import filler_words, subject_words
from ibidem.understanding.pointer import AllSlots, DocumentIds, Either, Pointer, says_no_more
from ibidem.understanding.said import content_of


def names_nothing(pointer: Pointer) -> bool:
    """Whether a message that names no document by its id says only "that document" or "it", or may say "all of them"."""
    match pointer:
        case AllSlots(sure=False, excluded=(), but=(), left=None):
            return True
        case DocumentIds(otherwise=otherwise):  # none of these ids is that of a document
            return otherwise is None or names_nothing(otherwise)
        case Either(readings):
            return all(map(names_nothing, readings))
        case _:
            return says_no_more(pointer)


async def is_elsewhere(pointer: Pointer, inquiry: Inquiry, context: TurnContext) -> bool:
    """Whether the message names something that another document holds and the latest answer, its question and the titles cited do
    not: 料金表見せて after an answer from an incident report. A wrong document shown whole is worse than a search."""
    latest = latest_citing(inquiry)
    if latest is None or not names_nothing(pointer):
        return False
    named = " ".join(content_of(inquiry.message, context.profile))
    words = subject_words(named) - filler_words()
    words -= subject_words(f"{question_and_titles(latest)}\n{latest.content.assistant_text}")
    if not words:
        return False
    ranking = await find_passages(named, (), SearchFilters(), 1, context.index, context.principal)
    cited = {ref.doc_id for ref in latest.content.doc_refs}
    first = zip(ranking.passages, ranking.tokens, strict=True)
    return any(p.document.doc_id not in cited and not words.isdisjoint(tokens.split()) for p, tokens in first)
