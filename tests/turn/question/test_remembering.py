"""What stands of a conversation in the prompt of an answer, and what is answered from it without a model."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import ClientTurn, DocRef, NewTurn
from ibidem.domain.languages import Language
from ibidem.profile import HistoryPolicy
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import TurnContext
from ibidem.turn.question.recounting import time_of, zone_at
from ibidem.turn.wording import WORDINGS
from turn.acting import ANSWERS, QUESTIONS, model, turn_of, with_model
from turn.library import SECRET, TEXTS, store

BACK: dict[Language, str] = {
    "ko": "아까 처음에 말한 그 게이트 밸브 볼트 얼마였지?",
    "en": "What did we say about the cover screws of the slit valve at the start?",
    "ja": "最初のほうで聞いた真空ポンプのドレンプラグはいくつでしたか。",
}
LEANING: dict[Language, str] = {"ko": "그건 왜 그래?", "en": "And why is it so?", "ja": "それはなぜですか。"}
FILLER = "Tell me of line {}."
POLICIES: tuple[HistoryPolicy, ...] = ("auto", "recent", "client", "search")


async def talked(context: TurnContext, language: Language, turns: int) -> None:
    """A session whose first turn is the question, and whose others are about nothing."""
    versions = await store(context, *TEXTS.values())
    version = dict(zip(TEXTS, versions, strict=True))[language]
    doc_id = TEXTS[language][0]
    ref = DocRef(1, doc_id, version, doc_id, "", "", None, (f"{doc_id}@{version}#0",), "", None, "bm25")
    first = NewTurn("s", QUESTIONS[language], ANSWERS[language], ANSWERS[language], language, "general", (ref,))
    await context.turns.append(first, context.principal)
    for number in range(2, turns + 1):
        said = f"Line {number} is fine. " * 20
        await context.turns.append(NewTurn("s", FILLER.format(number), said, said, language, "general"), context.principal)


def under(context: TurnContext, policy: HistoryPolicy) -> TurnContext:
    return replace(context, profile=context.profile.model_copy(update={"history": policy}))


def conversation_in(played: ScriptedModel) -> str:
    """What stands between the tags in the prompt of the answer."""
    request = [one for one in played.requests if one.system.startswith("Task: answer")][-1]
    return request.user.partition("<conversation>")[2].partition("</conversation>")[0].strip()


def recalled(language: Language) -> str:
    answer = ANSWERS[language].replace(" [1]", "")
    return f"Turn 1\nQ: {QUESTIONS[language]}\nA: {answer}"


def last(language: Language) -> str:
    return f"Q: {QUESTIONS[language]}\nA: {ANSWERS[language]}"


@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize("policy", POLICIES)
async def test_a_question_that_points_far_back(context: TurnContext, language: Language, policy: HistoryPolicy) -> None:
    await talked(context, language, 9)
    played = model(ANSWERS[language])
    await turn_of(with_model(under(context, policy), played), BACK[language], "fast")
    assert conversation_in(played) == (recalled(language) if policy in ("auto", "search") else "")


@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize(("policy", "quoted"), [("auto", False), ("recent", True), ("client", True)])
async def test_a_question_that_stands_alone(
    context: TurnContext, language: Language, policy: HistoryPolicy, *, quoted: bool
) -> None:
    await talked(context, language, 1)
    played = model(ANSWERS[language])
    await turn_of(with_model(under(context, policy), played), QUESTIONS[language], "fast")
    assert conversation_in(played) == (last(language) if quoted else "")


@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize("policy", ["auto", "recent", "client"])
async def test_a_question_that_leans_on_the_last_turn(context: TurnContext, language: Language, policy: HistoryPolicy) -> None:
    await talked(context, language, 1)
    played = model(ANSWERS[language])
    await turn_of(with_model(under(context, policy), played), LEANING[language], "fast")
    assert conversation_in(played) == last(language)


@pytest.mark.parametrize(("policy", "sent"), [("auto", False), ("client", True)])
async def test_what_the_client_sends_counts_before_what_is_stored(
    context: TurnContext, policy: HistoryPolicy, *, sent: bool
) -> None:
    await talked(context, "en", 1)
    played = model(ANSWERS["en"])
    told = ClientTurn("Which alcohol wipes the groove of the valve?", "Any.", ("Slit valve",), (TEXTS["en"][0],))
    await turn_of(with_model(under(context, policy), played), LEANING["en"], "fast", history=(told,))
    assert conversation_in(played) == (f"Q: {told.user_text}\nA: Any." if sent else last("en"))


@pytest.mark.parametrize("language", QUESTIONS)
async def test_without_a_model_the_turn_that_said_it_answers(context: TurnContext, language: Language) -> None:
    await talked(context, language, 9)
    turn = await turn_of(context, BACK[language], "fast")
    said = await context.turns.turn("s", 1, context.principal)
    when = f"{time_of(said.ts, context.profile)} {zone_at(said.ts, context.profile)}"
    introduction = WORDINGS[language].said_before.format(1, when, QUESTIONS[language])
    assert turn.content.assistant_text == f"{introduction}\n\n{ANSWERS[language]}"
    assert [ref.doc_id for ref in turn.content.doc_refs] == [TEXTS[language][0]]
    again = await turn_of(context, BACK[language], "fast")
    assert again.content.assistant_text != turn.content.assistant_text or again.content.route == "said_before"


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_was_not_said_is_a_question_like_any_other(context: TurnContext, language: Language) -> None:
    await talked(context, "en" if language != "en" else "ko", 9)
    turn = await turn_of(context, BACK[language], "fast")
    assert turn.content.route != "said_before"
    assert turn.content.doc_refs[0].doc_id == TEXTS[language][0]


async def test_what_may_no_longer_be_read_is_not_repeated(context: TurnContext) -> None:
    await talked(context, "en", 9)
    doc_id, text = TEXTS["en"]
    await store(context, SECRET, (doc_id, f"---\nreaders: [safety]\n---\n{text}"))
    turn = await turn_of(context, BACK["en"], "fast")
    assert turn.content.route != "said_before" and "3.5" not in turn.content.assistant_text


async def characters(context: TurnContext, message: str) -> int:
    """The characters that all prompts of a turn hold."""
    played = model(ANSWERS["en"])
    await turn_of(with_model(context, played), message, "fast")
    return sum(len(one.system) + len(one.user) for one in played.requests)


@pytest.mark.parametrize("turns", [60, pytest.param(1_000, marks=pytest.mark.slow)])
async def test_prompts_are_as_long_after_a_thousand_turns_as_after_ten(context: TurnContext, turns: int) -> None:
    await talked(context, "en", 9)
    messages = (BACK["en"], QUESTIONS["en"], LEANING["en"])
    early = [await characters(context, message) for message in messages]
    for number in range(13, turns):
        said = f"Line {number} is fine. " * 20
        await context.turns.append(NewTurn("s", FILLER.format(number), said, said, "en", "general"), context.principal)
    late = [await characters(context, message) for message in messages]
    assert all(after <= 1.2 * before for before, after in zip(early, late, strict=True)), (early, late)
