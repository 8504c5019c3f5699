"""A message that seems to mean the document just cited, and names what another one holds."""

import pytest

from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.question.elsewhere import is_elsewhere
from ibidem.understanding.pointer import DocumentIds, Either, Implicit, LatestCiting, NamedId, OnlyDocument, Pointer, Slots
from turn.acting import QUESTIONS, turn_of
from turn.library import TEXTS, recalled, store

IT = Implicit(LatestCiting(), "whole")
NO_ID = DocumentIds((NamedId("s_102", "S-102", False),), "whole", OnlyDocument("whole"))
OTHERS: dict[Language, tuple[str, str]] = {
    "ko": ("prices", "# 부품 요금표\n\n배기 덕트는 한 개에 12만 원이다.\n"),
    "en": ("prices", "# Spare part prices\n\nAn exhaust duct is 120 euros.\n"),
    "ja": ("prices", "# 部品の料金表\n\n排気ダクトは一つ一万二千円である。\n"),
}


async def elsewhere(context: TurnContext, language: Language, message: str, pointer: Pointer = IT) -> bool:
    """Whether the message is about something else after an answer from a procedure."""
    await store(context, TEXTS[language], OTHERS[language])
    first = await turn_of(context, QUESTIONS[language], "fast")
    assert [ref.doc_id for ref in first.content.doc_refs] == [TEXTS[language][0]]
    return await is_elsewhere(pointer, await recalled(context, message), context)


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("ko", "요금표 다시 보여줘"),
        ("ko", "배기 덕트 그거 보여줘"),
        ("en", "open the prices again"),
        ("en", "show me the exhaust duct one"),
        ("ja", "料金表を見せて"),
        ("ja", "排気ダクトのやつもう一回"),
    ],
)
async def test_it_names_what_another_document_holds(context: TurnContext, language: Language, message: str) -> None:
    assert await elsewhere(context, language, message)
    assert await elsewhere(context, language, message, Either((IT, NO_ID)))
    assert not await elsewhere(context, language, message, Slots((1,), LatestCiting(), "whole"))


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("ko", "그 문서 전체 보여줘"),
        ("ko", "그 밸브 문서 보여줘"),
        ("ko", "그거 쭉 펼쳐 봐"),
        ("en", "show me that document"),
        ("en", "show me the screws one"),
        ("en", "whip it out mate"),
        ("ja", "その文書を全部見せて"),
        ("ja", "そのポンプのやつ見せて"),
        ("ja", "そればーんと出して"),
    ],
)
async def test_it_names_nothing_or_what_the_answer_was_about(context: TurnContext, language: Language, message: str) -> None:
    assert not await elsewhere(context, language, message)


async def test_nothing_was_cited(context: TurnContext) -> None:
    await store(context, OTHERS["en"])
    assert not await is_elsewhere(IT, await recalled(context, "open the prices"), context)
