"""What is brought back before a message is read: stored turns first, else the client's; and the language it goes on in."""

import pytest

from ibidem.domain.conversation import ClientTurn
from ibidem.domain.languages import Language
from ibidem.language.bounding import bounded
from ibidem.turn.context import TurnContext
from turn.acting import turn_of
from turn.library import TEXTS, cite, recalled, store


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


async def test_the_last_five_turns_of_a_client_count(context: TurnContext) -> None:
    found = await recalled(context, "?", "s", *(ClientTurn(f"q{n}") for n in range(9)))
    assert [turn.content.user_text for turn in found.history] == ["q4", "q5", "q6", "q7", "q8"]
    assert [turn.turn_id for turn in found.history] == [1, 2, 3, 4, 5]


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
    assert (await recalled(context, message)).asked.language == language


@pytest.mark.parametrize(("before", "language"), [("밸브는?", "ko"), ("バルブは?", "ja"), ("what valve?", "en")])
async def test_what_shows_no_language_goes_on_in_that_of_a_client_history(
    context: TurnContext, before: str, language: Language
) -> None:
    assert (await recalled(context, "sop 1203", "s", ClientTurn(before))).asked.language == language


@pytest.mark.parametrize(("message", "language"), [("show it", "en"), ("보여줘", "ko"), ("見せて", "ja"), ("yes", "en")])
async def test_a_message_in_a_language_of_its_own_stays_in_it(context: TurnContext, message: str, language: Language) -> None:
    (version,) = await store(context, TEXTS["ko"])
    await cite(context, "sop_1203", version, "ko")
    assert (await recalled(context, message)).asked.language == language


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


@pytest.mark.parametrize("said", ["2번" * 100, "the first " * 100, "最初の" * 100, "a" + " " * 100 + "b"])
async def test_what_was_said_before_is_bounded_when_it_is_read_again(context: TurnContext, said: str) -> None:
    from_client = await recalled(context, said, "s", ClientTurn(said))
    assert from_client.history[0].content.user_text == from_client.asked.question.message == bounded(said)
    assert from_client.asked.written == said
    turn = await turn_of(context, said, "fast")
    assert turn.content.user_text == said
    assert (await recalled(context, "?")).history[0].content.user_text == bounded(said)
