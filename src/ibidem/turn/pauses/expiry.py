"""How long a pause may wait."""

from datetime import UTC, datetime, timedelta

from ibidem.domain.conversation import Turn


def expires_at(turn: Turn, hours: float) -> datetime:
    """When the pause of a turn ends, if nobody answers it and the conversation does not go on (UTC)."""
    return turn.ts + timedelta(hours=hours)


def expired(turn: Turn, hours: float) -> bool:
    """Whether the pause of a turn has waited for longer than it may."""
    return datetime.now(UTC) > expires_at(turn, hours)
