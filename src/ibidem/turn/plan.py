"""Takes a question to its route, and plans what is searched for on it."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import SearchFilters
from ibidem.language.normal import normalise
from ibidem.profile import Profile
from ibidem.turn.context import TurnContext
from ibidem.turn.pointing.ids import id_reader
from ibidem.turn.routing import GENERAL, route_by_words
from ibidem.turn.values import DeviceChoice, ParsedQuestion, RoutedQuestion, SearchPlan

DOC_LOOKUP = "doc_lookup"


async def route(parsed: ParsedQuestion, context: TurnContext) -> RoutedQuestion | DeviceChoice:
    """The route of the highest priority that has a word in the question, or a document type asked for; else the one that the
    model suggested; else general. A question to documents that were pointed at takes none of these.

    A verified answer is about one device: where the question names only the family of several, it is asked which one.
    """
    question = parsed.open
    if question.looked_up is not None:
        chosen = DOC_LOOKUP
    else:
        asked = question.recalled.asked.question
        if parsed.kin and asked.mode == "verified" and not asked.filters.devices and not asked.filters.doc_ids:
            return DeviceChoice(parsed)
        chosen = route_by_words(question.text, parsed.doc_types, context.profile) or parsed.suggested_route or GENERAL
    context.progress.route = chosen
    return RoutedQuestion(parsed, chosen)


def plan_of(routed: RoutedQuestion, further: Sequence[str], context: TurnContext) -> SearchPlan:
    """The question itself and further words for it, within the filters given and the devices understood."""
    question = routed.parsed.open
    if question.looked_up is not None:
        filters = SearchFilters(doc_ids=tuple(document.doc_id for document in question.looked_up.documents))
        query = without_ids(question.text, filters.doc_ids, context.profile)
        return SearchPlan(routed, query, filters, frozenset(), tuple(further))
    chosen = next((r for r in context.profile.routes if r.name == routed.route), None)
    groups = frozenset(chosen.groups) if chosen else frozenset[str]()
    preferred = frozenset(t.name for t in context.profile.doc_types if t.group in groups) | frozenset(routed.parsed.doc_types)
    filters = narrowed(question.recalled.asked.question.filters, routed.parsed.devices)
    return SearchPlan(routed, question.text, filters, preferred, tuple(further))


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
