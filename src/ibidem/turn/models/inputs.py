"""What several prompts are given in the same shape."""

from collections.abc import Iterable, Sequence

from ibidem.domain.conversation import Turn

TOLD_TURNS, TOLD = 3, 150  # turns of the conversation that a prompt gets, and characters of each question and answer
NOTHING = "-"  # stands in a prompt where there is nothing to give


def conversation(turns: Sequence[Turn]) -> str:
    """The last of the turns that a question goes on from, shortened: what was asked and what was answered."""
    last = turns[-TOLD_TURNS:]
    return "\n".join(f"Q: {t.content.user_text[:TOLD]}\nA: {t.content.summary[:TOLD]}" for t in last) or NOTHING


def listed(texts: Iterable[str]) -> str:
    """Texts as a list for a prompt."""
    return "\n".join(f"- {text}" for text in texts) or NOTHING
