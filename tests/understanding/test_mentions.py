"""A message in pieces, and what is a mention in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.profile import load_profile
from ibidem.understanding.mentions import MOST_PIECES, mask
from ibidem.understanding.titles import title_of

PROFILE = load_profile("equipment")
TITLES = [title_of("rule_82", "Overtime Rules"), title_of("SOP-2230", "오링 교체"), title_of("etch-wet-12", "ウェット洗浄")]


def forms(message: str) -> list[tuple[str, str]]:
    masked = mask(message, PROFILE, TITLES)
    return [(masked.text[m.start : m.end], m.form) for m in masked.mentions]


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("2번 문서랑 마지막 거", [("2번", "label"), ("마지막", "ordinal")]),
        ("the second and [3]", [("second", "ordinal"), ("[3]", "bracket")]),
        ("2番目と真ん中", [("2番目", "ordinal"), ("真ん中", "place")]),
        ("오링 그거", [("오링", "title")]),
        ("the overtime one", [("overtime", "title")]),
        ("document one and the other one", [("one", "cardinal")]),
        ("洗浄のやつ", [("洗浄", "title")]),
        ("open rule 82", [("rule 82", "id")]),
        ("etchwet12 again", [("etchwet12", "id")]),
    ],
)
def test_numbers_places_titles_and_ids_are_mentions(message: str, found: list[tuple[str, str]]) -> None:
    assert forms(message) == found


@pytest.mark.parametrize("message", ["sop 2230 보여줘", "show me SOP2230", "SOP_2230を見せて"])
def test_an_id_that_was_cited_is_meant_as_it_was_cited(message: str) -> None:
    mentions = mask(message, PROFILE, TITLES).mentions
    assert [one.doc_id for mention in mentions for one in mention.ids] == ["SOP-2230"]


@given(st.text(max_size=300))
def test_any_text_is_masked(text: str) -> None:
    masked = mask(text, PROFILE, TITLES)
    assert len(masked.pieces) <= MOST_PIECES
    assert [m.start for m in masked.mentions] == sorted(m.start for m in masked.mentions)
    assert all(one.mention < len(masked.mentions) for one in masked.pieces)
