"""Writes further queries for a question, settles which of them are searched, and writes others when those found too little."""

import asyncio
from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest

from ibidem.domain.languages import Language
from ibidem.language.detection import detect_language
from ibidem.language.normal import normalise
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.replies import read_queries, read_yes_no
from ibidem.turn.question.regenerating import kept_for
from ibidem.turn.steps.route import plan_of
from ibidem.turn.values import Refinement, RoutedQuestion, SearchPlan, WrittenQueries

MOST_QUERIES = 6
TOLD_TURNS, TOLD = 3, 150  # turns of the conversation that a prompt is told of, and characters of each question and answer
NOTHING = "-"  # stands in a prompt where there is nothing to tell


async def write_queries(routed: RoutedQuestion, context: TurnContext) -> WrittenQueries | SearchPlan:
    """Three queries for each language of the corpus, and beside that whether the question is clear as it is.

    A fast answer, one from documents pointed at or chosen, and one without a model are searched for by the question itself and
    its translations.
    """
    parsed = routed.parsed
    asked = parsed.open.recalled.asked
    if context.models is None or asked.question.mode == "fast" or parsed.open.looked_up is not None or kept_for(parsed.open):
        return plan_of(routed, parsed.translations, context)
    models = context.models
    calls = [queries_in(text, language, routed, models, context) for text, language in versions(routed)]
    clear, written = await asyncio.gather(is_clear(routed, models, context), asyncio.gather(*calls))
    new = unlike(interleaved(written), (parsed.open.text, *parsed.translations, *routed.attempts.queries))
    if not new or (clear and not routed.attempts.made):
        return plan_of(routed, settled_by_rule((*parsed.translations, *new)), context)
    return WrittenQueries(routed, new)


async def settle_queries(written: WrittenQueries, context: TurnContext) -> SearchPlan:
    """The three to six queries that together ask for everything that the question does; by rule, some of each language.

    What was searched before is not searched again: beside it, new words would hardly count.
    """
    routed = written.routed
    parsed = routed.parsed
    candidates = (*unlike(parsed.translations, routed.attempts.queries), *written.queries)
    settled: Sequence[str] | None = None
    if context.models is not None:
        prompt = context.models.prompts.get("settle", parsed.open.recalled.asked.language)
        inputs = {"question": parsed.open.text, "queries": listed(candidates)}
        settled = await ask(context.models.light, prompt, inputs, read_queries, context)
    return plan_of(routed, settled_by_rule(unlike(settled or candidates, (parsed.open.text,))), context)


async def refine_queries(refinement: Refinement, context: TurnContext) -> SearchPlan:
    """Queries for what the last draft lacked; by rule, the judge's hint itself."""
    routed = refinement.routed
    attempts, question = routed.attempts, routed.parsed.open
    refined: Sequence[str] | None = None
    if context.models is not None:
        prompt = context.models.prompts.get("refine", question.recalled.asked.language)
        inputs = {
            "question": question.text,
            "queries": listed(attempts.queries),
            "issues": listed(attempts.feedback),
            "hint": attempts.hint or NOTHING,
        }
        refined = await ask(context.models.light, prompt, inputs, read_queries, context)
    wanted = refined or ((attempts.hint,) if attempts.hint else ())
    return plan_of(routed, settled_by_rule(unlike(wanted, (question.text, *attempts.queries))), context)


def versions(routed: RoutedQuestion) -> tuple[tuple[str, Language], ...]:
    """The question and its translations, each with its language."""
    question = routed.parsed.open
    own = question.recalled.asked.language
    others: dict[Language, str] = {detect_language(text, own): text for text in routed.parsed.translations}
    return ((routed.parsed.query, own), *((text, language) for language, text in others.items() if language != own))


async def queries_in(
    text: str, language: Language, routed: RoutedQuestion, models: Models, context: TurnContext
) -> tuple[str, ...]:
    """Queries for one version of the question, in its language; none when the model gives none."""
    prompt = models.prompts.for_route("queries", routed.route, language)
    avoid = (*routed.attempts.queries, *routed.attempts.feedback)
    inputs = {"question": text, "conversation": conversation(routed), "avoid": listed(avoid)}
    return await ask(models.light, prompt, inputs, read_queries, context) or ()


async def is_clear(routed: RoutedQuestion, models: Models, context: TurnContext) -> bool:
    """Whether the question can be searched for as it is; without a reply it counts as unclear, and so after a failed draft."""
    if routed.attempts.made:
        return False
    question = routed.parsed.open
    prompt = models.prompts.get("gate", question.recalled.asked.language)
    inputs = {"question": question.text, "conversation": conversation(routed)}
    return bool(await ask(models.light, prompt, inputs, read_yes_no, context))


def conversation(routed: RoutedQuestion) -> str:
    """The turns that the question goes on from, shortened: what was asked and what was answered."""
    turns = routed.parsed.focus.turns[-TOLD_TURNS:]
    return "\n".join(f"Q: {t.content.user_text[:TOLD]}\nA: {t.content.summary[:TOLD]}" for t in turns) or NOTHING


def listed(texts: Iterable[str]) -> str:
    """Texts as a list for a prompt."""
    return "\n".join(f"- {text}" for text in texts) or NOTHING


def interleaved(lists: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The first of each list, then the second of each, and so on."""
    return tuple(text for text in chain.from_iterable(zip_longest(*lists)) if text is not None)


def unlike(texts: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """The texts that are neither among the known ones nor said twice, apart from spelling."""
    seen = {folded(text) for text in known}
    return tuple(text for text in texts if folded(text) not in seen and not seen.add(folded(text)))


def folded(text: str) -> str:
    """A query without differences that a search does not see."""
    return "".join(character for character in normalise(text).casefold() if character.isalnum())


def settled_by_rule(queries: Sequence[str]) -> tuple[str, ...]:
    """As many as are searched beside the question itself."""
    return tuple(queries[: MOST_QUERIES - 1])
