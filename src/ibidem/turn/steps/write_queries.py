"""Writes further queries for a question."""

import asyncio
from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest

from ibidem.domain.languages import Language
from ibidem.language.detection import detect_language
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import conversation, listed
from ibidem.turn.models.replies import read_queries, read_yes_no
from ibidem.turn.question.queries import plan_of, settled_by_rule, unlike
from ibidem.turn.question.regenerating import kept_for
from ibidem.turn.values import RoutedQuestion, SearchPlan, WrittenQueries


async def write_queries(routed: RoutedQuestion, context: TurnContext) -> WrittenQueries | SearchPlan:
    """Three queries for each language of the corpus, and beside that whether the question is clear as it is.

    A fast answer, one from documents pointed at or chosen, and one without a model are searched for by the question itself and
    its translations.
    """
    parsed, inquiry, models = routed.parsed, routed.inquiry, context.models
    if models is None or inquiry.mode == "fast" or inquiry.looked_up is not None or kept_for(inquiry):
        return plan_of(routed, parsed.translations, context)
    calls = [queries_in(text, language, routed, models, context) for text, language in versions(routed)]
    clear, written = await asyncio.gather(is_clear(routed, models, context), asyncio.gather(*calls))
    new = unlike(interleaved(written), (inquiry.text, *parsed.translations, *routed.attempts.queries))
    if not new or (clear and not routed.attempts.made):
        return plan_of(routed, settled_by_rule((*parsed.translations, *new)), context)
    return WrittenQueries(routed, new)


def versions(routed: RoutedQuestion) -> tuple[tuple[str, Language], ...]:
    """The question and its translations, each with its language."""
    own = routed.inquiry.language
    others: dict[Language, str] = {detect_language(text, own): text for text in routed.parsed.translations}
    return ((routed.parsed.query, own), *((text, language) for language, text in others.items() if language != own))


async def queries_in(
    text: str, language: Language, routed: RoutedQuestion, models: Models, context: TurnContext
) -> tuple[str, ...]:
    """Queries for one version of the question, in its language; none when the model gives none."""
    prompt = models.prompts.for_route("queries", routed.route, language)
    avoid = (*routed.attempts.queries, *routed.attempts.feedback)
    inputs = {"question": text, "conversation": conversation(routed.parsed.focus.turns), "avoid": listed(avoid)}
    return await ask(models.light, prompt, inputs, read_queries, context) or ()


async def is_clear(routed: RoutedQuestion, models: Models, context: TurnContext) -> bool:
    """Whether the question can be searched for as it is; without a reply it counts as unclear, and so after a failed draft."""
    if routed.attempts.made:
        return False
    prompt = models.prompts.get("gate", routed.inquiry.language)
    inputs = {"question": routed.inquiry.text, "conversation": conversation(routed.parsed.focus.turns)}
    return bool(await ask(models.light, prompt, inputs, read_yes_no, context))


def interleaved(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The first of each list, then the second of each, and so on."""
    return tuple(text for text in chain.from_iterable(zip_longest(*lists)) if text is not None)
