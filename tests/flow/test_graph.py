"""A run tells what happens while it happens, and ends cleanly however it ends."""

import asyncio
import gc
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flow.letters import Desk, Draft, Good, Refused, Sent, Wish, letters
from ibidem.domain.errors import StepTimeout
from ibidem.domain.events import StepFinished, StepStarted
from ibidem.flow.arrows import END
from ibidem.flow.graph import Graph
from ibidem.flow.journal import Finished, Journal


async def outcome(graph: Graph[Any], value: object, context: Any) -> object:
    events = [event async for event in graph.run(value, lambda _: context)]
    assert isinstance(events[-1], Finished)
    return events[-1].value


@given(loudness=st.integers(0, 6), patience=st.integers(1, 6))
async def test_the_returned_type_chooses_the_arrow(loudness: int, patience: int):
    desk = Desk(patience)
    value = await outcome(letters, Wish("hello" + "!" * loudness), desk)
    if loudness:
        assert value == Sent("hello" + "!" * loudness)
        assert desk.log == ["draft", "read_over", "send"]
    else:
        assert value == Refused(f"tried {patience} times")
        assert desk.log == ["draft", "read_over"] * patience


@pytest.mark.parametrize(
    ("value", "steps"),
    [(Wish("a!"), ["draft", "read_over", "send"]), (Draft("a!", 1), ["read_over", "send"]), (Good("a!"), ["send"])],
)
async def test_a_run_begins_where_its_value_is_taken(value: object, steps: list[str]):
    desk = Desk()
    assert await outcome(letters, value, desk) == Sent("a!")
    assert desk.log == steps


async def test_a_value_that_no_step_takes():
    with pytest.raises(TypeError, match="no step of letters takes Refused"):
        await outcome(letters, Refused("why"), Desk())


@dataclass(frozen=True, slots=True)
class Work:
    """What a worker takes and gives; `done` counts the steps behind it."""

    done: int = 0


@dataclass(frozen=True, slots=True)
class Carried:
    done: int


@dataclass(frozen=True, slots=True)
class Delivered:
    done: int


@dataclass(slots=True)
class Shop:
    """Each step says what it does, and does what the shop tells it to."""

    journal: Journal[str]
    trouble_at: str = ""
    trouble: BaseException | None = None
    entered: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    at_work: asyncio.Event = field(default_factory=asyncio.Event)

    async def work(self, step: str) -> None:
        self.entered.append(step)
        self.journal.emit(f"{step} is at it")
        try:
            if step == self.trouble_at:
                if self.trouble is not None:
                    raise self.trouble
                self.at_work.set()
                await asyncio.sleep(60)
            await asyncio.sleep(0)
        finally:
            await asyncio.sleep(0)  # cleaning up may take a while too
            self.left.append(step)


async def fetch(value: Work, context: Shop) -> Carried:
    await context.work("fetch")
    return Carried(value.done + 1)


async def carry(value: Carried, context: Shop) -> Delivered:
    await context.work("carry")
    return Delivered(value.done + 1)


async def deliver(value: Delivered, context: Shop) -> Work:
    await context.work("deliver")
    return Work(value.done + 1)


STEPS = ["fetch", "carry", "deliver"]
shop = Graph[Shop](
    "shop",
    {fetch: {Carried: carry}, carry: {Delivered: deliver}, deliver: {Work: END}},
    seconds=30,
    seconds_of={carry: 0.02},
)
patient_shop = Graph[Shop]("shop", {fetch: {Carried: carry}, carry: {Delivered: deliver}, deliver: {Work: END}})


async def test_steps_and_their_own_events_come_in_order():
    told: list[object] = []
    async for event in shop.run(Work(), Shop):
        told.append((StepFinished, event.step) if isinstance(event, StepFinished) else event)
    assert told == [
        told_of for step in STEPS for told_of in (StepStarted(step), f"{step} is at it", (StepFinished, step))
    ] + [Finished(Work(3))]  # fmt: skip


async def test_events_arrive_while_the_step_is_under_way():
    async with aclosing(patient_shop.run(Work(), lambda journal: Shop(journal, trouble_at="fetch"))) as events:
        assert await anext(events) == StepStarted("fetch")
        assert await anext(events) == "fetch is at it"


async def test_a_step_may_read_which_steps_are_behind_it():
    journals: list[Journal[str]] = []

    def open_shop(journal: Journal[str]) -> Shop:
        journals.append(journal)
        return Shop(journal)

    async for _ in shop.run(Work(), open_shop):
        pass
    assert [finished.step for finished in journals[0].finished] == STEPS
    assert all(finished.milliseconds >= 0 for finished in journals[0].finished)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("trouble", [ValueError("no stamps"), TimeoutError("the post is shut"), KeyError("stamps")])
async def test_the_exception_of_a_step_reaches_the_caller_as_it_is(step: str, trouble: Exception):
    told: list[object] = []
    with pytest.raises(type(trouble)) as caught:
        async for event in patient_shop.run(Work(), lambda journal: Shop(journal, step, trouble)):
            told.append(event)
    assert caught.value is trouble
    assert f"in step {step} of shop" in trouble.__notes__
    assert told[-2:] == [StepStarted(step), f"{step} is at it"]


async def test_a_step_that_takes_too_long_is_stopped_and_named():
    shops: list[Shop] = []

    def slow_shop(journal: Journal[str]) -> Shop:
        shops.append(Shop(journal, trouble_at="carry"))
        return shops[0]

    with pytest.raises(StepTimeout, match=r"carry took longer than 0\.02 s") as caught:
        async for _ in shop.run(Work(), slow_shop):
            pass
    assert (caught.value.step, caught.value.seconds) == ("carry", 0.02)
    assert shops[0].entered == shops[0].left == ["fetch", "carry"]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("way", ["close", "cancel", "drop"])
async def test_when_the_reader_goes_away_the_running_step_is_cancelled(step: str, way: str):
    shops: list[Shop] = []

    def open_shop(journal: Journal[str]) -> Shop:
        shops.append(Shop(journal, trouble_at=step))
        return shops[0]

    async def read() -> None:
        async with aclosing(patient_shop.run(Work(), open_shop)) as events:
            async for _ in events:
                pass

    before = asyncio.all_tasks()
    if way == "cancel":
        reader = asyncio.create_task(read())
        while not shops:
            await asyncio.sleep(0)
        await shops[0].at_work.wait()
        reader.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reader
    else:
        events = patient_shop.run(Work(), open_shop)
        while await anext(events) != f"{step} is at it":
            pass
        if way == "close":
            await events.aclose()
        else:
            del events
            gc.collect()
            while asyncio.all_tasks() != before:
                await asyncio.sleep(0.001)
    assert shops[0].entered == shops[0].left == STEPS[: STEPS.index(step) + 1]
    assert asyncio.all_tasks() == before


async def test_a_run_whose_failure_nobody_reads_leaves_nothing_behind(caplog: pytest.LogCaptureFixture):
    before = asyncio.all_tasks()
    events = patient_shop.run(Work(), lambda journal: Shop(journal, "fetch", ValueError("no stamps")))
    await anext(events)
    await asyncio.sleep(0.05)
    await events.aclose()
    gc.collect()
    assert asyncio.all_tasks() == before
    assert caplog.records == []


async def test_a_step_that_cancels_itself_is_an_error_and_not_a_cancelled_reader():
    with pytest.raises(Exception, match="fetch"):
        async for _ in patient_shop.run(Work(), lambda journal: Shop(journal, "fetch", asyncio.CancelledError())):
            pass


async def test_a_step_that_gives_something_else_than_it_says():
    async def lie(value: Wish, context: Desk) -> Good:
        return Refused("no")  # pyright: ignore[reportReturnType]

    with pytest.raises(TypeError, match="step lie of lies returned Refused, which its signature does not list"):
        await outcome(Graph[Desk]("lies", {lie: {Good: END}}), Wish("a"), Desk())


async def test_steps_that_send_a_value_back_and_forth_for_ever_are_stopped():
    with pytest.raises(RuntimeError, match="letters took more than 250 steps"):
        await outcome(letters, Wish("hello"), Desk(patience=10**9))


async def test_a_hundred_runs_at_once_do_not_mix():
    async def one(number: int) -> list[object]:
        return [
            event.value if isinstance(event, Finished) else event
            async for event in patient_shop.run(Work(number), Shop)
            if isinstance(event, Finished | str)
        ]

    told = await asyncio.gather(*(one(number) for number in range(100)))
    assert told == [[*(f"{step} is at it" for step in STEPS), Work(number + 3)] for number in range(100)]
