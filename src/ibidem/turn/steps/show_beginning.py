"""Shows how the documents begin that were asked for and hold no answer."""

from ibidem.search.passages import Ranking
from ibidem.turn.answers.quoting import BEGINNING, beginning, max_characters, quoted
from ibidem.turn.context import TurnContext
from ibidem.turn.values import Accepted, NotInDocument
from ibidem.turn.wording import WORDINGS


async def show_beginning(nothing: NotInDocument, context: TurnContext) -> Accepted:
    """Quotes how the documents begin, up to three times as much as an answer holds, and says so if something else was asked."""
    plan, documents = nothing.plan, nothing.looked_up.documents
    language = plan.inquiry.language
    wording = WORDINGS[language]
    most = BEGINNING * max_characters(context.profile.answer_length, language) // len(documents)
    quotes = [quote for document in documents for quote in await beginning(document, most, context)]
    notice = wording.not_in_document if plan.query else wording.quoted
    return quoted(plan, quotes, (notice,), Ranking((), (), 0.0, ()), context)
