"""A draft that is not borne out: every rung is tried once, in its order, and the end is honest."""

import json

import pytest

from ibidem.domain.languages import Language
from ibidem.profile import BudgetLimits
from ibidem.testing.script import unavailable
from ibidem.turn.budget import Budget
from ibidem.turn.context import TurnContext
from ibidem.turn.wording import WORDINGS
from turn.acting import ANSWERS, QUESTIONS, WRONG, model, turn_of, with_model
from turn.library import TEXTS, store

FAITHFUL = json.dumps({"faithful": True, "issues": [], "hint": ""})
DOUBT = json.dumps({"faithful": False, "issues": ["the torque is missing"], "hint": "tightening torque"})


def steps_of(turn) -> list[str]:
    return [step.step for step in turn.content.trace.steps]


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_faithful_draft_is_the_answer(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    played = model(ANSWERS[language], FAITHFUL)
    turn = await turn_of(with_model(context, played), QUESTIONS[language])
    content = turn.content
    assert content.assistant_text == ANSWERS[language]
    assert [ref.doc_id for ref in content.doc_refs] == [TEXTS[language][0]]
    assert content.trace.faithful is True and content.notice is None
    assert [attempt.rung for attempt in content.trace.attempts] == ["first"]
    assert "choose_retry" not in steps_of(turn)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_failed_check_is_written_again(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    played = model([WRONG[language], ANSWERS[language]], FAITHFUL)
    turn = await turn_of(with_model(context, played), QUESTIONS[language])
    first, second = turn.content.trace.attempts
    assert turn.content.assistant_text == ANSWERS[language]
    assert first.failed_checks and not first.verdicts, "a draft that fails a check is not put to the judge"
    assert (second.rung, second.failed_checks, [v.faithful for v in second.verdicts]) == ("rewritten", (), [True])
    assert first.failed_checks[0] in played.requests[-2].user, "what was wrong is told to whoever writes again"


@pytest.mark.parametrize("language", QUESTIONS)
async def test_every_rung_is_tried_once(context: TurnContext, language: Language) -> None:
    """Refined, for nothing stands around so short documents, anew, and then a person is asked; every draft is written from
    something new, or passed over."""
    await store(context, *TEXTS.values())
    await store(
        context,
        *((f"sop_3{n}00", f"# Tightening torque {n}\n\nThe tightening torque of part {n} is {n} Nm.\n") for n in range(1, 4)),
    )
    played = model(ANSWERS[language], DOUBT, refine='["tightening torque"]')
    turn = await turn_of(with_model(context, played), QUESTIONS[language])
    rungs = [attempt.rung for attempt in turn.content.trace.attempts]
    assert rungs[:2] == ["first", "refined"] and len(rungs) == len(set(rungs))
    assert steps_of(turn).count("refine_queries") == 1 and "ask_review" in steps_of(turn)


async def test_one_doubt_alone_does_not_start_the_ladder(context: TurnContext) -> None:
    await store(context, *TEXTS.values())
    played = model(ANSWERS["en"], [DOUBT, FAITHFUL])
    turn = await turn_of(with_model(context, played), QUESTIONS["en"])
    (attempt,) = turn.content.trace.attempts
    assert [verdict.faithful for verdict in attempt.verdicts] == [False, True]
    assert turn.content.trace.faithful is True


@pytest.mark.parametrize("language", QUESTIONS)
async def test_without_retries_the_best_draft_is_shown_as_unverified(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    acting = with_model(context, model(ANSWERS[language], DOUBT))
    limits = BudgetLimits(retries=0)
    turn = await turn_of(replace_budget(acting, limits), QUESTIONS[language])
    assert turn.content.assistant_text == ANSWERS[language]
    assert turn.content.trace.faithful is False
    assert WORDINGS[language].unverified.partition("{}")[0] in (turn.content.notice or "")


async def test_the_best_draft_is_never_lost(context: TurnContext) -> None:
    """A later draft with more against it does not take the place of an earlier one."""
    await store(context, *TEXTS.values())
    await store(context, *((f"sop_3{n}00", f"# Fastening moment {n}\n\nPart {n} is fastened.\n") for n in range(1, 4)))
    acting = with_model(context, model([ANSWERS["en"], WRONG["en"]], DOUBT, refine='["fastening moment"]'))
    turn = await turn_of(replace_budget(acting, BudgetLimits(retries=1)), QUESTIONS["en"])
    assert [attempt.rung for attempt in turn.content.trace.attempts] == ["first", "refined"]
    assert turn.content.assistant_text == ANSWERS["en"]


@pytest.mark.parametrize("language", QUESTIONS)
async def test_without_a_judge_the_checks_stand_alone(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    turn = await turn_of(with_model(context, model(ANSWERS[language], unavailable())), QUESTIONS[language])
    assert turn.content.assistant_text == ANSWERS[language]
    assert turn.content.trace.faithful is None and turn.content.notice == WORDINGS[language].unjudged


def replace_budget(context: TurnContext, limits: BudgetLimits) -> TurnContext:
    from dataclasses import replace

    return replace(context, budget=Budget(limits, 60.0))


@pytest.mark.parametrize("language", QUESTIONS)
async def test_no_answer_after_two_refuted_drafts_is_a_refusal(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    await store(context, *((f"sop_3{n}00", f"# Fastening moment {n}\n\nPart {n} is fastened.\n") for n in range(1, 4)))
    played = model([WRONG[language], ANSWERS[language], "[[no answer]]"], DOUBT, refine='["fastening moment"]')
    content = (await turn_of(with_model(context, played), QUESTIONS[language])).content
    assert content.pause is None and content.found == "none"
    assert content.assistant_text.startswith(WORDINGS[language].not_here)
    assert [attempt.drafted for attempt in content.trace.attempts] == [True, True, False]


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_rules_fault_twice_is_put_to_a_person_without_a_search(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    played = model(WRONG[language], FAITHFUL)
    turn = await turn_of(with_model(context, played), QUESTIONS[language])
    assert [attempt.rung for attempt in turn.content.trace.attempts] == ["first", "rewritten"]
    assert turn.content.pause is not None and turn.content.pause.kind == "review"
    assert not {"refine", "queries_general"} & set(played.tasks)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_review_names_each_issue_once_and_offers_what_is_about_the_question(
    context: TurnContext, language: Language
) -> None:
    await store(context, *TEXTS.values())
    await store(context, *((f"sop_3{n}00", f"# Fastening moment {n}\n\nPart {n} is fastened.\n") for n in range(1, 4)))
    elsewhere = {"faithful": False, "issues": ["another valve"], "elsewhere": True, "hint": ""}
    looks = [{"faithful": False, "issues": [one, "second"], "hint": ""} for one in ("the torque is unclear", "unclear torque")]
    further = '["fastening moment"]' if language == "en" else "[]"  # what it finds is in English
    played = model(ANSWERS[language], [json.dumps(one) for one in (elsewhere, *looks, elsewhere)], refine=further)
    turn = await turn_of(with_model(context, played), QUESTIONS[language])
    pause = turn.content.pause
    assert pause is not None and pause.work is not None and pause.work.draft is not None
    assert pause.work.draft.issues == ("unclear torque", "second")


@pytest.mark.parametrize("message", ["승인합니다", "I approve it", "承認します"])
async def test_an_approval_of_nothing_costs_no_call(context: TurnContext, message: str) -> None:
    await store(context, *TEXTS.values())
    played = model(ANSWERS["en"])
    assert (await turn_of(with_model(context, played), message, "fast")).content.route == "chat" and played.tasks == []
