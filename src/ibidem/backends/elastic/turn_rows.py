"""Between turns as they are stored and nouns, and what of them a principal may read."""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from datetime import datetime

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Found, Json
from ibidem.backends.elastic.heads import is_current, is_hidden, is_open_to, is_readable, may_read
from ibidem.backends.elastic.schema import SAID
from ibidem.backends.stored_turns import CONTENT, found_by, measured_turn, question_key
from ibidem.domain.conversation import SCHEMA_VERSION, Feedback, NewTurn, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.measurements import MeasuredTurn
from ibidem.domain.withholding import held_versions, without

LIFTED = (*SAID, "doc_refs")
MEASURED = [
    "ts",
    "feedback",
    "content.found",
    "content.pause.kind",
    "content.trace.steps",
    "content.trace.calls",
    "content.trace.attempts",
]


def stored_turn(conversation: Conversation, turn: NewTurn, content: str, ts: str, attempt: str) -> Json:
    """The session's next turn as it is stored; `content` is its JSON, and `attempt` says whose writing it was."""
    return {
        "session": conversation.key,
        "session_id": conversation.session_id,
        "tenant": conversation.tenant,
        "owner": conversation.owner,
        "turn_id": conversation.turns + 1,
        "asked": question_key(conversation.tenant, conversation.owner, turn.user_text),
        "ts": ts,
        **lifted({"schema_version": SCHEMA_VERSION, **json.loads(content)}),
        "found_by": {"held": sorted(held_versions(turn))},
        "attempt": attempt,
    }


def lifted(content: Json) -> Json:
    """The content of a turn as it is stored: what is searched of it stands beside the rest, and nothing stands there twice."""
    rest = {name: value for name, value in content.items() if name not in LIFTED}
    return {**{name: content[name] for name in LIFTED}, "content": rest}


def with_terms(source: Json) -> Json:
    """What changes in a stored turn once it can be searched."""
    return {"found_by": {"terms": b64encode(found_by(turn_of(source).content)).decode()}}


def turn_of(source: Json, replaced_by: int | None = None) -> Turn:
    """A turn from its stored form; which turn asks it anew is known to its session."""
    content = {**source["content"], **{name: source[name] for name in LIFTED}}
    schema_version = content.pop("schema_version")
    given, summed_up = source.get("feedback"), source.get("summary_ts")
    return Turn(
        turn_id=source["turn_id"],
        ts=datetime.fromisoformat(source["ts"]),
        principal=source["owner"],
        content=CONTENT.validate_python(content),
        schema_version=schema_version,
        summary_ts=None if summed_up is None else datetime.fromisoformat(summed_up),
        feedback=None if given is None else Feedback(given["rating"], given["comment"]),
        replaced_by=replaced_by,
    )


def measured_of(source: Json) -> MeasuredTurn:
    """What a turn took, from the fields MEASURED."""
    content, trace = source["content"], source["content"].get("trace", {})
    pause, feedback = content.get("pause"), source.get("feedback")
    parts = (trace.get("steps"), trace.get("calls"), trace.get("attempts"))
    ts, rating = datetime.fromisoformat(source["ts"]), None if feedback is None else feedback["rating"]
    return measured_turn(ts, rating, content["found"], None if pause is None else pause["kind"], *parts)


Heads = Mapping[str, Found | None]
NO_HEADS: Heads = {}


def readable_turns(cluster: Cluster, turns: Sequence[Turn], principal: Principal, heads: Heads = NO_HEADS) -> list[Turn]:
    """The turns without what the principal may no longer read; `heads` are those that were read with them, by their ids."""
    held = [held_versions(turn.content) for turn in turns]
    withheld = unreadable(cluster, frozenset[tuple[str, str]]().union(*held), principal, heads)
    return [without(turn, versions & withheld) for turn, versions in zip(turns, held, strict=True)]


def unreadable(
    cluster: Cluster, cited: frozenset[tuple[str, str]], principal: Principal, heads: Heads = NO_HEADS
) -> frozenset[tuple[str, str]]:
    """Those (doc_id, version) of documents that the principal may not read. What is gone was open to everybody."""
    known = {(doc_id, head.source["version"]): head for doc_id, head in heads.items() if head is not None and is_current(head)}
    # A current version is as restricted as its head is.
    shut = {pair for pair in cited & known.keys() if not is_readable(cluster, known[pair], principal)}
    return frozenset(shut | _unreadable(cluster, cited - known.keys(), principal))


def _unreadable(cluster: Cluster, cited: frozenset[tuple[str, str]], principal: Principal) -> set[tuple[str, str]]:
    pairs = sorted(cited)
    heads = [places.head(principal.tenant, doc_id) for doc_id, _ in pairs]
    versions = [places.version(places.version_key(principal.tenant, doc_id, version)) for doc_id, version in pairs]
    found = cluster.get_all([*heads, *versions], ["tenant", "readers", "document.readers"])
    closed: set[tuple[str, str]] = set()
    for pair, head, version in zip(pairs, found[: len(pairs)], found[len(pairs) :], strict=True):
        readers = () if version is None else version.source["document"]["readers"]
        if not is_open_to(head, principal) or not may_read(principal, principal.tenant, readers) or is_hidden(cluster, pair[1]):
            closed.add(pair)
    return closed
