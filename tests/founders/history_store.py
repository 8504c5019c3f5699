"""A store of conversations as a client of the founding design has it: plain queries on the alias `conv_turns`, and no ibidem."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import httpx2

Json = dict[str, Any]
# What the founding design asks of the alias: a field, and its type.
MAPPED = {
    "session_id": "keyword",
    "turn_id": "integer",
    "ts": "date",
    "user_text": "text",
    "assistant_text": "text",
    "summary": "text",
    "summary_ts": "date",
    "doc_refs": "nested",
    "doc_refs.slot": "integer",
    "doc_refs.doc_id": "keyword",
    "doc_refs.title": "text",
    "doc_refs.title.raw": "keyword",
    "doc_refs.source": "keyword",
    "doc_refs.uri": "keyword",
    "doc_refs.chunk_ids": "keyword",
    "doc_refs.snippet": "text",
    "doc_refs.version": "keyword",
}


@dataclass(frozen=True, slots=True)
class Reference:
    """A document that a turn showed under a number."""

    slot: int
    doc_id: str
    title: str
    version: str = ""
    source: str = ""
    uri: str = ""
    chunk_ids: Sequence[str] = ()
    snippet: str = ""


class HistoryStore:
    """Turns of sessions in the cluster at an address, behind the alias `PREFIX-conv_turns`."""

    def __init__(self, address: str, prefix: str) -> None:
        self._client = httpx2.Client(base_url=address, timeout=30)
        self._prefix = prefix

    def append_turn(self, session_id: str, user_text: str, assistant_text: str, refs: Sequence[Reference], summary: str) -> int:
        """Stores the session's next turn; its number."""
        last = self.list_recent_turns(session_id, 1)
        number = last[0]["turn_id"] + 1 if last else 1
        now = datetime.now(UTC).isoformat()
        turn = {
            "session_id": session_id,
            "turn_id": number,
            "ts": now,
            "user_text": user_text,
            "assistant_text": assistant_text,
            "doc_refs": [asdict(ref) for ref in refs],
            "summary": summary,
            "summary_ts": now,
        }
        place = quote(f"{session_id}:{number}", safe="")
        self._ask("PUT", f"/{self._prefix}-conv_turns/_doc/{place}?refresh=true", turn)
        return number

    def list_recent_turns(self, session_id: str, count: int) -> list[Json]:
        """The last turns, the latest one first."""
        return self._turns({"bool": {"filter": [{"term": {"session_id": session_id}}]}}, [{"turn_id": "desc"}], count)

    def get_turns(self, session_id: str, numbers: Sequence[int]) -> list[Json]:
        """The turns of these numbers, in their order."""
        query = {"bool": {"filter": [{"term": {"session_id": session_id}}, {"terms": {"turn_id": list(numbers)}}]}}
        return self._turns(query, [{"turn_id": "asc"}], len(numbers))

    def resolve_slot(self, session_id: str, slot: int) -> Json | None:
        """The document under this number, in the latest turn that has one."""
        numbered: Json = {"nested": {"path": "doc_refs", "query": {"term": {"doc_refs.slot": slot}}, "inner_hits": {}}}
        query: Json = {"bool": {"filter": [{"term": {"session_id": session_id}}, numbered]}}
        body = {"query": query, "sort": [{"turn_id": "desc"}], "size": 1}
        hits = self._ask("POST", f"/{self._prefix}-conv_turns/_search", body)["hits"]["hits"]
        return hits[0]["inner_hits"]["doc_refs"]["hits"]["hits"][0]["_source"] if hits else None

    def search_turns(self, session_id: str, words: str, count: int) -> list[Json]:
        """The turns about these words, the best first."""
        said = [{"match": {"summary": words}}, {"match": {"user_text": words}}]
        query = {"bool": {"filter": [{"term": {"session_id": session_id}}], "should": said, "minimum_should_match": 1}}
        return self._turns(query, ["_score"], count)

    def turns_since(self, session_id: str, since: datetime) -> list[Json]:
        """Those that were stored or summed up since, in their order."""
        moments: Json = {"bool": {"should": [{"range": {name: {"gte": since.isoformat()}}} for name in ("ts", "summary_ts")]}}
        return self._turns({"bool": {"filter": [{"term": {"session_id": session_id}}, moments]}}, [{"ts": "asc"}], 100)

    def document(self, doc_id: str) -> Json:
        """What is known of a document: with its `storage_pointer`."""
        body = {"query": {"term": {"doc_id": doc_id}}}
        (hit,) = self._ask("POST", f"/{self._prefix}-docs/_search", body)["hits"]["hits"]
        return hit["_source"]

    def chunks(self, doc_id: str, version: str) -> list[Json]:
        """The chunks of a version of a document, in their order."""
        named: list[Json] = [{"term": {"doc_id": doc_id}}, {"term": {"version": version}}]
        body = {"query": {"bool": {"filter": named}}, "sort": [{"order": "asc"}], "size": 1000}
        return [hit["_source"] for hit in self._ask("POST", f"/{self._prefix}-doc_chunks/_search", body)["hits"]["hits"]]

    def mapped(self) -> dict[str, str]:
        """The type of each field of MAPPED, as the cluster has it."""
        (index,) = self._ask("GET", f"/{self._prefix}-conv_turns/_mapping").values()
        return {name: kind for name in MAPPED if (kind := _type_of(index["mappings"], name.split("."))) is not None}

    def close(self) -> None:
        """Lets go of the connections."""
        self._client.close()

    def _turns(self, query: Json, sort: Sequence[Json | str], size: int) -> list[Json]:
        body = {"query": query, "sort": list(sort), "size": size}
        return [hit["_source"] for hit in self._ask("POST", f"/{self._prefix}-conv_turns/_search", body)["hits"]["hits"]]

    def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        answer = self._client.request(method, path, json=body)
        assert answer.is_success, answer.text
        return answer.json()


def _type_of(mapping: Json, path: Sequence[str]) -> str | None:
    for name in path:
        mapping = (mapping.get("properties") or mapping.get("fields") or {}).get(name)
        if mapping is None:
            return None
    return mapping["type"]
