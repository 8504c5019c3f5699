"""Finds the turns of a session that are about something: what was said, what was said around it, and on which day."""

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from itertools import pairwise

from ibidem.domain.conversation import ScoredTurn, TurnQuery
from ibidem.domain.documents import Principal
from ibidem.domain.errors import ModelError, StoreUnavailable
from ibidem.language.bounding import bounded
from ibidem.language.search_text import passage_tokens
from ibidem.ports.indexes import VectorIndex
from ibidem.ports.turn_store import NOTHING_NEAR, TurnSearch

logger = logging.getLogger(__name__)

# After a longer silence a conversation begins anew.
SILENCE = timedelta(hours=4)
# Characters of a question, and of an answer, that are searched: an answer is shorter, and to analyse a text takes a second for
# some 200,000 of them. Of each part that is embedded: a model reads 2,000 in all, and a beginning says what a turn is about.
SEARCHED, _MEANT = 2_000, 500
# An embedder takes a fraction of a second; the results by words do not wait for it.
_SECONDS = 3.0
# A term of a turn in 8 bytes: 48 bits of BLAKE2b, and how often it stands there. Two of the 150,000 terms of a thousand turns are
# taken for each other once in 25,000 sessions.
COUNT_BITS = 16
_HASH_BYTES = 6


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """A turn as it is ranked: its number, its time, and its terms as `terms_of` made them."""

    turn_id: int
    ts: datetime
    terms: bytes


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """A turn's place in a ranking: its score, and the share of the query's words, by their worth, that it holds, 0 to 1."""

    turn_id: int
    score: float
    held: float


def terms_of(asked: str, answered: str, titles: Sequence[str] = ()) -> bytes:
    """The search tokens of a turn: of its question, its answer and the titles that it cites.

    In numbers of 8 bytes, little endian: how many there are in all, then for each distinct one its `number_of` times 2^16, and
    how often it stands there.
    """
    text = "\n".join((bounded(asked[:SEARCHED]), bounded(answered[:SEARCHED])))
    counts = Counter(passage_tokens(text, " ".join(titles)[:SEARCHED]).split())
    numbers = [counts.total(), *((number_of(token) << COUNT_BITS) + count for token, count in counts.items())]
    return b"".join([number.to_bytes(8, "little") for number in numbers])


def number_of(token: str) -> int:
    """A search token as a number of 48 bits."""
    return int.from_bytes(blake2b(token.encode(), digest_size=_HASH_BYTES).digest(), "little")


def text_of(before: str, asked: str, answered: str) -> str:
    """What is embedded of a turn: the question before, its question, and the beginning of its answer."""
    return "\n".join(part[:_MEANT] for part in (before, asked, answered) if part)


async def find_turns(
    query: TurnQuery, turns: TurnSearch, vectors: VectorIndex | None, principal: Principal
) -> Sequence[ScoredTurn]:
    """The turns of a session that are about the query, best first, by words, and by meaning where it answers in time.

    Raises NotFound and InvalidInput as `TurnStore.search`.
    """
    nearness = NOTHING_NEAR if vectors is None else await _near_in_time(query, vectors, principal)
    found = await turns.search(query, principal, nearness)
    return [replace(one, near=nearness.get(one.turn.turn_id)) for one in found]


async def _near_in_time(query: TurnQuery, vectors: VectorIndex, principal: Principal) -> Mapping[int, float]:
    try:
        async with asyncio.timeout(_SECONDS):
            return await vectors.near_turns(query.session_id, query.text, principal)
    except (ModelError, StoreUnavailable, TimeoutError) as error:
        logger.warning("turns were not searched by meaning: %s", str(error) or "it took too long")
        return NOTHING_NEAR


def sittings(turns: Sequence[SaidTurn]) -> list[int]:
    """The number of each turn's sitting, from 0."""
    numbers = [0]
    for before, turn in pairwise(turns):
        numbers.append(numbers[-1] + (turn.ts - before.ts > SILENCE))
    return numbers
