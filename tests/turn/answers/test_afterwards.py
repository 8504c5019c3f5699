"""What is made once the answer has gone out, and what is made up for later: summaries, and what turns are found by."""

import asyncio
from dataclasses import replace

import pytest

from ibidem.backends.embedded.turn_store import SqliteTurns
from ibidem.domain.conversation import NewTurn, Pause
from ibidem.testing.script import Reply, stalls, unavailable
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.answers.afterwards import Afterwards, sum_up_latest
from ibidem.turn.context import TurnContext
from turn.acting import model, with_model

LONG = "The cover screws of the slit valve get 3.5 N·m in a star pattern, in two passes, after the groove was wiped. " * 3


async def talked(context: TurnContext, *answers: str) -> None:
    for answer in answers:
        await context.turns.append(NewTurn("s", "Which torque?", answer, answer[:20], "en", "general"), context.principal)


def with_summary(context: TurnContext, reply: Reply) -> tuple[TurnContext, ScriptedModel]:
    played = model("never asked", summary=reply)
    return replace(with_model(context, played), call_seconds=0.5), played


async def summaries(context: TurnContext) -> list[tuple[str, bool, bool]]:
    """The summary of each turn, whether a model wrote it, and whether it was dealt with."""
    turns = await context.turns.turns("s", context.principal, 20)
    return [(one.content.summary, one.content.summary_model is not None, one.summary_ts is not None) for one in turns]


async def test_the_latest_turns_are_summed_up_and_earlier_ones_after_the_next(context: TurnContext) -> None:
    await talked(context, LONG, LONG, "Short.", LONG)
    asked, played = with_summary(context, "The cover screws get 3.5 N·m.")
    await sum_up_latest("s", asked)
    done = ("The cover screws get 3.5 N·m.", True, True)
    assert await summaries(context) == [(LONG[:20], False, False), done, ("Short.", False, True), done]
    assert played.tasks == ["summary", "summary"]
    await sum_up_latest("s", asked)
    assert (await summaries(context))[0] == done
    assert [turn.content.assistant_text for turn in await context.turns.turns("s", context.principal, 1)] == [LONG]


async def test_a_question_to_the_person_is_not_summed_up_and_an_offer_beside_an_answer_is(context: TurnContext) -> None:
    for kind in ("review", "offer"):
        pause = Pause(kind, LONG, (), "Which torque?", "use")
        await context.turns.append(
            NewTurn("s", "Which torque?", LONG, LONG[:20], "en", "general", pause=pause), context.principal
        )
    asked, played = with_summary(context, "The cover screws get 3.5 N·m.")
    await sum_up_latest("s", asked)
    assert await summaries(context) == [(LONG[:20], False, True), ("The cover screws get 3.5 N·m.", True, True)]
    assert played.tasks == ["summary"]


@pytest.mark.parametrize(
    ("reply", "again"), [(unavailable(), True), (stalls(), True), ("", False), ("The screws get 99 N·m.", False)]
)
async def test_a_summary_that_fails_leaves_the_beginning(context: TurnContext, reply: Reply, *, again: bool) -> None:
    await talked(context, LONG)
    asked, _ = with_summary(context, reply)
    await sum_up_latest("s", asked)
    assert await summaries(context) == [(LONG[:20], False, not again)]
    if again:
        repaired, _ = with_summary(context, "The cover screws get 3.5 N·m.")
        await sum_up_latest("s", repaired)
        assert (await summaries(context))[0][1]


def nothing() -> None:
    """In the place of what begins to embed."""


async def test_the_work_in_the_background_is_stopped_and_done_later(context: TurnContext) -> None:
    await talked(context, LONG)
    asked, played = with_summary(context, stalls())
    work = Afterwards(nothing)
    work.begin("s", asked)
    work.begin("s", asked)
    await work.close()
    assert len(played.tasks) <= 1 and await summaries(context) == [(LONG[:20], False, False)]
    without = Afterwards(nothing)
    without.begin("s", context)
    await without.close()


async def unmade(context: TurnContext) -> int:
    """How many turns are not searchable yet."""
    assert isinstance(context.turns, SqliteTurns)
    count = "SELECT count(*) FROM turn_search WHERE terms IS NULL"
    return await context.turns._database.read(lambda c: c.execute(count).fetchone()[0])


async def test_closing_waits_until_turns_are_searchable_with_a_model_or_without(context: TurnContext) -> None:
    asked, _ = with_summary(context, stalls())
    for one in (context, asked):
        await talked(context, LONG)
        assert await unmade(context) == 1
        work = Afterwards(nothing)
        work.begin("s", one)
        await work.close()
        assert await unmade(context) == 0


async def test_a_turn_is_embedded_once_it_can_be_searched(context: TurnContext) -> None:
    made = asyncio.Event()
    work = Afterwards(made.set)
    await talked(context, LONG)
    work.begin("s", context)
    assert not made.is_set(), "not while somebody waits for the answer"
    await made.wait()
    assert await unmade(context) == 0
    await work.close()


async def test_a_session_that_is_gone_meanwhile_disturbs_nobody(context: TurnContext, caplog: pytest.LogCaptureFixture) -> None:
    work = Afterwards(nothing)
    with caplog.at_level("INFO"):
        work.begin("never begun", context)
        await work.close()
    assert [record.levelname for record in caplog.records] == ["INFO"]
    assert "turns were not made searchable" in caplog.text
