"""What lists over all sessions of a person search for."""

from collections.abc import Sequence
from datetime import UTC, datetime

from ibidem.backends.elastic.cluster import Json
from ibidem.backends.stored_turns import question_key, stamp
from ibidem.domain.documents import Principal

# Programs of others may keep turns of their own beside those of ibidem: they have no such field.
OURS: Json = {"exists": {"field": "session"}}


def owner_by(principal: Principal) -> list[Json]:
    """What belongs to the principal, as filters."""
    return [{"term": {"tenant": principal.tenant}}, {"term": {"owner": principal.name}}]


def expired() -> Json:
    """Sessions that nobody reads any more."""
    return {"range": {"expires": {"lte": stamp(datetime.now(UTC))}}}


def expired_by(principal: Principal) -> Json:
    """Those of the principal."""
    return {"bool": {"filter": [*owner_by(principal), expired()]}}


def begun_by(principal: Principal) -> Json:
    """The sessions of the principal."""
    return _unexpired(principal, {"range": {"turns": {"gte": 1}}})


def waiting_by(principal: Principal, since: datetime) -> Json:
    """The sessions of the principal whose last turn waits for a reply, and was stored since."""
    return _unexpired(principal, {"range": {"waiting_since": {"gte": stamp(since)}}})


def rated_by(principal: Principal, gone: Sequence[str]) -> Json:
    """The turns of the principal with feedback, but for those of sessions with the keys that are `gone`."""
    rated = [*owner_by(principal), OURS, {"exists": {"field": "rated"}}]
    return {"bool": {"filter": rated, "must_not": [_of(gone)]}}


def asking_by(principal: Principal, question: str, gone: Sequence[str]) -> Json:
    """The turns of the principal with this question, but for those."""
    key = question_key(principal.tenant, principal.name, question)
    return {"bool": {"filter": [*owner_by(principal), OURS, {"term": {"asked": key}}], "must_not": [_of(gone)]}}


def measured_by(principal: Principal, since: datetime, gone: Sequence[str]) -> Json:
    """The turns of the principal that were stored since, but for those; copies in a branch took nothing."""
    stored = [*owner_by(principal), OURS, {"range": {"ts.exact": {"gte": stamp(since)}}}]
    return {"bool": {"filter": stored, "must_not": [_of(gone), {"term": {"copied": True}}]}}


def taken_by(principal: Principal) -> Json:
    """The turns of the principal, or of everybody in its tenant where it administers, without copies in branches."""
    whose = owner_by(principal)[:1] if principal.administers else owner_by(principal)
    return {"bool": {"filter": [*whose, OURS], "must_not": [{"term": {"copied": True}}]}}


def _unexpired(principal: Principal, further: Json) -> Json:
    return {"bool": {"filter": [*owner_by(principal), further], "must_not": [expired()]}}


def _of(keys: Sequence[str]) -> Json:
    return {"terms": {"session": list(keys)}}
