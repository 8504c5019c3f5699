"""Inputs that several prompts share."""

from collections.abc import Iterable, Sequence

from ibidem.domain.conversation import Turn

PROMPT_TURNS = 3
PROMPT_LENGTH = 150  # characters of each question and answer
NOTHING = "-"  # for an empty input


def conversation(turns: Sequence[Turn]) -> str:
    """The last of the turns that a question follows up, shortened: questions and answers."""
    last = turns[-PROMPT_TURNS:]
    return "\n".join(f"Q: {t.content.user_text[:PROMPT_LENGTH]}\nA: {t.content.summary[:PROMPT_LENGTH]}" for t in last) or NOTHING


def bullet_list(texts: Iterable[str]) -> str:
    """Texts as a list for a prompt."""
    return "\n".join(f"- {text}" for text in texts) or NOTHING
