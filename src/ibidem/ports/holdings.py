"""What moves everything that one backend keeps to another one."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from ibidem.domain.holdings import Arrival, Record, RecordKind


class Holdings(Protocol):
    """Everything that a backend keeps, as records, whoever may read them: for the person alone whose installation it is.

    What is derived (search indexes, vectors, what turns are found by) is no part of it; nor is a session that has expired.
    Every method raises StoreUnavailable.
    """

    @property
    def name(self) -> str:
        """Where it is, for a person to read, without a password."""
        ...

    async def identity(self) -> str:
        """Distinguishes this store from every other one, as long as it lives."""
        ...

    def unchanged(self) -> AbstractContextManager[None]:
        """Keeps others from writing, as far as the backend can."""
        ...

    async def count(self, kind: RecordKind, now: datetime) -> int:
        """How many records there are, without sessions that have expired by `now`."""
        ...

    def records(self, kind: RecordKind, after: str, now: datetime) -> AsyncIterator[tuple[str, Record]]:
        """The records of a kind, each with its position, behind the one with the position `after`; "" is before the first. The
        order stays the same while nothing is written. Sessions that have expired by `now` are not among them."""
        ...

    async def arrival(self) -> Arrival | None:
        """How far a migration to here has come; None where none has begun."""
        ...

    async def begin(self, arrival: Arrival) -> None:
        """Notes that a migration begins. Raises InvalidInput where anything is kept here."""
        ...

    async def take_in(self, records: Sequence[Record], before: Arrival, after: Arrival) -> None:
        """Stores records durably, and that the migration has come from `before` to `after`. A record that is stored again takes
        the place of itself. Raises StoreUnavailable also when another process has moved the migration on."""
        ...
