from collections.abc import Sequence

import pytest

from ibidem.domain.conversation import DocRef
from ibidem.profile import load_profile
from ibidem.understanding.cited import ListedDocuments
from ibidem.understanding.pointer_reader import read_pointer
from ibidem.understanding.resolve import Ordinary, Resolution, Resolved, Target, Unclear, resolve

EQUIPMENT = load_profile("equipment")


def refs(*doc_ids: str) -> list[DocRef]:
    return [DocRef(n, d, f"v-{d}", f"title of {d}", "", "", None, (), "", None, "") for n, d in enumerate(doc_ids, 1)]


async def ask(message: str, turns: Sequence[Sequence[str]], known: Sequence[str] = ()) -> Resolution:
    pointer = read_pointer(message, EQUIPMENT)
    assert pointer is not None
    return await resolve(pointer, ListedDocuments([refs(*turn) for turn in turns], known), EQUIPMENT)


async def test_a_slot_is_the_version_that_was_cited():
    for message in ("2번 문서 보여줘", "show me document 2", "2番の文書を見せて"):
        assert await ask(message, [["a_1"], ["b_1", "c_1"]]) == Resolved((Target("c_1", "v-c_1", 2, 2),), "whole", "history")


async def test_small_talk_between_does_not_move_the_slots():
    found = await ask("2번 문서 요약해줘", [["b_1", "c_1"], [], []])
    assert found == Resolved((Target("c_1", "v-c_1", 2, 1),), "use", "history")


@pytest.mark.parametrize("message", ["3번 문서 보여줘", "show me document 3", "3番の文書を見せて"])
async def test_a_slot_that_is_not_there_is_asked_about(message: str):
    found = await ask(message, [["a_1", "b_1"]])
    assert isinstance(found, Unclear) and found.reason == "no_such_slot"
    assert [(c.slot, c.title, c.target.doc_id) for c in found.choices] == [(1, "title of a_1", "a_1"), (2, "title of b_1", "b_1")]


@pytest.mark.parametrize("turns", [[], [[]]])
async def test_a_slot_without_a_citing_turn_is_asked_about_and_a_pointer_is_a_question(turns: list[list[str]]):
    assert await ask("2번 문서 보여줘", turns) == Unclear("no_citing_turn", (), "whole")
    assert await ask("그 문서 보여줘", turns) == Ordinary()
    assert await ask("原文を見せて", turns) == Ordinary()


async def test_one_missing_of_several_is_asked_about():
    found = await ask("compare documents 1 and 4", [["a_1", "b_1"]])
    assert isinstance(found, Unclear) and found.reason == "no_such_slot"


async def test_the_whole_session_counts_documents_as_they_first_appeared():
    turns = [["a_1", "b_1"], ["b_1", "c_1"], ["d_1"]]
    found = await ask("세션 전체 기준 3번 문서 보여줘", turns)
    assert found == Resolved((Target("c_1", "v-c_1", 2, 2),), "whole", "history")


@pytest.mark.parametrize("message", ["두 번째 답변의 1번 문서", "document 1 of the second answer", "二番目の回答の1番の文書"])
async def test_answers_are_counted_whether_they_cited_anything_or_not(message: str):
    found = await ask(message, [[], ["a_1"], ["b_1"]])
    assert isinstance(found, Resolved) and found.targets[0].doc_id == "a_1"
    nothing = await ask(message, [["a_1"], [], ["b_1"]])
    assert isinstance(nothing, Unclear) and nothing.reason == "no_citing_turn"


@pytest.mark.parametrize(
    "message",
    [
        "첫 답변 2번 문서랑 두 번째 답변 1번 문서 같이 보여줘",
        "show me document 2 of the first answer and document 1 of the second answer",
        "1回目の回答の2番の文書と2回目の回答の1番の文書を見せて",
    ],
)
async def test_documents_of_several_answers(message: str):
    found = await ask(message, [["a_1", "b_1"], ["c_1", "d_1"]])
    assert isinstance(found, Resolved) and [t.doc_id for t in found.targets] == ["b_1", "c_1"]
    assert found.intent == "whole"
    assert isinstance(await ask(message, [["a_1", "b_1"], []]), Unclear)


@pytest.mark.parametrize("message", ["가운데 문서 보여줘", "show me the middle one", "真ん中の文書を見せて"])
async def test_the_middle_one_is_one_of_an_odd_number(message: str):
    found = await ask(message, [["a_1", "b_1", "c_1"]])
    assert isinstance(found, Resolved) and found.targets[0].doc_id == "b_1"
    assert isinstance(await ask(message, [["a_1", "b_1"]]), Unclear)


async def test_both_means_two():
    assert isinstance(await ask("둘 다 보여줘", [["a_1", "b_1"]]), Resolved)
    assert isinstance(await ask("둘 다 보여줘", [["a_1", "b_1", "c_1"]]), Unclear)
    assert isinstance(await ask("show me both", [["a_1"]]), Unclear)


async def test_what_is_left():
    found = await ask("all except document 2", [["a_1", "b_1", "c_1"]])
    assert isinstance(found, Resolved) and [t.doc_id for t in found.targets] == ["a_1", "c_1"]
    assert isinstance(await ask("1번 말고 다른 거 보여줘", [["a_1", "b_1", "c_1"]]), Unclear)
    assert isinstance(await ask("5番以外を見せて", [["a_1", "b_1", "c_1"]]), Unclear)


@pytest.mark.parametrize("message", ["compare these two", "show me both documents", "둘 다 보여줘", "両方の文書を見せて"])
async def test_the_two_are_the_last_ones_where_each_was_cited_alone(message: str):
    found = await ask(message, [["a_1", "b_1"], ["c_1"], ["d_1"], ["d_1"]])
    assert isinstance(found, Resolved) and [t.doc_id for t in found.targets] == ["c_1", "d_1"]
    assert not isinstance(await ask(message, [["a_1", "b_1"], ["d_1"]]), Resolved)


async def test_only_one_document_can_be_it():
    assert isinstance(await ask("open it", [["a_1"]]), Resolved)
    assert isinstance(await ask("open it", [["a_1", "b_1"]]), Unclear)


async def test_a_document_called_by_its_kind_has_to_be_of_it():
    turn = ["sop_1203", "myservice_29392", "myservice_30117"]
    assert isinstance(await ask("2번 티켓 보여줘", [turn]), Unclear)  # slot 2, or the second ticket
    alone = await ask("그 SOP 보여줘", [turn])
    assert isinstance(alone, Resolved) and alone.targets[0].doc_id == "sop_1203"
    assert isinstance(await ask("that ticket, please", [turn]), Unclear)
    assert await ask("그 gcb 전체 보여줘", [["sop_1203"]]) == Ordinary()


async def test_an_id_as_it_is_stored_wins_over_the_patterns():
    found = await ask("open SOP-1203", [], known=["SOP-1203"])
    assert found == Resolved((Target("SOP-1203"),), "whole", "query")
    assert await ask("open SOP-1203", []) == Resolved((Target("sop_1203"),), "whole", "query")


async def test_what_only_may_be_an_id_is_one_where_it_is_stored():
    assert await ask("hotline_2024 보여줘", []) == Ordinary()
    assert await ask("hotline_2024 보여줘", [], known=["hotline_2024"]) == Resolved((Target("hotline_2024"),), "whole", "query")
    assert await ask("「hotline」を見せて", [], known=["hotline"]) == Resolved((Target("hotline"),), "whole", "query")


async def test_a_number_that_two_families_hold_is_asked_about():
    one = await ask("29392번 문서 보여줘", [], known=["myservice_29392"])
    assert isinstance(one, Resolved) and one.targets == (Target("myservice_29392"),)
    two = await ask("29392번 문서 보여줘", [], known=["myservice_29392", "gcb_29392"])
    assert isinstance(two, Unclear) and {c.target.doc_id for c in two.choices} == {"myservice_29392", "gcb_29392"}


async def test_slots_need_not_begin_at_one():
    listed = ListedDocuments([[refs("a_1", "b_1", "c_1")[2]]])
    pointer = read_pointer("3번 문서 보여줘", EQUIPMENT)
    assert pointer is not None
    found = await resolve(pointer, listed, EQUIPMENT)
    assert isinstance(found, Resolved) and found.targets[0].doc_id == "c_1"


@pytest.mark.parametrize("message", ["policy_leave_2024 보여줘", "OPEN POLICY_LEAVE_2024", "Policy_Leave_2024を見せて"])
async def test_an_id_that_is_stored_in_small_letters_may_be_written_in_any(message: str):
    found = await ask(message, [], ["policy_leave_2024"])
    assert isinstance(found, Resolved) and found.targets[0].doc_id == "policy_leave_2024"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("show me all the documents of the whole session", ["sop_1", "gcb_2", "sop_3"]),
        ("세션 전체의 문서를 전부 보여줘", ["sop_1", "gcb_2", "sop_3"]),
        ("セッション全体の文書をすべて見せて", ["sop_1", "gcb_2", "sop_3"]),
        ("all documents of the whole session except the second one", ["sop_1", "sop_3"]),
    ],
)
async def test_all_documents_of_the_session_are_those_of_every_answer(message: str, expected: list[str]):
    found = await ask(message, [["sop_1", "gcb_2"], [], ["gcb_2", "sop_3"]])
    assert isinstance(found, Resolved) and [target.doc_id for target in found.targets] == expected


async def test_both_documents_of_a_session_that_showed_three_are_asked_about():
    found = await ask("compare both documents of the whole session", [["sop_1", "gcb_2"], ["sop_3"]])
    assert isinstance(found, Unclear)


async def test_a_long_session_is_not_read_to_its_end():
    found = await ask("show me all the documents of the whole session", [[f"d_{n}_{m}" for m in range(5)] for n in range(1000)])
    assert isinstance(found, Resolved) and len(found.targets) < 50


@pytest.mark.parametrize(
    "message",
    [
        "처음 문서로 돌아가",
        "go back to the first document",
        "最初の文書に戻って",
    ],
)
async def test_what_may_be_of_an_earlier_answer_is_asked_with_the_documents_of_both(message: str) -> None:
    found = await ask(message, [["A"], ["B"]])
    assert isinstance(found, Unclear) and found.reason == "two_readings"
    assert {(choice.slot, choice.title) for choice in found.choices} == {(1, "title of B"), (2, "title of A")}
    only = await ask(message, [["A"]])
    assert isinstance(only, Resolved) and only.targets[0].doc_id == "A"


@pytest.mark.parametrize(
    "message", ["open document 2 from the other answer", "다른 답변의 2번 문서 보여줘", "もう一つの回答の2番の文書を見せて"]
)
async def test_the_other_answer_is_the_earlier_of_two(message: str) -> None:
    found = await ask(message, [["A", "B"], ["C", "D"]])
    assert isinstance(found, Resolved) and [target.doc_id for target in found.targets] == ["B"]


@pytest.mark.parametrize("message", ["compare them", "그것들 비교해줘", "それらを比較して"])
async def test_they_are_all_that_the_latest_answer_cited(message: str) -> None:
    found = await ask(message, [["A"], ["B", "C"]])
    assert isinstance(found, Resolved) and [target.doc_id for target in found.targets] == ["B", "C"]
    assert await ask(message, []) == Ordinary()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("show me 30500", ["myservice_30500"]),
        ("30500 보여줘", ["myservice_30500"]),
        ("30500を見せて", ["myservice_30500"]),
        ("29392랑 30500 둘 다 보여줘", ["myservice_29392", "myservice_30500"]),
        ("3301と30500を比較して", ["sop_3301", "myservice_30500"]),
        ("3301 and 29392", ["sop_3301", "myservice_29392"]),
    ],
)
async def test_numbers_alone_are_the_ids_that_the_store_holds(message: str, expected: list[str]) -> None:
    found = await ask(message, [], ["myservice_30500", "myservice_29392", "sop_3301"])
    assert isinstance(found, Resolved) and [target.doc_id for target in found.targets] == expected


@pytest.mark.parametrize("message", ["show me 30500", "30500 보여줘", "30500を見せて"])
async def test_a_number_alone_that_no_document_has_is_a_question_like_any_other(message: str) -> None:
    assert await ask(message, [["a_1"]]) == Ordinary()


@pytest.mark.parametrize(
    "message", ["show me 2024", "set it to 3000", "30500원 보여줘", "비밀번호 30500 맞아?", "30500円を見せて"]
)
async def test_years_measures_and_other_questions_hold_no_id(message: str) -> None:
    pointer = read_pointer(message, EQUIPMENT)
    known = ["myservice_30500", "sop_3000", "sop_2024"]
    assert pointer is None or await resolve(pointer, ListedDocuments([], known), EQUIPMENT) == Ordinary()
