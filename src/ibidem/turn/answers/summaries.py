"""The one-line summary of an answer, for later turns and stateless clients."""

import re

from ibidem.checks.draft import check_answer
from ibidem.domain.languages import Language
from ibidem.language.shortening import shorten
from ibidem.turn.context import TurnContext
from ibidem.turn.models.calling import ask
from ibidem.turn.models.reply_parsers import read_text
from ibidem.turn.values.answering import Summary

LONGEST = 150  # characters
CITATION = re.compile(r" ?\[\d+\]")


async def summary_of(text: str, question: str, language: Language, context: TurnContext) -> Summary | None:
    """A model's summary of an answer that is longer than a summary may be; None where it is not, or the model gives none."""
    if context.models is None or len(CITATION.sub("", text)) <= LONGEST:
        return None
    prompt = context.models.prompts.get("summary", language)
    written = await ask(context.models.light, prompt, {"question": question, "answer": text}, read_text, context)
    if written is None:
        return None
    if beyond := values_beyond(written, text, question, language):
        context.record.trouble(f"summary not taken: {beyond[0]}")
        return None
    return Summary(by_rule(written), context.models.light.name)


def values_beyond(summary: str, text: str, question: str, language: Language) -> tuple[str, ...]:
    """The values and codes of a summary that its answer does not hold: later turns see the summary only."""
    issues = check_answer(f"{CITATION.sub('', summary)} [1]", {1: f"{question}\n{CITATION.sub('', text)}"}, question, language)
    return tuple(str(issue) for issue in issues if issue.kind in ("number", "code"))


def by_rule(text: str) -> str:
    """The beginning of a text, without its citations, cut between words."""
    return shorten(CITATION.sub("", text), LONGEST)
