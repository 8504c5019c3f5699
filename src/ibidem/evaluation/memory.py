"""How well the turns of a conversation are found that answer a question about it, by each way of choosing them."""

import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.registry import open_embedder
from ibidem.evaluation.turns_folder import Conversations, SpokenTurn, TurnQuestion, read_conversations
from ibidem.finding.find_turns import SaidTurn, sittings, terms_of, text_of
from ibidem.finding.turn_ranking import rank_turns
from ibidem.language.search_text import question_terms
from ibidem.ports.models import Embedder

Policy = Literal["recent", "words", "words and meaning"]
Progress = Callable[[str, int, int], None]

_DEPTH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryScores:
    """Means over questions, each 0..1: the share of the evidence among the first 5 and 10 turns, whether any is among the first
    5, and the share of the sittings with evidence among the first 10 found; and the milliseconds of a search."""

    recall_at_5: float
    recall_at_10: float
    hit_at_5: float
    sitting_recall_at_10: float
    milliseconds: float
    questions: int

    def as_json(self) -> dict[str, float | int]:
        """The scores under the names by which they are known."""
        return {
            "recall@5": self.recall_at_5,
            "recall@10": self.recall_at_10,
            "hit@5": self.hit_at_5,
            "sitting_recall@10": self.sitting_recall_at_10,
            "milliseconds": self.milliseconds,
            "questions": self.questions,
        }


@dataclass(frozen=True, slots=True)
class _Session:
    """A session ready to be searched; `vectors`, (turns, size), are of length 1, and empty without an embedder."""

    turns: tuple[SaidTurn, ...]
    vectors: NDArray[np.float32]


async def evaluate_memory(folder: Path, embedder: str | None, progress: Progress) -> dict[tuple[Policy, str], MemoryScores]:
    """The scores of each policy, by category and for "all"; by meaning where an `embedder` is named.

    `progress` is called with what is counted ("turns", "questions"), how many are done and how many there are. Raises
    InvalidInput for a folder that is no such set, SettingsError, ModelUnavailable and ModelRefused.
    """
    conversations = read_conversations(folder)
    async with _opened(embedder) as opened:
        sessions = await _sessions(conversations, opened, progress)
        policies: tuple[Policy, ...] = ("recent", "words") if opened is None else ("recent", "words", "words and meaning")
        outcomes: list[tuple[Policy, str, MemoryScores]] = []
        for done, question in enumerate(conversations.questions, 1):
            session = sessions[question.session_id]
            for policy in policies:
                outcomes.append((policy, question.category, await _outcome(policy, question, session, opened)))
            progress("questions", done, len(conversations.questions))
    categories = ("all", *sorted({question.category for question in conversations.questions} - {"all"}))
    return {
        (policy, category): _mean([one for p, c, one in outcomes if p == policy and category in ("all", c)])
        for policy in policies
        for category in categories
    }


@asynccontextmanager
async def _opened(name: str | None) -> AsyncGenerator[Embedder | None]:
    if name is None:
        yield None
        return
    embedder = open_embedder(name)
    try:
        yield embedder
    finally:
        await embedder.close()


async def _sessions(conversations: Conversations, embedder: Embedder | None, progress: Progress) -> Mapping[str, _Session]:
    total = sum(map(len, conversations.sessions.values()))
    sessions: dict[str, _Session] = {}
    done = 0
    for name, spoken in conversations.sessions.items():
        turns = tuple(SaidTurn(one.turn_id, one.ts, terms_of(one.user_text, one.assistant_text)) for one in spoken)
        vectors = np.empty((0, 0), dtype=np.float32)
        if embedder is not None:
            texts = [text_of(before, one.user_text, one.assistant_text) for before, one in _with_before(spoken)]
            vectors = _units(await embedder.embed_passages(texts))
        sessions[name] = _Session(turns, vectors)
        done += len(spoken)
        progress("turns", done, total)
    return sessions


def _with_before(spoken: Sequence[SpokenTurn]) -> list[tuple[str, SpokenTurn]]:
    return list(zip(["", *(one.user_text for one in spoken)], spoken, strict=False))


async def _outcome(policy: Policy, question: TurnQuestion, session: _Session, embedder: Embedder | None) -> MemoryScores:
    begun = time.perf_counter()
    if policy == "recent":
        found = [turn.turn_id for turn in reversed(session.turns)]
    else:
        nearness: dict[int, float] = {}
        if policy == "words and meaning" and embedder is not None:
            asked = _units([await embedder.embed_question(question.text)])[0]
            cosines: list[float] = (session.vectors @ asked).tolist()
            nearness = {turn.turn_id: cosine for turn, cosine in zip(session.turns, cosines, strict=True)}
        found = [one.turn_id for one in rank_turns(question_terms(question.text), session.turns, nearness)]
    milliseconds = (time.perf_counter() - begun) * 1000
    sitting = {turn.turn_id: number for turn, number in zip(session.turns, sittings(session.turns), strict=True)}
    wanted, sittings_found = {sitting[turn] for turn in question.evidence}, list(dict.fromkeys(sitting[turn] for turn in found))
    return MemoryScores(
        recall_at_5=_share(question.evidence, found[:5]),
        recall_at_10=_share(question.evidence, found[:_DEPTH]),
        hit_at_5=float(not question.evidence.isdisjoint(found[:5])),
        sitting_recall_at_10=_share(wanted, sittings_found[:_DEPTH]),
        milliseconds=milliseconds,
        questions=1,
    )


def _share(wanted: frozenset[int] | set[int], found: Sequence[int]) -> float:
    return len(wanted.intersection(found)) / len(wanted)


def _mean(outcomes: Sequence[MemoryScores]) -> MemoryScores:
    return MemoryScores(
        recall_at_5=fmean(one.recall_at_5 for one in outcomes),
        recall_at_10=fmean(one.recall_at_10 for one in outcomes),
        hit_at_5=fmean(one.hit_at_5 for one in outcomes),
        sitting_recall_at_10=fmean(one.sitting_recall_at_10 for one in outcomes),
        milliseconds=fmean(one.milliseconds for one in outcomes),
        questions=len(outcomes),
    )


def _units(vectors: Sequence[Sequence[float]]) -> NDArray[np.float32]:
    """The vectors at length 1, (rows, size)."""
    numbers = np.asarray(vectors, dtype=np.float32)
    return numbers / np.maximum(np.linalg.norm(numbers, axis=1, keepdims=True), 1e-12)
