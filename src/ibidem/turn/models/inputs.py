"""Inputs that several prompts share."""

import re
from collections.abc import Iterable, Sequence

from ibidem.domain.conversation import Turn
from ibidem.language.shortening import shorten

PROMPT_TURNS = 3
PROMPT_LENGTH = 150  # characters of each question and answer
RECALLED_LENGTH = 400  # characters of an answer that the question asks about
_CITED = re.compile(r" ?\[\d{1,3}\]")


def conversation(turns: Sequence[Turn]) -> str:
    """The last of the turns that a question follows up, shortened: questions and answers; "" without any."""
    last = turns[-PROMPT_TURNS:]
    return "\n".join(f"Q: {asked(t)[:PROMPT_LENGTH]}\nA: {t.content.summary[:PROMPT_LENGTH]}" for t in last)


def recalled_turns(turns: Sequence[Turn]) -> str:
    """Turns that a search found, in their order, each under its number, with the beginning of its answer."""
    in_order = sorted(turns, key=lambda turn: turn.turn_id)
    return "\n".join(f"Turn {t.turn_id}\nQ: {asked(t)[:PROMPT_LENGTH]}\nA: {_answer(t)}" for t in in_order)


def turn_lines(turns: Sequence[Turn]) -> str:
    """Turns in their order, a line each: number, question and summary, or the beginning of the answer while there is none."""
    in_order = sorted(turns, key=lambda turn: turn.turn_id)
    return "\n".join(
        f"{t.turn_id}: {shorten(asked(t), PROMPT_LENGTH)} — {shorten(t.content.summary or _answer(t), PROMPT_LENGTH)}"
        for t in in_order
    )


def _answer(turn: Turn) -> str:
    """An answer without the numbers of its sources, which are those of other documents now."""
    return shorten(_CITED.sub("", turn.content.assistant_text), RECALLED_LENGTH)


def asked(turn: Turn) -> str:
    """The question of a turn, completed as it was searched for; as it was written where it pointed at documents."""
    content = turn.content
    return content.trace.queries[0] if content.trace.queries and content.lookup_source is None else content.user_text


def bullet_list(texts: Iterable[str]) -> str:
    """Texts as a list for a prompt; "" without any."""
    return "\n".join(f"- {text}" for text in texts)
