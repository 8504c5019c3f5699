"""The steps that search, read, quote and record, called directly over a small corpus in three languages."""

from datetime import UTC, datetime

import pytest

from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.conversation import Question, Turn
from ibidem.domain.documents import SearchFilters
from ibidem.domain.languages import Language
from ibidem.flow.journal import Finished
from ibidem.turn.context import TurnContext
from ibidem.turn.diagram import TURN
from ibidem.turn.values.asking import AskedQuestion

FILES = {
    "sop_1203.md": """---
devices: [SUPRA XP]
---
# SUPRA XP 게이트 밸브 교체

## 준비
챔버를 대기압으로 되돌리고 전원을 차단한다.

## 순서
1. 케이블을 분리한다.
2. 볼트 네 개를 푼다.
3. 새 게이트 밸브를 올리고 볼트를 8.5 N·m로 조인다.
4. 누설 시험을 한다.
""",
    "sop_1204.md": """---
devices: [SUPRA N]
---
# SUPRA N 게이트 밸브 교체

새 게이트 밸브를 올리고 볼트를 6.0 N·m로 조인다.
""",
    "coolant.md": """# Coolant pump inspection

The coolant pump of the ECOLITE 3000 is inspected every 500 hours. Replace the filter when the pressure drop exceeds 0.3 bar.
The reservoir holds 12 litres of demineralised water.
""",
    "leave.md": """# 年次有給休暇

入社から六か月後に年次有給休暇を10日付与する。申請は三日前までに上長へ行う。
半日単位でも取得できる。
""",
}


@pytest.fixture
async def corpus(context: TurnContext) -> TurnContext:
    now = datetime.now(UTC)
    prepared = [prepare(SourceFile(name, text.encode()), context.profile, "default", now) for name, text in FILES.items()]
    await context.documents.put(prepared)
    await context.index.catch_up()
    return context


async def ask(context: TurnContext, message: str, session: str = "s", filters: SearchFilters | None = None) -> Turn:
    question = Question(message, session, filters=filters or SearchFilters())
    asked = AskedQuestion(question)
    async for event in TURN.run(asked, lambda _: context):
        if isinstance(event, Finished):
            assert isinstance(event.value, Turn)
            return event.value
    raise AssertionError("the turn never ended")


@pytest.mark.parametrize(
    ("message", "doc_id", "words", "language"),
    [
        ("SUPRA XP 게이트 밸브 볼트는 몇 N·m로 조이나요?", "sop_1203", "8.5 N·m", "ko"),
        ("How often is the coolant pump inspected?", "coolant", "every 500 hours", "en"),
        ("年次有給休暇は何日もらえますか？", "leave", "10日", "ja"),
    ],
)
async def test_an_answer_is_quoted_exactly_and_cited(
    corpus: TurnContext, message: str, doc_id: str, words: str, language: Language
) -> None:
    turn = (await ask(corpus, message)).content
    assert turn.language == language
    assert words in turn.assistant_text
    assert turn.doc_refs[0].doc_id == doc_id
    assert [ref.slot for ref in turn.doc_refs] == list(range(1, len(turn.doc_refs) + 1))
    texts = {ref.slot: await corpus.documents.text(ref.doc_id, corpus.principal) for ref in turn.doc_refs}
    assert turn.found == "answered" and turn.parts[0].text + " [1]" in turn.assistant_text.split("\n")[0]
    for part in turn.parts:
        assert part.slot is not None and texts[part.slot][part.start : part.end] == part.text
    assert turn.notice is not None
    assert 0 < len(turn.summary) <= 150


@pytest.mark.parametrize(
    "message", ["화성의 인구는 얼마인가요?", "Who won the football world cup in 1998?", "フランス革命はいつ起きましたか？"]
)
async def test_what_no_document_tells_is_refused(corpus: TurnContext, message: str) -> None:
    turn = (await ask(corpus, message)).content
    assert turn.doc_refs == ()
    assert turn.notice is None
    assert "[1]" not in turn.assistant_text


async def test_a_device_named_keeps_its_twin_out_and_holds_for_the_follow_up(corpus: TurnContext) -> None:
    first = (await ask(corpus, "SUPRA N 게이트 밸브 조임 토크는?")).content
    assert {ref.doc_id for ref in first.doc_refs} == {"sop_1204"}
    second = (await ask(corpus, "그럼 XP는?")).content
    assert {ref.doc_id for ref in second.doc_refs} == {"sop_1203"}
    assert second.trace.devices == ("SUPRA XP",)


async def test_a_procedure_is_answered_with_its_steps_in_order(corpus: TurnContext) -> None:
    text = (await ask(corpus, "SUPRA XP 게이트 밸브 교체 절차 알려줘")).content.assistant_text
    places = [text.find(step) for step in ("케이블을 분리", "볼트 네 개를", "8.5 N·m", "누설 시험")]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("message", ["감사합니다", "Thanks!", "ありがとうございます"])
async def test_a_courtesy_searches_nothing(corpus: TurnContext, message: str) -> None:
    turn = (await ask(corpus, message)).content
    assert turn.route == "chat"
    assert turn.doc_refs == ()
    assert "retrieve" not in [step.step for step in turn.trace.steps]


async def test_an_empty_corpus_says_so(context: TurnContext) -> None:
    assert (await ask(context, "How often is the coolant pump inspected?")).content.assistant_text.startswith(
        "There are no documents"
    )


async def test_a_filter_that_was_given_is_kept(corpus: TurnContext) -> None:
    turn = await ask(corpus, "SUPRA XP 게이트 밸브 볼트 토크는?", filters=SearchFilters(doc_ids=("sop_1204",)))
    assert {ref.doc_id for ref in turn.content.doc_refs} <= {"sop_1204"}
