"""What finds passages outside ibidem: a retrieval service that has its own documents."""

from collections.abc import Sequence
from typing import Protocol

from ibidem.domain.passage_sources import SourceFound, SourceQuery


class PassageSource(Protocol):
    """A retrieval service. It is asked in place of the search index, for the domains of the profile that name a dataset.

    Deadlines and one further attempt are the adapter's; an attempt that was refused is never repeated.
    """

    @property
    def name(self) -> str:
        """As it is configured, without secrets."""
        ...

    @property
    def trouble(self) -> str | None:
        """What was wrong with the last search; None while it succeeds, and before the first."""
        ...

    async def find(self, query: SourceQuery) -> SourceFound:
        """The passages that the service finds. A row that cannot be read is left out and counted.

        Raises SourceUnavailable and SourceRefused.
        """
        ...

    async def check(self, datasets: Sequence[str]) -> None:
        """Returns where the service answers, takes the key and knows the datasets. Raises SourceUnavailable and SourceRefused."""
        ...

    async def close(self) -> None:
        """Lets go of the connections."""
        ...
