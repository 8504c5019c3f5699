"""Questions about earlier questions are read exactly on the set made of templates, and a folder of one's own is measured."""

import json
from pathlib import Path

import pytest

from ibidem.domain.errors import InvalidInput
from ibidem.domain.languages import Language
from ibidem.evaluation.lookbacks import NOTHING, by_kind, evaluate_lookbacks, read_lookbacks
from lookback_set.made import made_set

TURN = {"session_id": "s", "turn_id": 1, "ts": "2026-05-08T13:56:00", "user_text": "Which pump leaks?", "assistant_text": ""}


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_what_is_meant_by_time_and_order(language: Language) -> None:
    groups = by_kind(evaluate_lookbacks(made_set()))
    for kind in ("time", "order"):
        read = groups[language, kind]
        assert len(read) >= 60
        assert sum(one.right for one in read) >= 0.95 * len(read), [one.message.text for one in read if not one.right]
    assert all(one.right for one in groups[language, NOTHING])


def folder_of(place: Path, message: dict[str, object]) -> Path:
    place.mkdir()
    (place / "turns.jsonl").write_text(json.dumps(TURN), encoding="utf-8")
    (place / "messages.jsonl").write_text(json.dumps({"session_id": "s", "text": "?", **message}), encoding="utf-8")
    return place


def test_a_folder_of_messages(tmp_path: Path) -> None:
    given = read_lookbacks(folder_of(tmp_path / "set", {"text": "What did I ask today?", "kind": "time", "turns": [1]}), None)
    (one,) = evaluate_lookbacks(given)
    assert one.right and one.turns == (1,)


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ({"kind": "order", "turns": [2]}, "message 1.*does not hold"),
        ({"kind": "order", "turns": []}, "message 1.*means the turns"),
        ({"kind": NOTHING, "turns": [1]}, "message 1.*means the turns"),
    ],
)
def test_a_message_that_fits_no_turn_is_refused(tmp_path: Path, message: dict[str, object], problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        read_lookbacks(folder_of(tmp_path / "set", message), None)
