"""What is brought back before a message is read: stored turns first, else the client's; and the language it goes on in."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ibidem.domain.conversation import Choice, ClientTurn, DocRef, NewTurn, Pause, ShownDocument
from ibidem.domain.languages import Language
from ibidem.language.bounding import bounded
from ibidem.profile import Profile
from ibidem.turn.context import TurnContext
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from ibidem.turn.replies import ChoicesPicked
from ibidem.turn.steps.recall import recall
from ibidem.turn.values.asking import FurtherPage, PauseAnswered, PlainMessage, PointingMessage, SmallTalk
from ibidem.understanding.pointer import Pointer
from ibidem.understanding.pointer_reader import read_pointer
from ibidem.understanding.titles import Title
from turn.acting import turn_of
from turn.library import TEXTS, asked, cite, recalled, store


async def test_a_client_history_becomes_turns_with_slots(context: TurnContext) -> None:
    told = ClientTurn("질문", "요약", ("게이트 밸브",), ("sop_1203", "sop_1422"))
    found = await recalled(context, "그 문서 보여줘", "s", told)
    assert found.from_client
    (turn,) = found.history
    assert [(ref.slot, ref.doc_id, ref.title, ref.version) for ref in turn.content.doc_refs] == [
        (1, "sop_1203", "게이트 밸브", ""),
        (2, "sop_1422", "sop_1422", ""),
    ]
    assert (turn.content.user_text, turn.content.summary) == ("질문", "요약")


async def test_titles_without_ids_name_nothing(context: TurnContext) -> None:
    found = await recalled(context, "그 문서", "s", ClientTurn("질문", "요약", ("하나", "둘"), ("sop_1203",)))
    assert [ref.doc_id for ref in found.history[0].content.doc_refs] == ["sop_1203"]


async def test_stored_turns_win(context: TurnContext) -> None:
    (version,) = await store(context, TEXTS["ko"])
    await cite(context, "sop_1203", version, "ko")
    found = await recalled(context, "그 문서", "s", ClientTurn("질문", "", (), ("sop_1422",)))
    assert not found.from_client
    assert [ref.doc_id for ref in found.history[0].content.doc_refs] == ["sop_1203"]


async def test_a_session_of_somebody_else_brings_nothing_back(context: TurnContext) -> None:
    (version,) = await store(context, TEXTS["ko"])
    await cite(context, "sop_1203", version, "ko")
    assert (await recalled(context, "그 문서", "another")).history == ()


@pytest.mark.parametrize("language", ["ko", "ja"])
@pytest.mark.parametrize("message", ["sop 1203", "2", "SOP_1203", "#2"])
async def test_what_shows_no_language_goes_on_in_that_of_the_session(
    context: TurnContext, language: Language, message: str
) -> None:
    (version,) = await store(context, TEXTS[language])
    await cite(context, TEXTS[language][0], version, language)
    assert (await recalled(context, message)).language == language


@pytest.mark.parametrize(("before", "language"), [("밸브는?", "ko"), ("バルブは?", "ja"), ("what valve?", "en")])
async def test_what_shows_no_language_goes_on_in_that_of_a_client_history(
    context: TurnContext, before: str, language: Language
) -> None:
    assert (await recalled(context, "sop 1203", "s", ClientTurn(before))).language == language


@pytest.mark.parametrize(("message", "language"), [("show it", "en"), ("보여줘", "ko"), ("見せて", "ja"), ("yes", "en")])
async def test_a_message_in_a_language_of_its_own_stays_in_it(context: TurnContext, message: str, language: Language) -> None:
    (version,) = await store(context, TEXTS["ko"])
    await cite(context, "sop_1203", version, "ko")
    assert (await recalled(context, message)).language == language


DEVICES = ("sop_7001", "---\ndevices: [SUPRA XP]\n---\n# 히터 교체\n\n무게는 14 kg이다.\n")
HIDDEN = ("sop_7002", "---\ndevices: [SUPRA N]\nreaders: [safety]\n---\n# 히터 교체\n\n무게는 11 kg이다.\n")


@pytest.mark.parametrize(
    ("told", "devices"),
    [
        (("SUPRA XP 무게는?", "그럼 토크는?"), ("SUPRA XP",)),
        (("SUPRA XP 무게는?", "N은?"), ("SUPRA N",)),
        (("SUPRA XP weight?", "not the XP, the N"), ("SUPRA N",)),
        (("SUPRA XPの重さは？", "SUPRA XPではなくSUPRA Nは？"), ("SUPRA N",)),
        (("SUPRA XP 무게는?", "구내식당은 오늘 몇 시에 문을 여나요?"), ()),
    ],
)
async def test_a_client_history_has_the_subject_that_stored_turns_have(
    context: TurnContext, told: tuple[str, ...], devices: tuple[str, ...]
) -> None:
    found = await recalled(context, "?", "s", *(ClientTurn(text, doc_ids=("sop_1203",)) for text in told))
    assert found.history[-1].content.trace.devices == devices


async def test_a_client_turn_that_pointed_at_a_document_is_about_its_devices_if_it_may_be_read(context: TurnContext) -> None:
    await store(context, DEVICES, HIDDEN)
    for message, doc_id, devices in (("sop 7001 보여줘", "sop_7001", ("SUPRA XP",)), ("sop 7002 보여줘", "sop_7002", ())):
        found = await recalled(context, "?", "s", ClientTurn(message, doc_ids=(doc_id,)))
        assert found.history[0].content.trace.devices == devices


FURTHER: dict[Language, str] = {"ko": "계속 보여줘", "en": "show more", "ja": "続きを見せて"}  # which is no choice of the two
NUMBER: dict[Language, str] = {"ko": "2번", "en": "number 2", "ja": "2番"}
THANKS: dict[Language, str] = {"ko": "감사합니다", "en": "thanks", "ja": "ありがとう"}
YES: dict[Language, str] = {"ko": "네", "en": "yes", "ja": "はい"}
POINTS: dict[Language, str] = {"ko": "2번 문서 보여줘", "en": "show me document 2", "ja": "2番の文書を見せて"}
PLAIN: dict[Language, str] = {"ko": "볼트 토크는?", "en": "What torque do the bolts get?", "ja": "ボルトのトルクは？"}


async def read(context: TurnContext, message: str) -> object:
    return await recall(asked(message), context)


async def show_and_ask(context: TurnContext, language: Language) -> None:
    """A turn that showed a document, and asks which of two documents is meant."""
    (version,) = await store(context, TEXTS[language])
    doc_id = TEXTS[language][0]
    choices = tuple(Choice(doc_id, version, f"title {slot}", slot) for slot in (1, 2))
    pause = Pause("reference", "?", choices, PLAIN[language], "use")
    shown = ShownDocument(doc_id, version)
    ref = DocRef(1, doc_id, version, doc_id, "", "", None, (), "", None, "lookup")
    turn = NewTurn("s", "?", "[1]", "", language, "doc_lookup", (ref,), pause=pause, shown=shown)
    await context.turns.append(turn, context.principal)


@pytest.mark.parametrize("language", FURTHER)
async def test_a_message_is_what_the_first_reader_reads_it_as(context: TurnContext, language: Language) -> None:
    await show_and_ask(context, language)
    assert isinstance(await read(context, FURTHER[language]), FurtherPage), "a page comes before a reply"
    picked = await read(context, NUMBER[language])
    assert isinstance(picked, PauseAnswered) and picked.reply == ChoicesPicked((1,)), "a reply comes before a pointer"
    assert picked.inquiry.text == PLAIN[language], "what waited is what is answered"
    assert isinstance(await read(context, THANKS[language]), SmallTalk), "a courtesy answers no question"
    assert isinstance(await read(context, PLAIN[language]), PlainMessage)


@pytest.mark.parametrize("language", FURTHER)
async def test_where_nothing_waits_the_same_words_are_read_further_on(context: TurnContext, language: Language) -> None:
    assert isinstance(await read(context, FURTHER[language]), PlainMessage | PointingMessage)
    agreed = await read(context, YES[language])
    assert isinstance(agreed, SmallTalk) and agreed.courtesy == "acknowledged"
    assert isinstance(await read(context, POINTS[language]), PointingMessage)


@pytest.mark.parametrize("language", FURTHER)
async def test_a_reply_that_comes_too_late_is_read_on_and_told(context: TurnContext, language: Language) -> None:
    await show_and_ask(context, language)
    late = await read(replace(context, pause_hours=-1.0), POINTS[language])
    assert isinstance(late, PointingMessage)
    assert late.inquiry.notice == PAUSE_WORDINGS[language].expired
    assert late.inquiry.text == POINTS[language], "it is a message of its own"


async def test_the_words_of_a_message_are_read_once(context: TurnContext, monkeypatch: pytest.MonkeyPatch) -> None:
    read_so_far: list[str] = []

    def counted(message: str, profile: Profile, titles: Sequence[Title]) -> Pointer | None:
        read_so_far.append(message)
        return read_pointer(message, profile, titles)

    monkeypatch.setattr("ibidem.turn.question.message.read_pointer", counted)
    await show_and_ask(context, "en")
    await read(context, "what does sop 1203 say of the torque?")
    assert read_so_far == ["what does sop 1203 say of the torque?"]


@pytest.mark.parametrize("said", ["2번" * 100, "the first " * 100, "最初の" * 100, "a" + " " * 100 + "b"])
async def test_what_was_said_before_is_bounded_when_it_is_read_again(context: TurnContext, said: str) -> None:
    from_client = await recalled(context, said, "s", ClientTurn(said))
    assert from_client.history[0].content.user_text == from_client.message == bounded(said)
    assert from_client.written == said
    turn = await turn_of(context, said, "fast")
    assert turn.content.user_text == said
    assert (await recalled(context, "?")).history[0].content.user_text == bounded(said)
