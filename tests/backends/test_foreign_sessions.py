"""Turns of another program become turns of ours, or are refused with what is wrong in which of them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ibidem.backends.foreign_sessions import session_of
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput

MINA = Principal("mina", tenant="seoul")
DAYS = timedelta(days=36500)
SAID = ["펌프는 언제 점검해?", "When is the pump inspected?", "ポンプはいつ点検しますか?"]


def row(**changed: Any) -> dict[str, Any]:
    return {"session_id": "s", "turn_id": 9, "ts": "2026-01-01T00:00:00Z", "user_text": "x", "assistant_text": "y", **changed}


def referring(**changed: Any) -> dict[str, Any]:
    return row(doc_refs=[{"slot": 1, "doc_id": "a", **changed}])


@pytest.mark.parametrize("asked", SAID)
def test_what_is_sound_comes_whole(asked: str) -> None:
    given = row(user_text=asked, ts=1767225600000, doc_refs={"doc_id": "a", "slot": 3, "chunk_ids": ["a#1", 7], "page": True})
    kept = session_of("s", [given], MINA, DAYS)
    (turn,) = (one.turn for one in kept.turns)
    assert (turn.content.user_text, turn.ts) == (asked, datetime(2026, 1, 1, tzinfo=UTC))
    (ref,) = turn.content.doc_refs
    assert (ref.slot, ref.chunk_ids, ref.title, ref.page) == (3, ("a#1", "7"), "a", None)
    assert kept.session.expires == turn.ts + DAYS


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (referring(chunk_ids=5), "turn 9 of session s has the chunk_ids 5; a list of texts"),
        (referring(chunk_ids=[{"id": 1}]), "has the chunk_ids"),
        (referring(chunk_ids=[None]), "has the chunk_ids"),
        (referring(chunk_ids=True), "has the chunk_ids True"),
        (referring(chunk_ids=["a#\ud800"]), "turn 9 of session s: chunk_ids"),
        (referring(slot=True), "has the slot True; whole numbers from 1 to 2,147,483,647"),
        (referring(slot=10**12), "has the slot 1000000000000"),
        (referring(slot="1"), "has the slot '1'"),
        (referring(doc_id=""), "has a doc_ref with an empty doc_id"),
        (referring(doc_id=None), "has a doc_ref with an empty doc_id"),
        (row(doc_refs=5), "has a doc_ref without a doc_id"),
        (row(ts=True), "ts is True"),
        (row(ts="9999-12-31T23:59:59-12:00"), "ts is '9999-12-31T23:59:59-12:00'"),
        (row(ts="9999-06-01T00:00:00Z"), "the last turn of session s: ts is 9999-06-01T00:00:00+00:00, 36500 days after"),
        (row(ts=float("inf")), "ts is inf"),
    ],
)
def test_what_is_none_is_refused_by_name(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        session_of("s", [given], MINA, DAYS)
    assert problem in str(refused.value)


def test_a_session_without_turns_is_refused() -> None:
    with pytest.raises(InvalidInput, match="session s has no turns"):
        session_of("s", [], MINA, None)
