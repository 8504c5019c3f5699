"""A courtesy searches nothing; whatever asks for something is a question."""

import pytest

from ibidem.domain.conversation import Question
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.recall import recall
from ibidem.turn.steps.resolve_reference import resolve_reference
from ibidem.turn.values.asking import MaskedQuestion, OpenQuestion, PlainMessage, PointingMessage, SmallTalk
from ibidem.turn.wording import WORDINGS
from turn.library import begun


async def read(message: str, context: TurnContext) -> object:
    """What the message is read as, and what comes of it where it is one to be resolved."""
    found = await recall(MaskedQuestion(begun(Question(message, "s"))), context)
    return await resolve_reference(found, context) if isinstance(found, PointingMessage | PlainMessage) else found


THANKS = [
    "감사합니다",
    "고마워!",
    "정말 고맙습니다.",
    "네 감사합니다~",
    "도움이 됐어요 감사합니다",
    "수고하셨습니다",
    "ㄱㅅ",
    "thanks",
    "Thank you so much!",
    "ok thanks",
    "Great, thank you.",
    "thx!!",
    "That helps, thanks",
    "cheers",
    "ありがとう",
    "ありがとうございます。",
    "どうもありがとうございました！",
    "助かりました、ありがとう",
    "はい、ありがとうございます",
]
GREETINGS = [
    "안녕하세요",
    "안녕",
    "안녕하세요!",
    "좋은 아침입니다",
    "hello",
    "Hi there!",
    "Good morning",
    "hey",
    "hi, how are you?",
    "こんにちは",
    "おはようございます",
    "こんばんは！",
    "はじめまして、よろしくお願いします",
]
FAREWELLS = [
    "안녕히 계세요",
    "다음에 봐요",
    "bye!",
    "See you later",
    "さようなら",
    "では、また明日",
]
QUESTIONS = [
    "감사 절차가 어떻게 되나요?",
    "안녕하세요, 연차는 며칠인가요?",
    "감사합니다. 그런데 토크 값은요?",
    "고마워, 그럼 교체 주기는?",
    "hello world example",
    "thanks, and the torque?",
    "What is the thank-you gift limit?",
    "hi-pot test procedure",
    "ありがとう、ではトルクは？",
    "こんにちは、有給は何日ですか？",
    "感謝状の申請方法",
    "お疲れ様会の費用は？",
    "오류",
    "알겠어, 그럼 인턴은?",
    "그거 말고 다른 장비는?",
    "I see error E4",
    "the wrong password",
    "そうか、では5月は？",
    "その間違いは？",
]
NODS = [
    "아하",
    "그렇구나",
    "ㅎㅎ",
    "음...",
    "I see",
    "haha ok",
    "cool, got it",
    "hmm",
    "なるほど",
    "へえ",
    "そうなんだ",
    "笑",
    "???",
    "👍",
]
MISTAKEN = [
    "아니 그거 말고",
    "틀렸어",
    "그게 아니라",
    "no, that's wrong",
    "that's not what I meant",
    "no, not that one",
    "そうじゃなくて",
    "違います",
    "それは間違いです",
]


@pytest.mark.parametrize(
    ("message", "courtesy"),
    [(m, "thanks") for m in THANKS]
    + [(m, "greeting") for m in GREETINGS]
    + [(m, "farewell") for m in FAREWELLS]
    + [(m, "acknowledged") for m in NODS]
    + [(m, "mistaken") for m in MISTAKEN],
)
async def test_courtesies(message: str, courtesy: str, context: TurnContext) -> None:
    resolved = await read(message, context)
    assert isinstance(resolved, SmallTalk)
    assert resolved.courtesy == courtesy


@pytest.mark.parametrize("message", QUESTIONS)
async def test_questions(message: str, context: TurnContext) -> None:
    assert isinstance(await read(message, context), OpenQuestion)


@pytest.mark.parametrize("message", ["네", "응", "아니요", "yes", "OK", "no", "はい", "いいえ"])
async def test_yes_or_no_to_nothing_searches_nothing(message: str, context: TurnContext) -> None:
    resolved = await read(message, context)
    assert isinstance(resolved, SmallTalk)
    assert resolved.courtesy == "acknowledged"


@pytest.mark.parametrize("message", ["ok " * 26 + "x", "감사" * 39, "あ" * 79, "thanks" * 13 + "x", "yes yo" * 13])
async def test_odd_repetitions_do_not_make_the_patterns_backtrack_for_ever(message: str, context: TurnContext) -> None:
    await read(message, context)


@pytest.mark.parametrize(
    ("message", "language"),
    [("show me document 77777", "en"), ("문서 77777 보여줘", "ko"), ("文書77777を見せて", "ja")],
)
async def test_a_number_that_no_document_has_is_searched_for_and_told(
    message: str, language: Language, context: TurnContext
) -> None:
    found = await read(message, context)
    assert isinstance(found, OpenQuestion) and found.inquiry.notice == WORDINGS[language].not_readable.format(77777)
