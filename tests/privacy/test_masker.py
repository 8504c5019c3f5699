"""What is replaced, by policy."""

import re

from ibidem.backends.pii.finder import RuleFinder
from ibidem.domain.personal_data import PERSONAL_KINDS
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
