"""Shows the beginnings of documents that were requested and do not hold the answer."""

from dataclasses import replace

from ibidem.answering.extract import Extract
from ibidem.finding.passages import Ranking
from ibidem.turn.answers.quoting import BEGINNING, beginning, quoted
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import NotInDocument
from ibidem.turn.wording import WORDINGS


async def show_beginning(nothing: NotInDocument, context: TurnContext) -> Accepted:
    """Quotes the beginnings of the documents, up to three times the length of an answer, with a notice if there was a
    question."""
    plan, documents = nothing.plan, nothing.looked_up.documents
    language = plan.inquiry.language
    wording = WORDINGS[language]
    most = BEGINNING * context.profile.answer_length.of(language) // len(documents)
    quotes = [quote for document in documents for quote in await beginning(document, most, context)]
    notice = wording.not_in_document if plan.query else wording.quoted
    shown = quoted(plan, Extract(tuple(quotes), "answered"), (notice,), Ranking((), (), 0.0, ()), context)
    return replace(shown, found="closest" if plan.query else "answered")
