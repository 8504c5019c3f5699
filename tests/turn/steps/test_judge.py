"""A model's verdict on a draft: one doubt is heard a second time, two start another attempt."""

import json

import pytest

from ibidem.checks.claims import read_statements
from ibidem.domain.documents import SearchFilters
from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.judge import judge
from ibidem.turn.values.answering import Accepted, CheckedDraft, Unfaithful
from ibidem.turn.wording import WORDINGS
from turn.acting import ANSWERS, QUESTIONS, model, turn_of, with_model
from turn.library import TEXTS, draft_for, inquiry_of, store

FAITHFUL = json.dumps({"faithful": True, "issues": [], "hint": ""})
ISSUE: dict[Language, str] = {"ko": "순서가 빠졌다", "en": "the order is missing", "ja": "順番がない"}


def doubt(language: Language) -> str:
    return json.dumps({"faithful": False, "issues": [ISSUE[language]], "hint": ""}, ensure_ascii=False)


async def judged(
    context: TurnContext, language: Language, verdicts: str | list[str]
) -> tuple[Accepted | Unfaithful, ScriptedModel]:
    await store(context, *TEXTS.values())
    played = model(ANSWERS[language], verdicts)
    acting = with_model(context, played)
    draft = await draft_for(acting, inquiry_of(QUESTIONS[language], "verified"))
    return await judge(CheckedDraft(draft), acting), played


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_faithful_draft_is_the_answer_after_one_verdict(context: TurnContext, language: Language) -> None:
    answer, played = await judged(context, language, FAITHFUL)
    assert isinstance(answer, Accepted)
    assert (answer.text, answer.notice, answer.trace.faithful) == (ANSWERS[language], None, True)
    assert [task for task in played.tasks if task.startswith("judge")] == ["judge_general"]
    assert [attempt.rung for attempt in answer.trace.attempts] == ["first"]


@pytest.mark.parametrize("language", QUESTIONS)
async def test_one_doubt_alone_is_overruled_by_a_second_verdict(context: TurnContext, language: Language) -> None:
    answer, _ = await judged(context, language, [doubt(language), FAITHFUL])
    assert isinstance(answer, Accepted) and answer.trace.faithful is True and answer.notice is None


@pytest.mark.parametrize("language", QUESTIONS)
async def test_two_doubts_are_an_unfaithful_draft(context: TurnContext, language: Language) -> None:
    answer, _ = await judged(context, language, doubt(language))
    assert isinstance(answer, Unfaithful) and answer.failed == ()
    assert [verdict.issues for verdict in answer.verdicts] == [(ISSUE[language],)] * 2


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_doubt_without_a_second_verdict_is_told_and_so_is_silence(context: TurnContext, language: Language) -> None:
    wording = WORDINGS[language]
    doubted, _ = await judged(context, language, [doubt(language), "…"])
    assert isinstance(doubted, Accepted) and doubted.trace.faithful is False
    assert doubted.notice == wording.unverified.format(ISSUE[language])
    silent, _ = await judged(context, language, "")
    assert isinstance(silent, Accepted) and silent.trace.faithful is None
    assert silent.notice == wording.unjudged


TWO: dict[Language, str] = {
    "ko": "볼트는 12 N·m로 조입니다 [1]. 그다음 누설 시험을 합니다 [1].",
    "en": "The cover screws get a torque of 3.5 N·m each [1]. The groove is wiped with alcohol first [1].",
    "ja": "ドレンプラグは18 N·mで締めます [1]。そのあと油面を確認します [1]。",
}


@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_second_look_is_at_the_doubted_sentence_alone(context: TurnContext, language: Language) -> None:
    (first, other) = read_statements(TWO[language])[1]
    await store(context, *TEXTS.values())
    issue = json.dumps({"faithful": False, "issues": [f"“{first.text} [1]”: {ISSUE[language]}"], "hint": ""}, ensure_ascii=False)
    played = model(TWO[language], [issue, FAITHFUL])
    acting = with_model(context, played)
    answer = await judge(CheckedDraft(await draft_for(acting, inquiry_of(QUESTIONS[language], "verified"))), acting)
    assert isinstance(answer, Accepted) and answer.trace.faithful is True
    whole, second = (request.user for request in played.requests if "<answer>" in request.user and "<passages>" in request.user)
    assert first.text in second and other.text.rstrip(".。") in whole and other.text not in second
    assert QUESTIONS[language] in whole and QUESTIONS[language] in second


FANS = tuple(
    (f"fan_{n}", f"# HX-{n}\n\nOne HX-{n} takes {count} filters. 필터 {count}개가 든다. フィルターは{count}枚入る。\n")
    for n, count in ((200, 8), (300, 12))
)
ASKED: dict[Language, str] = {
    "ko": "HX-200에는 필터가 몇 개 들어가나요?",
    "en": "How many filters does the HX-200 take?",
    "ja": "HX-200にはフィルターが何枚入りますか。",
}
OF_THE_OTHER: dict[Language, str] = {
    "ko": "필터는 12개입니다 [{}].",
    "en": "It takes 12 filters [{}].",
    "ja": "フィルターは12枚です[{}]。",
}
NAMES_IT: dict[Language, str] = {
    "ko": "“필터는 12개입니다”: 이 문서는 HX-300에 관한 것",
    "en": "“It takes 12 filters”: that document is on the HX-300",
    "ja": "「フィルターは12枚です」：その文書はHX-300のもの",
}
SAYS_SO: dict[Language, str] = {
    "ko": "“필터는 12개입니다”: 다른 장비에 관한 내용",
    "en": "“It takes 12 filters”: of another device",
    "ja": "「フィルターは12枚です」：別の装置の内容",
}


@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize(("issues", "elsewhere"), [(NAMES_IT, False), (SAYS_SO, True)])
async def test_a_doubt_about_another_device_is_not_looked_at_again(
    context: TurnContext, language: Language, issues: dict[Language, str], elsewhere: bool
) -> None:
    await store(context, *FANS)
    said = {"faithful": False, "issues": [issues[language]], "elsewhere": elsewhere, "hint": ""}

    def of_the_other(request: ModelRequest) -> str:
        return OF_THE_OTHER[language].format(1 if "[1] HX-300" in request.user else 2)

    played = model(of_the_other, [json.dumps(said, ensure_ascii=False), FAITHFUL])
    acting = with_model(context, played)
    answer = await judge(CheckedDraft(await draft_for(acting, inquiry_of(ASKED[language], "verified"))), acting)
    assert isinstance(answer, Unfaithful) and len(answer.verdicts) == 1


async def test_the_second_look_keeps_the_passage_that_the_doubt_is_about(context: TurnContext) -> None:
    parts = [
        f"## Part {n}\n\nThe housing of part {n} is painted grey and dries overnight. {'Dust is off. ' * 70}" for n in (2, 3)
    ]
    exceptions = f"## Exceptions\n\nNothing is ready where zinc primer is used. {'Fumes are extracted. ' * 40}\n"
    await store(context, ("housing", "\n\n".join(["# Housing", *parts, exceptions])))
    said = "The housing of part 3 is painted grey and dries overnight [1]."
    issue = f"“{said}”: document 1 excepts zinc primer"
    doubted = json.dumps({"faithful": False, "issues": [issue], "hint": ""})
    played = model(said, [doubted, FAITHFUL])
    acting = with_model(context, played)
    await judge(
        CheckedDraft(await draft_for(acting, inquiry_of("Does the housing of part 3 dry overnight?", "verified"))), acting
    )
    second = played.requests[-1].user
    assert "zinc primer" in second and "part 3" in second


async def test_a_doubt_that_quotes_no_sentence_counts_at_once(context: TurnContext) -> None:
    await store(context, *TEXTS.values())
    played = model(TWO["en"], [doubt("en"), FAITHFUL])
    acting = with_model(context, played)
    answer = await judge(CheckedDraft(await draft_for(acting, inquiry_of(QUESTIONS["en"], "verified"))), acting)
    assert isinstance(answer, Unfaithful) and len(answer.verdicts) == 1


FIRST: dict[Language, str] = {
    "ko": "HX-300에는 필터가 몇 개 들어가나요?",
    "en": "How many filters does the HX-300 take?",
    "ja": "HX-300にはフィルターが何枚入りますか。",
}
FOLLOWING: dict[Language, str] = {
    "ko": "그럼 그 필터는 몇 개예요?",
    "en": "And how many filters is that?",
    "ja": "では、そのフィルターは何枚ですか。",
}


@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_judge_sees_what_was_asked_of_which_device_and_what_else_was_found(
    context: TurnContext, language: Language
) -> None:
    fans = tuple((doc_id, f"---\ndevices: [{text[2:8]}]\n---\n{text}") for doc_id, text in FANS)
    await store(context, *fans)
    played = model(OF_THE_OTHER[language].format(1), FAITHFUL)
    acting = with_model(context, played)
    await turn_of(acting, FIRST[language], "verified")
    await turn_of(acting, FOLLOWING[language], "verified", filters=SearchFilters(devices=("HX-300",)))
    last = next(
        request.user for request in reversed(played.requests) if "<answer>" in request.user and "<passages>" in request.user
    )
    assert part("question", last).startswith("HX-300: ") and part("question", last).endswith(FOLLOWING[language])
    assert OF_THE_OTHER[language].partition(" [")[0].partition("[")[0] in part("conversation", last)


def part(tag: str, user: str) -> str:
    return user.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0].strip()


async def test_the_judge_reads_the_best_of_what_the_draft_does_not_cite(context: TurnContext) -> None:
    tickets = tuple(
        (f"ticket_{n}", f"# Ticket {n}\n\nThe pump stopped at night. The {cause} was replaced.\n")
        for n, cause in enumerate(("fuse", "belt", "seal", "motor", "relay"), 1)
    )
    await store(context, *tickets)
    played = model("The seal was replaced [1].", FAITHFUL)
    acting = with_model(context, played)
    await judge(
        CheckedDraft(await draft_for(acting, inquiry_of("What was replaced when the pump stopped at night?", "verified"))), acting
    )
    last = played.requests[-1].user
    assert part("passages", last).count("The pump stopped") == 3 and "[3] Ticket" in part("passages", last)
    assert part("others", last).count("- Ticket") == 2
