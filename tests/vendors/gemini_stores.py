"""The stores of a loopback File Search: what is uploaded, listed, deleted and found there.

    POST   /{version}/fileSearchStores                                         {displayName, embeddingModel?}
    GET    /{version}/fileSearchStores[/{id}]
    DELETE /{version}/fileSearchStores/{id}?force=True
    POST   /upload/{version}/fileSearchStores/{id}:uploadToFileSearchStore     resumable: the answer has X-Goog-Upload-URL
    POST   that address                                                        X-Goog-Upload-Offset, "upload, finalize" at the end
    GET    /{version}/fileSearchStores/{id}/upload/operations/{n}
    GET    /{version}/fileSearchStores/{id}/documents[/{n}]
    DELETE /{version}/fileSearchStores/{id}/documents/{n}?force=True

Source: the Gemini API reference, "File Search stores", "Documents" and "Uploading media", and what the SDK sends.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, cast
from urllib.parse import parse_qs, unquote

from ibidem.testing.loopback import Exchange, Loopback
from vendors.gemini_filters import Filter, FilterError, Metadata

STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    404: "NOT_FOUND",
    405: "UNIMPLEMENTED",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}
VERSION = r"/v1(?:beta)?"
STORE = r"fileSearchStores/[a-z0-9-]+"
MOST_METADATA = 20
MOST_PAGE = 20


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass(slots=True)
class StoredCopy:
    """A document of a store. It can be found after so many looks at it."""

    name: str
    display_name: str
    mime_type: str
    metadata: Sequence[Mapping[str, Any]]
    text: str
    looks: int
    failed: bool = False

    @property
    def state(self) -> str:
        if self.failed:
            return "STATE_FAILED"
        return "STATE_PENDING" if self.looks > 0 else "STATE_ACTIVE"

    @property
    def values(self) -> Metadata:
        """The metadata as filters see it."""
        return {one["key"]: value_of(one) for one in self.metadata}

    @property
    def key(self) -> str:
        """How a script names it: the `doc_id` of its metadata, else its display name."""
        return str(self.values.get("doc_id", self.display_name))

    def shape(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "displayName": self.display_name,
            "mimeType": self.mime_type,
            "state": self.state,
            "sizeBytes": str(len(self.text.encode())),
            "customMetadata": list(self.metadata),
        }


@dataclass(slots=True)
class StoreHeld:
    """A store with its documents, by their names."""

    name: str
    display_name: str
    copies: dict[str, StoredCopy] = field(default_factory=dict[str, StoredCopy])

    def shape(self) -> dict[str, Any]:
        return {"name": self.name, "displayName": self.display_name, "activeDocumentsCount": str(len(self.copies))}


@dataclass(slots=True)
class _Upload:
    store: StoreHeld
    body: Mapping[str, Any]
    size: int
    mime_type: str
    content: bytearray = field(default_factory=bytearray)


class GeminiStores:
    """Everything that is stored. `most_bytes` is the largest file that is taken, `quota` the bytes of all files together;
    `looks` are needed until a copy can be found; a text that holds `spoilt` cannot be processed."""

    def __init__(self, most_bytes: int = 100_000_000, quota: int = 1_000_000_000, looks: int = 1) -> None:
        self.most_bytes = most_bytes
        self.quota = quota
        self.looks = looks
        self.spoilt = "\ufffd\ufffd\ufffd"
        self.stores: dict[str, StoreHeld] = {}
        self._uploads: dict[str, _Upload] = {}
        self._operations: dict[str, StoredCopy] = {}
        self._count = 0

    def put(self, store: str, display_name: str, text: str, **metadata: str) -> StoredCopy:
        """A document as somebody else has uploaded it, ready to be found; the store is made where there is none."""
        held = next((one for one in self.stores.values() if one.display_name == store), None) or self._made(store)
        written = [{"key": key, "stringValue": value} for key, value in metadata.items()]
        return self._stored(held, StoredCopy("", display_name, "text/plain", written, text, 0))

    def searched(self, names: Sequence[str], wanted: str | None) -> list[StoredCopy]:
        """The copies of the stores that pass the filter. Raises Refused."""
        try:
            only = None if wanted is None else Filter(wanted)
        except FilterError as error:
            raise Refused(400, f"metadata_filter: {error}") from None
        copies = [copy for name in names for copy in self._store(name).copies.values()]
        return [copy for copy in copies if copy.state == "STATE_ACTIVE" and (only is None or only.passes(copy.values))]

    async def handle(self, exchange: Exchange, server: Loopback) -> bool:
        """Answers what is about stores; False for everything else. Raises Refused."""
        path = unquote(exchange.path)
        if found := re.fullmatch(rf"/upload{VERSION}/({STORE}):uploadToFileSearchStore", path):
            await self._begin(exchange, self._store(found[1]), server)
        elif found := re.fullmatch(r"/resumable/(\d+)", path):
            await self._receive(exchange, found[1])
        elif re.fullmatch(rf"{VERSION}/fileSearchStores", path):
            await self._answer_stores(exchange)
        elif found := re.fullmatch(rf"{VERSION}/({STORE})", path):
            await self._answer_store(exchange, self._store(found[1]))
        elif found := re.fullmatch(rf"{VERSION}/({STORE})/upload/operations/(\d+)", path):
            await self._answer_operation(exchange, found[2])
        elif found := re.fullmatch(rf"{VERSION}/({STORE})/documents", path):
            copies = [copy.shape() for copy in self._store(found[1]).copies.values()]
            await exchange.answer(200, _page(exchange, "documents", copies))
        elif found := re.fullmatch(rf"{VERSION}/({STORE})/documents/([a-z0-9-]+)", path):
            await self._answer_document(exchange, self._store(found[1]), f"{found[1]}/documents/{found[2]}")
        else:
            return False
        return True

    async def _answer_stores(self, exchange: Exchange) -> None:
        if exchange.method == "GET":
            await exchange.answer(200, _page(exchange, "fileSearchStores", [one.shape() for one in self.stores.values()]))
            return
        body = fields(exchange, "displayName", "embeddingModel")
        if len(str(body.get("displayName", ""))) > 512:
            refuse("displayName: at most 512 characters")
        await exchange.answer(200, self._made(str(body.get("displayName", ""))).shape())

    async def _answer_store(self, exchange: Exchange, store: StoreHeld) -> None:
        if exchange.method == "DELETE":
            if store.copies and "force=True" not in exchange.query:
                raise Refused(400, "the store is not empty")
            del self.stores[store.name]
        await exchange.answer(200, {} if exchange.method == "DELETE" else store.shape())

    async def _answer_operation(self, exchange: Exchange, number: str) -> None:
        copy = self._operations.get(number) or refuse("no such operation", 404)
        copy.looks -= 1
        await exchange.answer(200, _operation(number, copy))

    async def _answer_document(self, exchange: Exchange, store: StoreHeld, name: str) -> None:
        copy = store.copies.get(name) or refuse("no such document", 404)
        if exchange.method == "DELETE":
            if "force=True" not in exchange.query:
                raise Refused(400, "the document has chunks; force is needed")
            del store.copies[name]
            await exchange.answer(200, {})
            return
        await exchange.answer(200, copy.shape())

    async def _begin(self, exchange: Exchange, store: StoreHeld, server: Loopback) -> None:
        headers = exchange.headers
        if headers.get("x-goog-upload-protocol") != "resumable" or headers.get("x-goog-upload-command") != "start":
            refuse("X-Goog-Upload-Protocol: resumable and X-Goog-Upload-Command: start are expected")
        body = fields(exchange, "displayName", "mimeType", "customMetadata", "chunkingConfig")
        checked_metadata(body.get("customMetadata", []))
        size = int(headers["x-goog-upload-header-content-length"])
        if size > self.most_bytes:
            refuse(f"the file has {size} bytes; at most {self.most_bytes} are allowed")
        if size + sum(len(copy.text.encode()) for one in self.stores.values() for copy in one.copies.values()) > self.quota:
            raise Refused(429, "the stores of this project are full")
        self._count += 1
        self._uploads[str(self._count)] = _Upload(store, body, size, headers["x-goog-upload-header-content-type"])
        await exchange.answer(
            200, {}, {"X-Goog-Upload-URL": f"{server.url}/resumable/{self._count}", "X-Goog-Upload-Status": "active"}
        )

    async def _receive(self, exchange: Exchange, number: str) -> None:
        upload = self._uploads.get(number) or refuse("no such upload", 404)
        if int(exchange.headers["x-goog-upload-offset"]) != len(upload.content):
            refuse("X-Goog-Upload-Offset: not where the upload stands")
        upload.content += exchange.body
        commands = {part.strip() for part in exchange.headers["x-goog-upload-command"].split(",")}
        if "finalize" not in commands:
            await exchange.answer(200, {}, {"X-Goog-Upload-Status": "active"})
            return
        if len(upload.content) != upload.size:
            refuse(f"{upload.size} bytes were announced, {len(upload.content)} came")
        del self._uploads[number]
        text = upload.content.decode("utf-8", "replace")
        written = upload.body.get("customMetadata", [])
        metadata = [{"key": one["key"], **_value_fields(one)} for one in written]
        named = str(upload.body.get("displayName", ""))
        copy = StoredCopy("", named, upload.mime_type, metadata, text, self.looks, self.spoilt in text)
        self._operations[number] = self._stored(upload.store, copy)
        await exchange.answer(200, _operation(number, copy), {"X-Goog-Upload-Status": "final"})

    def _stored(self, store: StoreHeld, copy: StoredCopy) -> StoredCopy:
        self._count += 1
        copy.name = f"{store.name}/documents/copy-{self._count}"
        store.copies[copy.name] = copy
        return copy

    def _made(self, display_name: str) -> StoreHeld:
        self._count += 1
        store = StoreHeld(f"fileSearchStores/store-{self._count}", display_name)
        self.stores[store.name] = store
        return store

    def _store(self, name: str) -> StoreHeld:
        return self.stores.get(name) or refuse(f"no store {name}", 404)


def refuse(message: str, status: int = 400) -> NoReturn:
    """Answers with an error."""
    raise Refused(status, message)


def fields(exchange: Exchange, *known: str) -> dict[str, Any]:
    """The body, which may hold these fields and no other."""
    try:
        body: Any = json.loads(exchange.body or b"{}")
    except ValueError:
        refuse("the body is no JSON")
    return held(body, "the body", *known)


def held(value: Any, what: str, *known: str) -> dict[str, Any]:
    """An object whose fields are among these, in camel case or, as the SDK sends some, in snake case."""
    if not isinstance(value, dict):
        refuse(f"{what}: an object is expected")
    found = {_camel(name): inner for name, inner in cast(dict[str, Any], value).items()}
    unknown = sorted(set(found) - set(known))
    if unknown:
        refuse(f"{what}: unknown field {', '.join(unknown)}")
    return found


def checked_metadata(metadata: Any) -> None:
    """Raises Refused for what is no list of keys with one value each."""
    written = cast(list[Any], metadata) if isinstance(metadata, list) else None
    if written is None or len(written) > MOST_METADATA:
        refuse(f"customMetadata: a list of at most {MOST_METADATA} is expected")
    for one in written:
        entry = held(one, "customMetadata", "key", "stringValue", "numericValue", "stringListValue")
        if not entry.get("key") or len(entry) != 2:
            refuse("customMetadata: a key and one value are expected")
        if not value_of(entry):
            refuse("customMetadata: an empty value")


def value_of(entry: Mapping[str, Any]) -> str | Sequence[str]:
    """The value of an entry of metadata."""
    values = _value_fields(entry)
    if "stringListValue" in values:
        return tuple(map(str, values["stringListValue"]["values"]))
    return str(values.get("stringValue", values.get("numericValue", "")))


def _value_fields(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {_camel(name): value for name, value in entry.items() if name != "key"}


def _operation(number: str, copy: StoredCopy) -> dict[str, Any]:
    parent = copy.name.split("/documents/")[0]
    operation: dict[str, Any] = {"name": f"{parent}/upload/operations/{number}"}
    if copy.looks <= 0 or copy.failed:
        operation |= {"done": True, "response": {"parent": parent, "documentName": copy.name}}
    return operation


def _page(exchange: Exchange, name: str, everything: Sequence[Any]) -> dict[str, Any]:
    query = {_camel(key): values[0] for key, values in parse_qs(exchange.query).items()}
    size, begin = int(query.get("pageSize", "10")), int(query.get("pageToken", "0"))
    if not 1 <= size <= MOST_PAGE:
        refuse(f"pageSize: 1 to {MOST_PAGE}")
    page: dict[str, Any] = {name: list(everything[begin : begin + size])}
    return page | ({"nextPageToken": str(begin + size)} if begin + size < len(everything) else {})


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
