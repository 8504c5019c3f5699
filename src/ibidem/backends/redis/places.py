"""The names of keys.

A session is one hash. Everything else is an index over sessions or turns: a sorted set, whose members name a session, or a turn
of it. Names of people and texts of questions do not stand in a name: they are hashed.
"""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ibidem.domain.documents import Principal, VersionName

PREFIX = "ibidem:"
# Sessions by when they end; whatever is kept of a session that has ended goes with the next sweep.
ENDS = f"{PREFIX}ends"
# Sessions by how many turns they have.
LENGTHS = f"{PREFIX}lengths"
# Sessions by when they moved last, counted in moves of all sessions.
MOVES, MOVED = f"{PREFIX}moves", f"{PREFIX}moved"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class TurnPlace:
    """A turn of the session that has this `key`: one that is begun anew under its id has another one."""

    session_id: str
    key: str
    number: int

    @classmethod
    def of(cls, member: str) -> "TurnPlace":
        """From a member of an index."""
        number, key, session_id = member.split(":", 2)
        return cls(session_id, key, int(number))

    def __str__(self) -> str:
        return f"{self.number}:{self.key}:{self.session_id}"


def session(session_id: str) -> str:
    """The hash of a session."""
    return f"{PREFIX}session:{session_id}"


def trail(session_id: str) -> str:
    """The indexes that name the session, each with the member that does: as a set, which outlives the hash until the sweep."""
    return f"{PREFIX}trail:{session_id}"


def sessions_of(principal: Principal) -> str:
    """The sessions of a person, by when they moved last."""
    return _of(principal, "sessions")


def waiting_of(principal: Principal) -> str:
    """Those whose last turn waits for a reply, by when it was stored."""
    return _of(principal, "waiting")


def turns_of(principal: Principal) -> str:
    """The turns of a person, without copies in branches, by when they were stored."""
    return _of(principal, "turns")


def rated_of(principal: Principal) -> str:
    """The turns of a person that have feedback, by when it was given."""
    return _of(principal, "rated")


def asking(question_key: str) -> str:
    """The turns with this question, by when they were stored."""
    return f"{PREFIX}asking:{question_key}"


def citing(version: VersionName) -> str:
    """The sessions that cite a version."""
    return f"{PREFIX}citing:{_digest(version.tenant, version.doc_id, version.version)}"


def micros(moment: datetime | str) -> int:
    """Microseconds since 1970, which a score holds exactly."""
    given = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return (given - EPOCH) // timedelta(microseconds=1)


def _of(principal: Principal, what: str) -> str:
    return f"{PREFIX}{what}:{_digest(principal.tenant, principal.name)}"


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()
