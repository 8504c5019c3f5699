"""A value is found whatever stands beside it, and whichever blanks and dashes it is written with."""

import random
import sys
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.backends.pii.finder import RuleFinder
from ibidem.backends.pii.runs import folded
from ibidem.domain.api_keys import new_key
from ibidem.domain.personal_data import PERSONAL_KINDS, PersonalKind
from ibidem.privacy.masker import Masker
from ibidem.privacy.placeholders import Placeholders
from ibidem.privacy.streaming import StreamMasker

MASKER = Masker(RuleFinder(), PERSONAL_KINDS)


def of_category(category: str) -> Iterator[str]:
    """The characters of a category, as this Python knows them."""
    return (character for character in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(character) == category)


BLANKS = [*of_category("Zs"), *"\u2800\u3164\u115f\u1160\uffa0"]
DASHES = [*of_category("Pd"), *"−ㅡーｰ─━˗⁃⁻➖⎯一⼀"]
# Written with «-» where a dash stands, and " " where a blank does.
GROUPED: list[tuple[PersonalKind, str]] = [
    ("PHONE", "010-2345-6789"),
    ("PHONE", "090-1234-5678"),
    ("PHONE", "+82-10-2345-6789"),
    ("KR_RRN", "900101-1234568"),
    ("CREDIT_CARD", "4242-4242-4242-4242"),
]
WHOLE: list[tuple[PersonalKind, str]] = [
    *GROUPED,
    ("PHONE", "01023456789"),
    ("KR_RRN", "9001011234568"),
    ("CREDIT_CARD", "4242424242424242"),
    ("EMAIL", "hong@example.com"),
    ("EMAIL", "한글@example.com"),
    ("EMAIL", "홍길동@회사.한국"),
    ("EMAIL", "山田@example.jp"),
    ("SECRET", "ibk_Zk3vT9wQ1xYbN5rUoPaC7dEfGhJ2LmS8tV4iKq6"),
]
LABELLED: list[tuple[PersonalKind, str]] = [("PHONE", "82-10-2345-6789"), ("PHONE", "010-2345-6789"), ("PHONE", "0312345678")]
LABELS = ["TEL", "tel", "Tel.", "TEL:", "FAX", "HP", "전화", "전화 ", "전화번호는 ", "휴대폰:", "電話", "電話番号は", "連絡先："]
LEFT = [
    "",
    " ",
    "\n",
    "- ",
    "-",
    "• ",
    "•",
    "· ",
    "* ",
    "(",
    "[",
    "「",
    "『",
    "<",
    "“",
    '"',
    "'",
    ": ",
    ":",
    "：",
    "=",
    "/",
    "|",
    ", ",
]
LEFT += ["은 ", "는 ", "は", "を", "、", "。", "is ", "to ", "번호 "]
RIGHT = ["", " ", "\n", ".", ",", ":", ": ", "：", ";", ")", "]", "」", "』", ">", "”", '"', "'", "!", "?", "/", "|", " -", "-"]
RIGHT += ["로", "으로", "은", "입니다", "에게", "です", "まで", "へ", "は", "、", "。", " is", ": 담당자", ":担当", ": Ann"]


def assert_masked(text: str, kind: PersonalKind, value: str, seed: int) -> None:
    """The value is one datum of this kind in the text, in the batch and in a stream."""
    found = [(one.kind, text[one.start : one.end]) for one in MASKER.find(text)]
    assert found == [(kind, value)], text
    stream, cuts, at, given = StreamMasker(MASKER, Placeholders(b"key")), random.Random(seed), 0, ""
    while at < len(text):
        size = cuts.randint(1, 5)
        given += stream.push(text[at : at + size])
        at += size
    assert given + stream.finish() == MASKER.masked(text, Placeholders(b"key")), text


@pytest.mark.parametrize("dash", DASHES)
def test_every_dash_parts_groups_of_digits(dash: str) -> None:
    assert len(folded(f"1{dash}2")) == 3
    for kind, value in GROUPED:
        written = value.replace("-", dash)
        for text in (written, f"번호 {written}입니다", f"番号は{written}です", f"It is {written}."):
            assert_masked(text, kind, written, 1)


@pytest.mark.parametrize("blank", BLANKS)
def test_every_blank_parts_groups_of_digits(blank: str) -> None:
    for kind, value in GROUPED:
        written = value.replace("-", f"{blank}-{blank}" if kind == "KR_RRN" else blank)
        for text in (written, f"번호 {written}입니다", f"番号は{written}です", f"It is {written}."):
            assert_masked(text, kind, written, 1)


@given(st.sampled_from(LEFT), st.sampled_from(WHOLE), st.sampled_from(RIGHT), st.integers(0, 99))
def test_a_value_is_found_between_any_neighbours(left: str, of_kind: tuple[PersonalKind, str], right: str, seed: int) -> None:
    kind, value = of_kind
    if right == "-" and kind not in ("PHONE", "KR_RRN", "CREDIT_CARD"):
        return  # which may be part of an address or a key
    assert_masked(f"{left}{value}{right}", kind, value, seed)


@given(st.sampled_from(LABELS), st.sampled_from(LABELLED), st.sampled_from(RIGHT), st.integers(0, 99))
def test_a_number_is_found_right_behind_its_label(label: str, of_kind: tuple[PersonalKind, str], right: str, seed: int) -> None:
    kind, value = of_kind
    assert_masked(f"{label}{value}{right}", kind, value, seed)


@given(st.integers(0, 99))
def test_a_key_of_ours_is_found(seed: int) -> None:
    key = new_key()
    if any(character.isdigit() for character in key.removeprefix("ibk_")):
        assert_masked(f"키 {key} 를 쓴다", "SECRET", key, seed)


@pytest.mark.parametrize(
    "text",
    [
        "git clone git@github.com:org/repo.git",
        "ssh 접속은 deploy@build.example.com:/srv/app 로",
        "scp a.txt root@host.example.com:2222",
        "三菱は一九九〇年に、2024年に二台",
        "압력은 10〜20 kPa, 1200〜1500 rpm",
        "5一10一20",
    ],
)
def test_a_place_of_a_machine_and_a_range_are_left_alone(text: str) -> None:
    assert not MASKER.find(text)
