"""Vectors are computed once, follow the documents, and survive whatever happens in between."""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from ibidem.backends import meaning, nearness
from ibidem.backends.embedded import database, embedding, vector_index
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.vector_index import EmbeddedVectors
from ibidem.backends.meaning import Meaning
from ibidem.domain.documents import ScoredChunk, VectorQuery
from ibidem.domain.errors import ModelRefused, ModelUnavailable, SettingsError
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, MINA, SAMPLES, asking, prepared
from ibidem.testing.word_embedder import WordEmbedder

ALL = frozenset(LANGUAGES)


def opened(
    folder: Path, embedder: WordEmbedder | None = None, languages: frozenset[Language] = ALL
) -> tuple[EmbeddedBackend, EmbeddedVectors, WordEmbedder]:
    backend = EmbeddedBackend.open(folder)
    embedder = embedder or WordEmbedder()
    return backend, backend.search_by_meaning(embedder, languages), embedder


def windows(embedder: WordEmbedder) -> list[str]:
    """The texts of windows, each under its title, for which a vector was asked."""
    return [text for text in embedder.passages if "\n" in text]


async def found(index: EmbeddedVectors, text: str, limit: int = 100) -> list[ScoredChunk]:
    return list(await index.nearest(VectorQuery(text, limit=limit), MINA))


async def test_a_restart_embeds_nothing_again(tmp_path: Path) -> None:
    for start in range(3):
        backend, index, embedder = opened(tmp_path)
        with closing(backend):
            if start == 0:
                await backend.documents.put([prepared(s) for s in SAMPLES])
            await index.catch_up()
            hits = await found(index, KOREAN.sentences[1])
            assert hits[0].passage.chunk.doc_id == KOREAN.doc_id and len(hits) == 9
        assert len(windows(embedder)) == (9 if start == 0 else 0)


async def test_another_name_is_another_embedder(tmp_path: Path) -> None:
    backend, index, first = opened(tmp_path)
    with closing(backend):
        await backend.documents.put([prepared(ENGLISH)])
        await index.catch_up()
        second = WordEmbedder("words:larger", 512)
        again = backend.search_by_meaning(second, ALL)
        await again.catch_up()
        assert sorted(second.passages) == sorted(first.passages)
        assert len(await found(again, "clamp")) == len(await found(index, "clamp")) == 3
        await backend.rebuild(lambda done, total: None)
        rows = await backend._database.read(
            lambda c: [tuple(r) for r in c.execute("SELECT name, count(*) FROM embedders NATURAL JOIN vectors GROUP BY name")]
        )
        assert rows == [("words:larger", 3)]


async def test_another_model_under_the_same_name_is_refused(tmp_path: Path) -> None:
    backend, index, _ = opened(tmp_path)
    with closing(backend):
        await backend.documents.put([prepared(ENGLISH)])
        await index.catch_up()
    backend, index, changed = opened(tmp_path, WordEmbedder(size=128))
    with closing(backend):
        with pytest.raises(ModelRefused, match="have 128 numbers, and had 256 before"):
            await found(index, "clamp")
        await backend.documents.put([prepared(KOREAN)])
        with pytest.raises(ModelRefused, match="another model needs another name"):
            await index.catch_up()
        assert len(windows(changed)) == 3


async def test_a_deleted_document_takes_its_vectors_along(tmp_path: Path) -> None:
    backend, index, _ = opened(tmp_path)
    with closing(backend):
        await backend.documents.put([prepared(ENGLISH), prepared(KOREAN)])
        await index.catch_up()
        await backend.documents.delete(ENGLISH.doc_id, MINA)
        assert await backend._database.read(lambda c: c.execute("SELECT count(*) FROM vectors").fetchone()[0]) == 3


async def test_a_document_deleted_while_it_is_embedded_leaves_nothing(tmp_path: Path) -> None:
    backend, index, embedder = opened(tmp_path)
    with closing(backend):
        plain = embedder.embed_passages

        async def meanwhile(texts: list[str]) -> object:
            await backend.documents.delete(ENGLISH.doc_id, MINA)
            return await plain(texts)

        embedder.embed_passages = meanwhile  # pyright: ignore[reportAttributeAccessIssue]
        await backend.documents.put([prepared(ENGLISH)])
        await index.catch_up()
        assert await backend._database.read(lambda c: c.execute("SELECT count(*) FROM vectors").fetchone()[0]) == 0


async def test_only_the_languages_of_the_embedder_are_embedded(tmp_path: Path) -> None:
    backend, index, embedder = opened(tmp_path, languages=frozenset(("en",)))
    with closing(backend):
        await backend.documents.put([prepared(s) for s in SAMPLES])
        await index.catch_up()
        assert len(windows(embedder)) == 3
        assert not await found(index, KOREAN.sentences[1]) and not await found(index, JAPANESE.sentences[1])
        assert not embedder.questions[1:]
        hits = await found(index, ENGLISH.sentences[1])
        assert {hit.passage.chunk.doc_id for hit in hits} == {ENGLISH.doc_id}
        mixed = VectorQuery(ENGLISH.sentences[1], (KOREAN.sentences[1],))
        assert [h.passage for h in await index.nearest(mixed, MINA)] == [h.passage for h in hits]


async def test_an_embedder_that_understands_nothing_is_not_used(tmp_path: Path) -> None:
    for _ in range(2):
        backend, index, embedder = opened(tmp_path, languages=frozenset())
        with closing(backend):
            await backend.documents.put([prepared(s) for s in SAMPLES])
            await index.catch_up()
            assert not await found(index, ENGLISH.sentences[1])
            counts = await index.embedding.counts()
            assert counts is not None and (counts.embedded, counts.waiting, counts.languages) == (0, 0, frozenset())
    assert not embedder.passages, "it was tried once"


async def test_the_counts(tmp_path: Path) -> None:
    backend, index, embedder = opened(tmp_path)
    with closing(backend):
        assert await index.embedding.counts() is None
        embedder.refuses = lambda text: "flashlight" in text
        await backend.documents.put([prepared(ENGLISH)])
        await index.catch_up()
        await backend.documents.put([prepared(KOREAN)])
        counts = await index.embedding.counts()
        assert counts is not None and (counts.embedded, counts.refused, counts.waiting) == (2, 1, 3)
        embedder.refuses = lambda text: False
        await backend.rebuild(lambda done, total: None)
        steps: list[tuple[int, int]] = []
        await index.catch_up(lambda done, total: steps.append((done, total)))
        counts = await index.embedding.counts()
        assert counts is not None and (counts.embedded, counts.refused, counts.waiting) == (6, 0, 0)
        assert steps == [(4, 4)]


async def test_two_processes_share_the_work(tmp_path: Path) -> None:
    first, index, one = opened(tmp_path)
    second, other, two = opened(tmp_path)
    with closing(first), closing(second):
        await first.documents.put(
            [prepared(s, doc_id=f"{s.doc_id}_{n}", revision=f"Nr. {n}") for n in range(30) for s in SAMPLES]
        )
        await asyncio.gather(index.catch_up(), other.catch_up())
        asked = [*windows(one), *windows(two)]
        assert len(asked) == len(set(asked)) == 9 + 3 * 30
        assert len(await found(index, "clamp", 1000)) == len(await found(other, "clamp", 1000)) == 30 * 12


async def test_memory_is_tidied_of_what_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_index, "FEW", 0)
    backend, index, _ = opened(tmp_path)
    with closing(backend):
        for revision in range(8):
            await backend.documents.put([prepared(ENGLISH, revision=f"Revision {revision}.")])
            await index.catch_up()
            held = index._held
            assert held is not None and len(held.matrix) <= 2 * 4
            assert len(await found(index, "clamp")) == 4


async def test_a_large_matrix_grown_from_a_small_one_finds_the_nearest(tmp_path: Path) -> None:
    backend, index, _ = opened(tmp_path)
    with closing(backend):
        for n in (1, 3, 20, 80):
            await backend.documents.put([prepared(ENGLISH, doc_id=f"d{n}_{i}", revision=f"Part {n} {i}.") for i in range(n)])
            await index.catch_up()
            best = (await found(index, f"{ENGLISH.title} Part {n} {n - 1}.", 1))[0].passage
            assert best.chunk.doc_id == f"d{n}_{n - 1}" and best.score > 0.7


async def test_vectors_of_before_windows_are_computed_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, since, fields = (scripts := database.migrations())[:16], scripts[16:18], scripts[18:]  # rows have these today
    monkeypatch.setattr(database, "migrations", lambda: [*before, *fields])
    with closing(EmbeddedBackend.open(tmp_path)) as backend:
        await backend.documents.put([prepared(s) for s in SAMPLES])
        for row in (
            """INSERT INTO embedders VALUES (1, 'words:plain', 256, '["ko", "en", "ja"]')""",
            "INSERT INTO vectors (embedder_key, chunk_key, digest, vector) SELECT 1, chunk_key, x'', zeroblob(512) FROM chunks",
            "INSERT INTO sentence_vectors SELECT chunk_key, 1, zeroblob(256) FROM chunks",
        ):
            await backend._database.write(lambda c, row=row: c.execute(row))
    monkeypatch.setattr(database, "migrations", lambda: [*before, *fields, *since])
    async with background(tmp_path, monkeypatch, embedder := WordEmbedder()) as (backend, one):
        await backend.index.catch_up()
        for sample in SAMPLES:
            assert not await found(one.vectors, sample.sentences[1])
            words = await backend.index.search(asking(sample.word), MINA)
            assert {hit.passage.chunk.doc_id for hit in words.hits} == {sample.doc_id}
        one.begin()
        await until(lambda: len(windows(embedder)) == 9)
        await one.vectors.catch_up()
        for sample in SAMPLES:
            assert (await found(one.vectors, sample.sentences[1]))[0].passage.chunk.doc_id == sample.doc_id


@asynccontextmanager
async def background(
    folder: Path, monkeypatch: pytest.MonkeyPatch, embedder: WordEmbedder
) -> AsyncIterator[tuple[EmbeddedBackend, Meaning]]:
    monkeypatch.setattr(meaning, "open_embedder", lambda name: embedder)
    monkeypatch.setattr(meaning, "QUIET", 0.0)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with closing(EmbeddedBackend.open(folder)) as backend:
        one = Meaning("openai:words", ALL, backend)
        yield backend, one
        await one.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.01)


async def test_what_is_stored_gets_its_vectors_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = WordEmbedder()
    async with background(tmp_path, monkeypatch, embedder) as (backend, one):
        for number, sample in enumerate(SAMPLES, 1):
            await backend.documents.put([prepared(sample)])
            one.keep_up()
            await until(lambda number=number: len(windows(embedder)) == 3 * number)


async def test_a_process_begins_once_with_what_waited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = WordEmbedder()
    async with background(tmp_path, monkeypatch, embedder) as (backend, one):
        await backend.documents.put([prepared(ENGLISH)])
        one.begin()
        await until(lambda: len(windows(embedder)) == 3 and one._work is not None and one._work.done())
        await backend.documents.put([prepared(s) for s in SAMPLES])
        one.begin()
        await asyncio.sleep(0.05)
        assert len(windows(embedder)) == 3, "afterwards each turn does so at its end"
        one.keep_up()
        await until(lambda: len(windows(embedder)) > 3)


async def test_the_background_waits_until_nobody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = WordEmbedder()
    async with background(tmp_path, monkeypatch, embedder) as (backend, one):
        monkeypatch.setattr(meaning, "QUIET", 60.0)
        monkeypatch.setattr(meaning, "AT_LATEST", 60.0)
        await backend.documents.put([prepared(ENGLISH)])
        one.begin()
        await asyncio.sleep(0.05)
        assert embedder.passages == []
    # What waits ends by itself when the process does.
    assert one._work is not None and not one._work.cancelled() and embedder.passages == []


async def test_the_background_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = WordEmbedder()
    async with background(tmp_path, monkeypatch, embedder) as (backend, one):
        monkeypatch.setattr(meaning, "QUIET", 60.0)
        monkeypatch.setattr(meaning, "AT_LATEST", 0.05)
        await backend.documents.put([prepared(ENGLISH)])
        one.begin()
        await until(lambda: len(windows(embedder)) == 3)


async def test_a_failing_embedder_is_asked_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    embedder = WordEmbedder()
    embedder.fails = ModelUnavailable("words", "it is down")
    async with background(tmp_path, monkeypatch, embedder) as (backend, one):
        await backend.documents.put([prepared(ENGLISH)])
        one.keep_up()
        await until(lambda: "it is down" in caplog.text)
        asked = len(embedder.questions)
        embedder.fails = None
        one.keep_up()
        await asyncio.sleep(0.05)
        assert len(embedder.questions) == asked, "it is left alone for a while"
        monkeypatch.setattr(one, "_not_before", time.monotonic())
        one.keep_up()
        await until(lambda: len(windows(embedder)) == 3)


async def test_closing_keeps_what_is_with_the_embedder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "AT_A_TIME", 2)
    embedder, begun = WordEmbedder(), asyncio.Event()
    plain = embedder.embed_passages

    async def slowly(texts: list[str]) -> object:
        begun.set()
        await asyncio.sleep(0.05)
        return await plain(texts)

    embedder.embed_passages = slowly  # pyright: ignore[reportAttributeAccessIssue]
    async with background(tmp_path, monkeypatch, embedder) as (backend, one):
        await backend.documents.put([prepared(s) for s in SAMPLES])
        one.keep_up()
        await begun.wait()
    assert len(windows(embedder)) == 2
    with closing(EmbeddedBackend.open(tmp_path)) as backend:
        assert await backend._database.read(lambda c: c.execute("SELECT count(*) FROM vectors").fetchone()[0]) == 2


def test_what_is_missing_is_told_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "EMBEDDINGS_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    with closing(EmbeddedBackend.open(tmp_path)) as backend, pytest.raises(SettingsError, match="there is no key"):
        Meaning("openai:m", ALL, backend)


# kill -9. The victim says which passages it asks the embedder for; those whose vector was stored must never be asked for again.

VICTIM = """
import asyncio, itertools, sys
from pathlib import Path
from ibidem.backends.embedded import embedding
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.languages import LANGUAGES
from ibidem.testing.stores import SAMPLES, prepared
from ibidem.testing.word_embedder import WordEmbedder

embedding.AT_A_TIME = 4

class Telling(WordEmbedder):
    async def embed_passages(self, texts):
        for text in texts:
            print(text.replace("\\n", "|"), flush=True)
        await asyncio.sleep(0.002)
        return await super().embed_passages(texts)

async def main(folder, start):
    backend = EmbeddedBackend.open(folder)
    vectors = backend.search_by_meaning(Telling(), frozenset(LANGUAGES))
    for n in itertools.count(start):
        await backend.documents.put([prepared(s, doc_id=f"{s.doc_id}_{n % 40}", revision=f"revision {n}") for s in SAMPLES])
        await vectors.catch_up()

asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
"""


def asked_until_killed(folder: Path, start: int, seconds: float) -> list[str]:
    with subprocess.Popen([sys.executable, "-c", VICTIM, folder, str(start)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.kill()
        said = first + process.stdout.read()
    return [line.replace("|", "\n") for line in said.split("\n")[:-1]]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_kill_nine_at_any_point_pays_for_no_stored_vector_twice(tmp_path: Path, kills: int) -> None:
    moments = random.Random(7)
    asked = 0

    def stored() -> set[bytes]:
        with closing(EmbeddedBackend.open(tmp_path)) as backend:
            return backend._database.read_here(lambda c: {row[0] for row in c.execute("SELECT digest FROM vectors")})

    for kill in range(kills):
        before = stored()
        texts = asked_until_killed(tmp_path, kill * 1000, moments.uniform(0.0, 0.5))
        again = {nearness.digest(text) for text in texts} & before
        assert not again
        asked += len(texts)
    assert asked > kills

    async def finally_whole() -> None:
        backend, index, _ = opened(tmp_path)
        with closing(backend):
            await index.catch_up()
            documents = await backend.documents.documents(MINA, 10_000)
            chunks = [c for d in documents for c in await backend.documents.chunks(d.doc_id, d.version, 0, 99, MINA)]
            hits = await found(index, "revision", 10_000)
            assert {h.passage.chunk.chunk_id for h in hits} == {c.chunk_id for c in chunks} and len(hits) == len(chunks) > 0

    asyncio.run(finally_whole())
