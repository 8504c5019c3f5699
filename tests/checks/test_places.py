"""Places of documents: of most of them nothing is ever read."""

import pytest

from ibidem.checks import places
from ibidem.checks.places import is_misplaced, read_places
from ibidem.checks.source_values import read_source
from ibidem.checks.values import read_values

TOLD = {
    "ko": ("덮개 볼트는 12 N·m로 조인다.", "펌프 볼트는 30 N·m로 조인다.", "펌프 볼트는 12 N·m로 조인다."),
    "en": ("The bolts of the lid are tightened to 12 N·m.", "The bolts of the pump are tightened to 30 N·m.",
           "The bolts of the pump are tightened to 12 N·m."),
    "ja": ("ふたのボルトは12N·mで締める。", "ポンプのボルトは30N·mで締める。", "ポンプのボルトは12N·mで締める。"),
}  # fmt: skip


@pytest.mark.parametrize("language", TOLD)
def test_a_quoted_sentence_is_compared_with_its_own_place_only(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lid, pump, wrong = TOLD[language]
    found = read_places(read_source(f"{lid}\n\n{pump}"))
    read: list[str] = []
    words_of = places.words_of
    monkeypatch.setattr(places, "words_of", lambda text: read.append(text) or words_of(text))
    (value,) = read_values(lid).values
    assert not is_misplaced(value, lid, frozenset(), found)
    assert set(read) == {lid, ""}, "nothing is read of the other place"
    (value,) = read_values(wrong).values
    assert is_misplaced(value, wrong, frozenset(), found), "the value of the lid is said of the pump"
