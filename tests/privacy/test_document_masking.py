"""Documents with placeholders: names that need no memory, and what stands where afterwards."""

import re

from hypothesis import given
from hypothesis import strategies as st

from ibidem.backends.pii.finder import RuleFinder
from ibidem.domain.personal_data import PERSONAL_KINDS, without_placeholders
from ibidem.privacy.document_masking import CorpusNames, DocumentMasking
from ibidem.privacy.masker import Masker

MASKING = DocumentMasking("0123abcd", Masker(RuleFinder(), PERSONAL_KINDS), b"key")
PIECES = (
    "010-2345-6789",
    "계좌 110-234-567890",
    " 110-234-567890 ",
    "ann@example.com",
    "\n",
    "M8 볼트 ",
    "See p. 3. ",
    "電話は",
    " | ",
)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.data())
def test_a_stretch_stands_where_it_is_said_to(text: str, data: st.DataObject) -> None:
    whole = MASKING.whole(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    now = whole.text[whole.start(start) : whole.end(end)]
    inside = [one for one in whole.data if one.start < end and start < one.end]
    outside = re.sub(r"<[A-Z_]+_[a-z]{8}>", "", now)
    assert now.count("<") == len(inside)
    pieces, at = [], start
    for one in inside:
        pieces.append(text[at : one.start])
        at = one.end
    assert outside == "".join((*pieces, text[at:end]))


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_what_stands_for_a_value_stays_when_it_is_masked_again(text: str) -> None:
    # A placeholder may be shorter than its value, so that a word like "account" comes near enough to what follows.
    placeholder = re.compile("<[A-Z_]+_[a-z]{8}>")
    once = MASKING.whole(text).text
    again = MASKING.whole(once).text
    left = iter(placeholder.findall(again))
    assert all(one in left for one in placeholder.findall(once))


def test_one_value_has_one_name_under_one_key() -> None:
    names, others = CorpusNames(b"key"), CorpusNames(b"another key")
    name = names.name("PHONE", "010-2345-6789")
    assert re.fullmatch("<PHONE_[bcdfghjklmnpqrstvwxz]{8}>", name)
    assert name == CorpusNames(b"key").name("PHONE", "+82 10 2345 6789")
    assert name not in (names.name("PHONE", "010-2345-6788"), others.name("PHONE", "010-2345-6789"))


def test_what_one_place_gives_away_is_replaced_wherever_it_stands() -> None:
    text = "급여 계좌는 110-234-567890이다. 그 밖의 것은 아래의 긴 표에 적힌 대로 차례로 적는다: 110-234-567890, 771-234-567891"
    whole = MASKING.whole(text)
    assert whole.text.count("<BANK_ACCOUNT_") == 2 and "771-234-567891" in whole.text
    assert "110" not in MASKING.beside("보고 110-234-567890", whole)


def test_a_search_leaves_a_name_of_a_document_out() -> None:
    name = CorpusNames(b"key").name("KR_RRN", "900101-1234568")
    assert without_placeholders(f"번호 {name}인 사람의 연차") == "번호인 사람의 연차"
