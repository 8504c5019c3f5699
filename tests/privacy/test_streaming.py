"""However a text is cut, the stream gives the masked whole, and nothing that it would take back."""

import random

import pytest

from ibidem.backends.pii.finder import RuleFinder
from ibidem.domain.personal_data import PERSONAL_KINDS
from ibidem.privacy.masker import Masker
from ibidem.privacy.placeholders import Placeholders
from ibidem.privacy.streaming import StreamMasker
from personal_rows import CLEAN, PERSONAL, read

MASKER = Masker(RuleFinder(), PERSONAL_KINDS)
SENTENCES = [read(row)[0] for row in (PERSONAL + CLEAN).splitlines()]
BETWEEN = ["\n", " ", "", ", ", " - ", "(", "-", "+", "1", "  ", "\u200b", " -- ", "\t", " " * 20, "\u2060" * 300]
PIECES = [
    *"0123456789012345678901234567890123456789 --()+@.:=/'ー０１ 가번は\nABGMDsk",
    *("010", "-1234", "-5678", "전화 ", "カード", "4111 1111 1111 1111", "계좌", "GB82 WEST 1234 5698 7654 32", "password: "),
    *(
        "900101-1",
        "234568",
        "-----BEGIN ",
        "RSA ",
        "PRIVATE KEY-----",
        "-----END ",
        "eyJhbGciOi",
        ".com",
        "hong@",
        "SSN",
        "여권 ",
    ),
    *("\u200b", "\u00ad-", "  ", "--", "\u034f", "\t-\t", " " * 300, 'password: "hunter2 ', "pw1 ", '"', "secret='x7y8z9 "),
    *("PIN: 1234", " characters", "비밀번호: 8~16", "자리", "文字", "M1234567", "ghp_" + "a1" * 18, "PN "),
]


def streamed(text: str, cuts: random.Random, longest: int) -> tuple[str, str]:
    """The text through a stream in pieces of up to so many characters, and what was given before it ended."""
    stream, given, at = StreamMasker(MASKER, Placeholders(b"key")), "", 0
    while at < len(text):
        size = cuts.randint(1, longest)
        given += stream.push(text[at : at + size])
        at += size
    return given + stream.finish(), given


@pytest.mark.parametrize("seed", range(5))
def test_the_stream_is_the_batch_for_sentences(seed: int) -> None:
    for turn in range(100):
        chance = random.Random(seed * 1000 + turn)
        text = "".join(chance.choice(SENTENCES) + chance.choice(BETWEEN) for _ in range(chance.randint(1, 2)))
        batch = MASKER.masked(text, Placeholders(b"key"))
        whole, given = streamed(text, chance, chance.choice([1, 3, 8, 30]))
        assert whole == batch, text
        assert batch.startswith(given), text


@pytest.mark.parametrize("seed", range(5))
def test_the_stream_is_the_batch_for_what_nobody_writes(seed: int) -> None:
    for turn in range(100):
        chance = random.Random(10_000 + seed * 1000 + turn)
        text = "".join(chance.choice(PIECES) for _ in range(chance.randint(5, 25)))
        whole, _ = streamed(text, chance, chance.choice([1, 4, 20]))
        assert whole == MASKER.masked(text, Placeholders(b"key")), text


@pytest.mark.parametrize(
    "text",
    ["리드를 덮고 볼트를 손으로 조인다. ", "Close the lid and tighten the bolts by hand. ", "リッドを閉じてボルトを手で締める。"],
)
def test_prose_is_held_back_by_no_more_than_a_word(text: str) -> None:
    stream, given = StreamMasker(MASKER, Placeholders(b"key")), ""
    for number, letter in enumerate(text, start=1):
        given += stream.push(letter)
        assert number - len(given) <= 8
