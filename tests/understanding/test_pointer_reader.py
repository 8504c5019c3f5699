import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.understanding.ids import read_asked_number
from ibidem.understanding.pointer import (
    AllSlots,
    DocumentIds,
    Either,
    Implicit,
    LatestCiting,
    NamedTurn,
    OnlyDocument,
    Pointer,
    Slots,
    WholeSession,
)
from understanding.conversation import PROFILE, read

LATEST = LatestCiting()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("이전 1번 문서 전체를 보여줘", Slots((1,), LATEST, "whole")),
        ("Show me document 1 from before", Slots((1,), LATEST, "whole")),
        ("さっきの1番の文書を全部見せて", Slots((1,), LATEST, "whole")),
        ("두 번째 문서 요약해줘", Slots((2,), LATEST, "use")),
        ("summarize the second document", Slots((2,), LATEST, "use")),
        ("2つ目の文書を要約して", Slots((2,), LATEST, "use")),
        ("1~3번 문서 비교", Slots((1, 2, 3), LATEST, "use")),
        ("compare sources 1-3", Slots((1, 2, 3), LATEST, "use")),
        ("1〜3番の文書を比較して", Slots((1, 2, 3), LATEST, "use")),
        ("마지막 문서 보여줘", Slots((-1,), LATEST, "whole")),
        ("the last source", Slots((-1,), LATEST, "whole")),
        ("最後の文書を見せて", Slots((-1,), LATEST, "whole")),
        ("2번 말고 1번 보여줘", Slots((1,), LATEST, "whole")),
        ("show document 1 instead of document 2", Slots((1,), LATEST, "whole")),
        ("2番じゃなくて1番の文書", Slots((1,), LATEST, "whole")),
        ("첫 번째 답변의 2번 문서", Slots((2,), NamedTurn(1), "whole")),
        ("document 2 of your first answer", Slots((2,), NamedTurn(1), "whole")),
        ("最初の回答の2番の文書", Slots((2,), NamedTurn(1), "whole")),
        ("세션 전체 기준 3번 문서", Slots((3,), WholeSession(), "whole")),
        ("document 3 of the whole conversation", Slots((3,), WholeSession(), "whole")),
        ("セッション全体で3番目の文書", Slots((3,), WholeSession(), "whole")),
        ("둘 다 보여줘", AllSlots((), 2, LATEST, "whole")),
        ("show me both", AllSlots((), 2, LATEST, "whole")),
        ("両方見せて", AllSlots((), 2, LATEST, "whole")),
        ("2번 빼고 다 보여줘", AllSlots((2,), None, LATEST, "whole")),
        ("all except the second document", AllSlots((2,), None, LATEST, "whole")),
        ("2番以外を全部見せて", AllSlots((2,), None, LATEST, "whole")),
        ("그 문서에서 토크 값은?", Implicit(LATEST, "use")),
        ("what does that document say about torque?", Implicit(LATEST, "use")),
        ("さっきの文書にトルク値はありますか", Implicit(LATEST, "use")),
        ("그 티켓 원인이 뭐야?", Implicit(LATEST, "use", "myservice")),
        ("원문 보여줘", OnlyDocument("whole")),
        ("open it", OnlyDocument("whole")),
        ("全文を見せて", OnlyDocument("whole")),
        ("맨 처음 문서 보여줘", Either((Slots((1,), LATEST, "whole"), Slots((1,), WholeSession(), "whole")))),
    ],
)
def test_what_a_message_points_at(message: str, expected: Pointer):
    assert read(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "1번 챔버 압력이 안 떨어져",
        "문서 3부 출력",
        "문서 보안 규정 알려줘",
        "이 문서 관리 규정 알려줘",
        "number 2 valve keeps sticking",
        "how was output in the second quarter?",
        "document retention policy",
        "who was on the last shift?",
        "3番チャンバーの圧力は？",
        "この文書管理規程を教えて",
        "一番新しい手順はどれですか",
        "두 번 누르면 초기화되나요?",
        "",
        "   ",
        "?",
    ],
)
def test_an_ordinary_question_points_at_nothing(message: str):
    assert read(message) is None


@pytest.mark.parametrize(
    "spaced",
    ["이전 1번 문서 전체를 보여줘", "이전1번 문서전체를 보여줘", "이전1번문서전체를보여줘", "이전　１번　문서 전체를 보여줘"],
)
def test_spaces_and_width_do_not_matter(spaced: str):
    assert read(spaced) == Slots((1,), LATEST, "whole")


@pytest.mark.parametrize(
    "message", ["2번 문써 보여줘", "2번쨰 문서 보여줘", "show me the second docuemnt", "2番目のドキュメト見せて"]
)
def test_a_slip_of_one_letter_is_understood(message: str):
    assert read(message) == Slots((2,), LATEST, "whole")


@pytest.mark.parametrize(
    "message",
    [
        "myservice 29392 보여줘",
        "MyService29392",
        "myservice-29392",
        "MYSERVICE #29392",
        "ｍｙｓｅｒｖｉｃｅ ２９３９２",
        "마이서비스 29392 열어줘",
        "マイサービス29392を見せて",
        "29392번 티켓 보여줘",
        "show me ticket #29392",
    ],
)
def test_an_id_in_any_spelling(message: str):
    pointer = read(message)
    assert isinstance(pointer, DocumentIds)
    assert [named.doc_id for named in pointer.ids] == ["myservice_29392"]
    assert pointer.intent == "whole"


def test_several_ids_and_one_that_is_not_meant():
    pointer = read("sop 1203이랑 1204 비교해줘")
    assert isinstance(pointer, DocumentIds)
    assert [named.doc_id for named in pointer.ids] == ["sop_1203", "sop_1204"]
    pointer = read("sop 1203 말고 gcb 8841 보여줘")
    assert isinstance(pointer, DocumentIds)
    assert [named.doc_id for named in pointer.ids] == ["gcb_8841"]


@pytest.mark.parametrize(
    "message", ["SOP 3단계에서 막혔어", "gcb 2024년 목록", "myservice 서버 3대", "sop 300 mm wafers", "SOP 300枚を印刷"]
)
def test_a_quantity_or_a_year_is_no_id(message: str):
    assert read(message) is None


def test_what_may_be_an_id_is_not_certain():
    pointer = read("gcb 2024")
    assert isinstance(pointer, DocumentIds) and [named.certain for named in pointer.ids] == [False]
    pointer = read("E-2107 알람 원인이 뭐야?")
    assert isinstance(pointer, DocumentIds) and [(n.spelled, n.doc_id, n.certain) for n in pointer.ids] == [
        ("E-2107", "e-2107", False)
    ]


@pytest.mark.parametrize("answer", ["29392", "29392번이요", "It's 29392", "#29392", "29392です", "２９３９２"])
def test_a_number_that_was_asked_for(answer: str):
    named = read_asked_number(answer, PROFILE.ids[0])
    assert named is not None and named.doc_id == "myservice_29392"


@pytest.mark.parametrize("answer", ["29", "29392 rpm", "모르겠어요", "the pump 29392 leaks"])
def test_what_is_not_the_number_that_was_asked_for(answer: str):
    assert read_asked_number(answer, PROFILE.ids[0]) is None


@given(st.text(max_size=300))
def test_any_text_can_be_read(message: str):
    read(message)


@pytest.mark.parametrize(
    "message", ["2번 " * 2000, "문서" * 3000, "a-" * 4000, "그 " * 4000, "(" * 5000, "1," * 3000, "二" * 4000]
)
def test_a_long_message_is_read_too(message: str):
    read(message)
