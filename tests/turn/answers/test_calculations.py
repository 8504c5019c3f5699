"""Calculations over tables that are cited, through a whole turn without a model."""

import pytest

from ibidem.domain.conversation import NewTurn, Question
from ibidem.flow.graph import Finished
from ibidem.turn.context import TurnContext
from ibidem.turn.diagram import TURN
from ibidem.turn.values.asking import AskedQuestion
from turn.library import store

AREAS = ("Boiler house", "Tank farm", "Utility yard")
VALVES = "# Valve list\n\n| Tag | Area | Status | Set pressure (bar) |\n|---|---|---|---|\n" + "".join(
    f"| PSV-{1000 + n} | {AREAS[n % 3]} | {'Overdue' if n % 50 == 7 else 'Tested'} | {n % 40 + 0.5} |\n" for n in range(300)
)
PARTS = (
    "# 예비품 목록\n\n| 품명 | 공급사 | 금액(원) |\n|---|---|---|\n| 베어링 | 한빛상사 | 12,000 |\n| 벨트 | 대성실업 | 8,500 |\n"
    "| 오링 | 한빛상사 | 3,000 |\n"
)
MACHINES = (
    "# 設備点検表\n\n| 設備 | 状態 | 購入費 |\n|---|---|---|\n| 送風機 | 点検済 | 12万円 |\n| 冷却塔 | 未点検 | 9万8千円 |\n"
    "| 空圧機 | 未点検 | 150,000円 |\n| 合計 | | 368,000円 |\n"
)


async def ask(context: TurnContext, message: str, session: str = "s") -> NewTurn:
    async for event in TURN.run(AskedQuestion(Question(message, session)), lambda _: context):
        if isinstance(event, Finished):
            return event.value.content
    raise AssertionError("the turn never ended")


@pytest.fixture
async def tables(context: TurnContext) -> TurnContext:
    await store(context, ("valves", VALVES), ("parts", PARTS), ("machines", MACHINES))
    return context


async def check_cited(context: TurnContext, turn: NewTurn, doc_id: str) -> None:
    assert turn.found == "answered" and [ref.doc_id for ref in turn.doc_refs] == [doc_id]
    text = await context.documents.text(doc_id, context.principal)
    rows = [part for part in turn.parts if part.kind == "row"]
    assert rows
    for part in rows:
        assert part.slot == 1 and text[part.start : part.end] == part.text
        chunk = next(c for c in await chunks(context, turn) if c.chunk_id == part.chunk_id)
        assert part.text in chunk.text


async def chunks(context: TurnContext, turn: NewTurn):
    ref = turn.doc_refs[0]
    return await context.documents.chunks(ref.doc_id, ref.version, 0, 999, context.principal)


async def test_rows_of_a_table_in_many_chunks_are_counted_as_one(tables: TurnContext) -> None:
    turn = await ask(tables, "How many valves are overdue?")
    assert len(await chunks(tables, turn)) > 5
    names = ", ".join(f"PSV-{1000 + n}" for n in range(300) if n % 50 == 7)
    assert turn.assistant_text.startswith(
        f"6 rows (Status: Overdue): {names} [1]\n\n| Tag | Area | Status | Set pressure (bar) |\n"
    )
    await check_cited(tables, turn, "valves")


async def test_of_many_rows_some_are_shown_and_all_are_calculated_with(tables: TurnContext) -> None:
    turn = await ask(tables, "What is the average set pressure of the valves in the tank farm?")
    exact = sum(n % 40 + 0.5 for n in range(300) if n % 3 == 1) / 100
    first = turn.assistant_text.split("\n")[0]
    assert "100 rows (Area: Tank farm)" in first and "… and 80 more) ÷ 100" in first and f"= {exact:g} bar [1]" in first
    await check_cited(tables, turn, "valves")


@pytest.mark.parametrize(
    ("question", "first", "doc_id"),
    [
        (
            "예비품 총액은 얼마야?",
            "금액(원), 행 3개: 12,000 + 8,500 + 3,000 = 23,500원 [1]",
            "parts",
        ),
        ("한빛상사 예비품은 몇 개야?", "행 2개 (공급사: 한빛상사): 베어링, 오링 [1]", "parts"),
        ("가장 비싼 예비품은?", "금액(원) 최댓값, 행 3개 가운데: 베어링 — 12,000원 [1]", "parts"),
        ("購入費が最も安い設備はどれですか？", "購入費の最小値、3件のうち: 冷却塔 — 9万8千円 [1]", "machines"),
        ("未点検の設備は何台ありますか？", "2件 (状態: 未点検): 冷却塔, 空圧機 [1]", "machines"),
        ("未点検の設備の購入費の合計は？", "購入費, 2件 (状態: 未点検): 9万8千 + 150,000 = 248,000円 [1]", "machines"),
        ("設備の購入費の合計はいくらですか？", "合計 — 購入費: 368,000円 [1]", "machines"),
    ],
)
async def test_the_calculation_is_shown_with_its_rows(tables: TurnContext, question: str, first: str, doc_id: str) -> None:
    turn = await ask(tables, question)
    assert turn.assistant_text.split("\n")[0] == first
    await check_cited(tables, turn, doc_id)


@pytest.mark.parametrize("question", ["How many valves are not overdue?", "대성실업 외의 예비품은 몇 개야?", "合計は？"])
async def test_an_unclear_question_is_answered_with_quotes_alone(tables: TurnContext, question: str) -> None:
    turn = await ask(tables, question)
    assert all(part.kind != "notice" for part in turn.parts)


async def test_two_tables_that_may_be_meant_are_not_calculated_with(context: TurnContext) -> None:
    other = PARTS.replace("12,000", "15,000").replace("한빛상사", "서해상사")
    await store(context, ("parts_a", PARTS), ("parts_b", other))
    turn = await ask(context, "예비품 총액은 얼마야?")
    assert all(part.kind != "notice" for part in turn.parts)
    assert turn.found == "closest", "a row is one of those to be added, and no total"
