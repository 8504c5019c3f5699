"""A verified draft that is not borne out is tried again, rung by rung, and never seen before it is accepted."""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from ibidem.turn.wording import WORDINGS
from journeys.doors import Cli, Service, served
from journeys.machines import (
    COLD,
    COLD_QUERIES,
    COLD_TOLD,
    LABEL_TOLD,
    LANGUAGES,
    PUMP,
    SEAL,
    SEAL_QUERIES,
    SEAL_TOLD,
    TORQUE,
    TORQUE_TOLD,
    TORQUE_WRONG,
)
from journeys.playing import FAITHFUL, Player, as_told, cited, doubting, inputs_of, saying, stored

ISSUES = {
    "ko": "은도금 헬리코플렉스를 어떻게 다루는지 빠졌습니다",
    "en": "how the silver helicoflex is handled is missing",
    "ja": "銀めっきヘリコフレックスの扱いが抜けています",
}
HINTS = {"ko": "은도금 헬리코플렉스", "en": "silver helicoflex", "ja": "銀めっきヘリコフレックス"}
WRONG = "90 N·m"
COLD_WRONG = {language: told.replace("35", "53") for language, told in COLD_TOLD.items()}


def verified(service: Service, session: str, language: Language, **more: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """The answer to the question after the torque, streamed, and its trace. Nothing that was not accepted is ever told."""
    events = list(service.events(TORQUE[language], mode="verified", session_id=session, **more))
    done: dict[str, Any] = events[-1][1]
    assert events[-1][0] == "done", events[-1]
    assert "".join(str(data["text"]) for name, data in events if name == "delta") == done["answer"]
    asked = {"sources", "delta", "needs_input", "done"}
    shown = json.dumps([data for name, data in events if name in asked], ensure_ascii=False)
    for told in (TORQUE_WRONG, LABEL_TOLD, SEAL_TOLD, COLD_TOLD):
        text = as_told(told[language])
        assert text in done["answer"] or text not in shown, "a draft that was not accepted"
    trace = stored(service, done)["trace"]
    assert done["meta"]["attempts"] == sum(attempt["drafted"] for attempt in trace["attempts"])
    return done, trace


def rungs(trace: Mapping[str, Any]) -> list[str]:
    """The rungs that led to a draft."""
    return [attempt["rung"] for attempt in trace["attempts"] if attempt["drafted"]]


def doubting_until(value: str, doubt: str) -> Callable[[ModelRequest], str]:
    """A judge that doubts every answer without this value."""
    return lambda request: FAITHFUL if value in inputs_of(request)["answer"] else doubt


def frosty(request: ModelRequest) -> str:
    """Nothing when it is asked for queries first, and others when it is asked anew."""
    inputs = inputs_of(request)
    language = next(language for language, question in TORQUE.items() if question == inputs["question"])
    return "[]" if "tried" not in inputs else COLD_QUERIES[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_failed_check_is_written_again_from_the_same_passages(modelled: Service, player: Player, language: Language) -> None:
    player.play(answer=[saying(TORQUE_WRONG[language]), saying(TORQUE_TOLD[language])])
    done, trace = verified(modelled, f"rewritten-{language}", language)
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and done["status"] == "answered"
    assert done["meta"]["attempts"] == 2 and done["meta"]["faithful"] is True and done["meta"]["notice"] is None
    assert rungs(trace) == ["first", "rewritten"] and player.tasks.count("judge_setup") == 1
    (failed,) = trace["attempts"][0]["failed_checks"]
    first, again = player.inputs("answer")
    assert WRONG in failed and failed in again["feedback"] and "feedback" not in first
    assert again["passages"] == first["passages"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_doubt_does_not_start_the_ladder(modelled: Service, player: Player, language: Language) -> None:
    player.play(answer=saying(TORQUE_TOLD[language]), judge=[doubting(ISSUES[language]), FAITHFUL])
    done, trace = verified(modelled, f"single-{language}", language)
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and done["meta"]["attempts"] == 1
    assert [verdict["faithful"] for verdict in trace["attempts"][0]["verdicts"]] == [False, True]
    assert done["meta"]["faithful"] is True and player.tasks.count("answer_setup") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_doubt_that_no_second_verdict_comes_to_is_told(modelled: Service, player: Player, language: Language) -> None:
    player.play(answer=saying(TORQUE_TOLD[language]), judge=[doubting(ISSUES[language]), "???"])
    done, trace = verified(modelled, f"alone-{language}", language)
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and len(trace["attempts"][0]["verdicts"]) == 1
    assert done["meta"]["notice"] == WORDINGS[language].unverified.format(ISSUES[language])
    assert done["meta"]["faithful"] is False


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_doubts_lead_to_wider_reading_and_then_to_what_the_judge_missed(
    modelled: Service, player: Player, language: Language
) -> None:
    doubt = doubting(ISSUES[language], HINTS[language])
    player.play(
        answer=[saying(TORQUE_TOLD[language]), saying(LABEL_TOLD[language]), saying(SEAL_TOLD[language])],
        judge=doubting_until("20", doubt),
        refine=SEAL_QUERIES[language],
    )
    done, trace = verified(modelled, f"refined-{language}", language)
    assert done["answer"] == as_told(SEAL_TOLD[language])
    assert done["ref_doc_ids"] == cited(SEAL_TOLD[language]) == [SEAL[language], PUMP[language]]
    assert rungs(trace) == ["first", "wider", "refined"] and done["meta"]["faithful"] is True
    (refine,) = player.inputs("refine")
    assert refine["hint"] == HINTS[language] and ISSUES[language] in refine["issues"]
    assert f"- {TORQUE[language]}" in refine["queries"], "what was searched is told"
    (query,) = json.loads(SEAL_QUERIES[language])
    assert query in trace["queries"] and trace["queries"][0] == TORQUE[language]
    first, wider, refined = trace["attempts"]
    assert len(first["verdicts"]) == 2, "its only sentence is read a second time"
    assert wider["verdicts"][0]["issues"] == [ISSUES[language]] and len(refined["verdicts"]) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_queries_from_the_model_the_hint_itself_is_searched(
    modelled: Service, player: Player, language: Language
) -> None:
    doubt = doubting(ISSUES[language], HINTS[language])
    player.play(
        answer=[saying(TORQUE_TOLD[language]), saying(LABEL_TOLD[language]), saying(SEAL_TOLD[language])],
        judge=doubting_until("20", doubt),
        refine="???",
    )
    done, trace = verified(modelled, f"hint-{language}", language)
    assert done["answer"] == as_told(SEAL_TOLD[language]) and HINTS[language] in trace["queries"]
    assert [call["outcome"] for call in trace["calls"] if call["prompt"].startswith("refine")] == ["unreadable"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_queries_anew_come_after_refined_ones(modelled: Service, player: Player, language: Language) -> None:
    doubt = doubting(ISSUES[language], HINTS[language])
    player.play(
        answer=[saying(told[language]) for told in (TORQUE_TOLD, LABEL_TOLD, SEAL_TOLD, COLD_TOLD)],
        judge=doubting_until("35", doubt),
        refine=SEAL_QUERIES[language],
        queries=frosty,
    )
    done, trace = verified(modelled, f"anew-{language}", language)
    assert rungs(trace) == ["first", "wider", "refined", "anew"]
    assert done["answer"] == as_told(COLD_TOLD[language]) and done["ref_doc_ids"] == [COLD[language]]
    tried = player.inputs("queries")[-1]["tried"]
    assert ISSUES[language] not in tried and all(query in tried for query in json.loads(SEAL_QUERIES[language]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nothing_helped_is_put_to_a_person_with_the_best_draft(
    modelled: Service, player: Player, language: Language
) -> None:
    doubt = doubting(ISSUES[language], HINTS[language])
    player.play(
        answer=[saying(told[language]) for told in (TORQUE_TOLD, TORQUE_WRONG, TORQUE_TOLD, SEAL_TOLD, COLD_WRONG)],
        judge=doubt,
        refine=SEAL_QUERIES[language],
        queries=frosty,
    )
    done, trace = verified(modelled, f"review-{language}", language)
    assert done["status"] == "needs_input" and done["pause"]["kind"] == "review"
    assert rungs(trace) == ["first", "wider", "rewritten", "refined", "anew"] and trace["faithful"] is False
    draft = done["pause"]["draft"]
    assert draft["text"] == as_told(TORQUE_TOLD[language]), "the first draft is better than one that fails a check"
    assert draft["issues"] == [ISSUES[language]] and draft["model"] == "openai:played"
    assert [source["doc_id"] for source in draft["sources"]] == [PUMP[language]]
    assert draft["text"] in done["answer"] and WRONG not in done["answer"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_brings_nothing_new_is_not_written_from_again(modelled: Service, player: Player, language: Language) -> None:
    player.play(answer=saying(TORQUE_TOLD[language]), judge=doubting(ISSUES[language]), refine="[]", translate="")
    done, trace = verified(modelled, f"nothing-new-{language}", language)
    assert rungs(trace) == ["first", "wider", "refined"] and player.tasks.count("answer_setup") == 3
    assert done["pause"]["kind"] == "review", "the rung that found nothing was passed over"


@pytest.fixture(
    params=["retries = 1", *(pytest.param(limit, marks=pytest.mark.slow) for limit in ("model_calls = 3", "tokens = 1500"))],
    ids=lambda limit: limit.split()[0],
)
def frugal(request: pytest.FixtureRequest, machines: Cli, player: Player, tmp_path: Path) -> Iterator[Service]:
    """The corpus served by a profile that lets a turn spend little."""
    profile = (resources.files("ibidem") / "profiles" / "equipment.toml").read_text(encoding="utf-8")
    file = tmp_path / "frugal.toml"
    file.write_text(f"{profile}\n[budget]\n{request.param}\n", encoding="utf-8")
    shutil.copytree(machines.data, tmp_path / "data")
    with served(replace(Cli(tmp_path), profile=str(file)), **player.environment) as service:
        yield service


def test_a_spent_budget_ends_in_an_answer_that_is_said_to_be_unverified(
    frugal: Service, player: Player, request: pytest.FixtureRequest
) -> None:
    kind = request.node.callspec.id
    for language in LANGUAGES:
        player.play(
            answer=[saying(TORQUE_TOLD[language]), saying(LABEL_TOLD[language]), saying(SEAL_TOLD[language])],
            judge=doubting(ISSUES[language], HINTS[language]),
            refine=SEAL_QUERIES[language],
        )
        done, trace = verified(frugal, f"spent-{language}", language)
        assert done["status"] == "answered" and done["pause"] is None
        assert done["answer"] in (as_told(TORQUE_TOLD[language]), as_told(LABEL_TOLD[language]))
        # Tokens count otherwise in each language: they may be spent before the judge is asked, which is said as well.
        unjudged = kind == "tokens" and done["meta"]["notice"] == WORDINGS[language].unjudged
        assert unjudged or done["meta"]["notice"] == WORDINGS[language].unverified.format(ISSUES[language])
        assert done["sources"] and (unjudged or done["meta"]["faithful"] is False)
        assert f"budget spent: {kind}" in trace["troubles"]
