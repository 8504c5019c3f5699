"""Writes further queries, where a search for the question alone is not sure to have found what answers it."""

import asyncio
from dataclasses import replace

from ibidem.turn.context import Models, TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import bullet_list, conversation
from ibidem.turn.models.reply_parsers import read_queries, read_yes_no
from ibidem.turn.models.route_prompts import prompt_of_route
from ibidem.turn.question.queries import distinct_from, plan_of, settled_by_rule
from ibidem.turn.question.remembering import quoted
from ibidem.turn.question.translations import other_language, translations, translations_into
from ibidem.turn.values.searching import RoutedQuestion, SearchPlan, WrittenQueries

OF_EACH = 3  # queries of each language, where both are wanted


async def write_queries(routed: RoutedQuestion, context: TurnContext) -> WrittenQueries | SearchPlan:
    """The question in the other languages of the corpus; for a verified answer also queries for what it does not say, and
    whether it is clear as it is, all in parallel. A fast question gets queries once no answer was found in what was read for it.

    A question to documents that were pointed at is only translated, and nothing is written without a model.
    """
    inquiry, models = routed.inquiry, context.models
    if models is None:
        return plan_of(routed, (), context)
    if context.profile.queries == "both" and inquiry.looked_up is None and not routed.attempts.made:
        return await in_both_languages(routed, models, context)
    if inquiry.looked_up is not None or (inquiry.mode == "fast" and not routed.attempts.read):
        routed = with_translations(routed, await translations(routed.parsed, context))
        return plan_of(routed, routed.parsed.translations, context)
    if inquiry.mode == "fast":
        translated, written = await asyncio.gather(translations(routed.parsed, context), written_for(routed, models, context))
        routed = with_translations(routed, translated)
        new = distinct_from(written, (routed.parsed.query, inquiry.text, *translated))
        return plan_of(routed, settled_by_rule((*translated, *new)), context)
    translated, clear, written = await asyncio.gather(
        translations(routed.parsed, context), is_clear(routed, models, context), written_for(routed, models, context)
    )
    routed = with_translations(routed, translated)
    new = distinct_from(written, (routed.parsed.query, inquiry.text, *translated, *routed.attempts.queries))
    if not new or clear:
        return plan_of(routed, settled_by_rule((*translated, *new)), context)
    return WrittenQueries(routed, new)


async def in_both_languages(routed: RoutedQuestion, models: Models, context: TurnContext) -> SearchPlan:
    """Three queries in the language of the question and three in another one, for the question itself and its translation."""
    other = await other_language(routed.parsed, context)
    own, translated = await asyncio.gather(
        written_for(routed, models, context), translations_into((other,), routed.parsed, context)
    )
    inquiry = replace(routed.inquiry, language=other, text=translated[0] if translated else routed.inquiry.text)
    abroad = await written_for(replace(routed, parsed=replace(routed.parsed, inquiry=inquiry)), models, context)
    asked = (routed.parsed.query, routed.inquiry.text)
    both = (*distinct_from(own, asked)[:OF_EACH], *distinct_from(abroad, (*asked, *own))[:OF_EACH])
    return plan_of(with_translations(routed, translated), both, context)


def with_translations(routed: RoutedQuestion, translated: tuple[str, ...]) -> RoutedQuestion:
    """The question with its translations, which are not asked for again."""
    return replace(routed, parsed=replace(routed.parsed, translations=translated, doubted=True))


async def written_for(routed: RoutedQuestion, models: Models, context: TurnContext) -> tuple[str, ...]:
    """Queries for what the question does not say; none when the model gives none."""
    prompt = prompt_of_route("queries", routed.route, routed.inquiry.language, models, context)
    inputs = {
        "question": routed.inquiry.text,
        "conversation": quoted(routed.parsed, context.profile.history),
        "tried": bullet_list(routed.attempts.queries),
    }
    return await ask(models.light, prompt, inputs, read_queries, context) or ()


async def is_clear(routed: RoutedQuestion, models: Models, context: TurnContext) -> bool:
    """Whether the question can be searched for without the conversation before it; clear where there is none, unclear without
    a reply, and after a failed draft."""
    if routed.attempts.made:
        return False
    turns = routed.parsed.focus.turns
    if not turns:
        return True
    prompt = models.prompts.get("gate", routed.inquiry.language)
    inputs = {"question": routed.inquiry.text, "conversation": conversation(turns)}
    return bool(await ask(models.light, prompt, inputs, read_yes_no, context))
