"""Pauses a turn to ask which document is meant."""

from collections.abc import Sequence

from ibidem.domain.conversation import Choice, Pause
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.fetching import fetch
from ibidem.turn.pauses.choices import documents_of
from ibidem.turn.question.routes import DOC_LOOKUP
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import UnclearReference
from ibidem.turn.wording import WORDINGS, Wording
from ibidem.understanding.resolve import Unclear


async def ask_which(unclear: UnclearReference, context: TurnContext) -> Accepted:
    """Asks which document is meant, with the title and the slot of each possible one, and says which number does not exist.

    A title is that of the version that the caller may read now; unreadable documents are no choice.
    """
    inquiry, asked = unclear.inquiry, unclear.unclear
    fetched = [(one, await fetch(one.target, context)) for one in asked.choices]
    given = tuple(
        Choice(one.target.doc_id, one.target.version or None, found.document.title, one.slot)
        for one, found in fetched
        if found is not None
    )
    question = question_of(asked, given, WORDINGS[inquiry.language])
    pause = Pause("reference", question, given, inquiry.text, asked.intent)
    text = "\n".join([question, *documents_of(pause)])
    context.say(text)
    return Accepted(inquiry=inquiry, text=text, route=DOC_LOOKUP, pause=pause)


def question_of(asked: Unclear, given: Sequence[Choice], wording: Wording) -> str:
    """The question with its reason: what there is not, an answer without citations, nothing to choose from."""
    if asked.named:
        return f"{wording.not_readable.format(asked.named)} {wording.which if given else ''}".strip()
    if not given:
        return wording.which_not_readable if asked.choices else wording.which_of_none
    if asked.missing:
        return wording.no_such_number.format(wording.number_or.join(map(str, asked.missing)))
    return wording.none_in_answer if asked.reason == "no_citing_turn" else wording.which
