"""What a message makes of an open pause, in whole turns: a choice, a document named otherwise, a title, an offer."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import Choice, DocRef, HeldWork, NewTurn, Pause, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.languages import Language
from ibidem.profile import load_profile
from ibidem.turn.context import TurnContext
from ibidem.turn.wording import WORDINGS
from turn.acting import turn_of
from turn.library import SECRET, store

DOCUMENTS = (
    ("sop_1203", "# SUPRA XP 히터 블록 교체 절차\n\n히터 블록의 무게는 14 kg이다.\n"),
    ("sop_1204", "# SUPRA N 히터 블록 교체 절차\n\n히터 블록의 토크는 9 N·m이다.\n"),
    ("gcb_8841", "# Gate valve bulletin\n\nThe gate valve torque is 7 N·m.\n"),
    ("sop_3301", "# Slit door bellows recall\n\nInspection takes 25 minutes.\n"),
    ("trip", "# 出張旅費の規程\n\n日当は3000円です。\n"),
    ("leave", "# 휴가 규정\n\n연차는 15일이다.\n"),
)
TWO, ONE, OUT_OF_RANGE = "show me sop 1203 and gcb 8841", "show me sop 3301", "show me document 8"


@pytest.fixture
def equipped(context: TurnContext) -> TurnContext:
    return replace(context, profile=load_profile("equipment"))


async def said(context: TurnContext, *messages: str) -> Turn:
    """The last turn of a new session in which these were said."""
    await store(context, *DOCUMENTS)
    for message in messages[:-1]:
        await turn_of(context, message, "fast")
    return await turn_of(context, messages[-1], "fast")


def shown(turn: Turn) -> str | None:
    return None if turn.content.shown is None else turn.content.shown.doc_id


@pytest.mark.parametrize(
    ("message", "doc_id"),
    [
        ("document 1 of the whole session", "sop_1203"),
        ("세션 전체 기준 1번 문서", "sop_1203"),
        ("첫 번째 답변의 1번", "sop_1203"),
        ("not 2 but 1 of the first answer", "sop_1203"),
        ("最初の回答の2番ではなく1番", "sop_1203"),
        ("첫 번째 답변의 2번 문서", "gcb_8841"),
        ("첫 번째 답변의 1번 말고 2번 보여줘", "gcb_8841"),
        ("最初の回答の2番", "gcb_8841"),
        ("sop 1204", "sop_1204"),
        ("1", "sop_3301"),
    ],
)
async def test_an_answer_a_session_or_an_id_that_is_named_is_meant_and_not_the_choice(
    equipped: TurnContext, message: str, doc_id: str
) -> None:
    turn = await said(equipped, TWO, ONE, OUT_OF_RANGE, message)
    assert shown(turn) == doc_id and turn.content.notice is None


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("문서 8에 따르면 토크는 얼마야?", "첫 번째 답변의 2번 문서"),
        ("According to document 8, what is the torque?", "document 2 of the first answer"),
        ("文書8によると、トルクはいくつですか", "最初の回答の2番"),
    ],
)
async def test_what_waited_is_answered_from_the_document_named(equipped: TurnContext, asked: str, message: str) -> None:
    turn = await said(equipped, TWO, ONE, asked, message)
    assert turn.content.shown is None and [ref.doc_id for ref in turn.content.doc_refs] == ["gcb_8841"]


async def test_a_question_to_another_document_is_that_question(equipped: TurnContext) -> None:
    turn = await said(equipped, TWO, ONE, OUT_OF_RANGE, "what does gcb 8841 say about the torque?")
    assert turn.content.shown is None and "7 N·m" in turn.content.assistant_text


@pytest.mark.parametrize("message", ["첫 번째 답변의 9번 문서", "document 9 of the first answer", "最初の回答の9番"])
async def test_a_number_that_the_named_answer_has_not_is_asked_about(equipped: TurnContext, message: str) -> None:
    pause = (await said(equipped, TWO, ONE, OUT_OF_RANGE, message)).content.pause
    assert pause is not None and [one.doc_id for one in pause.choices] == ["sop_1203", "gcb_8841"]


@pytest.mark.parametrize("message", ["document 9 of the whole session", "세션 전체 기준 9번 문서", "会話全体の9番の文書"])
async def test_the_choices_of_a_session_are_its_documents(equipped: TurnContext, message: str) -> None:
    pause = (await said(equipped, TWO, ONE, message)).content.pause
    assert pause is not None
    choices = list(zip(pause.numbers, (one.doc_id for one in pause.choices), strict=True))
    assert choices == [(1, "sop_1203"), (2, "gcb_8841"), (3, "sop_3301")]
    assert shown(await turn_of(equipped, "3", "fast")) == "sop_3301"


@pytest.mark.parametrize("message", ["I don't know", "모르겠어", "わかりません"])
async def test_who_does_not_know_is_asked_again(equipped: TurnContext, message: str) -> None:
    pause = (await said(equipped, TWO, OUT_OF_RANGE, message)).content.pause
    assert pause is not None and [one.doc_id for one in pause.choices] == ["sop_1203", "gcb_8841"]
    nothing = await turn_of(equipped, "show me document 2", "fast", "other")
    assert nothing.content.pause is not None
    again = (await turn_of(equipped, message, "fast", "other")).content.pause
    assert again is not None and again.choices == ()


@pytest.mark.parametrize(
    ("message", "doc_id"),
    [
        ("휴가 규정", "leave"),
        ("휴가 규정이요", "leave"),
        ("Slit door bellows recall", "sop_3301"),
        ("slit door bellows", "sop_3301"),
        ("出張旅費の規程", "trip"),
        ("SUPRA N 히터 블록 교체 절차", "sop_1204"),
        ("the title is Slit door bellows recall", "sop_3301"),
        ("제목은 휴가 규정이에요", "leave"),
        ("タイトルは出張旅費の規程です", "trip"),
    ],
)
async def test_a_title_that_was_asked_for_is_looked_up(equipped: TurnContext, message: str, doc_id: str) -> None:
    assert shown(await said(equipped, "show me document 2", message)) == doc_id


async def test_titles_that_fit_alike_are_asked_about(equipped: TurnContext) -> None:
    turn = await said(equipped, "show me document 2", "히터 블록 교체 절차")
    pause = turn.content.pause
    assert pause is not None and {one.doc_id for one in pause.choices} == {"sop_1203", "sop_1204"}
    picked = pause.choices[1].doc_id
    assert shown(await turn_of(equipped, "2", "fast")) == picked


async def test_of_titles_only_those_that_may_be_read_are_known(equipped: TurnContext) -> None:
    await store(equipped, SECRET)
    turn = await said(equipped, "show me document 2", "비공개")
    assert turn.content.doc_refs == () and turn.content.pause is None and "sop_4040" not in turn.content.assistant_text
    member = replace(equipped, principal=Principal("member", frozenset({"safety"})))
    await turn_of(member, "show me document 2", "fast", "members")
    assert shown(await turn_of(member, "비공개", "fast", "members")) == "sop_4040"


@pytest.mark.parametrize("message", ["2", "2번", "document 2"])
async def test_a_number_is_no_title_that_holds_it(equipped: TurnContext, message: str) -> None:
    await store(equipped, ("report", "# Report 2 of 3\n\nText.\n"))
    pause = (await said(equipped, "show me document 2", message)).content.pause
    assert pause is not None and pause.choices == ()


@pytest.mark.parametrize(
    "message", ["none of them", "이 중에는 없어요", "どれでもないです", "없어", "something else", "どちらでもない"]
)
async def test_none_of_the_choices_is_no_question(equipped: TurnContext, message: str) -> None:
    turn = await said(equipped, TWO, OUT_OF_RANGE, message)
    assert (turn.content.route, turn.content.pause) == ("chat", None)
    assert turn.content.assistant_text == WORDINGS[turn.content.language].courtesies["none of these"]


@pytest.mark.parametrize("message", ["아무거나", "either one", "どれでもいいです"])
async def test_where_any_will_do_it_is_the_first(equipped: TurnContext, message: str) -> None:
    assert shown(await said(equipped, TWO, OUT_OF_RANGE, message)) == "sop_1203"


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("3番の文書を見せて", "ja"),
        ("네 번째 문서 보여줘", "ko"),
        ("document 4", "en"),
        ("없어", "ko"),
        ("この中にありません", "ja"),
    ],
)
async def test_it_is_asked_again_in_the_language_of_the_message(equipped: TurnContext, message: str, language: Language) -> None:
    for session, asked in (("a", OUT_OF_RANGE), ("b", "문서 8 보여줘"), ("c", "文書8を見せて")):
        await store(equipped, *DOCUMENTS)
        for one in (TWO, asked):
            await turn_of(equipped, one, "fast", session)
        assert (await turn_of(equipped, message, "fast", session)).content.language == language


@pytest.mark.parametrize(("message", "language"), [("2番の文書を見せて", "ja"), ("두 번째 문서 보여줘", "ko"), ("#2", "en")])
async def test_a_document_picked_is_shown_in_the_language_of_the_message(
    equipped: TurnContext, message: str, language: Language
) -> None:
    turn = await said(equipped, TWO, OUT_OF_RANGE, message)
    assert (shown(turn), turn.content.language) == ("gcb_8841", language)


async def test_a_title_in_another_language_changes_no_language(equipped: TurnContext) -> None:
    turn = await said(equipped, TWO, "문서 8 보여줘", "The gate valve bulletin")
    assert (shown(turn), turn.content.language) == ("gcb_8841", "ko")


@pytest.mark.parametrize("message", ["all documents of the whole session except 9", "세션 전체 문서에서 9번 빼고 다 보여줘"])
async def test_a_number_left_out_that_the_session_has_not_is_asked_about(equipped: TurnContext, message: str) -> None:
    pause = (await said(equipped, TWO, ONE, message)).content.pause
    assert pause is not None and [one.doc_id for one in pause.choices] == ["sop_1203", "gcb_8841", "sop_3301"]


async def test_what_is_no_title_is_a_question(equipped: TurnContext) -> None:
    turn = await said(equipped, "show me document 2", "What is the gate valve torque?")
    assert "7 N·m" in turn.content.assistant_text and turn.content.shown is None


OLD, NEW = "# Fan\n\nThe bearing is replaced every three months.\n", "# Fan\n\nThe bearing is replaced every six months.\n"


async def offered(context: TurnContext) -> Turn:
    """A session that was offered the new version of a document."""
    await store(context, ("fan-1", OLD))
    await turn_of(context, "show me fan-1", "fast")
    await store(context, ("fan-1", NEW))
    return await turn_of(context, "show me that document", "fast")


@pytest.mark.parametrize("message", ["show me the new one", "새 버전으로 보여줘", "新しい版で", "show it", "1", "1번", "1番"])
async def test_an_offer_is_taken_in_its_own_words_and_by_its_number(equipped: TurnContext, message: str) -> None:
    offer = (await offered(equipped)).content.pause
    assert offer is not None and offer.numbers == (1,)
    turn = await turn_of(equipped, message, "fast")
    assert turn.content.shown is not None and turn.content.shown.version == offer.choices[0].version
    assert turn.content.pause is None and turn.content.notice is None


async def test_a_question_to_the_new_version_is_answered_from_it(equipped: TurnContext) -> None:
    await offered(equipped)
    turn = await turn_of(equipped, "How often does the new version say that the bearing is replaced?", "fast")
    assert "six months" in turn.content.assistant_text and turn.content.pause is None


@pytest.mark.parametrize("message", ["yes", "네", "はい"])
async def test_what_was_deleted_while_it_was_offered_is_shown_as_cited(equipped: TurnContext, message: str) -> None:
    before = (await offered(equipped)).content.doc_refs[0].version
    await equipped.documents.delete("fan-1", equipped.principal)
    turn = await turn_of(equipped, message, "fast")
    assert turn.content.shown is not None and turn.content.shown.version == before
    assert turn.content.notice == WORDINGS["en"].deleted.format("Fan")


@pytest.mark.parametrize("message", ["yes", "2", "show me both"])
async def test_of_two_documents_that_changed_both_are_offered(equipped: TurnContext, message: str) -> None:
    await store(equipped, ("fan-1", OLD), ("fan-2", OLD))
    await turn_of(equipped, "show me fan-1 and fan-2", "fast")
    after = await store(equipped, ("fan-1", NEW), ("fan-2", NEW))
    await turn_of(equipped, "show me both", "fast")
    turn = await turn_of(equipped, message, "fast")
    cited = [(ref.doc_id, ref.version) for ref in turn.content.doc_refs]
    assert cited == [("fan-1", after[0]), ("fan-2", after[1])][1 if message == "2" else 0 :]


async def paused_for_sources(context: TurnContext) -> None:
    """A session whose first answer cited two documents, and that is asked whether to answer from a third."""
    versions = dict(zip((doc_id for doc_id, _ in DOCUMENTS), await store(context, *DOCUMENTS), strict=True))

    def ref(slot: int, doc_id: str) -> DocRef:
        return DocRef(slot, doc_id, versions[doc_id], doc_id, "", "", None, (), "", None, "lookup")

    first = (ref(1, "sop_1203"), ref(2, "gcb_8841"))
    await context.turns.append(NewTurn("s", "?", "[1][2]", "", "en", "doc_lookup", first), context.principal)
    choice = Choice("sop_3301", versions["sop_3301"], "Slit door bellows recall", 1)
    pause = Pause("sources", "?", (choice,), "What is the torque?", "use", HeldWork("general"))
    asked = NewTurn("s", "What is the torque?", "?", "", "en", "general", (ref(1, "sop_3301"),), pause=pause)
    await context.turns.append(asked, context.principal)


@pytest.mark.parametrize("message", ["document 2 of the first answer", "첫 번째 답변의 2번 문서", "最初の回答の2番", "gcb 8841"])
async def test_sources_are_not_confirmed_by_what_names_another_document(equipped: TurnContext, message: str) -> None:
    await paused_for_sources(equipped)
    turn = await turn_of(equipped, message, "fast")
    assert [ref.doc_id for ref in turn.content.doc_refs] == ["gcb_8841"] and "7 N·m" in turn.content.assistant_text


@pytest.mark.parametrize("message", ["I don't know", "모르겠어요", "わかりません"])
async def test_who_does_not_know_of_sources_is_asked_again_for_those_that_may_be_read(
    equipped: TurnContext, message: str
) -> None:
    await paused_for_sources(equipped)
    pause = (await turn_of(equipped, message, "fast")).content.pause
    assert pause is not None and [one.doc_id for one in pause.choices] == ["sop_3301"]
    await store(equipped, ("sop_3301", "---\nreaders: [safety]\n---\n# Slit door bellows recall\n\nInspection.\n"))
    again = await turn_of(equipped, message, "fast")
    assert again.content.pause is None and "bellows" not in again.content.assistant_text
