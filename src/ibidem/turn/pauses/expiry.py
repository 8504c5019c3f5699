"""How long a pause may wait."""

from datetime import UTC, datetime, timedelta

from ibidem.domain.conversation import Turn


def expires_at(turn: Turn, hours: float) -> datetime:
    """When the pause of a turn expires, if it is not answered and the conversation does not continue (UTC)."""
    return turn.ts + timedelta(hours=hours)


def not_before(hours: float) -> datetime:
    """When a turn was stored at the earliest whose pause has not expired (UTC)."""
    return datetime.now(UTC) - timedelta(hours=hours)


def expired(turn: Turn, hours: float) -> bool:
    """Whether the pause of a turn has expired."""
    return datetime.now(UTC) > expires_at(turn, hours)
