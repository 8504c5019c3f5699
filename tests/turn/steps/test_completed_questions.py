"""A follow-up is completed once: what a model is told names the device that the message leaves out."""

import asyncio
from dataclasses import replace

import pytest

from ibidem.domain.documents import Principal, SearchFilters, TextHits, TextQuery
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.turn.context import TurnContext
from ibidem.turn.question.translations import NAMES
from ibidem.turn.steps import retrieve
from turn.acting import model, turn_of, with_model
from turn.library import store

DOCUMENTS = tuple(
    (
        f"pulsa_{n}",
        f"---\ndevices: [Pulsa {n}]\n---\n# Pulsa {n}\n\nThe battery lasts {n}0 hours. Hold the side button for {n} seconds to "
        f"lock it. "
        f"배터리는 {n}0시간 간다. 잠그려면 옆 버튼을 {n}초 누른다. 電池は{n}0時間もつ。ロックするには横のボタンを{n}秒押す。\n",
    )
    for n in (8, 9)
)
FIRST: dict[Language, str] = {
    "ko": "Pulsa 9 배터리는 몇 시간 가나요?",
    "en": "How long does the battery of the Pulsa 9 last?",
    "ja": "Pulsa 9の電池は何時間もちますか？",
}
CORRECTED: dict[Language, tuple[str, str]] = {
    "ko": ("아, 8 말이에요", "Pulsa 8 배터리는 몇 시간 가나요?"),
    "en": ("no, the 8", "How long does the battery of the Pulsa 8 last?"),
    "ja": ("8のほうです", "Pulsa 8の電池は何時間もちますか?"),
}
ELLIPTICAL: dict[Language, str] = {
    "ko": "잠그려면 버튼은 몇 초 눌러요?",
    "en": "And how many seconds do I hold the button to lock it?",
    "ja": "ボタンは何秒押すとロックするの？",
}


def told(played_user: str) -> str:
    return played_user.partition("<question>")[2].partition("</question>")[0].strip()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_correction_asks_the_same_of_the_sibling(context: TurnContext, language: Language) -> None:
    await store(context, *DOCUMENTS)
    played = model("[1]")
    acting = with_model(context, played)
    await turn_of(acting, FIRST[language], "fast")
    message, question = CORRECTED[language]
    turn = await turn_of(acting, message, "fast")
    assert told(played.requests[-1].user) == question
    assert turn.content.trace.devices == ("Pulsa 8",) and turn.content.route != "doc_lookup"
    assert "pulsa_9" not in played.requests[-1].user


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_leaves_the_device_out_is_about_the_one_before(context: TurnContext, language: Language) -> None:
    await store(context, *DOCUMENTS)
    played = model("[1]")
    acting = with_model(context, played)
    await turn_of(acting, FIRST[language], "fast")
    turn = await turn_of(acting, ELLIPTICAL[language], "fast")
    assert told(played.requests[-1].user).startswith("Pulsa 9: ")
    assert turn.content.trace.devices == ("Pulsa 9",)
    assert "pulsa_8" not in played.requests[-1].user


UNHEARD_OF: dict[Language, str] = {"ko": "그럼 R4는요?", "en": "And the R4?", "ja": "R4だと?"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_sibling_that_no_document_has_is_not_called_the_one_before(context: TurnContext, language: Language) -> None:
    routers = tuple((doc_id, text.replace("Pulsa ", "Pulsa R")) for doc_id, text in DOCUMENTS)
    await store(context, *routers)
    played = model("[1]")
    acting = with_model(context, played)
    await turn_of(acting, FIRST[language].replace("Pulsa ", "Pulsa R"), "fast")
    await turn_of(acting, UNHEARD_OF[language], "fast")
    assert "R4" in told(played.requests[-1].user) and "Pulsa R9" not in told(played.requests[-1].user)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_word_that_the_documents_have_is_no_sibling(context: TurnContext, language: Language) -> None:
    routers = tuple((doc_id, text.replace("Pulsa ", "Pulsa R") + "Socket R4: 5 V.\n") for doc_id, text in DOCUMENTS)
    await store(context, *routers)
    played = model("[1]")
    acting = with_model(context, played)
    await turn_of(acting, FIRST[language].replace("Pulsa ", "Pulsa R"), "fast")
    await turn_of(acting, UNHEARD_OF[language], "fast")
    assert told(played.requests[-1].user).startswith("Pulsa R9: ")


ASKED_TO_SET_UP: dict[Language, str] = {
    "ko": "Pulsa 9 배터리 교체 방법 알려 줘",
    "en": "How do I replace the battery of the Pulsa 9?",
    "ja": "Pulsa 9の電池の交換手順を教えてください",
}
BRIEF: dict[Language, str] = {"ko": "옆 버튼은요?", "en": "And the side button?", "ja": "横のボタンは？"}
SAID: dict[Language, str] = {
    "ko": "배터리는 90시간 갑니다 [1].",
    "en": "The battery lasts 90 hours [1].",
    "ja": "電池は90時間もちます[1]。",
}
GOOD = '{"issues": [], "faithful": true, "hint": ""}'


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_follow_up_takes_the_route_of_the_turn_before(context: TurnContext, language: Language) -> None:
    await store(context, *DOCUMENTS)
    played = model(SAID[language], GOOD)
    acting = with_model(context, played)
    first = await turn_of(acting, ASKED_TO_SET_UP[language], "verified")
    turn = await turn_of(acting, BRIEF[language], "verified")
    assert first.content.route == turn.content.route == "setup" and "route" not in played.tasks
    await turn_of(acting, FIRST[language], "verified", session="another")
    assert "route" in played.tasks


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refusal_is_of_the_completed_question(context: TurnContext, language: Language) -> None:
    await store(context, *DOCUMENTS)
    played = model([SAID[language], "[[no answer]]"])
    acting = with_model(context, played)
    await turn_of(acting, FIRST[language], "fast")
    await turn_of(acting, ELLIPTICAL[language], "fast")
    assert played.tasks[-1] == "refusal" and told(played.requests[-1].user).startswith("Pulsa 9: ")


LEAVE = (
    "leave",
    "# Leave\n\nStaff: 15 days. Managers: 20. 사원 휴가는 15일, 부장 휴가는 20일. 一般社員の休暇は15日、部長の休暇は20日。\n",
)
ABOUT_STAFF: dict[Language, str] = {
    "ko": "일반 사원의 휴가는 며칠인가요?",
    "en": "How many days of leave does a staff member get?",
    "ja": "一般社員の休暇は何日ですか。",
}
AND_A_MANAGER: dict[Language, str] = {"ko": "그럼 부장은?", "en": "And a manager?", "ja": "じゃあ部長は？"}
UNFOUND: dict[Language, str] = {
    "ko": "그건 계약직 수습한테도 적용돼?",
    "en": "Does that apply to interns too?",
    "ja": "それは研修生にも当てはまる？",
}
COMPLETED: dict[Language, str] = {
    "ko": "부장의 휴가는 며칠인가요?",
    "en": "How many days of leave does a manager get?",
    "ja": "部長の休暇は何日ですか?",
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_model_completes_what_leans_on_the_turn_before(context: TurnContext, language: Language) -> None:
    await store(context, LEAVE)
    played = model("[1]", complete=COMPLETED[language])
    acting = with_model(context, played)
    await turn_of(acting, ABOUT_STAFF[language], "fast")
    assert "complete" not in played.tasks
    turn = await turn_of(acting, AND_A_MANAGER[language], "fast")
    assert played.tasks.count("complete") == 1 and "translate" not in played.tasks
    assert turn.content.trace.queries[0] == COMPLETED[language] == told(played.requests[-1].user)
    assert COMPLETED[language] in turn.content.trace.understood


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_searched_for_while_a_model_completes_it(context: TurnContext, language: Language) -> None:
    await store(context, LEAVE)
    acting = with_model(context, model("[1]"))
    await turn_of(acting, ABOUT_STAFF[language], "fast")
    searched = asyncio.Event()

    class Noticing:
        async def search(self, query: TextQuery, principal: Principal) -> TextHits:
            searched.set()
            return await context.index.search(query, principal)

    async def completing(*_: object) -> str:
        await asyncio.wait_for(searched.wait(), 10)
        return COMPLETED[language]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(retrieve, "completed_by_model", completing)
        turn = await turn_of(replace(acting, index=Noticing()), AND_A_MANAGER[language], "fast")  # pyright: ignore[reportArgumentType]
    assert turn.content.trace.queries[0] == COMPLETED[language]
    assert [step.step for step in turn.content.trace.steps].count("retrieve") == 1


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_completed_on_where_the_search_breaks(context: TurnContext, language: Language) -> None:
    await store(context, LEAVE)
    acting = with_model(context, model("[1]"))
    await turn_of(acting, ABOUT_STAFF[language], "fast")
    ended = asyncio.Event()

    async def completing(*_: object) -> str:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.set()
        return ""

    async def breaking(*_: object) -> None:
        await asyncio.sleep(0)
        raise RuntimeError("the index is damaged")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(retrieve, "completed_by_model", completing)
        patched.setattr(retrieve, "find", breaking)
        with pytest.raises(RuntimeError):
            await turn_of(acting, AND_A_MANAGER[language], "fast")
        await asyncio.wait_for(ended.wait(), 10)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_could_not_be_completed_is_not_asked_for_as_a_translation(context: TurnContext, language: Language) -> None:
    await store(context, LEAVE, *DOCUMENTS)
    played = model("[1]")
    acting = with_model(context, played)
    await turn_of(acting, ABOUT_STAFF[language], "fast")
    played.calls.clear()
    await turn_of(acting, UNFOUND[language], "fast")
    own = f"<target>{NAMES[language][language]}</target>"
    assert played.tasks.count("complete") == 1 and not any(own in request.user for request in played.requests)


@pytest.mark.parametrize("reply", ["", '{"question": "x"}', "두 줄\n입니다", "部長の休暇は？", "A " * 200])
async def test_what_is_no_question_leaves_it_as_it_was(context: TurnContext, reply: str) -> None:
    await store(context, LEAVE)
    played = model("[1]", complete=reply)
    acting = with_model(context, played)
    await turn_of(acting, ABOUT_STAFF["en"], "fast")
    turn = await turn_of(acting, AND_A_MANAGER["en"], "fast")
    assert turn.content.trace.queries[0] == AND_A_MANAGER["en"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_chosen_device_stands_in_the_question(context: TurnContext, language: Language) -> None:
    await store(context, *DOCUMENTS)
    played = model("[1]")
    chosen = SearchFilters(devices=("Pulsa 9",))
    await turn_of(with_model(context, played), ELLIPTICAL[language], "fast", filters=chosen)
    assert told(played.requests[-1].user) == f"Pulsa 9: {ELLIPTICAL[language]}"
    await turn_of(with_model(context, played), FIRST[language], "fast", session="other", filters=chosen)
    assert told(played.requests[-1].user).count("Pulsa 9") == 1
