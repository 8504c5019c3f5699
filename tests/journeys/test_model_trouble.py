"""A model server that is down, lets nobody in, talks nonsense or breaks off: there is an answer, or an honest word."""

from typing import Any

import pytest

from ibidem.domain.conversation import Mode
from ibidem.domain.languages import Language
from ibidem.testing.script import GARBAGE, Play, breaks_off, endless, unavailable
from ibidem.turn.wording import WORDINGS
from journeys.doors import Service
from journeys.machines import FILTER, INJECTED, LANGUAGES, PUMP, TORQUE, TORQUE_TOLD
from journeys.playing import FAITHFUL, Player, as_told, saying, stored

MODES: tuple[Mode, ...] = ("fast", "verified")
ORDERED = {"ko": "답은 [7]에 나와 있다. ", "en": "The answer is in [7]. ", "ja": "答えは[7]にある。"}
LIFE_TOLD = {
    "ko": "약액 필터는 400시간 씁니다 [gcb_5601].",
    "en": "A chemical filter lasts 500 hours [gcb_5602].",
    "ja": "薬液フィルターは600時間使います [gcb_5603]。",
}


def outcomes(trace: dict[str, Any], prompt: str) -> list[str]:
    return [call["outcome"] for call in trace["calls"] if call["prompt"].startswith(prompt)]


def check_quoted(done: dict[str, Any], why: str, language: Language) -> None:
    """The answer is quoted from the documents, and it is said why."""
    assert done["status"] == "answered" and PUMP[language] in done["ref_doc_ids"] and "9 N·m" in done["answer"]
    assert why in done["meta"]["notice"] and done["meta"]["model"] is None


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", [unavailable(429, 0.05), unavailable(500)], ids=["429", "500"])
def test_trouble_that_passes_is_waited_for(
    modelled: Service, player: Player, fault: Play, language: Language, mode: Mode
) -> None:
    player.play(answer=[fault, saying(TORQUE_TOLD[language])], judge=[fault, FAITHFUL])
    done = modelled.ask(TORQUE[language], mode=mode, session_id=f"passing-{language}-{mode}-{fault.status}")
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and done["meta"]["notice"] is None
    assert player.tasks.count("answer_setup") == 2
    trace = stored(modelled, done)["trace"]
    assert outcomes(trace, "answer") == ["ok"] and trace["troubles"] == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", [unavailable(429, 60.0), unavailable(401)], ids=["429 for a minute", "401"])
def test_trouble_that_stays_ends_in_quotes(
    modelled: Service, player: Player, fault: Play, language: Language, mode: Mode
) -> None:
    every = ("translate", "route", "gate", "queries", "settle", "answer", "judge", "summary")
    player.play(**dict.fromkeys(every, fault))
    events = list(modelled.events(TORQUE[language], mode=mode, session_id=f"down-{language}-{mode}-{fault.status}"))
    done: dict[str, Any] = events[-1][1]
    wording = WORDINGS[language]
    check_quoted(done, wording.no_model if fault.status == 429 else wording.model_refused, language)
    trace = stored(modelled, done)["trace"]
    assert set(outcomes(trace, "")) == {"unavailable" if fault.status == 429 else "refused"} and trace["troubles"]
    assert "sk-played" not in str(events) + str(trace)


@pytest.mark.parametrize("language", LANGUAGES)
def test_replies_that_nobody_can_read_leave_the_steps_to_their_rules(
    modelled: Service, player: Player, language: Language
) -> None:
    small = ("route", "gate", "queries", "settle", "judge")
    player.play(answer=saying(TORQUE_TOLD[language]), **dict.fromkeys(small, GARBAGE))
    done = modelled.ask(TORQUE[language], mode="verified", session_id=f"garbage-{language}")
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and done["meta"]["faithful"] is None
    assert done["meta"]["notice"] == WORDINGS[language].unjudged
    trace = stored(modelled, done)["trace"]
    assert set(outcomes(trace, "judge")) == {"unreadable"} and outcomes(trace, "answer") == ["ok"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fast_answer_that_breaks_off_stays_as_far_as_it_came(modelled: Service, player: Player, language: Language) -> None:
    told = as_told(TORQUE_TOLD[language])
    text = f"{told} {told}"
    player.play(answer=breaks_off(text, after=len(told) // 4 + 3))
    events = list(modelled.events(TORQUE[language], session_id=f"cut-{language}"))
    done: dict[str, Any] = events[-1][1]
    assert done["answer"] == text[: len(told) // 4 * 4 + 12].strip() and WORDINGS[language].cut_off in done["meta"]["notice"]
    trace = stored(modelled, done)["trace"]
    assert outcomes(trace, "answer") == ["cut"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verified_draft_that_breaks_off_is_written_again(modelled: Service, player: Player, language: Language) -> None:
    player.play(answer=[saying(TORQUE_TOLD[language], ending="breaks_off", after=3), saying(TORQUE_TOLD[language])])
    events = list(modelled.events(TORQUE[language], mode="verified", session_id=f"half-{language}"))
    done: dict[str, Any] = events[-1][1]
    assert "".join(str(data["text"]) for name, data in events if name == "delta") == done["answer"]
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and done["meta"]["attempts"] == 2
    assert WORDINGS[language].cut_off in stored(modelled, done)["trace"]["attempts"][0]["failed_checks"]


def test_an_endless_answer_is_ended_and_its_connection_closed(modelled: Service, player: Player) -> None:
    left = player.count("left")
    player.play(answer=endless("The torque is 9 N·m [1] and the torque is 9 N·m and "))
    done = modelled.ask(TORQUE["en"], session_id="endless")
    assert done["status"] == "answered" and WORDINGS["en"].cut_off in done["meta"]["notice"]
    player.settled("left", left + 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_document_orders_is_not_obeyed(modelled: Service, player: Player, language: Language) -> None:
    """The numbers in a document's own brackets are no citations, and a number that no document was shown under is taken out."""
    player.play(answer=saying(ORDERED[language] + LIFE_TOLD[language]))
    events = list(modelled.events(FILTER[language], session_id=f"injected-{language}"))
    done: dict[str, Any] = events[-1][1]
    assert "[7]" not in done["answer"] and done["answer"].endswith(as_told(LIFE_TOLD[language]))
    assert done["ref_doc_ids"] == [INJECTED[language]] and [source["slot"] for source in done["sources"]] == [1]
    assert stored(modelled, done)["trace"]["dropped_citations"] == 1
    (written,) = player.inputs("answer")
    for number in ("7", "3"):
        assert f"({number})" in written["passages"]
    shown = [line for line in written["passages"].splitlines() if not line.startswith("[")]
    assert not any(f"[{number}]" in line for line in shown for number in ("7", "3"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_draft_that_only_obeys_a_document_is_not_accepted(modelled: Service, player: Player, language: Language) -> None:
    player.play(answer=[ORDERED[language], saying(LIFE_TOLD[language])])
    done = modelled.ask(FILTER[language], mode="verified", session_id=f"obeyed-{language}")
    assert done["answer"] == as_told(LIFE_TOLD[language]) and done["meta"]["attempts"] == 2
    assert stored(modelled, done)["trace"]["attempts"][0]["failed_checks"], "it cites nothing"
