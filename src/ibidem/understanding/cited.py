"""What a session has cited, as the resolver asks for it: every question is one look-up, however long the session is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ibidem.domain.conversation import Citation, DocRef

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CitingTurn:
    """A turn with the documents that its answer cited, in the order of their slots; at least one."""

    turn_id: int
    refs: tuple[DocRef, ...]

    def by_number(self) -> dict[int, DocRef]:
        """The documents under their slots, and counted from the end: -1 is the last."""
        return {ref.slot: ref for ref in self.refs} | {place - len(self.refs): ref for place, ref in enumerate(self.refs)}


class CitedDocuments(Protocol):
    """The documents that a session has cited."""

    async def turn(self, turn_id: int) -> CitingTurn | None:
        """The turn of this number, or None when there is none or it cited nothing."""
        ...

    async def citing_turn(self, number: int) -> CitingTurn | None:
        """The `number`-th of the turns that cited documents; -1 is the latest, -2 the one before it."""
        ...

    async def session_document(self, number: int) -> Citation | None:
        """The `number`-th of the session's distinct documents in the order of their first appearance; -1 is the last."""
        ...

    async def recent(self) -> Sequence[CitingTurn]:
        """The turns that cited documents among the latest of the session, the oldest first."""
        ...

    async def known(self, doc_ids: Sequence[str]) -> frozenset[str]:
        """Those of the ids that stand in the corpus, written exactly so, and may be read by whoever asks."""
        ...


class ListedDocuments:
    """What was cited, held in a list: for a history that the client brings along."""

    def __init__(self, turns: Iterable[Sequence[DocRef]], known: Iterable[str] = ()) -> None:
        """`turns` are those of the session in their order, each with what it cited; `known` the ids that may be read."""
        self._citing = [CitingTurn(number, tuple(refs)) for number, refs in enumerate(turns, 1) if refs]
        self._known = frozenset(known)

    async def turn(self, turn_id: int) -> CitingTurn | None:
        """See CitedDocuments."""
        return next((turn for turn in self._citing if turn.turn_id == turn_id), None)

    async def citing_turn(self, number: int) -> CitingTurn | None:
        """See CitedDocuments."""
        return _at(self._citing, number)

    async def session_document(self, number: int) -> Citation | None:
        """See CitedDocuments."""
        first: dict[str, Citation] = {}
        for turn in self._citing:
            for ref in turn.refs:
                first.setdefault(ref.doc_id, Citation(turn.turn_id, ref))
        return _at(list(first.values()), number)

    async def recent(self) -> Sequence[CitingTurn]:
        """See CitedDocuments."""
        return self._citing

    async def known(self, doc_ids: Sequence[str]) -> frozenset[str]:
        """See CitedDocuments."""
        return self._known.intersection(doc_ids)


def _at(things: Sequence[T], number: int) -> T | None:
    index = number - 1 if number > 0 else number + len(things)
    return things[index] if number and 0 <= index < len(things) else None
