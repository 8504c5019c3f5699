"""Inputs that several prompts share."""

from collections.abc import Iterable, Sequence

from ibidem.domain.conversation import Turn

PROMPT_TURNS = 3
PROMPT_LENGTH = 150  # characters of each question and answer


def conversation(turns: Sequence[Turn]) -> str:
    """The last of the turns that a question follows up, shortened: questions and answers; "" without any."""
    last = turns[-PROMPT_TURNS:]
    return "\n".join(f"Q: {asked(t)[:PROMPT_LENGTH]}\nA: {t.content.summary[:PROMPT_LENGTH]}" for t in last)


def asked(turn: Turn) -> str:
    """The question of a turn, completed as it was searched for; as it was written where it pointed at documents."""
    content = turn.content
    return content.trace.queries[0] if content.trace.queries and content.lookup_source is None else content.user_text


def bullet_list(texts: Iterable[str]) -> str:
    """Texts as a list for a prompt; "" without any."""
    return "\n".join(f"- {text}" for text in texts)
