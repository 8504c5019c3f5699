"""Which of the passages found a model reads."""

from dataclasses import replace

import pytest

from ibidem.finding.passages import Ranking
from ibidem.language.search_text import WORD
from ibidem.turn.documents.relevance_cutoff import without_tail, worth_growing, worth_reading
from turn.documents.test_numbering import passages


@pytest.mark.parametrize(
    ("scores", "read", "grown"),
    [
        ((10.0, 9.0, 4.0, 3.9), 3, 2),
        ((10.0,), 1, 1),
        ((0.0, 0.0, 0.0), 3, 3),  # the beginnings of documents
        ((-1.0, -2.0), 2, 2),  # a reranker's
        ((), 0, 0),
    ],
)
def test_what_is_far_behind_the_best_is_not_read(scores: tuple[float, ...], read: int, grown: int) -> None:
    found = [replace(passages("en")[0], score=score) for score in scores]
    assert (len(worth_reading(found)), len(worth_growing(found))) == (read, grown)


def test_documents_that_the_first_one_clearly_leads_are_not_read_unless_they_hold_what_it_lacks() -> None:
    scores = {"a": 10.0, "b": 5.4, "c": 5.6, "d": 4.1, "e": 3.0}
    found = [replace(passages("en", doc_id)[0], score=score) for doc_id, score in scores.items()]
    found.insert(1, replace(passages("en", "a")[1], score=4.5))  # another passage of the first
    pump, valve = f"{WORD}pump", f"{WORD}valve"
    tokens = (pump, pump, pump, pump, f"{pump} {valve}", f"{pump} {valve}")
    ranking = Ranking(tuple(found), (), 1.0, tokens, worth={pump: 1.0, valve: 1.0})
    assert [one.document.doc_id for one in without_tail(ranking)] == ["a", "a", "c", "d"]
    of_earlier = replace(ranking, earlier=frozenset({valve}))
    assert [one.document.doc_id for one in without_tail(of_earlier)] == ["a", "a", "c"]
    unscored = replace(ranking, passages=tuple(replace(one, score=0.0) for one in found))
    assert len(without_tail(unscored)) == len(found)
