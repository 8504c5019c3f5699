"""A table that does not hold together is refused when the graph is built, and the message says what to do."""

from typing import Any

import pytest

from flow.letters import LETTERS, Desk, Draft, Good, Refused, Sent, Wish, draft, letters, read_over, send
from ibidem.flow.arrows import END, GraphError
from ibidem.flow.graph import Graph


class Postcard(Good):
    pass


async def send_postcard(value: Postcard, context: Desk) -> Sent:
    return Sent(value.text)


async def paint(value: Wish, context: Desk) -> Postcard:
    return Postcard(value.text)


def problems(arrows: dict[Any, Any], **more: Any) -> tuple[str, ...]:
    with pytest.raises(GraphError) as caught:
        Graph("letters", arrows, **more)
    assert str(caught.value).startswith("the graph letters is inconsistent:\n  ")
    return caught.value.problems


def test_a_missing_arrow():
    assert problems(LETTERS | {read_over: {Good: send, Wish: draft}}) == (
        "step read_over gives Refused, which has no arrow: add Refused to its row",
    )


@pytest.mark.parametrize(("step", "given"), [(step, given) for step, targets in LETTERS.items() for given in targets])
def test_no_arrow_can_be_left_out_or_turned_to_a_step_that_does_not_take_it(step: Any, given: type):
    without = {t: target for t, target in LETTERS[step].items() if t is not given}
    assert f"step {step.__name__} gives {given.__name__}, which has no arrow: add {given.__name__} to its row" in problems(
        LETTERS | {step: without}
    )
    for other, takes in ((draft, Wish), (read_over, Draft), (send, Good)):
        if given is not takes:
            assert any(
                problem.startswith(
                    f"step {step.__name__} sends {given.__name__} to {other.__name__}, which takes {takes.__name__}"
                )
                for problem in problems(LETTERS | {step: {**LETTERS[step], given: other}})
            )


def test_a_dead_arrow():
    assert problems(LETTERS | {send: {Sent: END, Draft: read_over}}) == (
        "step send never gives Draft: take the arrow out, or add the type to what send returns",
    )


def test_a_mistyped_arrow():
    assert problems(LETTERS | {draft: {Draft: send}, read_over: {Good: send, Wish: draft, Refused: END}})[0] == (
        "step draft sends Draft to send, which takes Good: send it elsewhere, or widen send"
    )


def test_an_arrow_to_a_step_without_a_row():
    assert problems({draft: {Draft: read_over}}) == ("step draft sends Draft to read_over, which has no row: add one",)


def test_a_step_that_is_never_reached():
    assert problems(LETTERS | {send_postcard: {Sent: END}}) == (
        "step send_postcard is never reached: point an arrow at it, name it in `starts`, or take it out",
    )


def test_a_step_that_never_comes_to_an_end():
    async def ponder(value: Wish, context: Desk) -> Wish:
        return value

    assert problems({ponder: {Wish: ponder}}) == ("step ponder never comes to an end: no way leads from it to END",)


def test_every_problem_is_told_at_once():
    assert len(problems({draft: {Wish: draft}, send: {Good: END}})) == 4


def test_a_subclass_travels_on_an_arrow_to_whoever_takes_its_base():
    Graph("postcards", {paint: {Postcard: send}, send: {Sent: END}})
    assert problems(
        {draft: {Draft: read_over}, read_over: {Good: send_postcard, Wish: draft, Refused: END}, send_postcard: {Sent: END}}
    )


def test_a_type_that_two_steps_take_needs_a_named_start():
    async def send_again(value: Good, context: Desk) -> Sent | Refused:
        return Refused(value.text)

    table = LETTERS | {send_again: {Sent: END, Refused: END}}
    assert "send and send_again both take Good: name in `starts` the step that a run with it starts at" in problems(table)
    Graph("letters", table, starts={Good: send_again})
    assert "a run with Draft starts at send_again, which does not take it: start it elsewhere" in problems(
        table, starts={Draft: send_again}
    )
    assert "a run with Wish starts at paint, which has no row: add one" in problems(table, starts={Wish: paint})


def test_the_time_allowed():
    assert problems(LETTERS, seconds=0) == ("a step cannot take 0 seconds: give more than 0",)
    assert "which has no row: take it out" in problems(LETTERS, seconds_of={paint: 3})[0]


def test_signatures_that_cannot_be_read():
    def plain(value: Wish, context: Desk) -> Draft: ...

    async def alone(value: Wish) -> Draft: ...

    async def silent(value: Wish, context: Desk): ...

    async def untyped(value, context: Desk) -> Draft: ...

    async def listing(value: Wish, context: Desk) -> list[Draft]: ...

    async def unresolved(value: "Elsewhere", context: Desk) -> Draft: ...  # noqa: F821

    assert problems({step: {Draft: END} for step in (plain, alone, silent, untyped, listing, unresolved)}) == (
        "step plain is not an async function: write `async def`",
        "step alone takes 1 parameters: it is given a value and the context, nothing else",
        "step silent does not say what it gives: annotate return",
        "step untyped does not say the value it takes: annotate value",
        f"step listing names {list[Draft]}, which is not a class: only classes and unions of them travel on arrows",
        "step unresolved has an annotation that cannot be resolved (name 'Elsewhere' is not defined): import it at run time",
    )
    assert problems({}) == ("the table has no steps: add one",)


def test_two_steps_of_one_name():
    def another():
        async def send(value: Draft, context: Desk) -> Sent: ...

        return send

    assert problems(LETTERS | {another(): {Sent: END}}) == ("two steps are called send: rename one",)


def test_the_drawing():
    assert letters.mermaid() == (
        "flowchart TD\n"
        "    start((start)) --> draft\n"
        "    draft -- Draft --> read_over\n"
        "    read_over -- Good --> send\n"
        "    read_over -- Wish --> draft\n"
        "    read_over -- Refused --> finish((end))\n"
        "    send -- Sent --> finish((end))\n"
    )
