"""An event of every turn for the audit log."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from ibidem.backends.audit import AuditLog
from ibidem.domain.events import TurnDone, TurnEvent, TurnFailed
from ibidem.profile_parts import RouteNames
from ibidem.shapes.audit import AuditEvent

FAILED = "error"  # the route of a turn that failed, where the profile has no name for it


class Audit:
    """Hands each turn over as it ends. A message is taken from the stored turn alone: what was not stored is not kept here."""

    def __init__(self, log: AuditLog, names: RouteNames | None) -> None:
        self._log = log
        self._failed = names.error if names is not None else FAILED

    def searched(self) -> None:
        """See domain.events.Observer; a search is no turn."""

    async def turn(self, events: AsyncGenerator[TurnEvent], session_id: str, message: str) -> AsyncGenerator[TurnEvent]:  # noqa: ARG002
        """See domain.events.Observer."""
        async with aclosing(events):
            async for event in events:
                match event:
                    case TurnDone(turn=turn):
                        self._log.add(AuditEvent.of(turn).model_dump_json())
                    case TurnFailed(type=kind):
                        self._log.add(AuditEvent.of_failure(session_id, kind, self._failed).model_dump_json())
                    case _:
                        pass
                yield event
