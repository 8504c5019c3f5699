"""The contract of `ibidem.ports.SearchIndex`, as tests."""

import asyncio
from dataclasses import replace

import pytest

from ibidem.domain.documents import PreparedDocument, Principal, SearchFilters, TextHits, TextQuery, WeightedTerm
from ibidem.domain.errors import InvalidInput
from ibidem.testing.narrowing import NarrowingSuite
from ibidem.testing.stores import (
    ENGLISH,
    JAPANESE,
    KOREAN,
    MINA,
    SAMPLES,
    Sample,
    Stores,
    asking,
    prepared,
    tokens,
    turn,
)


def found(hits: TextHits) -> list[tuple[str, int]]:
    """Which chunks were found: (doc_id, order), best first."""
    return [(hit.passage.chunk.doc_id, hit.passage.chunk.order) for hit in hits.hits]


async def put(stores: Stores, *documents: PreparedDocument) -> None:
    """Stores the documents and waits until they can be found."""
    await stores.documents.put(documents)
    await stores.index.catch_up()


class SearchIndexSuite(NarrowingSuite[Stores]):
    """Subclass it with a fixture `stores` (see `ibidem.testing`)."""

    async def test_an_empty_index(self, stores: Stores) -> None:
        for _ in range(2):
            hits = await stores.index.search(asking("clamp"), MINA)
            assert (hits.hits, hits.chunks, hits.mean_length) == ((), 0, 0.0)
            assert hits.frequencies == {"clamp": 0}
            await stores.index.catch_up()

    @pytest.mark.parametrize("sample", SAMPLES, ids=[s.language for s in SAMPLES])
    async def test_the_chunk_that_holds_the_words_comes_first(self, stores: Stores, sample: Sample) -> None:
        documents = [prepared(s) for s in SAMPLES]
        await put(stores, *documents)
        hits = await stores.index.search(asking(sample.word), MINA)
        best = hits.hits[0]
        document = next(d for d in documents if d.document.doc_id == sample.doc_id)
        assert best.passage.document == document.document
        assert best.passage.chunk == document.chunks[1].chunk
        assert best.tokens == document.chunks[1].tokens
        assert best.passage.score > 0

    async def test_statistics_are_those_of_the_whole_index(self, stores: Stores) -> None:
        documents = [prepared(ENGLISH), prepared(JAPANESE, readers=["board"])]
        await put(stores, *documents)
        lengths = [len(c.tokens.split()) for d in documents for c in d.chunks]
        hits = await stores.index.search(asking("clamp flashlight 停止 nowhere"), MINA)
        assert hits.chunks == len(lengths)
        assert hits.mean_length == pytest.approx(sum(lengths) / len(lengths))
        assert hits.frequencies == {"clamp": 2, "flashlight": 1, "停止": 3, "nowhere": 0}

    async def test_scores_fall_and_weights_count(self, stores: Stores) -> None:
        await put(stores, prepared(ENGLISH), prepared(KOREAN))
        query = asking("clamp flashlight hose cracked")
        hits = await stores.index.search(query, MINA)
        scores = [hit.passage.score for hit in hits.hits]
        assert scores == sorted(scores, reverse=True)
        doubled = replace(query, terms=tuple(replace(t, weight=2 * t.weight) for t in query.terms))
        again = await stores.index.search(doubled, MINA)
        assert found(again) == found(hits)
        assert [hit.passage.score for hit in again.hits] == pytest.approx([2 * s for s in scores], rel=1e-4)

    async def test_the_score_is_the_sum_over_the_terms(self, stores: Stores) -> None:
        await put(stores, prepared(ENGLISH), prepared(JAPANESE))

        async def score(*terms: WeightedTerm) -> float:
            hits = await stores.index.search(TextQuery(terms), MINA)
            return next(hit.passage.score for hit in hits.hits if hit.passage.chunk.order == 1)

        clamp, flashlight = WeightedTerm("clamp", 0.4), WeightedTerm("flashlight", 1.0)
        assert await score(clamp, flashlight) == pytest.approx(await score(clamp) + await score(flashlight), rel=1e-4)

    async def test_a_rare_word_counts_more_than_a_frequent_one(self, stores: Stores) -> None:
        await put(stores, prepared(ENGLISH))
        hits = await stores.index.search(asking("flashlight crack"), MINA)
        common = await stores.index.search(asking("clamp"), MINA)
        assert hits.hits[0].passage.score > common.hits[0].passage.score

    async def test_nothing_matches(self, stores: Stores) -> None:
        await put(stores, prepared(ENGLISH))
        for query in (
            asking("zeppelin"),
            TextQuery(()),
            TextQuery((WeightedTerm("clamp", 0.0),)),
            TextQuery((WeightedTerm("the clamp", 1.0),)),
        ):
            assert not (await stores.index.search(query, MINA)).hits

    @pytest.mark.parametrize("odd", ["a\0b", "\ud800", "*", "clamp OR", '"', "", " ", "x" * 70_000])
    async def test_an_odd_token_is_only_not_found(self, stores: Stores, odd: str) -> None:
        await put(stores, prepared(ENGLISH))
        hits = await stores.index.search(TextQuery((WeightedTerm(odd, 1.0), WeightedTerm("flashlight", 1.0))), MINA)
        assert found(hits) == [("gcb_8841", 1)]
        assert hits.frequencies == {odd: 0, "flashlight": 1}

    async def test_the_limit(self, stores: Stores) -> None:
        await put(stores, *(prepared(ENGLISH, doc_id=f"gcb_{n:02}") for n in range(20)))
        for limit in (1, 7, 20):
            assert len((await stores.index.search(asking("flashlight", limit), MINA)).hits) == limit
        for limit in (500, 10**12):
            assert len((await stores.index.search(asking("flashlight", limit), MINA)).hits) == 20
        for limit in (0, -1):
            with pytest.raises(InvalidInput, match="limit"):
                await stores.index.search(asking("flashlight", limit), MINA)

    async def put(self, stores: Stores, *documents: PreparedDocument) -> None:
        await put(stores, *documents)

    async def narrowed(self, stores: Stores, filters: SearchFilters, principal: Principal) -> set[str]:
        return {
            doc_id for doc_id, _ in found(await stores.index.search(replace(asking("flashlight"), filters=filters), principal))
        }

    async def test_a_filter_does_not_change_the_score(self, stores: Stores) -> None:
        await put(stores, prepared(ENGLISH, doc_type="gcb", devices=["SUPRA XP"]), prepared(KOREAN))
        plain = await stores.index.search(asking("flashlight"), MINA)
        filters = SearchFilters(("SUPRA XP",), ("gcb",), ("gcb_8841",))
        narrowed = await stores.index.search(replace(asking("flashlight"), filters=filters), MINA)
        assert narrowed.hits[0].passage.score == pytest.approx(plain.hits[0].passage.score, rel=1e-5)

    async def test_what_may_not_be_read_takes_no_place(self, stores: Stores) -> None:
        hidden = [prepared(ENGLISH, doc_id=f"hidden_{n:02}", readers=["board"]) for n in range(40)]
        await put(stores, *hidden, prepared(ENGLISH, doc_id="z_public", revision="The flashlight is in the drawer below."))
        hits = await stores.index.search(asking("flashlight", 2), MINA)
        assert {doc_id for doc_id, _ in found(hits)} == {"z_public"} and len(hits.hits) == 2

    async def test_a_lagging_index_neither_leaks_nor_resurrects(self, stores: Stores) -> None:
        for doc_id in ("deleted", "replaced", "closed", "kept"):
            await put(stores, prepared(ENGLISH, doc_id=doc_id))
        await stores.documents.delete("deleted", MINA)
        await stores.documents.put([replace(prepared(KOREAN, doc_id="replaced"))])
        await stores.documents.put([prepared(ENGLISH, doc_id="closed", readers=["board"])])
        hits = await stores.index.search(asking("flashlight"), MINA)
        assert found(hits) == [("kept", 1)]
        await stores.index.catch_up()
        assert found(await stores.index.search(asking("flashlight"), MINA)) == [("kept", 1)]
        assert found(await stores.index.search(asking(KOREAN.word), MINA)) == [("replaced", 1)]

    async def test_a_lagging_index_does_not_give_too_few(self, stores: Stores) -> None:
        await put(stores, *(prepared(ENGLISH, doc_id=f"old_{n:02}") for n in range(60)))
        await put(
            stores, prepared(ENGLISH, doc_id="kept", revision="The flashlight has a green handle, which nobody likes much.")
        )
        for n in range(60):
            await stores.documents.delete(f"old_{n:02}", MINA)
        hits = await stores.index.search(asking("flashlight", 2), MINA)
        assert sorted(found(hits)) == [("kept", 1), ("kept", 3)]

    async def test_an_old_version_is_not_searched_even_while_cited(self, stores: Stores) -> None:
        old, new = prepared(JAPANESE), prepared(JAPANESE, revision="点検は毎月行います。")
        await put(stores, old)
        await stores.turns.append(turn("s", "原因は?", cites=[old]), MINA)
        await put(stores, new)
        hits = await stores.index.search(asking(JAPANESE.word), MINA)
        assert [hit.passage.chunk.version for hit in hits.hits if hit.passage.chunk.order == 1] == [new.document.version]

    async def test_putting_again_finds_once(self, stores: Stores) -> None:
        for _ in range(3):
            await put(stores, prepared(KOREAN))
        assert found(await stores.index.search(asking(KOREAN.word), MINA)) == [("sop_1203", 1)]

    async def test_catch_up_by_many_at_once(self, stores: Stores) -> None:
        async def one(n: int) -> None:
            await put(stores, prepared(ENGLISH, doc_id=f"gcb_{n:02}"))
            hits = await stores.index.search(replace(asking("flashlight"), filters=SearchFilters(doc_ids=(f"gcb_{n:02}",))), MINA)
            assert found(hits) == [(f"gcb_{n:02}", 1)]

        await asyncio.gather(*(one(n) for n in range(12)))
        assert len((await stores.index.search(asking("flashlight"), MINA)).hits) == 12

    async def test_a_document_without_chunks(self, stores: Stores) -> None:
        await put(stores, replace(prepared(ENGLISH), chunks=()))
        hits = await stores.index.search(asking("flashlight"), MINA)
        assert (hits.hits, hits.chunks) == ((), 0)

    async def test_long_questions(self, stores: Stores) -> None:
        await put(stores, *(prepared(s) for s in SAMPLES))
        words = " ".join(f"word{n}" for n in range(2000)) + " ".join(KOREAN.sentences)
        query = TextQuery(tuple(WeightedTerm(token, 1.0) for token in dict.fromkeys(tokens(words))))
        assert (await stores.index.search(query, MINA)).hits[0].passage.document.doc_id == KOREAN.doc_id
