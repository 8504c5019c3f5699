"""Reads a set of conversations and of questions about them.

turns.jsonl      {"session_id", "turn_id", "ts", "user_text", "assistant_text"}   `ts`: ISO 8601, or "1:56 pm on 8 May, 2023"
queries.jsonl    {"_id", "session_id", "text", "category"?}                       searched for within its session
qrels/test.tsv   query-id <tab> session_id:turn_id <tab> score                    after a line of titles
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import Field

from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.beir import QRELS, QUERIES, Line, json_lines, read_judgements

TURNS = "turns.jsonl"
_SPOKEN = "%I:%M %p on %d %B, %Y"  # as in LoCoMo (Maharana et al. 2024, https://github.com/snap-research/locomo)


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """A turn of a conversation of the set."""

    turn_id: int
    ts: datetime
    user_text: str
    assistant_text: str


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """A question about a session, and the numbers of the turns that hold the evidence for its answer."""

    session_id: str
    text: str
    category: str
    evidence: frozenset[int]


@dataclass(frozen=True, slots=True)
class Conversations:
    """The turns of each session, in order, and the questions about them."""

    sessions: Mapping[str, tuple[SpokenTurn, ...]]
    questions: tuple[TurnQuestion, ...]


class _TurnLine(Line):
    session_id: str = Field(min_length=1)
    turn_id: int = Field(ge=1)
    ts: str
    user_text: str
    assistant_text: str = ""


class _QuestionLine(Line):
    id: str = Field(alias="_id", min_length=1)
    session_id: str
    text: str = Field(min_length=1)
    category: str = "all"


def read_turns(folder: Path) -> Mapping[str, tuple[SpokenTurn, ...]]:
    """The turns of each session, in order. Raises InvalidInput, which names file and line."""
    sessions: dict[str, list[SpokenTurn]] = defaultdict(list)
    for number, line in enumerate(json_lines(folder / TURNS, _TurnLine), 1):
        turn = SpokenTurn(line.turn_id, _moment(line.ts, number), line.user_text, line.assistant_text)
        if sessions[line.session_id] and turn.turn_id <= sessions[line.session_id][-1].turn_id:
            raise InvalidInput(
                f"{TURNS} turn {number}", "turn_id does not grow", "the turns of a session in their order are allowed"
            )
        sessions[line.session_id].append(turn)
    return {name: tuple(turns) for name, turns in sessions.items()}


def read_conversations(folder: Path) -> Conversations:
    """The set in this folder. Raises InvalidInput, which names file and line."""
    sessions = read_turns(folder)
    evidence = {query_id: _evidence(places) for query_id, places in read_judgements(folder).items()}
    questions = tuple(
        TurnQuestion(line.session_id, line.text, line.category, evidence[line.id].get(line.session_id, frozenset()))
        for line in json_lines(folder / QUERIES, _QuestionLine)
        if line.id in evidence
    )
    for question in questions:
        known = {turn.turn_id for turn in sessions.get(question.session_id, ())}
        if not question.evidence or not question.evidence <= known:
            problem = f"names a turn of {question.text!r} that {TURNS} does not hold in its session"
            raise InvalidInput(QRELS, problem, "a corpus-id is session_id:turn_id")
    if not questions:
        raise InvalidInput(QRELS, "judges none of the queries", "a query-id has to be the _id of a query")
    return Conversations(sessions, questions)


def _moment(ts: str, number: int) -> datetime:
    try:
        moment = datetime.fromisoformat(ts)
    except ValueError:
        try:
            moment = datetime.strptime(ts, _SPOKEN)
        except ValueError as error:
            allowed = "ISO 8601 is allowed, and '1:56 pm on 8 May, 2023'"
            raise InvalidInput(f"{TURNS} turn {number}", f"ts is {ts!r}", allowed) from error
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _evidence(places: Mapping[str, int]) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = defaultdict(set)
    for place, relevant in places.items():
        session_id, _, turn_id = place.rpartition(":")
        if relevant > 0 and turn_id.isdecimal():
            found[session_id].add(int(turn_id))
    return {session_id: frozenset(numbers) for session_id, numbers in found.items()}
