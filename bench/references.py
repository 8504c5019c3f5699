"""How long it takes to understand a message that points back: read_pointer and resolve together, on one core.

    python bench/references.py [--turns 1000] [--rounds 20]

Every message of tests/references is resolved against a session of so many turns with five documents each, held in memory: what a
store adds is one look-up by key a question, which the engine's bench measures. Time is that of the processor, so that what else
runs on the machine does not count.
"""

import argparse
import asyncio
import time
from pathlib import Path

from ibidem.domain.conversation import Citation, DocRef
from ibidem.evaluation.references import read_cases
from ibidem.profile import load_profile, shipped_profiles
from ibidem.understanding.cited import CitingTurn
from ibidem.understanding.pointer_reader import read_pointer
from ibidem.understanding.resolve import resolve
from ibidem.understanding.titles import title_of

CASES = Path(__file__).parents[1] / "tests" / "references"
DOCUMENTS_A_TURN = 5
RECENT = 5  # turns whose titles a message is read with


class LongSession:
    """A session in which every turn cites documents of its own, looked up as a store does it: by number."""

    def __init__(self, turns: int) -> None:
        self.turns = turns

    async def turn(self, turn_id: int) -> CitingTurn | None:
        return await self.citing_turn(turn_id) if turn_id > 0 else None

    async def citing_turn(self, number: int) -> CitingTurn | None:
        turn_id = number if number > 0 else number + self.turns + 1
        refs = tuple(self.ref(turn_id, slot) for slot in range(1, DOCUMENTS_A_TURN + 1))
        return CitingTurn(turn_id, refs) if 1 <= turn_id <= self.turns else None

    async def session_document(self, number: int) -> Citation | None:
        place = number - 1 if number > 0 else number + self.turns * DOCUMENTS_A_TURN
        turn_id, slot = place // DOCUMENTS_A_TURN + 1, place % DOCUMENTS_A_TURN + 1
        return Citation(turn_id, self.ref(turn_id, slot)) if 1 <= turn_id <= self.turns else None

    async def recent(self) -> list[CitingTurn]:
        turns = [await self.citing_turn(number) for number in range(-RECENT, 0)]
        return [turn for turn in turns if turn is not None]

    async def known(self, doc_ids: object) -> frozenset[str]:
        return frozenset()

    def ref(self, turn_id: int, slot: int) -> DocRef:
        return DocRef(slot, f"sop_{turn_id * 10 + slot}", "v", f"Document {slot}", "", "", None, (), "", None, "bm25")


async def measure(turns: int, rounds: int) -> list[float]:
    """Milliseconds of the processor a message, in rising order."""
    profiles = {name: load_profile(name) for name in shipped_profiles()}
    cases = [(case.message, profiles[case.profile]) for case in read_cases(CASES)]
    session = LongSession(turns)
    titles = [title_of(ref.doc_id, ref.title) for turn in await session.recent() for ref in turn.refs]
    taken: list[float] = []
    for number in range(rounds + 1):
        for message, profile in cases:
            begun = time.thread_time()
            pointer = read_pointer(message, profile, titles)
            if pointer is not None:
                await resolve(pointer, session, profile)
            if number:  # the first round compiles what is compiled once a process
                taken.append((time.thread_time() - begun) * 1000)
    return sorted(taken)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=20)
    asked = parser.parse_args()
    milliseconds = asyncio.run(measure(asked.turns, asked.rounds))
    p50, p99 = (milliseconds[int(len(milliseconds) * share)] for share in (0.5, 0.99))
    print(f"{len(milliseconds)} messages, session of {asked.turns} turns")
    print(f"p50 {p50:.3f} ms, p99 {p99:.3f} ms, max {milliseconds[-1]:.3f} ms")
