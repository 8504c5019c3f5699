"""What computes for too long without a pause is ended, wherever it was begun, and the event loop goes on."""

import asyncio
import re
import signal
import threading
import time
from contextlib import aclosing
from dataclasses import dataclass

import pytest

from ibidem.domain.errors import HeldTooLong
from ibidem.flow import holding
from ibidem.flow.arrows import END
from ibidem.flow.graph import Graph
from ibidem.flow.holding import unhurried, watched
from ibidem.flow.journal import Finished

# Doubles its time with every letter: minutes, hours, for ever.
CATASTROPHIC = re.compile(r"(?:a|aa)+$")
HOPELESS = "a" * 200 + "b"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holding, "LONGEST", 0.2)
    monkeypatch.setattr(holding, "TICK", 0.05)


@pytest.fixture(autouse=True)
def nothing_left():
    yield
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def compute(seconds: float) -> None:
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        sum(range(10_000))  # what the system computes for a process moves no timer


@dataclass(frozen=True, slots=True)
class Message:
    text: str


@dataclass(frozen=True, slots=True)
class Read:
    found: bool


async def read(value: Message, context: None) -> Read:
    return Read(CATASTROPHIC.match(value.text) is not None)


async def read_beside(value: Message, context: None) -> Read:
    first, _ = await asyncio.gather(read(value, context), asyncio.sleep(0))
    return first


@pytest.mark.parametrize("step", [read, read_beside])
async def test_a_step_that_reads_for_ever_is_ended_and_the_loop_goes_on(step: object):
    flow = Graph[None]("reading", {step: {Read: END}})  # pyright: ignore[reportArgumentType]
    ticks: list[int] = []

    async def tick() -> None:
        while True:
            ticks.append(len(ticks))
            await asyncio.sleep(0)

    async def outcome(text: str) -> object:
        async with aclosing(flow.run(Message(text), lambda _: None)) as events:
            return [event async for event in events][-1]

    ticking = asyncio.create_task(tick())
    with pytest.raises(HeldTooLong) as ended:
        await outcome(HOPELESS)
    assert ended.value.place.startswith(f"{__name__}:")
    assert any("in step read" in note for note in ended.value.__notes__)
    before = len(ticks)
    assert await outcome("aaa") == Finished(Read(found=True))
    assert len(ticks) > before
    ticking.cancel()


async def test_what_pauses_may_take_as_long_as_it_likes():
    with watched():
        for _ in range(12):
            compute(0.05)
            await asyncio.sleep(0)


async def test_many_that_share_the_loop_are_not_taken_for_one():
    async def one() -> None:
        with watched():
            for _ in range(4):
                compute(0.04)
                await asyncio.sleep(0)

    await asyncio.gather(*(one() for _ in range(12)))


async def test_what_other_threads_compute_does_not_count():
    stop = threading.Event()
    other = threading.Thread(target=lambda: [compute(0.01) for _ in iter(stop.is_set, True)])
    other.start()
    try:
        with watched():
            waited = time.process_time()
            await asyncio.sleep(0)
            while time.process_time() - waited < 0.5:  # in the same step of the loop, and without computing
                time.sleep(0.01)
    finally:
        stop.set()
        other.join()


async def test_what_is_not_watched_is_not_ended():
    async def unwatched() -> None:
        compute(0.4)

    other = asyncio.create_task(unwatched())
    with watched():
        await other
    compute(0.4)


async def test_what_is_prepared_and_kept_is_not_ended_and_does_not_count():
    @unhurried()
    def prepared(seconds: float) -> float:
        compute(seconds)
        return seconds

    with watched():
        compute(0.1)
        assert prepared(0.4) == 0.4
        compute(0.1)
        with pytest.raises(HeldTooLong):
            CATASTROPHIC.match(HOPELESS)


async def test_nested_blocks_are_one():
    with watched():
        with watched():
            pass
        with pytest.raises(HeldTooLong):
            CATASTROPHIC.match(HOPELESS)


async def test_whoever_swallows_the_end_is_ended_again():
    ends = 0
    with watched():
        for _ in range(3):
            try:
                CATASTROPHIC.match(HOPELESS)
            except Exception:
                ends += 1
    assert ends == 3


async def test_a_cancelled_step_and_a_closed_generator_leave_nothing_behind():
    async def waiting() -> None:
        with watched():
            await asyncio.sleep(60)

    task = asyncio.create_task(waiting())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})
    abandoned = waiting()
    abandoned.send(None)
    abandoned.close()


async def test_the_time_that_a_turn_may_take_still_ends_it():
    with watched(), pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await asyncio.sleep(60)


def test_in_another_thread_there_is_no_such_protection():
    async def there() -> None:
        with watched():
            compute(0.4)

    failures: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(there())
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert failures == []


def test_without_a_loop_nothing_is_held():
    with watched():
        compute(0.4)


def test_a_handler_of_the_process_is_left_alone():
    before = signal.getsignal(signal.SIGVTALRM)
    seen: list[int] = []

    def theirs(number: int, _frame: object) -> None:
        seen.append(number)

    signal.signal(signal.SIGVTALRM, theirs)
    try:
        with watched():
            assert signal.getsignal(signal.SIGVTALRM) is theirs
            compute(0.2)
        assert seen == []
    finally:
        signal.signal(signal.SIGVTALRM, before)
