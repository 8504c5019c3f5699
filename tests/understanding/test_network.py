"""The network as it is shipped: its weights belong to the rows, and it reads anything."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.weights import checksum

import ibidem.understanding
from ibidem.profile import load_profile
from ibidem.understanding.learned import readings
from ibidem.understanding.mentions import mask
from ibidem.understanding.network import shipped
from ibidem.understanding.pointer import AllSlots, DocumentIds, Pointer, Titled
from ibidem.understanding.pointer_reader import explained, read_pointer
from ibidem.understanding.titles import title_of

PROFILE = load_profile("equipment")
ROWS = Path(__file__).parents[1] / "references"
WEIGHTS = Path(ibidem.understanding.__file__).parent / "weights.npz"
TITLES = [
    title_of("a", "터보 펌프 알람"),
    title_of("b", "Parental Leave Policy"),
    title_of("e", "Travel Expenses Guide"),
    title_of("c", "チラー冷却液補充手順"),
    title_of("d", "드라이 펌프 소음"),
]


def by_title(message: str) -> Pointer | None:
    """What the message points at where none of its words is the id of a document."""
    pointer = read_pointer(message, PROFILE, TITLES)
    return pointer.otherwise if isinstance(pointer, DocumentIds) else pointer


def test_the_weights_belong_to_the_rows_and_their_labels() -> None:
    with np.load(WEIGHTS) as stored:
        assert str(stored["rows"]) == checksum(ROWS), "python -m training label, then train"


def test_the_weights_are_small() -> None:
    assert WEIGHTS.stat().st_size < 4_000_000


@pytest.mark.parametrize(
    ("message", "names"),
    [
        ("터보 펌프 알람 문서 다시 보여줘", ("터보", "알람")),
        ("드라이 펌프 글 요약해줘", ("드라이",)),
        ("the parental leave doc again please", ("parental", "leave")),
        ("what does the parental leave document say about twins?", ("parental", "leave")),
        ("드라이 그 글 좀 다시 열어줘", ("드라이",)),
        ("冷却液補充手順の文書を要約して", ("冷却液補充手順",)),
        ("冷却液のやつ開いて", ("冷却液",)),
    ],
)
def test_a_document_is_named_by_words_of_its_title(message: str, names: tuple[str, ...]) -> None:
    pointer = by_title(message)
    assert isinstance(pointer, Titled) and set(names) <= {word for name in pointer.names for word in name}


@pytest.mark.parametrize(
    "message",
    ["터보 펌프 빼고 나머지 보여줘", "all except the travel guide, show me", "チラーのは要らないので他を見せて"],
)
def test_all_but_one_by_words_of_its_title(message: str) -> None:
    pointer = by_title(message)
    assert isinstance(pointer, AllSlots) and pointer.but


@pytest.mark.parametrize(
    "message",
    [
        *("터보 펌프는 몇 시간마다 점검해?", "펌프 소음이 또 나요", "알람 원인이 뭐야?"),
        *("how long is parental leave?", "who pays my travel expenses?", "everything but the robot restarted"),
        *("チラーの冷却液は何リットル?", "補充したけど直らない", "冷却液以外に確認することは?"),
    ],
)
def test_a_question_about_the_subject_of_a_title_points_at_nothing(message: str) -> None:
    assert read_pointer(message, PROFILE, TITLES) is None


def test_what_decided_is_told() -> None:
    line = explained("補充手順のやつ見せて", PROFILE, TITLES)
    assert line.startswith("title in latest, whole") and "補充手順: named" in line


@given(st.text(max_size=300))
def test_any_text_is_read_and_the_shares_are_of_one(text: str) -> None:
    masked = mask(text, PROFILE)
    assert all(np.isfinite(head).all() for head in (shipped().read(masked).shape, shipped().read(masked).roles))
    ways = readings(masked)
    assert 0 < sum(one.share for one in ways) <= 1.001 and len({one.pointer for one in ways}) == len(ways)
