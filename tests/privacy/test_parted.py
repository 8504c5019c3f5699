"""Whatever parts the groups of a value, or stands within one unseen, changes nothing of what is found."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.backends.pii.finder import RuleFinder
from ibidem.domain.personal_data import PERSONAL_KINDS, PersonalKind
from ibidem.privacy.masker import Masker
from ibidem.privacy.placeholders import Placeholders
from ibidem.privacy.streaming import StreamMasker

MASKER = Masker(RuleFinder(), PERSONAL_KINDS)
UNSEEN = [
    "\u200b",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u180e",
    "\u200e",
    "\u202a",
    "\u034f",
    "\ufe0f",
    "\u20e3",
    "\u115f",
    "\u3164",
    "\U000e0020",
]
BLANKS = [" ", "\u00a0", "\u2003", "\u3000"]
DASHES = ["-", "\u2011", "\u2014", "ㅡ", "ー", "\u1173", "\u2574", "\u2576", "\u2578", "\u257a"]
GROUPED: list[tuple[PersonalKind, str]] = [
    ("PHONE", "010-2345-6789"),
    ("PHONE", "090-1234-5678"),
    ("KR_RRN", "900101-1234568"),
    ("CREDIT_CARD", "4111-1111-1111-1111"),
]
AROUND = ["{}", "번호 {}입니다", "番号は{}です", "It is {}."]
WORDS: list[tuple[PersonalKind, str]] = [
    *GROUPED,
    ("EMAIL", "hong@example.com"),
    ("EMAIL", "홍길동@회사.한국"),
    ("SECRET", "sk-proj-a1b2c3d4e5f6g7h8i9j0"),
]
ONE_DASH = [f"{dash}{unseen}" for unseen in UNSEEN for dash in DASHES]
PARTINGS = [
    *ONE_DASH,
    *(one[::-1] for one in ONE_DASH),
    *(blank * 2 for blank in BLANKS),
    *(a + b for a in DASHES for b in DASHES),
]
PARTINGS += ["\t-\t", "  -  ", " \u200b ", "\u200b \u2060- ", " " * 30]


def assert_masked(text: str, kind: PersonalKind, value: str) -> None:
    """The value is one datum in the text, in the batch and in a stream."""
    assert [(one.kind, text[one.start : one.end]) for one in MASKER.find(text)] == [(kind, value)], ascii(text)
    stream, cuts, at, given = StreamMasker(MASKER, Placeholders(b"key")), random.Random(len(text)), 0, ""
    while at < len(text):
        size = cuts.randint(1, 5)
        given += stream.push(text[at : at + size])
        at += size
    assert given + stream.finish() == MASKER.masked(text, Placeholders(b"key")), ascii(text)


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(("kind", "value"), GROUPED)
def test_a_run_of_blanks_dashes_and_what_is_unseen_parts_groups(kind: PersonalKind, value: str, around: str) -> None:
    for parting in PARTINGS:
        if kind == "KR_RRN" and parting.isspace():
            continue  # asks for a label
        written = value.replace("-", parting)
        assert_masked(around.format(written), kind, written)


@given(st.sampled_from(WORDS), st.sampled_from(UNSEEN), st.integers(1, 3), st.data())
def test_what_is_unseen_within_a_value_changes_nothing(
    of_kind: tuple[PersonalKind, str], unseen: str, count: int, data: st.DataObject
) -> None:
    kind, value = of_kind
    at = data.draw(st.integers(1, len(value) - 1))
    written = value[:at] + unseen * count + value[at:]
    for around in ("{}", "번호 {} 입니다", "番号は {} です", "It is {} ."):
        assert_masked(around.format(written), kind, written)


def test_a_value_keeps_its_name_with_something_unseen_in_it() -> None:
    names = Placeholders(b"key")
    for value in ("010-2345-6789", "010  2345\u200b-67\u00ad89", "hong@example.com", "hong@exam\u200bple.com"):
        MASKER.masked(f"{value} ", names)
    assert list(map(str, names.known)) == ["<PHONE_1>", "<EMAIL_1>"]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ('password = "hunter2 xyzq"', 'password = "<SECRET_1>"'),
        ("db_password: 'hunter2 xyzq',", "db_password: '<SECRET_1>',"),
        ("password='hunter2 xyzq'", "password='<SECRET_1>'"),
        ('{"password":"hunter2 xyzq","a":1}', '{"password":"<SECRET_1>","a":1}'),
        ("비밀번호는 “hunter2 xyzq”입니다", "비밀번호는 “<SECRET_1>”입니다"),
        ("パスワードは「hunter2 xyzq」です", "パスワードは「<SECRET_1>」です"),
        ('token: "hunter2 xyzq', 'token: "<SECRET_1>'),
    ],
)
def test_a_quoted_password_is_masked_with_its_blanks(text: str, masked: str) -> None:
    assert MASKER.masked(text, Placeholders(b"key")) == masked


@pytest.mark.parametrize(
    "text",
    [
        "A/S 1200  1500  1800  2100 rpm",
        "치수 120 -- 340 -- 560 mm",
        "2024-01-02  2024-03-04",
        "表 1000\t2000\t3000\t4000",
        'password: "must be 8 characters"',
        '비밀번호: "8자 이상"',
        "パスワードは「8文字 以上」です",
    ],
)
def test_columns_ranges_and_rules_of_passwords_are_left_alone(text: str) -> None:
    assert not MASKER.find(text)
