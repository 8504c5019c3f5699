"""What is replaced, by policy."""

import re

from hypothesis import given
from hypothesis import strategies as st

from ibidem.backends.pii.finder import RuleFinder
from ibidem.domain.personal_data import PERSONAL_KINDS, PLACEHOLDER
from ibidem.privacy.masker import Masker
from ibidem.privacy.placeholders import Placeholders


def test_only_the_kinds_of_the_policy_are_replaced() -> None:
    masker = Masker(RuleFinder(), ["KR_RRN"])
    assert masker.masked("900101-1234568, 010-1234-5678", Placeholders(b"key")) == "<KR_RRN_1>, 010-1234-5678"


def test_what_an_allowed_pattern_matches_whole_stays() -> None:
    masker = Masker(RuleFinder(), PERSONAL_KINDS, [re.compile(r"0\d{2}-1234-\d{4}")])
    assert masker.masked("041-1234-0001, 041-1235-0001", Placeholders(b"key")) == "041-1234-0001, <PHONE_1>"


def test_what_was_masked_is_left_as_it_is() -> None:
    masker = Masker(RuleFinder(), PERSONAL_KINDS)
    once = masker.masked("전화 010-1234-5678, SSN 536-22-8731, 口座 7654321", Placeholders(b"key"))
    assert once == "전화 <PHONE_1>, SSN <US_SSN_1>, 口座 <BANK_ACCOUNT_1>"
    assert masker.masked(once, Placeholders(b"key")) == once


@given(
    st.lists(st.sampled_from(["010-2345-6789", "900101-1234568", " 볼트 ", "ann@example.com", ", ", "電話 "]), max_size=8),
    st.data(),
)
def test_a_stretch_holds_no_part_of_a_value(parts: list[str], data: st.DataObject) -> None:
    text = "".join(parts)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    masker = Masker(RuleFinder(), PERSONAL_KINDS)
    stretch = masker.stretch(text, start, end, Placeholders(b"key"))
    masked = {place for datum in masker.find(text) for place in range(datum.start, datum.end)}
    assert re.sub(PLACEHOLDER, "", stretch) == "".join(text[place] for place in range(start, end) if place not in masked)


def test_what_lies_beside_a_stretch_takes_no_number() -> None:
    text = "010-1234-5678, 볼트, 010-9876-5432, ボルト, 010-1111-2222"
    masker = Masker(RuleFinder(), PERSONAL_KINDS)
    start = text.index("볼트")
    end = text.index(", ボルト")
    assert masker.stretch(text, start, end, Placeholders(b"key")) == "볼트, <PHONE_1>"
    assert masker.stretch(text, start - 2, start, Placeholders(b"key")) == ", "


def test_without_a_kind_the_others_are_still_replaced() -> None:
    masker = Masker(RuleFinder(), ["KR_RRN", "PHONE"]).without(frozenset({"PHONE"}))
    assert masker.masked("900101-1234568, 010-1234-5678", Placeholders(b"key")) == "<KR_RRN_1>, 010-1234-5678"
