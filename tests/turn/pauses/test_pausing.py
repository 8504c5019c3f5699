"""Turns that stop to ask a person, and what becomes of the answer."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import Choice, HeldDraft, HeldWork, NewTurn, Pause, PauseAnswer, Turn
from ibidem.domain.documents import SearchFilters
from ibidem.domain.languages import Language
from ibidem.language.detection import tells_language
from ibidem.turn.context import TurnContext
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from ibidem.turn.wording import WORDINGS
from turn.acting import ANSWERS, QUESTIONS, WRONG, answer_of, model, turn_of, with_model
from turn.library import TEXTS, store

FAITHFUL = '{"faithful": true, "issues": [], "hint": ""}'
DOUBT = '{"faithful": false, "issues": ["not borne out"], "hint": "other words"}'
LANGUAGES: list[Language] = ["ko", "en", "ja"]
HOLDS: dict[Language, str] = {"ko": "12 N·m", "en": "3.5 N·m", "ja": "18 N·m"}
YES: dict[Language, str] = {"ko": "네, 이대로 답해줘", "en": "yes, go ahead", "ja": "はい、お願いします"}
FIRST: dict[Language, str] = {"ko": "1번만요", "en": "just the first one", "ja": "1番だけ使ってください"}
NONE: dict[Language, str] = {"ko": "다 아니에요", "en": "none of these", "ja": "どれも違います"}
INSTEAD: dict[Language, str] = {
    "ko": "'누설 시험'으로 다시 찾아줘",
    "en": "search for the groove and alcohol instead",
    "ja": "「油面の確認」で検索し直して",
}
ELSEWHERE: dict[Language, str] = {  # in the words of another language
    "ko": "search for 누설 시험 instead",
    "en": "'groove and alcohol'으로 다시 찾아줘",
    "ja": "search for 油面 instead",
}
ANEW: dict[Language, str] = {
    "ko": "누설 시험은 언제 해야 하나요?",
    "en": "What is the groove wiped with before mounting?",
    "ja": "油面はいつ確認すればよいですか。",
}
WRONG_VALUE: dict[Language, str] = {
    "ko": "아니요, 토크 값이 틀렸어요",
    "en": "no, the torque value is wrong",
    "ja": "いいえ、トルクの値が違います",
}
APPROVE: dict[Language, str] = {"ko": "승인합니다", "en": "approve", "ja": "承認します"}
CANCELLED: dict[Language, tuple[str, ...]] = {
    "ko": ("취소", "취소할게요", "그만", "아니요, 취소해 주세요", "그냥 없던 일로 해 주세요", "됐어요, 그만할게요"),
    "en": ("cancel", "never mind", "Cancel that, please.", "no, forget it", "Actually, I changed my mind", "stop"),
    "ja": (
        "キャンセル",
        "取り消し",
        "やめます",
        "いえ、やめておきます",
        "やっぱりやめます",
        "キャンセルでお願いします",
        "もういいです",
    ),
}
NOT_CANCELLED: dict[Language, str] = {
    "ko": "예약 취소는 어떻게 하나요?",
    "en": "How do I cancel the recipe?",
    "ja": "レシピの取り消し方を教えてください。",
}
REJECT: dict[Language, str] = {"ko": "반려", "en": "reject", "ja": "却下します"}
DEVICES = (
    ("sop_3001", "---\ndevices: [SUPRA XP]\n---\n# 히터 교체\n\n히터 볼트는 7 N·m로 조인다. The heater bolts get 7 N·m.\n"),
    ("sop_3002", "---\ndevices: [SUPRA N]\n---\n# 히터 교체 N\n\n히터 볼트는 9 N·m로 조인다. The heater bolts get 9 N·m.\n"),
)


async def confirming(context: TurnContext, language: Language, session: str = "s") -> Turn:
    """A turn that shows its sources and waits."""
    turn = await turn_of(context, QUESTIONS[language], "fast", session, confirm_sources=True)
    assert turn.content.pause is not None and turn.content.pause.kind == "sources"
    return turn


@pytest.mark.parametrize("language", LANGUAGES)
async def test_sources_are_shown_and_answered_from_once_they_are_confirmed(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    asked = (await confirming(context, language)).content
    pause = asked.pause
    assert pause is not None and pause.message == QUESTIONS[language] and pause.question in asked.assistant_text
    assert pause.choices[0].doc_id == TEXTS[language][0] and pause.choices[0].slot == 1
    assert HOLDS[language] in pause.choices[0].snippet and pause.choices[0].snippet in asked.assistant_text
    assert [ref.doc_id for ref in asked.doc_refs] == [choice.doc_id for choice in pause.choices]
    answered = (await turn_of(context, YES[language], "fast")).content
    assert HOLDS[language] in answered.assistant_text and answered.pause is None
    assert answered.doc_refs[0].doc_id == TEXTS[language][0] and answered.language == language


@pytest.mark.parametrize("language", LANGUAGES)
async def test_only_the_sources_that_were_picked_are_answered_from(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    await confirming(context, language)
    answered = (await turn_of(context, FIRST[language], "fast")).content
    assert {ref.doc_id for ref in answered.doc_refs} == {TEXTS[language][0]}
    assert {one.doc_id for one in answered.trace.candidates} == {TEXTS[language][0]}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_answered_from_sources_that_were_rejected(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    await confirming(context, language)
    answered = (await turn_of(context, NONE[language], "fast")).content
    assert answered.assistant_text == PAUSE_WORDINGS[language].sources_rejected
    assert answered.doc_refs == () and answered.pause is not None and answered.pause.choices == ()
    again = (await turn_of(context, NONE[language], "fast")).content
    assert again.pause is None and again.doc_refs == ()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_other_words_are_searched_for_and_confirmed_again(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    await confirming(context, language)
    again = (await turn_of(context, INSTEAD[language], "fast")).content
    assert again.pause is not None and again.pause.kind == "sources"
    assert again.pause.message in INSTEAD[language] and again.pause.message != INSTEAD[language]
    assert again.pause.choices[0].doc_id == TEXTS[language][0]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_question_of_its_own_drops_the_pause(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    await confirming(context, language)
    answered = (await turn_of(context, ANEW[language], "fast")).content
    assert answered.pause is None and answered.doc_refs and answered.user_text == ANEW[language]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_number_that_there_is_not_is_asked_again(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    first = await confirming(context, language)
    again = (await turn_of(context, {"ko": "9번", "en": "number 9", "ja": "9番"}[language], "fast")).content
    assert again.pause == first.content.pause and again.doc_refs == ()
    assert HOLDS[language] in (await turn_of(context, YES[language], "fast")).content.assistant_text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_source_that_has_changed_is_left_out_and_told(context: TurnContext, language: Language) -> None:
    doc_id, text = TEXTS[language]
    await store(context, *TEXTS.values())
    shown = (await confirming(context, language)).content.doc_refs
    await store(context, (doc_id, f"{text}\nNew.\n"))
    answered = (await turn_of(context, YES[language], "fast")).content
    told = PAUSE_WORDINGS[language].changed.format(shown[0].title)
    assert told in (answered.notice or "")
    assert all(ref.doc_id != doc_id for ref in answered.doc_refs)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["deleted", "restricted"])
async def test_a_source_that_may_no_longer_be_read_is_not_answered_from(
    context: TurnContext, language: Language, way: str
) -> None:
    doc_id, text = TEXTS[language]
    await store(context, *TEXTS.values())
    await confirming(context, language)
    if way == "deleted":
        await context.documents.delete(doc_id, context.principal)
        await context.index.catch_up()
    else:
        await store(context, (doc_id, f"---\nreaders: [safety]\n---\n{text}"))
    answered = (await turn_of(context, FIRST[language], "fast")).content
    assert answered.assistant_text == PAUSE_WORDINGS[language].nothing_left and answered.doc_refs == ()
    assert answered.notice == WORDINGS[language].not_readable.format(doc_id)


async def test_sources_are_not_confirmed_where_the_question_names_the_document(context: TurnContext) -> None:
    await store(context, *TEXTS.values())
    turn = await turn_of(context, "According to sop_1422, what torque do the cover screws get?", "fast", confirm_sources=True)
    assert turn.content.pause is None and turn.content.doc_refs[0].doc_id == "sop_1422"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_answers_too_late_is_told_so(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    late = replace(context, pause_hours=1e-9)
    await confirming(late, language)
    answered = (await turn_of(late, YES[language].split(",")[0].split("、")[0], "fast")).content
    assert answered.notice == PAUSE_WORDINGS[language].expired and answered.doc_refs == ()
    await confirming(late, language, "again")
    anew = (await turn_of(late, ANEW[language], "fast", "again")).content
    assert PAUSE_WORDINGS[language].expired not in (anew.notice or ""), "what answers nothing is not late"


@pytest.mark.parametrize(
    ("message", "reply"),
    [("수프라 히터 볼트는 몇 N·m로 조이나요?", "XP요"), ("What torque do the SUPRA heater bolts get?", "the XP one")],
)
async def test_a_device_is_asked_for_and_the_question_answered_for_it(context: TurnContext, message: str, reply: str) -> None:
    await store(context, *DEVICES)
    written = with_model(context, model("7 N·m [1]", FAITHFUL))
    asked = (await turn_of(written, message)).content
    assert asked.pause is not None and asked.pause.kind == "device", asked.assistant_text
    assert {choice.title for choice in asked.pause.choices} == {"SUPRA XP", "SUPRA N"}
    assert all(choice.title in asked.assistant_text for choice in asked.pause.choices)
    answered = (await turn_of(written, reply, "fast")).content
    assert answered.mode == "verified", "as the turn that asked"
    assert answered.trace.devices == ("SUPRA XP",)
    assert {ref.doc_id for ref in answered.doc_refs} == {"sop_3001"}


async def reviewing(context: TurnContext, language: Language) -> NewTurn:
    """A turn whose drafts were all wrong, which waits for a person."""
    await store(context, *TEXTS.values())
    content = (await turn_of(with_model(context, model(WRONG[language], DOUBT)), QUESTIONS[language])).content
    assert content.pause is not None and content.pause.kind == "review", content.assistant_text
    return content


def draft_of(content: NewTurn) -> HeldDraft:
    assert content.pause is not None and content.pause.work is not None and content.pause.work.draft is not None
    return content.pause.work.draft


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_draft_that_could_not_be_verified_is_shown_with_what_speaks_against_it(
    context: TurnContext, language: Language
) -> None:
    asked = await reviewing(context, language)
    draft = draft_of(asked)
    assert draft.text == WRONG[language] and draft.refs == asked.doc_refs and draft.issues
    assert draft.text in asked.assistant_text and all(issue in asked.assistant_text for issue in draft.issues)
    assert asked.trace.faithful is False and asked.trace.attempts


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_draft_that_a_person_approves_is_the_answer_and_says_so(context: TurnContext, language: Language) -> None:
    asked = await reviewing(context, language)
    answered = (await turn_of(context, APPROVE[language], "fast")).content
    assert answered.assistant_text == WRONG[language] and answered.doc_refs == asked.doc_refs
    assert answered.notice == PAUSE_WORDINGS[language].approved
    assert (answered.mode, answered.trace.faithful, answered.trace.reviewed) == ("verified", False, "approve")
    assert answered.trace.model == asked.trace.model and answered.trace.attempts == asked.trace.attempts


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_draft_that_a_person_rejects_is_no_answer(context: TurnContext, language: Language) -> None:
    await reviewing(context, language)
    answered = (await turn_of(context, REJECT[language], "fast")).content
    assert answered.assistant_text == PAUSE_WORDINGS[language].draft_rejected
    assert answered.doc_refs == () and answered.trace.reviewed == "reject" and answered.pause is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_reason_is_told_to_whoever_writes_once_more(context: TurnContext, language: Language) -> None:
    await reviewing(context, language)
    played = model(ANSWERS[language], FAITHFUL)
    answered = (await turn_of(with_model(context, played), WRONG_VALUE[language], "fast")).content
    assert answered.assistant_text == ANSWERS[language] and answered.trace.faithful is True
    assert [ref.doc_id for ref in answered.doc_refs] == [TEXTS[language][0]]
    (writing,) = [request for request in played.requests if "Task: answer_" in request.system]
    reason = WRONG_VALUE[language].partition(",")[2].strip() or WRONG_VALUE[language].partition("、")[2]
    assert reason in writing.user


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_written_once_more_is_not_reviewed_again(context: TurnContext, language: Language) -> None:
    await reviewing(context, language)
    acting = with_model(context, model(WRONG[language], DOUBT))
    answered = (await turn_of(acting, WRONG_VALUE[language], "fast")).content
    assert answered.pause is None and answered.trace.faithful is False
    assert WORDINGS[language].unverified.partition("{}")[0] in (answered.notice or "")
    assert answered.trace.attempts[-1].rung == "review"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_edited_draft_keeps_the_sources_that_it_cites(context: TurnContext, language: Language) -> None:
    asked = await reviewing(context, language)
    edited = ANSWERS[language]
    turn = await answer_of(context, "s", PauseAnswer(edited, decision="edit"))
    assert turn.content.assistant_text == edited and turn.content.doc_refs == asked.doc_refs
    assert turn.content.notice == PAUSE_WORDINGS[language].edited and turn.content.trace.reviewed == "edit"


async def test_an_edited_draft_without_a_citation_has_no_sources(context: TurnContext) -> None:
    await reviewing(context, "en")
    turn = await answer_of(context, "s", PauseAnswer("Ask the safety officer.", decision="edit"))
    assert turn.content.doc_refs == () and turn.content.assistant_text == "Ask the safety officer."


async def test_an_edited_draft_is_shown_as_it_was_written(context: TurnContext) -> None:
    await reviewing(context, "en")
    edited = "Torque:\n\n\n    3.5 N·m   (cover)\n" + "-" * 40
    assert (await answer_of(context, "s", PauseAnswer(text=edited, decision="edit"))).content.assistant_text == edited


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_draft_whose_source_may_no_longer_be_read_is_held_back(context: TurnContext, language: Language) -> None:
    await reviewing(context, language)
    doc_id, text = TEXTS[language]
    await store(context, (doc_id, f"---\nreaders: [safety]\n---\n{text}"))
    answered = (await turn_of(context, APPROVE[language], "fast")).content
    assert answered.assistant_text == PAUSE_WORDINGS[language].draft_gone and answered.doc_refs == ()
    assert answered.trace.reviewed is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_draft_whose_source_has_changed_says_so(context: TurnContext, language: Language) -> None:
    asked = await reviewing(context, language)
    doc_id, text = TEXTS[language]
    await store(context, (doc_id, f"{text}\nNew.\n"))
    answered = (await turn_of(context, APPROVE[language], "fast")).content
    assert answered.doc_refs == asked.doc_refs
    assert WORDINGS[language].changed.format(asked.doc_refs[0].title) in (answered.notice or "")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_filters_and_language_are_those_of_the_turn_that_asked(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    filters = SearchFilters(doc_ids=(TEXTS[language][0],))
    await turn_of(context, QUESTIONS[language], "fast", confirm_sources=True, filters=filters)
    again = (await turn_of(context, ELSEWHERE[language], "fast")).content
    assert again.language == language and again.pause is not None
    assert {choice.doc_id for choice in again.pause.choices} == {TEXTS[language][0]}


def a_pause(kind: str, language: Language) -> Pause:
    """A pause of a kind, as a turn leaves it."""
    titles = ("SUPRA XP", "SUPRA N")
    choices = {
        "device": tuple(Choice(None, None, title) for title in titles),
        "review": (),
    }.get(kind, tuple(Choice(doc_id, None, doc_id, n) for n, (doc_id, _) in enumerate(TEXTS.values(), 1)))
    held = None if kind in ("reference", "offer") else HeldWork("general", devices=titles, draft=HeldDraft("d", (), (), "m"))
    return Pause(kind, "?", choices, QUESTIONS[language], "use", held)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["device", "sources", "review", "reference", "offer"])
async def test_whatever_is_asked_can_be_called_off(context: TurnContext, language: Language, kind: str) -> None:
    await store(context, *TEXTS.values())
    for other in LANGUAGES:
        for n, message in enumerate((*CANCELLED[other], NOT_CANCELLED[other])):
            session = f"{other}-{n}"
            new = NewTurn(session, QUESTIONS[language], "…", "…", language, "general", pause=a_pause(kind, language))
            await context.turns.append(new, context.principal)
            answered = (await turn_of(context, message, "fast", session)).content
            spoken = other if tells_language(message) else language
            declined = answered.assistant_text == WORDINGS[spoken].courtesies["declined"]
            assert declined == (message not in NOT_CANCELLED.values()), message
            assert not declined or (answered.pause, answered.doc_refs, answered.trace.reviewed) == (None, (), None)


@pytest.mark.parametrize(("language", "reply"), [("ko", "케스트렐 500이요"), ("en", "KESTREL 500"), ("ja", "ケストレル500です")])
async def test_a_device_that_is_none_of_the_choices_is_asked_again(context: TurnContext, language: Language, reply: str) -> None:
    await store(context, *DEVICES)
    pause = a_pause("device", language)
    await context.turns.append(NewTurn("s", QUESTIONS[language], "…", "…", language, "general", pause=pause), context.principal)
    again = (await turn_of(context, reply, "fast")).content
    assert again.pause == pause and again.doc_refs == ()
    assert all(choice.title in again.assistant_text for choice in pause.choices)
    assert (await turn_of(context, "SUPRA XP", "fast")).content.trace.devices == ("SUPRA XP",)
