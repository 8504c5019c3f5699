"""What a turn asks besides models and embedders: a reader or a reranker, and a source of passages."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from ibidem.backends.registry import READING_PROVIDERS, open_reader, open_reranker, open_source
from ibidem.domain.errors import ModelError, SettingsError
from ibidem.ports.models import Reader, Reranker
from ibidem.ports.passage_source import PassageSource


@dataclass(frozen=True, slots=True)
class Services:
    """Those that are configured."""

    reranker: Reranker | None = None
    reader: Reader | None = None
    source: PassageSource | None = None

    async def load(self) -> None:
        """Returns once a reader of this process is loaded, or it is known that it cannot be: asking it says why."""
        if self.reader is not None:
            with suppress(ModelError):
                await self.reader.load()

    async def close(self) -> None:
        """Lets go of their connections, and of models."""
        for service in (self.reranker, self.reader, self.source):
            if service is not None:
                await service.close()


def is_reader(reranker: str) -> bool:
    """Whether the name, as it is configured for a reranker, is that of a reader."""
    return reranker.partition(":")[0] in READING_PROVIDERS


def open_services(reranker: str | None, retriever: str | None, datasets: Sequence[str], seconds: float = 10.0) -> Services:
    """The services of these names; a search of the retriever may take so many seconds.

    Raises SettingsError, also for a retriever without datasets to search.
    """
    if retriever is not None and not datasets:
        problem = "the profile has no domain with datasets to search"
        raise SettingsError(f"retriever: {problem}; name them in [[domains]] of the profile, or leave the retriever out")
    reads = reranker is not None and is_reader(reranker)
    return Services(
        None if reranker is None or reads else open_reranker(reranker),
        open_reader(reranker) if reranker is not None and reads else None,
        None if retriever is None else open_source(retriever, seconds),
    )
