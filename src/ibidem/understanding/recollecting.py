"""Questions about what was said in the conversation itself: "what did we decide about the valve at the start?"."""

from ibidem.understanding.acts import read_acts

MAYBE = 0.12
# From which share of both together on; chosen on the sentences of tests (decision 16).
_RECOUNTS_ABOVE = 0.52


def recounts(message: str) -> bool:
    """Whether the message asks for turns of the conversation, or for what was said in them: either, where it says when."""
    return _share(message) >= _RECOUNTS_ABOVE


def asks_for_turns(message: str) -> bool:
    """Whether a message about the conversation asks for what was said itself, not something about it."""
    shares = read_acts(message).shares
    return shares.get("recount", 0.0) >= shares.get("recollect", 0.0)


def recollects(message: str) -> bool:
    """Whether the message asks about what was said earlier in the conversation, by either side."""
    return read_acts(message).doing("open") in ("recollect", "recount")


def may_recollect(message: str) -> bool:
    """Whether the message may well do so, though it may be a question of its own too."""
    return _share(message) >= MAYBE


def _share(message: str) -> float:
    return sum(read_acts(message).shares.get(act, 0.0) for act in ("recollect", "recount"))
