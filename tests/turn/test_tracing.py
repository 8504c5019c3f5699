"""What a turn writes down, and where its time went."""

from hypothesis import given
from hypothesis import strategies as st

from ibidem.domain.trace import ModelCall, PathPart, StepTime
from ibidem.turn.tracing import MOST_THOUGHTS, MOST_TROUBLES, Record, critical_path


def call(step: str, prompt: str, started: float, milliseconds: float) -> ModelCall:
    return ModelCall(step, prompt, "scripted:model", started, milliseconds, "ok")


def test_a_step_without_calls_is_its_own_part():
    assert critical_path([StepTime("recall", 2), StepTime("retrieve", 5)], []) == (PathPart("recall", 2), PathPart("retrieve", 5))


def test_a_step_waits_for_its_call_and_then_works_on():
    path = critical_path([StepTime("parse", 10), StepTime("gate", 210)], [call("gate", "gate.ko@1-0a", 12, 200)])
    assert path == (PathPart("parse", 10), PathPart("gate/gate.ko@1-0a", 200), PathPart("gate", 10))


def test_of_calls_side_by_side_the_longest_counts():
    calls = [call("write", "ko", 0, 150), call("write", "en", 0, 300), call("write", "ja", 1, 100)]
    assert critical_path([StepTime("write", 310)], calls) == (PathPart("write/en", 300), PathPart("write", 10))


def test_calls_one_after_the_other_make_a_chain():
    calls = [call("judge", "first", 0, 100), call("judge", "aside", 0, 160), call("judge", "second", 100, 100)]
    path = critical_path([StepTime("judge", 205)], calls)
    assert path == (PathPart("judge/first", 100), PathPart("judge/second", 100), PathPart("judge", 5))


def test_a_step_that_ran_twice_has_the_calls_of_each_run():
    steps = [StepTime("answer", 100), StepTime("judge", 50), StepTime("answer", 80), StepTime("judge", 60)]
    calls = [call("answer", "a", 1, 90), call("judge", "j", 101, 45), call("answer", "b", 152, 70), call("judge", "k", 233, 55)]
    parts = [part.part for part in critical_path(steps, calls)]
    assert parts == ["answer/a", "answer", "judge/j", "judge", "answer/b", "answer", "judge/k", "judge"]


def test_calls_of_a_step_that_has_not_ended_are_left_out():
    assert critical_path([StepTime("recall", 1)], [call("summarise", "summary", 5, 10)]) == (PathPart("recall", 1),)


steps_and_calls = st.tuples(
    st.lists(st.builds(StepTime, st.sampled_from("abc"), st.floats(0, 1000)), max_size=6),
    st.lists(
        st.builds(call, st.sampled_from("abcd"), st.just("p"), st.floats(0, 5000), st.floats(0, 1000)),
        max_size=8,
    ),
)


@given(steps_and_calls)
def test_the_parts_add_up_to_the_steps(given_: tuple[list[StepTime], list[ModelCall]]):
    steps, calls = given_
    path = critical_path(steps, calls)
    assert all(part.milliseconds >= 0 for part in path)
    assert abs(sum(part.milliseconds for part in path) - sum(step.milliseconds for step in steps)) < 1e-6
    assert [part.part for part in path if "/" not in part.part] == [step.step for step in steps]


def test_what_is_written_down_is_bounded():
    record = Record()
    for n in range(3):
        record.thought(str(n) * (MOST_THOUGHTS // 2))
        record.thought(" ")
    assert [len(thought) for thought in record.thoughts] == [MOST_THOUGHTS // 2] * 2
    for n in range(2 * MOST_TROUBLES):
        record.trouble(f"trouble {n}")
        record.trouble("trouble 0")
    assert len(record.troubles) == len(set(record.troubles)) == MOST_TROUBLES
