"""Chooses the route of a question, which is then searched for as it stands."""

from ibidem.turn.context import TurnContext
from ibidem.turn.question.devices import is_open
from ibidem.turn.question.queries import plan_of
from ibidem.turn.question.routes import DOC_LOOKUP, GENERAL, route_by_words
from ibidem.turn.values.asking import ParsedQuestion
from ibidem.turn.values.searching import DeviceChoice, RoutedQuestion, SearchPlan


async def route(parsed: ParsedQuestion, context: TurnContext) -> SearchPlan | DeviceChoice:
    """The route of the highest priority that has a word in the question, or a document type it asks for; else the one that the
    model suggested; else general. A question to documents that were pointed at has its own.

    A verified answer is about one device: where the question names only a family, the person is asked which one is meant.
    """
    inquiry = parsed.inquiry
    if inquiry.looked_up is not None:
        chosen = DOC_LOOKUP
    else:
        if is_open(parsed.kin, inquiry):
            return DeviceChoice(parsed)
        chosen = route_by_words(parsed.query, parsed.doc_types, context.profile) or parsed.suggested_route or GENERAL
    context.progress.route = chosen
    return plan_of(RoutedQuestion(parsed, chosen), (), context)
