"""A follow-up goes on from the turn it goes back to."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ibidem.domain.conversation import DocRef, NewTurn, Pause, Turn
from ibidem.domain.trace import Trace
from ibidem.turn.question.focus import focus


def turn(number: int, question: str, title: str, device: str = "") -> Turn:
    refs = (DocRef(1, f"d{number}", "v", title, "", "", None, (), "", None, ""),) if title else ()
    trace = Trace(devices=(device,) if device else ())
    return Turn(number, datetime.now(UTC), "local", NewTurn("s", question, "", "", "ko", "general", refs, trace=trace))


KO = (
    turn(1, "SUPRA XP 로드락 도어 오링은 몇 명이 교체해?", "SUPRA XP 로드락 도어 O-ring 교체", "SUPRA XP"),
    turn(2, "드라이 펌프 오일은 언제 갈아?", "드라이 펌프 오일 교환 주기"),
    turn(3, "감사합니다", ""),
)
EN = (
    turn(1, "What is the coolant for the ORBIS 300 chiller?", "Chiller coolant replacement", "ORBIS 300"),
    turn(2, "Why did the wafers slip?", "Wafers slipping on the vacuum robot"),
    turn(3, "thanks", ""),
)
JA = (
    turn(1, "保証期間は何年ですか？", "保証のご案内", "HikariLink X2"),
    turn(2, "ファームウェアの更新方法は？", "ファームウェア更新のしかた"),
    turn(3, "ありがとう", ""),
)


@pytest.mark.parametrize(
    ("message", "history", "doc_id", "device"),
    [
        ("그럼 얼마나 걸려?", KO, "d2", ()),
        ("아까 그 로드락 작업, 챔버는 몇 도까지 식어야 해?", KO, "d1", ("SUPRA XP",)),
        ("and how long does it take?", EN, "d2", ()),
        ("back to that chiller: what is the minimum flow?", EN, "d1", ("ORBIS 300",)),
        ("期限は？", JA, "d2", ()),
        ("さっきの保証の話ですが、雷で壊れたのは対象ですか？", JA, "d1", ("HikariLink X2",)),
    ],
)
def test_a_follow_up_asks_about_the_documents_of_its_turn(
    message: str, history: tuple[Turn, ...], doc_id: str, device: tuple[str, ...]
) -> None:
    found = focus(message, history)
    assert found.doc_ids == {doc_id}
    assert found.subject.devices == device
    assert found.turns[-1].content.doc_refs[0].doc_id == doc_id


@pytest.mark.parametrize(
    ("message", "history"),
    [
        ("출장비 정산은 영수증을 언제까지 제출해야 하나요?", KO),
        ("Which certificate does an engineer need for the gas cabinet?", EN),
        ("出張の宿泊費は一泊いくらまで精算できますか？", JA),
    ],
)
def test_a_question_that_stands_alone_asks_about_none(message: str, history: tuple[Turn, ...]) -> None:
    found = focus(message, history)
    assert found.doc_ids == frozenset()
    assert found.subject.devices == ()
    assert [t.turn_id for t in found.turns] == [1, 2]


def test_without_citing_turns_there_is_no_focus() -> None:
    assert focus("그건 왜?", KO[2:]).turns == ()


def unanswered(number: int, question: str, device: str) -> Turn:
    return turn(number, question, "", device)


@pytest.mark.parametrize(
    ("message", "history", "later"),
    [
        ("그럼 볼트 토크는?", KO, "SUPRA N의 도장 색상은?"),
        ("그 장비의 로드락 도어 오링 토크는?", KO, "SUPRA N의 도장 색상은?"),
        ("and its chiller?", EN, "What colour is the SUPRA N?"),
        ("how warm is the coolant in that tool?", EN, "What colour is the SUPRA N?"),
        ("では期間は？", JA, "SUPRA Nの色は？"),
        ("その装置の保証は？", JA, "SUPRA Nの色は？"),
    ],
)
def test_the_last_device_named_holds_on_though_nothing_was_found(message: str, history: tuple[Turn, ...], later: str) -> None:
    found = focus(message, (*history, unanswered(4, later, "SUPRA N")))
    assert found.subject.devices == ("SUPRA N",)
    assert found.doc_ids == frozenset()


@pytest.mark.parametrize(
    ("message", "history", "device"),
    [
        ("그 로드락 작업은 얼마나 걸려?", KO, "SUPRA XP"),
        ("how long does that chiller job take?", EN, "ORBIS 300"),
        ("その保証の期限は？", JA, "HikariLink X2"),
    ],
)
def test_what_is_pointed_at_by_its_name_is_gone_back_to(message: str, history: tuple[Turn, ...], device: str) -> None:
    found = focus(message, (*history, unanswered(4, "?", "SUPRA N")))
    assert found.subject.devices == (device,)
    assert found.doc_ids == {"d1"}


@pytest.mark.parametrize(
    ("message", "history"), [("그럼 토크는?", KO), ("and its torque?", EN), ("ではトルクは？", JA)], ids=["ko", "en", "ja"]
)
def test_a_document_of_no_device_that_is_looked_at_replaces_none(message: str, history: tuple[Turn, ...]) -> None:
    opened = turn(4, "gcb 8841", "")
    refs = (DocRef(1, "gcb_8841", "v", "?", "", "", None, (), "", None, ""),)
    opened = replace(opened, content=replace(opened.content, doc_refs=refs, lookup_source="query"))
    found = focus(message, (history[0], opened))
    assert found.subject.devices == history[0].content.trace.devices
    assert found.doc_ids == {"gcb_8841"}
    of_a_device = replace(opened, content=replace(opened.content, trace=Trace(devices=("PRECIA",))))
    assert focus(message, (history[0], of_a_device)).subject.devices == ("PRECIA",)


def test_where_it_had_to_be_asked_which_device_is_meant_none_holds_on() -> None:
    waiting = unanswered(4, "SUPRA 무게는?", "SUPRA N")
    pause = Pause("device", "?", (), "SUPRA 무게는?", "use")
    waiting = replace(waiting, content=replace(waiting.content, pause=pause))
    assert focus("그럼 토크는?", (*KO, waiting)).subject.devices == ()
