"""How records of a migration are written to a cluster: in places that follow from the record, so that it may be done twice."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Json, Operation
from ibidem.backends.elastic.collection_store import stored_collections
from ibidem.backends.elastic.folder_store import stored_file
from ibidem.backends.elastic.heads import head_of, withdrawn_head
from ibidem.backends.elastic.key_store import writing
from ibidem.backends.elastic.originals import OriginalFiles
from ibidem.backends.elastic.turn_rows import stored_turn
from ibidem.backends.elastic.versions import parts_of, stored_version
from ibidem.backends.stored_turns import CONTENT, stamp
from ibidem.domain.collections import KeptCollections
from ibidem.domain.holdings import KeptFile, KeptKey, KeptSession, KeptTurn, KeptVersion, Record, Withdrawn


def written(records: Sequence[Record], files: OriginalFiles) -> Iterator[list[Operation]]:
    """The bulks that store the records. What refers to something follows it in a later one, so a version becomes current, and a
    session is there, once all that belongs to it is."""
    yield [one for record in records for one in _parts(record, files)]
    yield [one for record in records for one in _whole(record, files)]
    current = [one.prepared for one in records if isinstance(one, KeptVersion) and one.kept_until is None]
    yield [Operation("index", places.head(one.document.tenant, one.document.doc_id), head_of(one)) for one in current]
    if current:
        yield [Operation("index", places.WATERMARK, {})]


def _parts(record: Record, files: OriginalFiles) -> Iterator[Operation]:
    match record:
        case KeptVersion(prepared, kept_until):
            yield from parts_of(prepared, files, sought=kept_until is None)
        case KeptSession():
            conversation = _conversation(record)
            yield from (_turn(conversation, one) for one in record.turns)
        case _:
            pass


def _whole(record: Record, files: OriginalFiles) -> Iterator[Operation]:
    match record:
        case Withdrawn():
            head: Json = {"tenant": record.tenant, "doc_id": record.doc_id, "readers": list(record.readers), "open": False}
            yield Operation("index", places.head(record.tenant, record.doc_id), withdrawn_head(head))
        case KeptVersion(prepared, kept_until):
            named = prepared.document
            key = places.version_key(named.tenant, named.doc_id, named.version)
            yield Operation("index", places.version(key), stored_version(prepared, kept_until, files))
        case KeptSession():
            yield Operation("index", places.session(record.session.session_id), _conversation(record).stored())
        case KeptKey(key, digest):
            yield from writing(key, digest, "index")
        case KeptFile(tenant, file):
            yield stored_file(file, tenant)
        case KeptCollections():
            yield stored_collections(record)


def _conversation(kept: KeptSession) -> Conversation:
    session = kept.session
    return Conversation.of_kept(kept, places.digest("migrated", session.session_id, stamp(session.started)))


def _turn(conversation: Conversation, kept: KeptTurn) -> Operation:
    turn = kept.turn
    before = replace(conversation, turns=turn.turn_id - 1)
    body = stored_turn(before, turn.content, CONTENT.dump_json(turn.content).decode(), stamp(turn.ts), "migrated")
    body["content"]["schema_version"] = turn.schema_version
    if turn.summary_ts is not None:
        body["summary_ts"] = stamp(turn.summary_ts)
    if turn.feedback is not None and kept.rated is not None:
        feedback = {"rating": turn.feedback.rating, "comment": turn.feedback.comment}
        body |= {"feedback": feedback, "rated": stamp(kept.rated)}
    if conversation.branched_from is not None and turn.turn_id <= conversation.branched_from.turn_id:
        body["copied"] = True
    return Operation("index", places.turn(conversation.session_id, conversation.key, turn.turn_id), body)
