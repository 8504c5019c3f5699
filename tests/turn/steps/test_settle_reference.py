"""Where the rules are not sure that a message points at a document, a model says yes or no; without one it is a question."""

import pytest

from ibidem.domain.languages import Language
from ibidem.testing.script import NONSENSE, Reply, unavailable
from ibidem.turn.context import TurnContext
from turn.acting import ANSWERS, model, turn_of, with_model
from turn.library import TEXTS, cite, store

MESSAGES: dict[Language, str] = {
    "ko": "그럼 밸브 교체하는 절차서에 볼트 토크는 얼마라고 적혀 있어?",
    "en": "Then how tight do those screws go, going by the slit valve manual?",
    "ja": "では、ドレンプラグの締め付けは手順書のとおり何N·mですか。",
}
FAITHFUL = '{"faithful": true, "issues": [], "hint": ""}'


async def answered(context: TurnContext, language: Language, reply: Reply):
    versions = await store(context, *TEXTS.values())
    doc_id = TEXTS[language][0]
    await cite(context, doc_id, versions[list(TEXTS).index(language)], language)
    played = model(ANSWERS[language], FAITHFUL, reference=reply)
    turn = await turn_of(with_model(context, played), MESSAGES[language])
    assert "settle_reference" in [step.step for step in turn.content.trace.steps], "the rules were sure: take another message"
    return turn.content


@pytest.mark.parametrize("language", MESSAGES)
async def test_yes_takes_the_first_document_of_the_latest_answer(context: TurnContext, language: Language) -> None:
    content = await answered(context, language, "yes")
    assert (content.route, content.lookup_source) == ("doc_lookup", "history")
    assert [ref.doc_id for ref in content.doc_refs] == [TEXTS[language][0]]


@pytest.mark.parametrize("language", MESSAGES)
@pytest.mark.parametrize("reply", ["no", NONSENSE, unavailable()], ids=["no", "nonsense", "down"])
async def test_anything_else_leaves_it_a_question(context: TurnContext, language: Language, reply: Reply) -> None:
    content = await answered(context, language, reply)
    assert content.route != "doc_lookup" and content.lookup_source is None
