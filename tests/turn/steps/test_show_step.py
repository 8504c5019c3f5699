"""A step of the procedure quoted last, by its number or as the next one."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import pytest

from answering.pointer import Pointer
from ibidem.domain.conversation import AnswerPart, DocRef, NewTurn, Turn
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from turn.acting import turn_of
from turn.library import store

# The procedure's text, and the question that quotes its steps.
PROCEDURES = {
    "ko": (
        "# 라벨러 리본 교환\n\n리본은 이렇게 교환한다.\n\n"
        "1. 라벨러를 멈춘다.\n2. 앞덮개를 연다.\n3. 낡은 리본을 뺀다.\n4. 새 리본을 끼운다.\n",
        "라벨러 리본 교환 절차 알려줘",
    ),
    "en": (
        "# Ribbon of the labeller\n\nChange the ribbon so.\n\n"
        "1. Stop the labeller.\n2. Open it.\n3. Take out the ribbon.\n4. Load another.\n",
        "how do I change the ribbon of the labeller?",
    ),
    "ja": (
        "# ラベラーのリボン交換\n\nリボンはこう交換する。\n\n"
        "1. ラベラーを止める。\n2. カバーを開ける。\n3. リボンを外す。\n4. 新品を付ける。\n",
        "ラベラーのリボン交換の手順を教えて",
    ),
}


async def conversation(context: TurnContext, language: str, messages: Sequence[str]) -> list[Turn]:
    """The turns of the messages that follow a procedure."""
    text, question = PROCEDURES[language]
    await store(context, ("ribbon", text))
    first = await turn_of(context, question, "fast")
    assert [part.kind for part in first.content.parts].count("step") == 4
    return [await turn_of(context, message, "fast") for message in messages]


@pytest.mark.parametrize(
    ("language", "messages", "numbers"),
    [
        ("ko", ("두 번째 단계가 뭐야", "다음은?", "마지막 단계는?", "1번은?"), (2, 3, 4, 1)),
        ("ko", ("3단계 다시 보여줘", "그 다음엔?", "첫 번째 단계 알려줘"), (3, 4, 1)),
        ("en", ("what's the second step", "next?", "the last step?", "what was the first one?"), (2, 3, 4, 1)),
        ("en", ("step 2 again please", "and then?", "what comes after step 1?"), (2, 3, 2)),
        ("ja", ("2番目の手順は?", "次は?", "最後の手順は?", "1番目は?"), (2, 3, 4, 1)),
        ("ja", ("3つ目の手順をもう一度", "次の手順は?", "ステップ1は何ですか"), (3, 4, 1)),
    ],
)
async def test_a_step_is_shown_alone(
    context: TurnContext, language: str, messages: Sequence[str], numbers: Sequence[int]
) -> None:
    turns = await conversation(context, language, messages)
    assert [turn.content.assistant_text[:2] for turn in turns] == [f"{number}." for number in numbers]
    for turn in turns:
        (part,) = turn.content.parts
        assert (part.kind, part.slot) == ("step", 1) and turn.content.assistant_text == f"{part.text} [1]"
        assert [ref.doc_id for ref in turn.content.doc_refs] == ["ribbon"]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("ko", "7단계는?"),
        ("ko", "정비 주기 두 번째 단계는?"),
        ("ko", "첫 번째 문서 전체 보여줘"),
        ("ko", "다음은?"),
        ("en", "step 9?"),
        ("en", "what is the second step of the calibration?"),
        ("en", "show me the first document"),
        ("en", "next?"),
        ("ja", "ステップ9は?"),
        ("ja", "校正の2番目の手順は?"),
        ("ja", "1番目の文書を見せて"),
        ("ja", "次は?"),
    ],
)
async def test_what_is_no_step_of_it_is_read_otherwise(context: TurnContext, language: str, message: str) -> None:
    (turn,) = await conversation(context, language, [message])
    assert turn.content.route != "said_before"


async def test_an_answer_in_between_ends_the_procedure(context: TurnContext) -> None:
    await store(context, ("lunch", "# Lunch\n\nLunch is served at noon in the canteen."))
    *_, turn = await conversation(context, "en", ["when is lunch served in the canteen?", "what's the second step"])
    assert turn.content.route != "said_before"


async def test_of_two_procedures_the_step_of_each_is_shown_under_its_title(context: TurnContext) -> None:
    text = "# Lid seal of the {0}\n\nChange the lid seal of the {0} so.\n\n1. Stop the {0}.\n2. Take out the seal of the {0}.\n"
    await store(context, ("big", text.format("SUPRA XP")), ("small", text.format("SUPRA N")))
    context = replace(context, reader=Pointer("1. Stop", "2. Take"))
    first = await turn_of(context, "how do I change the lid seal of the SUPRA?", "fast")
    assert {ref.doc_id for ref in first.content.doc_refs} == {"big", "small"}
    turn = await turn_of(context, "what is the second step?", "fast")
    assert {part.text for part in turn.content.parts} == {f"2. Take out the seal of the SUPRA {name}." for name in ("XP", "N")}
    assert "Lid seal of the SUPRA N: 2. Take out the seal of the SUPRA N." in turn.content.assistant_text


LONG = {
    "ko": ("# 챔버 연간 정비", "{}. {}호 유닛의 밸브를 점검하고 기록지에 적는다.", "챔버 연간 정비 절차를 알려줘"),
    "en": (
        "# Annual overhaul of the chamber",
        "{}. Check the valve of unit {} and write it down.",
        "how is the annual overhaul done?",
    ),
    "ja": ("# チャンバーの年次整備", "{}. {}号ユニットのバルブを点検し、記録する。", "チャンバーの年次整備の手順を教えて"),
}


async def long_procedure(context: TurnContext, language: str) -> None:
    """A turn that quotes the first fifteen of eighty steps, in a document of several chunks."""
    title, step, question = LONG[language]
    steps = [step.format(number, 100 + number) for number in range(1, 81)]
    (version,) = await store(context, ("overhaul", f"{title}\n\n" + "\n".join(steps) + "\n"))
    text, chunk_id = await context.documents.text("overhaul", context.principal), f"overhaul@{version}#0"
    starts = [text.index(one) for one in steps[:15]]
    parts = tuple(AnswerPart(one, "step", 1, chunk_id, at, at + len(one)) for one, at in zip(steps, starts, strict=False))
    ref = DocRef(1, "overhaul", version, title, "", "", None, (chunk_id,), "", None, "bm25")
    said = NewTurn("s", question, "\n".join(steps[:15]), "…", cast("Language", language), "general", (ref,), parts=parts)
    await context.turns.append(said, context.principal)


def numbers(turn: Turn) -> list[int]:
    return [int(part.text.partition(".")[0]) for part in turn.content.parts]


@pytest.mark.parametrize(
    ("language", "on", "from_there", "alone"),
    [
        ("ko", "다음", "12단계부터 계속해줘", "40단계는 뭐야?"),
        ("en", "next", "continue with step 12", "what is step 40?"),
        ("ja", "次", "ステップ12から続けて", "40番目の手順は？"),
    ],
)
async def test_a_long_procedure_goes_on(context: TurnContext, language: str, on: str, from_there: str, alone: str) -> None:
    await long_procedure(context, language)
    after = await turn_of(context, on, "fast")
    assert numbers(after) == [*range(16, numbers(after)[-1] + 1)]
    assert {str(numbers(after)[-1]), "80"} <= set(re.findall(r"\d+", after.content.notice or ""))
    assert numbers(await turn_of(context, from_there, "fast"))[:9] == [*range(12, 21)]
    assert numbers(await turn_of(context, alone, "fast")) == [40]
    await turn_of(context, from_there.replace("12", "70"), "fast")
    end = await turn_of(context, on, "fast")
    assert end.content.route != "said_before", "the last step was shown before"
