"""Gemini File Search: stores of copies, and answers from them with generateContent.

Source of the format: the Gemini API reference, "File Search"; the Interactions API gives no grounding and is not used. The SDK
asks once; what may pass is asked again here.
"""

import asyncio
import io
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from functools import partial
from itertools import groupby
from typing import TypeVar

from google.genai.errors import APIError
from google.genai.types import (
    Content,
    CreateFileSearchStoreConfig,
    DeleteDocumentConfig,
    Document,
    DocumentState,
    FileSearch,
    GenerateContentConfig,
    GroundingMetadata,
    ListDocumentsConfig,
    Part,
    Tool,
    UploadToFileSearchStoreConfig,
    UploadToFileSearchStoreOperation,
)

from ibidem.backends.failures import Failure
from ibidem.backends.gemini.client import AnswerReader, GeminiClient, candidate_of, failure_of
from ibidem.backends.gemini.filters import DOC_ID, TENANT, VERSION, metadata_filter, metadata_of, texts_of
from ibidem.backends.gemini.grounding import grounding_of
from ibidem.backends.remote_model import LONGEST_WAIT, RETRIES, RemoteModel
from ibidem.domain.errors import HostedError, HostedRefused, HostedUnavailable, ModelRefused, ModelUnavailable
from ibidem.domain.hosted import Grounding, HostedDocument, HostedEvent, HostedQuestion, HostedState, HostedUpload
from ibidem.domain.models import ModelEnd, ModelEvent, ModelRequest, TextDelta

T = TypeVar("T")

PREFIX = "fileSearchStores/"
# "Maximum file size: 100 MB" (the guide to File Search, "Rate limits").
MOST_BYTES = 100_000_000
# A copy can be found some seconds after its upload; one that takes longer than this hangs.
PROCESSING_SECONDS = 300.0
FIRST_POLL, LONGEST_POLL = 0.1, 5.0
DISPLAYED = 512  # characters of a display name, at most
PAGE = 20  # documents of a page, at most
STATES: dict[DocumentState, HostedState] = {DocumentState.STATE_ACTIVE: "active", DocumentState.STATE_FAILED: "failed"}


def open_file_search(model: str) -> "FileSearchStores":
    """File Search, with the model of that name to answer."""
    return FileSearchStores(f"gemini:{model}", model)


class FileSearchStores:
    """ports.HostedCorpus."""

    def __init__(self, name: str, model: str) -> None:
        self._name = name
        self._model = model
        self._client = GeminiClient()
        self._resources: dict[str, str] = {}

    @property
    def name(self) -> str:
        """As in HostedCorpus."""
        return self._name

    async def ask(self, question: HostedQuestion) -> AsyncGenerator[HostedEvent]:
        """As in HostedCorpus."""
        try:
            stores = [await self._resource(store) for store in question.stores]
        except HostedUnavailable as error:
            raise ModelUnavailable(self._name, error.problem) from None
        except HostedError as error:
            raise ModelRefused(self._name, error.problem) from None
        wire = FileSearchWire(self._client, self._name, self._model, question, stores)
        async with aclosing(RemoteModel(self._name, wire).stream(question.request)) as events:
            async for event in events:
                if isinstance(event, ModelEnd):
                    yield wire.grounding
                yield event

    async def create(self, store: str) -> None:
        """As in HostedCorpus."""
        if store.startswith(PREFIX):
            await self._asked(lambda: self._client.aio.file_search_stores.get(name=store))
        elif store not in await self._stores():
            config = CreateFileSearchStoreConfig(display_name=store)
            await self._asked(lambda: self._client.aio.file_search_stores.create(config=config))

    async def documents(self, store: str) -> Sequence[HostedDocument]:
        """As in HostedCorpus."""
        parent, config = await self._resource(store), ListDocumentsConfig(page_size=PAGE)

        async def listed() -> list[Document]:
            pages = await self._client.aio.file_search_stores.documents.list(parent=parent, config=config)
            return [document async for document in pages]

        return [hosted(document) for document in await self._asked(listed)]

    async def upload(self, store: str, upload: HostedUpload) -> HostedDocument:
        """As in HostedCorpus."""
        parent, content = await self._resource(store), upload.text.encode()
        if len(content) > MOST_BYTES:
            raise HostedRefused(self._name, f"{upload.doc_id} has {len(content):,} bytes; {MOST_BYTES:,} are taken at most")
        config = UploadToFileSearchStoreConfig(
            display_name=upload.title[:DISPLAYED], mime_type="text/plain", custom_metadata=metadata_of(upload)
        )
        stores, source = self._client.aio.file_search_stores, io.BytesIO(content)

        async def begun() -> UploadToFileSearchStoreOperation:
            source.seek(0)
            return await stores.upload_to_file_search_store(file_search_store_name=parent, file=source, config=config)

        operation = await self._asked(begun)
        try:
            async with asyncio.timeout(PROCESSING_SECONDS):
                return await self._processed(upload.doc_id, parent, await self._finished(upload.doc_id, operation))
        except TimeoutError:
            raise HostedUnavailable(self._name, f"{upload.doc_id} was not processed in {PROCESSING_SECONDS:g} s") from None

    async def delete(self, document: HostedDocument) -> None:
        """As in HostedCorpus."""
        config = DeleteDocumentConfig(force=True)
        documents = self._client.aio.file_search_stores.documents

        async def deleted() -> None:
            try:
                await documents.delete(name=document.name, config=config)
            except APIError as error:
                if error.code != 404:
                    raise

        await self._asked(deleted)

    async def close(self) -> None:
        """As in HostedCorpus."""
        await self._client.close()

    async def _finished(self, doc_id: str, operation: UploadToFileSearchStoreOperation) -> str:
        """The service's name of the copy, once its operation is done."""
        pauses = Pauses()
        while not operation.done:
            await pauses.wait()
            operation = await self._asked(partial(self._client.aio.operations.get, operation))
        if operation.error is not None:
            raise self._reported(doc_id, operation.error)
        return (operation.response.document_name if operation.response is not None else None) or ""

    async def _processed(self, doc_id: str, parent: str, name: str) -> HostedDocument:
        """The copy once it can be found."""
        named = name if name.startswith(PREFIX) else f"{parent}/documents/{name}"
        pauses, documents = Pauses(), self._client.aio.file_search_stores.documents
        while True:
            document = hosted(await self._asked(lambda: documents.get(name=named)))
            if document.state == "active":
                return document
            if document.state == "failed":
                raise HostedRefused(self._name, f"{doc_id} could not be processed")
            await pauses.wait()

    async def _stores(self) -> dict[str, str]:
        """The service's names of the stores, by their display names. Raises HostedRefused for two of one name."""

        async def listed() -> list[tuple[str, str]]:
            pages = await self._client.aio.file_search_stores.list()
            return [(store.display_name or "", store.name or "") async for store in pages]

        found = await self._asked(listed)
        named = dict(found)
        twice = sorted({shown for shown, name in found if shown and named[shown] != name})
        if twice:
            listed_twice = ", ".join(twice)
            raise HostedRefused(self._name, f"there are several stores named {listed_twice}; name them as {PREFIX}...")
        return named

    async def _resource(self, store: str) -> str:
        """The service's name of a store."""
        if store.startswith(PREFIX):
            return store
        if store not in self._resources:
            self._resources = await self._stores()
        if store not in self._resources:
            raise HostedRefused(self._name, f"there is no store {store!r}; `ibidem hosted sync {store}` makes it")
        return self._resources[store]

    async def _asked(self, call: Callable[[], Awaitable[T]]) -> T:
        """The result of a call; one that fails in passing is made again."""
        pauses = Pauses()
        for _ in range(RETRIES):
            try:
                return await call()
            except Exception as error:
                failure = failure_of(self._name, error)
                if failure is None or not failure.passing or (failure.wait or 0.0) > LONGEST_WAIT:
                    raise hosted_error(failure, error) from None
                await pauses.wait(failure.wait)
        try:
            return await call()
        except Exception as error:
            raise hosted_error(failure_of(self._name, error), error) from None

    def _reported(self, doc_id: str, error: dict[str, object]) -> HostedError:
        """What the service says of an upload that it did not finish (google.rpc.Status: 8 is RESOURCE_EXHAUSTED)."""
        code = error.get("code")
        reported = f" (code {code})" if isinstance(code, int) else ""
        if code in (8, 429):
            return HostedUnavailable(self._name, f"{doc_id} was not stored: the quota of the stores is used up{reported}")
        return HostedRefused(self._name, f"{doc_id} could not be processed{reported}")


class FileSearchWire:
    """remote_model.Wire: one question to the stores. `grounding` is what its answer rests on."""

    def __init__(self, client: GeminiClient, name: str, model: str, question: HostedQuestion, stores: Sequence[str]) -> None:
        self.grounding = Grounding()
        self._client = client
        self._name = name
        self._model = model
        self._contents = contents_of(question)
        wanted = metadata_filter(question.tenant, question.filters)
        self._tool = Tool(file_search=FileSearch(file_search_store_names=list(stores), metadata_filter=wanted))

    async def events(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """As in Wire."""
        config = GenerateContentConfig(
            system_instruction=request.system,
            max_output_tokens=request.max_tokens,
            automatic_continuation=False,
            tools=[self._tool],
        )
        reader, said, found = AnswerReader(), list[str](), list[GroundingMetadata]()
        async with aclosing(self._client.stream(self._model, self._contents, config)) as chunks:
            async for chunk in chunks:
                candidate = candidate_of(chunk)
                if candidate is not None and candidate.grounding_metadata is not None:
                    found.append(candidate.grounding_metadata)
                for event in reader.take(chunk):
                    if isinstance(event, TextDelta):
                        said.append(event.text)
                    yield event
        self.grounding = grounding_of(found, "".join(said))
        if reader.end is not None:
            yield reader.end

    def failure(self, error: Exception) -> Failure | None:
        """As in Wire."""
        return failure_of(self._name, error)

    async def close(self) -> None:
        """As in Wire. The client is the stores'."""


class Pauses:
    """Waits between one look and the next, longer each time."""

    def __init__(self) -> None:
        self._seconds = FIRST_POLL

    async def wait(self, seconds: float | None = None) -> None:
        """Waits as long as the service asks, or else its own time."""
        await asyncio.sleep(self._seconds if seconds is None else seconds)
        self._seconds = min(2 * self._seconds, LONGEST_POLL)


def contents_of(question: HostedQuestion) -> list[Content]:
    """The conversation as the service takes it: sides in turn, the person's first and last."""
    said = [(one.role, one.text) for one in question.history]
    while said and said[0][0] == "model":
        del said[0]
    said.append(("user", question.request.user))
    return [
        Content(role=role, parts=[Part(text=text) for _, text in spoken]) for role, spoken in groupby(said, lambda one: one[0])
    ]


def hosted(document: Document) -> HostedDocument:
    """A copy as the service describes it."""
    ours = texts_of(document.custom_metadata)
    return HostedDocument(
        name=document.name or "",
        title=document.display_name or "",
        state="pending" if document.state is None else STATES.get(document.state, "pending"),
        doc_id=ours.get(DOC_ID),
        version=ours.get(VERSION),
        tenant=ours.get(TENANT),
    )


def hosted_error(failure: Failure | None, error: Exception) -> Exception:
    """An error of the service, in our words; any other error as it is."""
    if failure is None:
        return error
    kind = HostedUnavailable if isinstance(failure.error, ModelUnavailable) else HostedRefused
    return kind(failure.error.model, failure.error.problem)
