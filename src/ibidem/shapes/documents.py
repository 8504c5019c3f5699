"""The JSON of documents, and of passages found in them."""

from collections.abc import Sequence
from datetime import date, datetime

from pydantic import BaseModel, Field

from ibidem.domain.documents import Chunk, Document, Passage
from ibidem.domain.fields import DocumentField
from ibidem.domain.languages import Language
from ibidem.shapes.errors import ErrorBody
from ibidem.shapes.pages import paged
from ibidem.shapes.scores import at_place


class DocumentShape(BaseModel):
    """One version of a document."""

    doc_id: str = Field(examples=["sop_1203"])
    title: str
    version: str = Field(description="A checksum over what it was read from.", examples=["9f86d081884c7d65"])
    source: str = Field(description="The name of the file that it was read from.")
    uri: str
    doc_type: str
    devices: list[str]
    language: Language
    readers: list[str] = Field(description="The groups that may read it; empty: everyone.")
    pages: int | None
    owner: str = Field(description='The company, organisation or product whose document it is; "" where nothing says so.')
    recognised: bool = Field(description="Whether its text, or some of it, was recognised on pictures: letters may be wrong.")
    unread_pages: list[int] = Field(description="The pages that show text of which much could not be read.")
    in_force: bool = Field(description="False: a draft, repealed, superseded by another document, or of a date to come.")
    effective: date | None = Field(description="The day from which it is in force, where it says so.")
    supersedes: list[str] = Field(description="The ids of the documents that it supersedes.")
    media_type: str
    indexed_at: datetime
    storage_pointer: str = Field(description="What names its original where originals are kept: the checksum of its bytes.")
    current: bool = Field(description="False: an earlier version, kept because a turn cites it.")
    fields: dict[str, str | float | int | list[str]] = Field(
        description="What it says of itself that the profile declares, by name; dates as texts.",
        examples=[{"department": "Sales", "year": 2024, "signed": "2024-03-01", "tags": ["pump", "seal"]}],
    )
    metadata: dict[str, str | list[str]] = Field(description="What it says of itself beside that, as it is written.")

    @classmethod
    def of(cls, document: Document) -> "DocumentShape":
        return cls(
            doc_id=document.doc_id,
            title=document.title,
            version=document.version,
            source=document.source,
            uri=document.uri,
            doc_type=document.doc_type,
            devices=list(document.devices),
            language=document.language,
            readers=list(document.readers),
            pages=document.pages,
            owner=document.owner,
            recognised=document.recognised,
            unread_pages=list(document.unread_pages),
            in_force=document.in_force,
            effective=document.effective,
            supersedes=list(document.supersedes),
            media_type=document.media_type,
            indexed_at=document.indexed_at,
            storage_pointer=document.storage_pointer,
            current=document.current,
            fields={field.name: field_value(field) for field in document.fields},
            metadata={key: values[0] if len(values) == 1 else list(values) for key, values in document.metadata},
        )


def field_value(field: DocumentField) -> str | float | int | list[str]:
    """The value as JSON has it: a number, a list, or a text."""
    match field.kind:
        case "list":
            return list(field.values)
        case "number":
            number = float(field.values[0])
            return int(number) if number.is_integer() else number
        case _:
            return field.values[0]


class StoredDocument(DocumentShape):
    """A document that was uploaded, and is durable."""

    searchable: bool = Field(description="Whether the next search finds it; false while the search index cannot be written.")
    already_there: bool = Field(
        default=False,
        description="Whether the same file was stored before under another name: this is its document, and nothing "
        "was stored now.",
    )
    instead_of: str = Field(
        default="",
        description='The id that its name gives, where the document of another file has it and is kept; else "".',
        examples=[""],
    )


class DocumentWithText(DocumentShape):
    """A document with its whole text."""

    text: str


class CitedPassage(BaseModel):
    """Where a passage stands in the whole text of its document, in characters."""

    chunk_id: str
    section: str
    page: int | None
    start: int
    end: int

    @classmethod
    def of(cls, chunk: Chunk) -> "CitedPassage":
        return cls(
            chunk_id=chunk.chunk_id,
            section=chunk.section,
            page=chunk.page,
            start=chunk.offset,
            end=chunk.offset + len(chunk.text),
        )


class NamedDocument(BaseModel):
    """A document by its id and its title."""

    doc_id: str
    title: str


def named(documents: Sequence[Document]) -> list[NamedDocument]:
    """Documents by their ids and titles."""
    return [NamedDocument(doc_id=one.doc_id, title=one.title) for one in documents]


class DocumentView(DocumentShape):
    """A document, and a page of its text as HTML."""

    html: str = Field(
        description="Safe to show: no script, link or picture. `data-start` and `data-end` of a block are characters of the text."
    )
    offset: int = Field(description="Where the page begins, in characters.")
    length: int = Field(description="How long the whole text is, in characters.")
    previous_offset: int | None
    next_offset: int | None
    passages: list[CitedPassage] = Field(description="Where the passages that were asked for stand.")
    superseded_by: list[NamedDocument] = Field(
        description="Of one that is not in force: the documents in force that supersede it, or one that did, among the first "
        "2,000, by their ids, that you may read."
    )
    drawn: bool = Field(description="Whether you can have its pages as pictures, at `/v1/documents/ID/pages/N`.")


class TextPage(BaseModel):
    """A page of a document's whole text."""

    doc_id: str
    version: str
    offset: int = Field(description="Where the page begins, in characters.")
    text: str
    next: str | None = Field(description="Where the next page is; null on the last one.")


class DocumentList(BaseModel):
    """Documents by their ids; `next_offset` is where the next page begins, null on the last."""

    documents: list[DocumentShape]
    next_offset: int | None
    total: int = Field(description="How many there are on all pages.")

    @classmethod
    def of(cls, found: Sequence[Document], limit: int, offset: int, total: int) -> "DocumentList":
        """A page, of what was found with a limit one higher."""
        shown, next_offset = paged(found, limit, offset)
        return cls(documents=[DocumentShape.of(document) for document in shown], next_offset=next_offset, total=total)


class VersionList(BaseModel):
    """The versions of a document that are kept, the current one first, then the latest."""

    versions: list[DocumentShape]
    total: int

    @classmethod
    def of(cls, found: Sequence[Document]) -> "VersionList":
        return cls(versions=[DocumentShape.of(document) for document in found], total=len(found))


class UploadedFile(BaseModel):
    """What became of one of several files: it is stored as a document, or why not."""

    name: str
    document: StoredDocument | None = None
    error: ErrorBody | None = None


class UploadedFiles(BaseModel):
    """What became of each file, in their order."""

    files: list[UploadedFile]
    stored: int = Field(description="How many were stored.")


class PassageShape(BaseModel):
    """A piece of a document as found by a search."""

    doc_id: str
    version: str
    title: str
    doc_type: str
    devices: list[str]
    language: Language
    uri: str
    owner: str
    in_force: bool
    chunk_id: str
    order: int = Field(description="Which piece of its document it is, counted from 0.")
    section: str
    page: int | None
    offset: int = Field(description="Where it begins in the whole text, in characters.")
    score: float = Field(description="1 divided by its place among the results: 1, 0.5, 0.3333 and so on.", examples=[0.5])
    text: str

    @classmethod
    def of(cls, passage: Passage, place: int) -> "PassageShape":
        chunk, document = passage.chunk, passage.document
        return cls(
            doc_id=chunk.doc_id,
            version=chunk.version,
            title=document.title,
            doc_type=document.doc_type,
            devices=list(document.devices),
            language=document.language,
            uri=document.uri,
            owner=document.owner,
            in_force=document.in_force,
            chunk_id=chunk.chunk_id,
            order=chunk.order,
            section=chunk.section,
            page=chunk.page,
            offset=chunk.offset,
            score=at_place(place),
            text=chunk.text,
        )


class SearchResponse(BaseModel):
    """Passages, best first."""

    results: list[PassageShape]
    missing: list[str] = Field(
        default=[], description="Words of the query that none of the first ten holds.", examples=[["canteen"]]
    )

    @classmethod
    def of(cls, passages: Sequence[Passage], missing: Sequence[str] = ()) -> "SearchResponse":
        results = [PassageShape.of(passage, place) for place, passage in enumerate(passages, 1)]
        return cls(results=results, missing=list(missing))
