"""The summary of an answer, made when it is stored: what later turns and stateless clients are told of it."""

import re

from ibidem.domain.languages import Language
from ibidem.language.shortening import shorten
from ibidem.turn.asking import ask
from ibidem.turn.context import TurnContext
from ibidem.turn.model_replies import read_text
from ibidem.turn.values import Accepted, Summarised, Summary

LONGEST = 150  # characters
CITATION = re.compile(r" ?\[\d+\]")


async def summarise(answer: Accepted, context: TurnContext) -> Summarised:
    """The answer with its summary, unless it has one already."""
    context.progress.answer = answer
    asked = answer.recalled.asked
    made = answer.summary
    if made is None and answer.trace.model is not None:  # what was quoted needs no model to be shortened
        made = await summary_of(answer.text, asked.question.message, asked.language, context)
    return Summarised(answer, made or Summary(by_rule(answer.text), None))


async def summary_of(text: str, question: str, language: Language, context: TurnContext) -> Summary | None:
    """A model's summary of an answer that is longer than a summary may be; None where it is not, or none comes."""
    if context.models is None or len(CITATION.sub("", text)) <= LONGEST:
        return None
    prompt = context.models.prompts.get("summary", language)
    told = await ask(context.models.light, prompt, {"question": question, "answer": text}, read_text, context)
    return None if told is None else Summary(by_rule(told), context.models.light.name)


def by_rule(text: str) -> str:
    """The beginning of a text, without its citations, never cut inside a word."""
    return shorten(CITATION.sub("", text), LONGEST)
