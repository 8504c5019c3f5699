"""What messages do, as the network that ships reads them: what tests and rules held is read right without exception."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.acts import MessageRow, checksum, read_rows

import ibidem.understanding
from ibidem.evaluation.worlds import read_worlds
from ibidem.understanding.act_network import ActNetwork
from ibidem.understanding.acts import ACTS, Act, Situation, read_acts
from ibidem.understanding.courtesies import is_courtesy
from ibidem.understanding.recollecting import recollects

MESSAGES = Path(__file__).parents[2] / "training" / "messages"
ROWS = read_rows(MESSAGES)


def test_the_weights_belong_to_the_rows() -> None:
    with np.load(Path(ibidem.understanding.__file__).with_name("acts.npz")) as stored:
        assert str(stored["rows"]) == checksum(MESSAGES, read_worlds(MESSAGES.with_name("worlds"))), (
            "train again: python -m training acts"
        )
        assert tuple(stored["acts"]) == ACTS


def test_no_message_stands_under_two_acts() -> None:
    assert [text for text, count in Counter(" ".join(row.text.casefold().split()) for row in ROWS).items() if count > 1] == []


def test_rows_are_read_by_their_letters_alone() -> None:
    wrong = [row for row in ROWS if likeliest(row) != row.act]
    assert len(wrong) <= 0.05 * len(ROWS), Counter((row.act, likeliest(row)) for row in wrong).most_common(10)


def test_plain_sentences_are_read_right() -> None:
    """Those that tests of rules and of whole turns held."""
    wrong = [(row.text, row.act, likeliest(row)) for row in ROWS if row.by == "t0" and likeliest(row) != row.act]
    assert len(wrong) <= 0.01 * sum(row.by == "t0" for row in ROWS), wrong


def likeliest(row: MessageRow) -> Act:
    shares = read_acts(row.text).shares
    return max(shares, key=lambda act: shares[act])


@pytest.mark.parametrize(
    ("situation", "message", "act"),
    [
        ("open", "그 표를 더 짧게", "shorter"),
        ("review", "더 짧게 써 줘", "edit"),
        ("review", "make it shorter", "edit"),
        ("review", "もっと短くして", "edit"),
        ("open", "그렇게 하세요", "yes"),
        ("review", "그렇게 하세요", "approve"),
        ("review", "looks good, publish it", "approve"),
        ("review", "このまま公開してください", "approve"),
        ("review", "no", "reject"),
        ("sources", "이 자료들 말고 다른 거요", "reject"),
        ("which", "none of these", "no"),
        ("device", "どちらか分かりません", "any"),
        ("offer", "네 부탁해요", "yes"),
    ],
)
def test_what_waits_says_what_a_reply_amounts_to(situation: Situation, message: str, act: Act) -> None:
    assert read_acts(message).doing(situation) == act


@pytest.mark.parametrize(
    "message",
    [
        "how do I approve a leave request?",
        "요약 보고서 제출 기한이 언제야?",
        "翻訳会社との契約は誰が承認しますか",
        "",
        " ",
        "?" * 700,
    ],
)
def test_what_only_sounds_like_it_is_a_question(message: str) -> None:
    assert read_acts(message).doing("review") == "question"


@given(st.text(max_size=700), st.none() | st.just([0.05] * 384))
def test_anything_is_read(message: str, vector: list[float] | None) -> None:
    shares = read_acts(message, vector).shares
    assert sum(shares.values()) == pytest.approx(1, abs=1e-3)
    assert all(0 <= share <= 1.001 for share in shares.values())


def test_rows_are_whole() -> None:
    for file in MESSAGES.glob("*.jsonl"):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            assert set(row) == {"by", "act", "text"} and row["act"] in ACTS and row["text"].strip(), line


@pytest.mark.parametrize("message", ["고마워요, 잘 됐네요", "thanks, that worked", "ありがとう、うまくいきました"])
def test_a_message_is_read_once_however_many_ask(message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    shares = ActNetwork.shares
    monkeypatch.setattr(ActNetwork, "shares", lambda *asked: read.append(asked[1]) or shares(*asked))
    assert read_acts(f"{message}!!").doing("open") == "thanks"
    assert is_courtesy(f"{message}!!") and not recollects(f"{message}!!")
    assert read == [f"{message}!!"]
