"""What is told of documents of which nothing in particular is asked."""

import pytest

from ibidem.domain.conversation import DocRef, NewTurn, Turn
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.tell_of_documents import most_representative
from ibidem.turn.wording import WORDINGS
from turn.acting import turn_of
from turn.library import TEXTS, store

COMPARE: dict[Language, str] = {"ko": "1번이랑 2번 문서 비교해줘", "en": "compare 1 and 2", "ja": "文書1と文書2を比較して"}
ASKED: dict[Language, str] = {
    "ko": "1번과 2번 문서에서 나사의 토크는?",
    "en": "What torque do the screws get in documents 1 and 2?",
    "ja": "文書1と文書2で、ねじのトルクは？",
}
SAID: dict[Language, str] = {
    "ko": "볼트는 12 N·m로 조인다.",
    "en": "The cover screws get 3.5 N·m.",
    "ja": "ドレンプラグは18 N·mで締める。",
}
LANGUAGES: list[Language] = ["ko", "en", "ja"]
# The numbers of the slots stand at the beginning of lines, where a search for them would find them.
STEPS = "# Lamp\n\n1. Switch the lamp off.\n2. Take the lamp out of its holder.\n\nThe lamp weighs 900 g.\n"


async def cited_two(context: TurnContext, language: Language) -> None:
    """A turn of the session that showed a document of the language and one of steps."""
    versions = await store(context, TEXTS[language], ("sop_1500", STEPS))
    refs = tuple(
        DocRef(slot, doc_id, version, doc_id, "", "", None, (), "", None, "lookup")
        for slot, (doc_id, version) in enumerate(zip((TEXTS[language][0], "sop_1500"), versions, strict=True), 1)
    )
    await context.turns.append(NewTurn("s", "?", "[1] [2]", "", language, "doc_lookup", refs), context.principal)


async def answer(context: TurnContext, language: Language, message: str) -> Turn:
    await cited_two(context, language)
    return await turn_of(context, message, "fast")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_documents_that_are_compared_are_each_quoted(context: TurnContext, language: Language) -> None:
    done = await answer(context, language, COMPARE[language])
    assert [ref.doc_id for ref in done.content.doc_refs] == [TEXTS[language][0], "sop_1500"]
    assert SAID[language] in done.content.assistant_text
    assert "The lamp weighs 900 g." in done.content.assistant_text
    assert done.content.notice == WORDINGS[language].quoted
    assert done.content.trace.queries == ()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_numbers_of_slots_are_not_searched_for(context: TurnContext, language: Language) -> None:
    done = await answer(context, language, ASKED[language])
    (query,) = done.content.trace.queries
    assert "1" not in query and "2" not in query and "文書" not in query and "document" not in query and "문서" not in query


@pytest.mark.parametrize(
    ("message", "language"),
    [
        *(("2번 문서 더 자세히 알려줘", "ko"), ("document 2, in more detail", "en"), ("文書2を詳しく", "ja")),
        *(
            ("2번 문서의 주요 내용을 알려줘", "ko"),
            ("what are the main points of document 2?", "en"),
            ("文書2の主な内容は?", "ja"),
        ),
    ],
)
async def test_more_of_a_document_is_not_told_to_be_missing(context: TurnContext, message: str, language: Language) -> None:
    done = await answer(context, language, message)
    assert [ref.doc_id for ref in done.content.doc_refs] == ["sop_1500"]
    assert done.content.notice == WORDINGS[language].quoted


def test_what_is_said_most_is_told_first_and_nothing_twice() -> None:
    held = [frozenset(words.split()) for words in ("pump oil", "paint", "pump oil level", "pump oil", "", "colour wall")]
    assert most_representative(held, [10] * 6, 10) == [0]
    assert most_representative(held, [10] * 6, 1000) == [0, 1, 2, 5]
    assert most_representative(held, [2000] * 6, 1000) == []
    assert most_representative([], [], 1000) == []


def test_what_is_taken_stands_in_its_order_and_within_the_length() -> None:
    held = [frozenset({f"w{n % 7}", f"w{n % 3}", f"x{n}"}) for n in range(50)]
    taken = most_representative(held, [30] * 50, 310)
    assert taken == sorted(set(taken)) and len(taken) == 10
