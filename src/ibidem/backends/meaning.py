"""Search by meaning as one thing: an embedder, its vectors, and the work in the background that keeps them up with the corpus."""

import asyncio
import logging
import threading
import time
from contextlib import suppress

from ibidem.backends.registry import EMBEDDING_PROVIDERS, missing, open_embedder
from ibidem.domain.errors import IbidemError, ModelError, SettingsError
from ibidem.domain.health import VectorCounts
from ibidem.domain.languages import Language
from ibidem.ports.backend import Backend
from ibidem.ports.indexes import KeptVectors
from ibidem.ports.models import Embedder

logger = logging.getLogger(__name__)

# Seconds for which the embedder is left alone after it failed.
PATIENCE = 30.0
# Seconds that closing waits for what is with the embedder, for what it computes is paid for.
LAST_SECONDS = 5.0
# The work in the background waits until nobody has asked for so many seconds, at most for so many: a turn that follows at once
# would share the processors with it.
QUIET, AT_LATEST = 0.3, 2.0


class Meaning:
    """Opens the embedder when it is first needed: most commands do without.

    `trouble` is why the embedder could not be used when it was asked last in the background; None where it could.
    """

    def __init__(self, name: str, languages: frozenset[Language], backend: Backend) -> None:
        """Raises SettingsError when the embedder's library or key is not there."""
        problem = missing(name, EMBEDDING_PROVIDERS)
        if problem is not None:
            raise SettingsError(f"the embedder {name} cannot be used; {problem}")
        self.name = name
        self.trouble: str | None = None
        self._languages = languages
        self._backend = backend
        self._opening = threading.Lock()
        self._embedder: Embedder | None = None
        self._vectors: KeptVectors | None = None
        self._loading: asyncio.Task[None] | None = None
        self._work: asyncio.Task[None] | None = None
        self._not_before = 0.0
        self._asked = 0.0
        self._closing = asyncio.Event()
        self._again = False

    @property
    def vectors(self) -> KeptVectors:
        """The vector index. Raises SettingsError."""
        with self._opening:
            if self._vectors is None:
                self._embedder = open_embedder(self.name)
                self._vectors = self._backend.search_by_meaning(self._embedder, self._languages)
            return self._vectors

    @property
    def encoder(self) -> Embedder | None:
        """The embedder where it is one of this process and open; one elsewhere would keep every message waiting."""
        return self._embedder if self._embedder is not None and self.name.startswith("local:") else None

    async def opened(self) -> KeptVectors:
        """As `vectors`, without keeping others waiting, once a model of this process is loaded or it is known that it cannot
        be."""
        vectors = await asyncio.to_thread(lambda: self.vectors)
        assert self._embedder is not None, "it was opened with the vectors"
        with suppress(ModelError):
            await self._embedder.load()
        return vectors

    async def examined(self, sample: str) -> VectorCounts | None:
        """Asks the embedder once, and says how far the vectors are; None where no passage was ever with it.

        Raises ModelUnavailable, ModelRefused, SettingsError and StoreUnavailable.
        """
        vectors = await self.opened()
        assert self._embedder is not None, "it was opened with the vectors"
        await self._embedder.embed_question(sample)
        return await vectors.counts()

    def warm(self, sample: str) -> None:
        """Has the embedder make ready in the background, which takes a model of this process a second or two."""

        async def load() -> None:
            try:
                await self.examined(sample)
            except IbidemError as error:
                self.trouble = str(error)
                logger.warning("Documents are found by their words alone: %s", error)

        self._loading = asyncio.create_task(load())

    def begin(self) -> None:
        """Somebody asks. As `keep_up`, in a process that has not yet: what waited when an earlier one ended."""
        self._asked = time.monotonic()
        if self._work is None:
            self.keep_up()

    def keep_up(self) -> None:
        """Has the vectors catch up in the background. An embedder that fails is asked again by a later call."""
        if self._work is not None and not self._work.done():
            self._again = True
        elif time.monotonic() >= self._not_before:
            self._work = asyncio.create_task(self._catch_up())

    async def close(self) -> None:
        """Ends the work in the background, and lets go of the embedder."""
        self._closing.set()
        if self._vectors is not None:
            self._vectors.stop()
        if self._loading is not None:
            await asyncio.wait((self._loading,))
        if self._work is not None:
            done, _ = await asyncio.wait((self._work,), timeout=LAST_SECONDS)
            if not done:
                self._work.cancel()
                await asyncio.wait((self._work,))
        if self._embedder is not None:
            await self._embedder.close()

    async def _quiet(self) -> None:
        """Returns once nobody asks, at the latest after AT_LATEST seconds, and at once where it is being closed."""
        latest = time.monotonic() + AT_LATEST
        while (seconds := min(self._asked + QUIET, latest) - time.monotonic()) > 0 and not self._closing.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), seconds)

    async def _catch_up(self) -> None:
        self._again = True
        try:
            vectors = await self.opened()
            while self._again:
                self._again = False
                await self._quiet()
                await vectors.catch_up()
            self.trouble = None
        except IbidemError as error:
            self.trouble = str(error)
            logger.warning("Passages without a vector wait: %s", error)
            self._not_before = time.monotonic() + PATIENCE
        except Exception:
            self.trouble = "the vectors could not catch up; the log says why"
            logger.exception("The vectors could not catch up")
            self._not_before = time.monotonic() + PATIENCE
