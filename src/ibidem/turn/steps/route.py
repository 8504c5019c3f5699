"""Chooses the route of a question, which is then searched for as it stands, here or by a hosted search."""

from ibidem.turn.context import TurnContext
from ibidem.turn.exploring.choosing import explores
from ibidem.turn.question.devices import is_open
from ibidem.turn.question.queries import plan_of
from ibidem.turn.question.routes import DOC_LOOKUP, GENERAL, route_by_words
from ibidem.turn.values.asking import ParsedQuestion
from ibidem.turn.values.searching import DeviceChoice, HostedSearch, RoutedQuestion, SearchPlan, ToExplore


async def route(parsed: ParsedQuestion, context: TurnContext) -> SearchPlan | DeviceChoice | HostedSearch | ToExplore:
    """The route of the highest priority that has a word in the question, or a document type it asks for; else the one that the
    model suggested; else general. A question to documents that were pointed at has its own.

    A hosted search, where one is configured, gets every question that is not about documents kept here, whose sources need no
    confirmation, and that no fields narrow, for its copies have none; where the history policy says so, a model looks around
    for it. Without a hosted search, a verified answer is about one device: where the question names only a family, the
    person is asked which one is meant.
    """
    inquiry = parsed.inquiry
    own = inquiry.looked_up is not None or inquiry.question.confirm_sources or bool(inquiry.filters.fields)
    hosted = context.hosted is not None and not own
    if inquiry.looked_up is not None:
        chosen = DOC_LOOKUP
    else:
        if not hosted and is_open(parsed.kin, inquiry):
            return DeviceChoice(parsed)
        chosen = route_by_words(parsed.query, parsed.doc_types, context.profile) or parsed.suggested_route or GENERAL
    context.progress.route = chosen
    plan = plan_of(RoutedQuestion(parsed, chosen), (), context)
    if explores(parsed, chosen, context):
        return ToExplore(plan)
    return HostedSearch(plan) if hosted else plan
