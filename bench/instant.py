"""A model that answers at once: the scripted one that ships for tests, with replies that cost nothing.

An answer comes in one piece and quotes the beginning of the first document that the model is shown. Whatever rewrites a question
gives it back, and the rest is said to be in order.
"""

import re

from ibidem.domain.models import ModelRequest
from ibidem.prompts.catalog import load_catalog
from ibidem.testing.script import Play, task_of
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import Models

PASSAGES = re.compile(r"<passages>\s*(.*?)\s*</passages>", re.DOTALL)
QUESTION = re.compile(r"<question>\s*(.*?)\s*</question>", re.DOTALL)
FIRST = re.compile(r"^\[1\] .*\n+", re.MULTILINE)
WANTED = 200  # characters of an answer, or one sentence


def played(request: ModelRequest) -> Play:
    """The reply to any prompt of a turn."""
    match task_of(request).partition("_")[0]:
        case "answer":
            passages = PASSAGES.search(request.user)
            head = FIRST.search(passages[1]) if passages else None
            return at_once(quoted(passages[1][head.end() :]) if passages and head else "The passages do not say.")
        case "complete" | "translate":
            question = QUESTION.search(request.user)
            return Play(question[1] if question else "")
        case "queries" | "settle" | "refine":
            return Play("[]")
        case "gate" | "reference":
            return Play("no")
        case "summary":
            return Play(request.user[-100:])
        case _:
            return Play("general")


def at_once(text: str) -> Play:
    """A reply that streams in one piece."""
    return Play(text, piece_length=max(1, len(text)))


def quoted(text: str) -> str:
    """The beginning of a text to the end of a sentence, cited."""
    end = max(text.rfind(". ", 0, WANTED), text.find(". "))
    return f"{text[: end if end > 0 else WANTED].strip().rstrip('.')} [1]."


def instant_models() -> Models:
    """The model for everything that a turn asks of one."""
    model = ScriptedModel(played, remembered=1)
    return Models(model, model, load_catalog())
