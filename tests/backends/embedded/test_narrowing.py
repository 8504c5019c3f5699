"""However a search is narrowed, it finds what a search of everything finds, less what is not wanted."""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.documents import Principal, ScoredChunk, SearchFilters
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, asking, prepared

GROUPS = ("maintenance", "quality", "board")
TYPES = ("sop", "gcb", "ticket")
DEVICES = ("SUPRA XP", "SUPRA N", "搬送ロボット", "진공 펌프")
EVERYBODY = Principal("everybody", frozenset(GROUPS))
QUESTION = asking(f"{ENGLISH.word} clamp hose {KOREAN.word} 펌프 {JAPANESE.word} ロボット", limit=1000)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedBackend]:
    """Ninety documents of different devices, types and readers, some changed and some deleted behind the index's back."""
    backend = EmbeddedBackend.open(tmp_path_factory.mktemp("narrowing"))
    chance = random.Random(5)
    documents = [
        prepared(
            (ENGLISH, KOREAN, JAPANESE)[n % 3],
            doc_id=f"d{n:02}",
            revision=" ".join(chance.choices(("clamp", "hose", "펌프", "ロボット", "drawer"), k=n % 9)),
            doc_type=chance.choice(TYPES),
            devices=chance.sample(DEVICES, chance.choice((0, 0, 1, 2))),
            readers=chance.sample(GROUPS, chance.choice((0, 0, 0, 1, 2))),
            tenant="elsewhere" if n % 15 == 0 else "default",
        )
        for n in range(90)
    ]

    async def fill() -> None:
        await backend.documents.put(documents)
        await backend.index.catch_up()
        for n in (4, 5, 6):
            await backend.documents.delete(f"d{n:02}", EVERYBODY)
        await backend.documents.put([prepared(ENGLISH, doc_id="d07", readers=["board"])])

    asyncio.run(fill())
    yield backend
    backend.close()


@given(
    groups=st.frozensets(st.sampled_from(GROUPS)),
    devices=st.sets(st.sampled_from((*DEVICES, "unknown"))),
    doc_types=st.sets(st.sampled_from((*TYPES, "unknown"))),
    doc_ids=st.one_of(st.just(set[str]()), st.sets(st.sampled_from([f"d{n:02}" for n in range(90)]), min_size=1, max_size=60)),
    limit=st.sampled_from((1, 5, 30, 500)),
)
def test_narrowing_only_takes_away(
    store: EmbeddedBackend, groups: frozenset[str], devices: set[str], doc_types: set[str], doc_ids: set[str], limit: int
) -> None:
    filters = SearchFilters(tuple(devices), tuple(doc_types), tuple(doc_ids))

    def wanted(hit: ScoredChunk) -> bool:
        document = hit.passage.document
        return (
            (not document.readers or not groups.isdisjoint(document.readers))
            and (not doc_ids or document.doc_id in doc_ids)
            and (not doc_types or document.doc_type in doc_types)
            and (not devices or not document.devices or not devices.isdisjoint(document.devices))
        )

    async def both() -> tuple[list[ScoredChunk], list[ScoredChunk]]:
        everything = await store.index.search(QUESTION, EVERYBODY)
        narrowed = await store.index.search(replace(QUESTION, filters=filters, limit=limit), Principal("x", groups))
        return list(everything.hits), list(narrowed.hits)

    everything, narrowed = asyncio.run(both())
    expected = [hit for hit in everything if wanted(hit)]
    assert len(narrowed) == min(limit, len(expected))
    assert [h.passage.score for h in narrowed] == pytest.approx([h.passage.score for h in expected[:limit]], rel=1e-4)
    assert {h.passage.chunk for h in narrowed} <= {h.passage.chunk for h in expected}
