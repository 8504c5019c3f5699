"""Chooses the route of a question, and what is searched for on it."""

from dataclasses import replace

from ibidem.domain.documents import SearchFilters
from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.turn.context import TurnContext
from ibidem.turn.parse import any_stands_in
from ibidem.turn.pointing.ids import id_reader
from ibidem.turn.values import ParsedQuestion, RoutedQuestion, SearchPlan

DOC_LOOKUP = "doc_lookup"


async def route(parsed: ParsedQuestion, context: TurnContext) -> RoutedQuestion:
    """The route of the highest priority that has a word in the question, or a document type asked for; else general.

    A question to documents that were pointed at takes none of these.
    """
    if parsed.open.looked_up is not None:
        return RoutedQuestion(parsed, DOC_LOOKUP)
    return RoutedQuestion(parsed, route_by_words(parsed.open.text, parsed.doc_types, context.profile))


def route_by_words(message: str, doc_types: tuple[str, ...], profile: Profile) -> str:
    """The name of the profile's route for a message that asks for these document types."""
    text = normalise(message).casefold()
    groups = {t.group for t in profile.doc_types if t.name in doc_types}
    fitting = [r for r in profile.routes if groups & set(r.groups) or any_stands_in(r.words, text)]
    return max(fitting, key=lambda r: r.priority).name if fitting else "general"


async def plan_search(routed: RoutedQuestion, context: TurnContext) -> SearchPlan:
    """One query, the question itself, within the filters given and the devices understood."""
    question = routed.parsed.open
    if question.looked_up is not None:
        filters = SearchFilters(doc_ids=tuple(document.doc_id for document in question.looked_up.documents))
        return SearchPlan(routed, without_ids(question.text, filters.doc_ids, context.profile), filters, frozenset())
    chosen = next((r for r in context.profile.routes if r.name == routed.route), None)
    groups = frozenset(chosen.groups) if chosen else frozenset[str]()
    preferred = frozenset(t.name for t in context.profile.doc_types if t.group in groups) | frozenset(routed.parsed.doc_types)
    filters = narrowed(question.recalled.asked.question.filters, routed.parsed.devices)
    return SearchPlan(routed, question.text, filters, preferred)


def without_ids(text: str, doc_ids: tuple[str, ...], profile: Profile) -> str:
    """A question without the ids of the documents that it is put to: a document need not hold its own id, nor that of another."""
    kept = normalise(text)
    for found in reversed(id_reader(profile).find(kept)):
        if found.named.certain or found.named.doc_id in doc_ids:
            kept = f"{kept[: found.start]} {kept[found.end :]}"
    return kept.strip() or text


def narrowed(filters: SearchFilters, devices: tuple[str, ...]) -> SearchFilters:
    """The filters that came with the question, narrowed to the devices understood where none were given."""
    return filters if filters.devices else replace(filters, devices=devices)
