"""How exactly a message that looks back at its conversation, by time and order, is read as the turns that it means."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pydantic import Field

from ibidem.domain.errors import InvalidInput
from ibidem.domain.languages import Language
from ibidem.evaluation.beir import Line, json_lines
from ibidem.evaluation.turns_folder import TURNS, SpokenTurn, read_turns
from ibidem.finding.find_turns import SaidTurn, terms_of
from ibidem.finding.turn_ranking import rank_turns
from ibidem.language.detection import detect_language
from ibidem.language.question_words import subject
from ibidem.language.search_text import question_terms
from ibidem.profile import load_profile
from ibidem.turn.question.looked_back import MOST_LISTED, at_places, names_all, turns_within
from ibidem.turn.question.remembering import MEANT
from ibidem.understanding.looking_back.parser import LookingBack, looking_back

MESSAGES = "messages.jsonl"
_PROFILE = "general"  # of which no word of one field is known
NOTHING = "none"  # the kind of a message that means no turn


@dataclass(frozen=True, slots=True)
class Lookback:
    """A message, what it looks back by ("order", "time", "topic", "none"), and the numbers of the turns that it means."""

    session_id: str
    text: str
    kind: str
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LookbackSet:
    """Conversations by their ids, and the messages written at `now`; all times are wall-clock times."""

    sessions: Mapping[str, tuple[SpokenTurn, ...]]
    messages: tuple[Lookback, ...]
    now: datetime


@dataclass(frozen=True, slots=True)
class Read:
    """A message with the turns that it was read as; None where it was read as a question about the world."""

    message: Lookback
    turns: tuple[int, ...] | None

    @property
    def right(self) -> bool:
        """Whether these are exactly the turns that are meant."""
        return self.turns is None if self.message.kind == NOTHING else self.turns == self.message.turns

    @property
    def language(self) -> Language:
        """That of the message."""
        return detect_language(self.message.text)


class _MessageLine(Line):
    session_id: str = Field(min_length=1)
    text: str = Field(min_length=1)
    kind: str
    turns: list[int]


def read_lookbacks(folder: Path, now: datetime | None) -> LookbackSet:
    """The set in this folder, written `now`, or when the last of its turns was. Raises InvalidInput, which names file and line.

    messages.jsonl   {"session_id", "text", "kind", "turns"}   beside turns.jsonl, as `turns_folder` reads it
    """
    sessions = {
        name: tuple(SpokenTurn(one.turn_id, one.ts.replace(tzinfo=None), one.user_text, one.assistant_text) for one in turns)
        for name, turns in read_turns(folder).items()
    }
    messages: list[Lookback] = []
    for number, line in enumerate(json_lines(folder / MESSAGES, _MessageLine), 1):
        if line.session_id not in sessions or not {turn.turn_id for turn in sessions[line.session_id]}.issuperset(line.turns):
            problem = f"names a turn that {TURNS} does not hold in its session"
            raise InvalidInput(f"{MESSAGES} message {number}", problem, "the numbers of turns of that session are allowed")
        if (line.kind == NOTHING) == bool(line.turns):
            problem = f"is of kind {line.kind!r} and means the turns {line.turns}"
            raise InvalidInput(f"{MESSAGES} message {number}", problem, f"a message of kind {NOTHING!r} means none, another some")
        messages.append(Lookback(line.session_id, line.text, line.kind, tuple(sorted(line.turns))))
    last = max(turns[-1].ts for turns in sessions.values())
    return LookbackSet(sessions, tuple(messages), (now or last).replace(tzinfo=None))


def evaluate_lookbacks(given: LookbackSet) -> list[Read]:
    """How each message is read, without what a profile and documents add."""
    return [Read(one, _turns_of(one.text, given.sessions[one.session_id], given.now)) for one in given.messages]


def by_kind(read: Sequence[Read]) -> Mapping[tuple[Language, str], Sequence[Read]]:
    """The messages by language and kind, and those of each language that mean turns under "all"."""
    found: dict[tuple[Language, str], list[Read]] = defaultdict(list)
    for one in read:
        found[one.language, one.message.kind].append(one)
        if one.message.kind != NOTHING:
            found[one.language, "all"].append(one)
    return found


def _turns_of(text: str, session: Sequence[SpokenTurn], now: datetime) -> tuple[int, ...] | None:
    back = looking_back(text, now, load_profile(_PROFILE))
    if back is None:
        return None
    within = turns_within(back, [(turn.turn_id, turn.ts) for turn in session], now)
    return at_places(back, within) if not back.about else _about(back, within, session)


def _about(back: LookingBack, within: Sequence[int], session: Sequence[SpokenTurn]) -> tuple[int, ...] | None:
    """As the turn does it: the best one, or all where the message asks what was said; none of them is a question about the
    world."""
    said = [SaidTurn(turn.turn_id, turn.ts, terms_of(turn.user_text, turn.assistant_text)) for turn in session]
    every = rank_turns(question_terms(subject(back.about)), said, {})
    ranked = [one for one in every if one.turn_id in set(within)][:MOST_LISTED]
    asked = {turn.turn_id: turn.user_text for turn in session}
    found = [one.turn_id for one in ranked if one.held >= MEANT or names_all(back.about, asked[one.turn_id])]
    placed = at_places(back, sorted(found))
    found = [number for number in found if number in placed]
    if not found:
        return None
    return tuple(sorted(found)) if back.asks_what else (found[0],)
