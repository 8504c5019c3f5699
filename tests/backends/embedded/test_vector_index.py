"""The vectors in memory follow those in SQLite, and are loaded no more often than needed."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.backends.embedded import vector_index
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import VectorQuery
from ibidem.domain.languages import LANGUAGES
from ibidem.testing.stores import MINA
from ibidem.testing.word_embedder import WordEmbedder


async def test_chunks_of_many_windows_are_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_index, "FEW", 0)
    backend = EmbeddedBackend.open(tmp_path)
    index = backend.search_by_meaning(WordEmbedder(), frozenset(LANGUAGES))
    with closing(backend):
        text = " ".join(f"The clamp number {n} of the slit valve gets {n} N m after every wet clean." for n in range(40))
        await backend.documents.put([prepare_row("long", "Clamps", text, datetime.now(UTC))])
        await index.catch_up()
        await index.nearest(VectorQuery("clamp", limit=10), MINA)
        held = index._held
        assert held is not None and len(held.matrix) > 2 * held.chunks == 2
        await index.catch_up()
        assert index._held is held
