"""What a turn asks over HTTP besides models and embedders: a reranker, and a source of passages."""

from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.backends.registry import open_reranker, open_source
from ibidem.domain.errors import SettingsError
from ibidem.ports.models import Reranker
from ibidem.ports.sources import PassageSource


@dataclass(frozen=True, slots=True)
class Services:
    """Those that are configured."""

    reranker: Reranker | None = None
    source: PassageSource | None = None

    async def close(self) -> None:
        """Lets go of their connections."""
        for service in (self.reranker, self.source):
            if service is not None:
                await service.close()


def open_services(reranker: str | None, retriever: str | None, datasets: Sequence[str]) -> Services:
    """The services of these names. Raises SettingsError, also for a retriever without datasets to search."""
    if retriever is not None and not datasets:
        problem = "the profile has no domain with datasets to search"
        raise SettingsError(f"retriever: {problem}; name them in [[domains]] of the profile, or leave the retriever out")
    return Services(
        None if reranker is None else open_reranker(reranker),
        None if retriever is None else open_source(retriever),
    )
