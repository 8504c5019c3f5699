"""Takes a question to its route."""

from ibidem.turn.context import TurnContext
from ibidem.turn.question.routes import DOC_LOOKUP, GENERAL, route_by_words
from ibidem.turn.values import DeviceChoice, ParsedQuestion, RoutedQuestion


async def route(parsed: ParsedQuestion, context: TurnContext) -> RoutedQuestion | DeviceChoice:
    """The route of the highest priority that has a word in the question, or a document type asked for; else the one that the
    model suggested; else general. A question to documents that were pointed at takes none of these.

    A verified answer is about one device: where the question names only the family of several, it is asked which one.
    """
    inquiry = parsed.inquiry
    if inquiry.looked_up is not None:
        chosen = DOC_LOOKUP
    else:
        if parsed.kin and inquiry.mode == "verified" and not inquiry.filters.devices and not inquiry.filters.doc_ids:
            return DeviceChoice(parsed)
        chosen = route_by_words(parsed.query, parsed.doc_types, context.profile) or parsed.suggested_route or GENERAL
    context.progress.route = chosen
    return RoutedQuestion(parsed, chosen)
