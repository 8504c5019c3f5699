"""A conversation that its owner shows to whoever has a link to it and a key of the same tenant."""

import hmac
import secrets
from dataclasses import replace

from ibidem.domain.conversation import Turn

NOT_SHARED = ""


def new_link() -> str:
    """What a link holds: 128 random bits, of which nobody tries a noticeable part."""
    return secrets.token_urlsafe(16)


def opens(link: str, shared: str) -> bool:
    """Whether a link is that of a conversation; one that is not shared has none."""
    return shared != NOT_SHARED and hmac.compare_digest(link.encode("utf-8", "surrogatepass"), shared.encode())


def shown_to_others(turn: Turn) -> Turn:
    """A turn, as far as the reader may read it, without what its owner thought of it. Where the answer is withheld, so is the
    question: it may say again what stands in a document that the reader may not read."""
    content = replace(turn.content, client_turn_id=None, user_text="" if turn.withheld else turn.content.user_text)
    return replace(turn, content=content, feedback=None)
