"""A turn asks a person which device is meant, whether the sources are right, whether a draft may be used, and goes on with the
answer: in words or by the pause's own door, in three languages."""

from typing import Any

import pytest

from ibidem.domain.conversation import Mode
from ibidem.domain.languages import Language
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from journeys.doors import Service
from journeys.machines import (
    DEVICES,
    GAP,
    GAP_TOLD,
    LANGUAGES,
    PUMP,
    SEAL,
    SEAL_TOLD,
    TORQUE,
    TORQUE_TOLD,
)
from journeys.playing import NAMED, SHOWN, Player, as_told, doubting, saying, stored

MODES: tuple[Mode, ...] = ("fast", "verified")
WAYS = ("words", "by number")
XP = {
    "ko": ("XP요", "수프라 XP 말이에요"),
    "en": ("the XP one", "I mean the SUPRA XP"),
    "ja": ("XPの方です", "スープラXPです"),
}
YES = {"ko": "네, 진행해 주세요", "en": "yes, go ahead", "ja": "はい、お願いします"}
NO = {"ko": "아니요", "en": "no, none of these", "ja": "いいえ、違います"}
ONLY = {"ko": "{}번만 써 주세요", "en": "only {}", "ja": "{}番だけでお願いします"}
OTHER = {
    "ko": ("은도금 헬리코플렉스 취급으로 다시 찾아줘", "은도금 헬리코플렉스 취급"),
    "en": ("search for silver helicoflex handling instead", "silver helicoflex handling"),
    "ja": ("銀めっきヘリコフレックスの扱いで検索し直して", "銀めっきヘリコフレックスの扱い"),
}
APPROVE = {"ko": "승인합니다", "en": "approve", "ja": "承認します"}
REJECT = {"ko": "반려해 주세요", "en": "reject", "ja": "却下します"}
REASON = {
    "ko": ("아니요, 토크 값이 빠졌어요", "토크 값이 빠졌어요"),
    "en": ("no, the torque is missing", "the torque is missing"),
    "ja": ("いいえ、トルクの値が抜けています", "トルクの値が抜けています"),
}
ISSUE = {"ko": "조건이 빠졌습니다", "en": "a condition is missing", "ja": "条件が抜けています"}


def resumed(service: Service, pause: dict[str, Any], **body: object) -> dict[str, Any]:
    """The turn that an answer at the pause's own door gives."""
    response = service.client.post(f"/v1/pauses/{pause['pause_id']}", json=body)
    assert response.status_code == 200, response.text
    return response.json()


def shown_to(player: Player) -> list[str]:
    """The documents that the model was shown for its last answer."""
    return [doc_id for _, doc_id in SHOWN.findall(player.inputs("answer")[-1]["passages"])]


def asked_device(service: Service, player: Player, language: Language, session: str) -> dict[str, Any]:
    player.play(answer=saying(GAP_TOLD[language]))
    done = service.ask(GAP[language], mode="verified", session_id=session)
    assert done["status"] == "needs_input" and done["pause"]["kind"] == "device" and done["sources"] == []
    assert "answer_general" not in player.tasks, "nothing is written before it is known of what"
    assert {choice["title"]: choice["doc_id"] for choice in done["pause"]["choices"]} == dict.fromkeys(DEVICES)
    assert all(f"{choice['number']}. {choice['title']}" in done["answer"] for choice in done["pause"]["choices"])
    assert PAUSE_WORDINGS[language].which_device in done["answer"]
    return done["pause"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["number", "tail", "name", "reply"])
def test_only_the_family_named_asks_which_device(modelled: Service, player: Player, language: Language, way: str) -> None:
    session = f"device-{language}-{way}"
    pause = asked_device(modelled, player, language, session)
    tail, name = XP[language]
    match way:
        case "number":
            (number,) = [choice["number"] for choice in pause["choices"] if choice["title"] == "SUPRA XP"]
            done = resumed(modelled, pause, choice=number)
        case "reply":
            done = resumed(modelled, pause, reply=name)
        case _:
            done = modelled.ask(tail if way == "tail" else name, session_id=session)
    assert done["status"] == "answered" and done["answer"] == as_told(GAP_TOLD[language])
    assert (done["meta"]["mode"], done["meta"]["language"], done["meta"]["faithful"]) == ("verified", language, True)
    assert stored(modelled, done)["trace"]["devices"] == ["SUPRA XP"]
    assert DEVICES["SUPRA XP"] in shown_to(player) and not {DEVICES["SUPRA N"], DEVICES["SUPRA Vplus"]} & set(shown_to(player))
    assert player.inputs("answer")[-1]["question"] == f"SUPRA XP: {GAP[language]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fast_answer_does_not_ask_which_device(modelled: Service, player: Player, language: Language) -> None:
    player.play(answer=saying(GAP_TOLD[language]))
    done = modelled.ask(GAP[language], session_id=f"no-device-{language}")
    assert done["status"] == "answered" and done["answer"] == as_told(GAP_TOLD[language])


def asked_sources(service: Service, player: Player, language: Language, session: str, mode: Mode = "fast") -> dict[str, Any]:
    player.play(answer=saying(TORQUE_TOLD[language]))
    events = list(service.events(TORQUE[language], mode=mode, session_id=session, confirm_sources=True))
    assert [name for name, _ in events][-2:] == ["needs_input", "done"]
    done: dict[str, Any] = events[-1][1]
    pause = done["pause"]
    assert done["status"] == "needs_input" and pause["kind"] == "sources"
    assert not any(task.startswith("answer") for task in player.tasks)
    assert set(PUMP.values()) <= {choice["doc_id"] for choice in pause["choices"]}
    assert done["ref_doc_ids"] == [choice["doc_id"] for choice in pause["choices"]]
    assert all(choice["snippet"] and choice["title"] in done["answer"] for choice in pause["choices"])
    return pause


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("way", ["words", "decision"])
def test_approved_sources_are_answered_from(modelled: Service, player: Player, language: Language, mode: Mode, way: str) -> None:
    session = f"sources-{language}-{mode}-{way}"
    pause = asked_sources(modelled, player, language, session, mode)
    done = modelled.ask(YES[language], session_id=session) if way == "words" else resumed(modelled, pause, decision="approve")
    assert done["status"] == "answered" and done["answer"] == as_told(TORQUE_TOLD[language])
    assert (done["meta"]["mode"], done["meta"]["route"]) == (mode, "setup")
    assert set(shown_to(player)) <= {choice["doc_id"] for choice in pause["choices"]}
    assert player.inputs("answer")[-1]["question"] == TORQUE[language]
    asked = [task.partition("_")[0] for task in player.tasks if task != "summary"]  # which is made beside the turns
    assert asked == ["answer", *(["judge"] if mode == "verified" else [])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["words", "choices", "decision"])
def test_of_some_sources_only_those_are_answered_from(modelled: Service, player: Player, language: Language, way: str) -> None:
    session = f"some-{language}-{way}"
    pause = asked_sources(modelled, player, language, session)
    (number,) = [choice["number"] for choice in pause["choices"] if choice["doc_id"] == PUMP[language]]
    match way:
        case "words":
            done = modelled.ask(ONLY[language].format(number), session_id=session)
        case "choices":
            done = resumed(modelled, pause, choices=[number])
        case _:
            done = resumed(modelled, pause, decision="approve", choices=[number])
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and done["ref_doc_ids"] == [PUMP[language]]
    assert shown_to(player) == [PUMP[language]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["words", "decision"])
def test_rejected_sources_are_not_answered_from(modelled: Service, player: Player, language: Language, way: str) -> None:
    session = f"rejected-{language}-{way}"
    pause = asked_sources(modelled, player, language, session)
    done = modelled.ask(NO[language], session_id=session) if way == "words" else resumed(modelled, pause, decision="reject")
    assert done["answer"] == PAUSE_WORDINGS[language].sources_rejected
    assert (done["status"], done["sources"], done["pause"]["choices"]) == ("needs_input", [], [])
    assert not any(task.startswith("answer") for task in player.tasks)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["words", "decision"])
def test_other_words_are_searched_and_asked_about_again(modelled: Service, player: Player, language: Language, way: str) -> None:
    session = f"other-{language}-{way}"
    pause = asked_sources(modelled, player, language, session)
    assert SEAL[language] not in {choice["doc_id"] for choice in pause["choices"]}
    said, query = OTHER[language]
    seal = SEAL_TOLD[language].partition(TORQUE_TOLD[language])[0].strip()
    player.play(answer=saying(seal))
    again = modelled.ask(said, session_id=session) if way == "words" else resumed(modelled, pause, decision="edit", text=query)
    assert again["status"] == "needs_input" and again["pause"]["kind"] == "sources"
    assert again["pause"]["choices"][0]["doc_id"] == SEAL[language]
    assert stored(modelled, again)["trace"]["queries"][0] == query
    done = modelled.ask(YES[language], session_id=session)
    assert done["answer"] == as_told(seal) and done["ref_doc_ids"] == NAMED.findall(seal)[:1]


def asked_review(service: Service, player: Player, language: Language, session: str) -> dict[str, Any]:
    seen = len(player.requests)
    player.play(answer=saying(TORQUE_TOLD[language]), judge=doubting(ISSUE[language]))
    done = service.ask(TORQUE[language], mode="verified", session_id=session)
    pause = done["pause"]
    assert done["status"] == "needs_input" and pause["kind"] == "review" and pause["choices"] == [], seen
    assert pause["draft"]["text"] == as_told(TORQUE_TOLD[language]) and pause["draft"]["issues"] == [ISSUE[language]]
    assert done["answer"].count(ISSUE[language]) == 1 and PAUSE_WORDINGS[language].review in done["answer"]
    player.requests.clear()
    return pause


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["words", "decision"])
def test_an_approved_draft_is_the_answer(modelled: Service, player: Player, language: Language, way: str) -> None:
    session = f"approved-{language}-{way}"
    pause = asked_review(modelled, player, language, session)
    done = modelled.ask(APPROVE[language], session_id=session) if way == "words" else resumed(modelled, pause, decision="approve")
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and done["ref_doc_ids"] == [PUMP[language]]
    assert done["meta"]["reviewed"] == "approve" and done["meta"]["faithful"] is False
    assert done["meta"]["notice"] == PAUSE_WORDINGS[language].approved and player.requests == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edited_draft_is_the_answer(modelled: Service, player: Player, language: Language) -> None:
    pause = asked_review(modelled, player, language, f"edited-{language}")
    text = {
        "ko": "배기 플랜지 볼트는 반드시 9 N·m로 체결하십시오 [1].",
        "en": "Always tighten the exhaust flange bolts to 9 N·m [1].",
        "ja": "排気フランジのボルトは必ず9 N·mで締めてください [1]。",
    }[language]
    wrong = modelled.client.post(f"/v1/pauses/{pause['pause_id']}", json={"decision": "edit", "text": text.replace("[1]", "[4]")})
    assert wrong.status_code == 422 and "[4]" in wrong.text
    done = resumed(modelled, pause, decision="edit", text=text)
    assert done["answer"] == text and done["ref_doc_ids"] == [PUMP[language]] and done["meta"]["reviewed"] == "edit"
    assert done["meta"]["notice"] == PAUSE_WORDINGS[language].edited and player.requests == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["words", "decision"])
def test_a_rejected_draft_is_not_the_answer(modelled: Service, player: Player, language: Language, way: str) -> None:
    session = f"declined-{language}-{way}"
    pause = asked_review(modelled, player, language, session)
    done = modelled.ask(REJECT[language], session_id=session) if way == "words" else resumed(modelled, pause, decision="reject")
    assert done["answer"] == PAUSE_WORDINGS[language].draft_rejected and done["sources"] == []
    assert done["meta"]["reviewed"] == "reject" and player.requests == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["words", "decision"])
def test_a_draft_rejected_with_a_reason_is_written_anew(modelled: Service, player: Player, language: Language, way: str) -> None:
    session = f"reason-{language}-{way}"
    pause = asked_review(modelled, player, language, session)
    better = {
        "ko": "체결 토크는 9 N·m입니다 [sop_5101].",
        "en": "The torque is 9 N·m [sop_5102].",
        "ja": "締め付けトルクは9 N·mです [sop_5103]。",
    }[language]
    player.play(answer=saying(better))
    said, reason = REASON[language]
    done = modelled.ask(said, session_id=session) if way == "words" else resumed(modelled, pause, decision="reject", text=reason)
    assert done["status"] == "answered" and done["answer"] == as_told(better) and done["meta"]["faithful"] is True
    (written,) = player.inputs("answer")
    assert reason in written["feedback"] and written["question"] == TORQUE[language]
    assert not {"translate", "gate", "refine"} & set(player.tasks), "it is written from what had been found"
