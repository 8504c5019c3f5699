"""Several rankings as one: what each query finds best is read, and what many queries share as filler is not."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ibidem.domain.documents import Chunk, Document, Passage
from ibidem.finding.passages import Ranking
from ibidem.finding.weighing import combined, leaning, of_each_owner
from ibidem.language.search_text import passage_tokens, question_terms


def ranking(*scored: tuple[str, float], confidence: float = 0.5) -> Ranking:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    passages = [
        Passage(
            Chunk("d", "v", name, order, "", None, 0, name),
            Document("d", "v", "D", "d.md", "", "sop", "en", "text/markdown", "", at),
            score,
        )
        for order, (name, score) in enumerate(scored)
    ]
    return Ranking(tuple(passages), (), confidence, tuple(name for name, _ in scored), whole=10.0)


def names(fused: Ranking) -> list[str]:
    return [passage.chunk.chunk_id for passage in fused.passages]


FILLER = [(f"f{n}", 5.0) for n in range(15)]


def test_the_best_of_each_query_is_among_the_first() -> None:
    others = [ranking((f"q{n}", 9.0), *FILLER) for n in range(5)]
    fused = combined([ranking(("best", 9.0), *FILLER), *others], 20)
    assert names(fused)[0] in ("best", "f0", "f1")
    assert {"best", *(f"q{n}" for n in range(5))} <= set(names(fused)[:10])


def test_what_holds_most_of_its_query_comes_first() -> None:
    """Found by a translation alone, and well, it is not outvoted by what all versions find badly."""
    weak = [("w0", 1.0), ("w1", 0.9), ("w2", 0.8)]
    assert names(combined([ranking(*weak), ranking(("strong", 8.0), *weak), ranking(*weak)], 20))[0] == "strong"


def test_the_question_itself_leads_where_another_query_finds_little_more() -> None:
    assert names(combined([ranking(("own", 5.0), ("next", 4.4)), ranking(("other", 9.0))], 20)) == ["own", "other", "next"]


def test_what_holds_next_to_nothing_of_its_query_is_filler() -> None:
    fused = combined([ranking(("a", 9.0), ("f", 0.0)), ranking(("b", 9.0), ("f", 0.0)), ranking(("c", 9.0), ("f", 0.0))], 20)
    assert names(fused) == ["a", "b", "c"]


def test_scores_fall_from_place_to_place_and_the_question_keeps_its_terms() -> None:
    first = ranking(("a", 4.0), ("b", 3.0), confidence=0.2)
    fused = combined([first, ranking(("c", 9.0), confidence=0.7)], 20)
    scores = [passage.score for passage in fused.passages]
    assert scores == sorted(scores, reverse=True) and len(set(scores)) == 3
    assert (fused.confidence, fused.tokens) == (0.7, tuple(names(fused)))


def test_one_query_alone_is_left_as_it_is() -> None:
    alone = ranking(("a", 4.0), ("b", 0.1))
    assert combined([alone], 20) is alone and combined([alone, ranking()], 20) is alone


def owned(*scored: tuple[str, float]) -> Ranking:
    """Passages called after their owners: "a2" is of the owner "a", and "2" of nobody."""
    plain = ranking(*scored)
    passages = [
        replace(p, document=replace(p.document, doc_id=p.chunk.chunk_id, owner=p.chunk.chunk_id.rstrip("0123456789")))
        for p in plain.passages
    ]
    return replace(plain, passages=tuple(passages))


def test_the_best_of_each_owner_that_fits_about_as_well_is_read() -> None:
    found = owned(("a1", 9.0), ("a2", 8.0), ("a3", 7.0), ("1", 7.0), ("b1", 6.0), ("b2", 5.5), ("c1", 5.0), ("d1", 3.0))
    spread = of_each_owner(found, 4)
    assert names(spread) == ["a1", "a2", "b1", "c1", "a3", "1", "b2", "d1"]
    assert list(spread.tokens) == names(spread)
    assert of_each_owner(found, 7) is found


def test_where_one_owner_or_none_fits_the_order_stays() -> None:
    for found in (owned(("a1", 9.0), ("a2", 8.0), ("b1", 2.0)), owned(("1", 9.0), ("2", 8.0)), owned()):
        assert of_each_owner(found, 2) is found


ABOUT = [
    ("남으면 내년에 넘겨짐?", "쓰지 못한 연차휴가는 이월한다"),
    ("whats left next year?", "unused leave is carried over"),
    ("余ったら来年どうなる?", "使わなかった休暇は繰り越す"),
]


def before_and_other(question: str, held: str, nearness: float) -> list[str]:
    """What leads of a document cited before and of a better one, whose text is `held`."""
    found = ranking(("other", 5.0), ("before", 4.0), ("last", 3.0))
    named = [replace(p, document=replace(p.document, doc_id=p.chunk.chunk_id)) for p in found.passages]
    worth = {term.token: 1.0 for term in question_terms(question)}
    found = replace(found, passages=tuple(named), tokens=(passage_tokens(held), "", ""), worth=worth)
    fused = replace(found, nearness=nearness, by_words=found)
    assert leaning(question, found, frozenset({"before"})) is found, "words alone do not tell that nothing is near"
    return names(leaning(question, fused, frozenset({"before"})))


@pytest.mark.parametrize(("question", "other"), ABOUT)
def test_what_nothing_is_near_goes_on_with_the_document_cited_before(question: str, other: str) -> None:
    assert before_and_other(question, other, 0.2) == ["before", "other", "last"]


@pytest.mark.parametrize(("question", "other"), ABOUT)
def test_what_words_or_meaning_find_is_a_new_subject(question: str, other: str) -> None:
    assert before_and_other(question, question, 0.2) == ["other", "before", "last"]
    assert before_and_other(question, other, 1.0) == ["other", "before", "last"]


def test_without_what_was_cited_the_order_stays() -> None:
    found = ranking(("a", 5.0), ("b", 4.0))
    assert leaning("what else", found, frozenset({"gone"})) is found
