"""A question about what an answer of a number said means that answer."""

import pytest

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.turn.context import TurnContext
from ibidem.understanding.named_answers import answer_named
from turn.acting import model, turn_of, with_model
from turn.library import store

NAMED: dict[Language, str] = {
    "ko": "두 번째 답에서 말한 승인은 누가 해?",
    "en": "the approval you mentioned in your second answer, who gives it?",
    "ja": "二番目の回答で言っていた承認は誰がするの？",
}
LEAVE: dict[Language, tuple[str, str, str]] = {
    "ko": ("연차 신청", "# 연차 신청\n\n연차는 3일 전까지 신청한다. 승인은 본부장이 한다.\n", "연차는 며칠 전까지 신청해요?"),
    "en": (
        "Leave",
        "# Leave\n\nAsk for leave 3 days ahead. The director gives the approval.\n",
        "How far ahead do I ask for leave?",
    ),
    "ja": ("休暇の申請", "# 休暇の申請\n\n休暇は3日前までに申請する。承認は本部長がする。\n", "休暇は何日前までに申請しますか。"),
}
HOME: dict[Language, tuple[str, str, str]] = {
    "ko": ("재택근무", "# 재택근무\n\n재택근무는 주 3일까지다. 승인은 팀장이 한다.\n", "재택근무는 주 며칠까지예요?"),
    "en": (
        "Working from home",
        "# Working from home\n\nUp to 3 days a week from home. The team lead gives the approval.\n",
        "How many days a week may I work from home?",
    ),
    "ja": ("在宅勤務", "# 在宅勤務\n\n在宅勤務は週3日まで。承認は課長がする。\n", "在宅勤務は週に何日までですか。"),
}
SAID: dict[Language, tuple[str, str]] = {
    "ko": ("3일 전까지 신청합니다 [1].", "주 3일까지이며 승인이 필요합니다 [1]."),
    "en": ("Ask 3 days ahead [1].", "Up to 3 days a week, with an approval [1]."),
    "ja": ("3日前までに申請します[1]。", "週3日までで、承認が必要です[1]。"),
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_named_answer_and_its_documents_are_in_the_prompt(context: TurnContext, language: Language) -> None:
    await store(context, ("leave", LEAVE[language][1]), ("home", HOME[language][1]))
    played = model([*SAID[language], SAID[language][0], "[1]"])
    acting = with_model(context, played)
    asked = (LEAVE[language][2], HOME[language][2], LEAVE[language][2])
    for question in asked:
        await turn_of(acting, question, "fast")
    await turn_of(acting, NAMED[language], "fast")
    prompt = [request.user for request in played.requests if "<passages>" in request.user][-1]
    told, passages = prompt.partition("<passages>")[::2]
    assert f"Turn 2\nQ: {HOME[language][2]}" in told and "Turn 3" not in told
    assert passages.lstrip().startswith(f"[1] {HOME[language][0]}")


@pytest.mark.parametrize(
    ("message", "place"),
    [
        *((message, 2) for message in NAMED.values()),
        ("3번째 답변에 나온 값은 왜 그래?", 3),
        ("In your 3rd answer, why 12 N·m?", 3),
        ("3番目の答えの数値はなぜ？", 3),
        ("두 번째 답변에서는 왜 12라고 했어요?", 2),
        ("첫 번째 답변의 근거가 뭐예요?", 1),
        ("What was the basis of your first response?", 1),
        ("Why does the second reply you gave leave out the torque?", 2),
        ("The third answer said 12 N·m, why?", 3),
        ("your second answer mentions an approval, and your second answer is short", 2),
        ("1回目の回答では12でしたが、なぜですか", 1),
        ("二番目の回答の根拠は？", 2),
        ("What is the first response time for a P1 ticket?", None),
        ("What is your first response time?", None),
        ("What is the deadline for the second reply to the tender?", None),
        ("Where is the second answer sheet kept?", None),
        ("1回目の回答期限はいつですか", None),
        ("二番目の回答者は誰ですか", None),
        ("첫 번째 답변 기한은 언제인가요?", None),
        ("두 번째 답변서는 어디에 내요?", None),
        ("두 번째 답장은 언제 와?", None),
        ("Which of the first and the second answer is right? the first answer or the second answer", None),
        ("Is there an answer to one reply?", None),
        ("二番目の装置は？", None),
    ],
)
def test_which_answer_is_named(message: str, place: int | None) -> None:
    assert answer_named(message) == place
