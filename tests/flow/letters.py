"""A small world for graphs: a letter is drafted, read over, perhaps drafted again, and sent."""

from dataclasses import dataclass, field

from ibidem.flow.arrows import END
from ibidem.flow.graph import Graph


@dataclass(frozen=True, slots=True)
class Wish:
    text: str
    tries: int = 1


@dataclass(frozen=True, slots=True)
class Draft:
    text: str
    tries: int


@dataclass(frozen=True, slots=True)
class Good:
    text: str


@dataclass(frozen=True, slots=True)
class Sent:
    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    reason: str


@dataclass(slots=True)
class Desk:
    """What the steps may use; `log` is what they did."""

    patience: int = 3
    log: list[str] = field(default_factory=list)


async def draft(value: Wish, context: Desk) -> Draft:
    context.log.append("draft")
    return Draft(value.text, value.tries)


async def read_over(value: Draft, context: Desk) -> Good | Wish | Refused:
    context.log.append("read_over")
    if value.text.endswith("!" * value.tries):
        return Good(value.text)
    if value.tries == context.patience:
        return Refused(f"tried {value.tries} times")
    return Wish(value.text, value.tries + 1)


async def send(value: Good, context: Desk) -> Sent:
    context.log.append("send")
    return Sent(value.text)


LETTERS = {
    draft: {Draft: read_over},
    read_over: {Good: send, Wish: draft, Refused: END},
    send: {Sent: END},
}

letters: Graph[Desk] = Graph("letters", LETTERS)
