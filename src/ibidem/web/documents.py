"""`/v1/documents`: upload, list, whole text, original, deletion."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, File, Path, Query, Request, UploadFile
from pydantic import AfterValidator, StringConstraints
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ibidem.app import App
from ibidem.corpus.drawing.drawers import is_drawable
from ibidem.domain.documents import Chunk, Principal, SearchFilters
from ibidem.domain.errors import NotFound
from ibidem.domain.languages import Language
from ibidem.language.paging import page_of, page_offsets
from ibidem.ports.document_store import DocumentReader
from ibidem.shapes.answers import text_address
from ibidem.shapes.arranging import MOST_ARRANGED, Order, arranged, require_column
from ibidem.shapes.document_fields import ChangedDocuments, FieldRequest
from ibidem.shapes.documents import (
    CitedPassage,
    DocumentList,
    DocumentShape,
    DocumentView,
    DocumentWithText,
    StoredDocument,
    TextPage,
    UploadedFile,
    UploadedFiles,
    VersionList,
    named,
)
from ibidem.shapes.filtering import from_words
from ibidem.shapes.given import well_formed
from ibidem.shapes.rendering import quoted_html
from ibidem.turn.documents.successors import successors
from ibidem.web import errors
from ibidem.web.callers import Admitted, Caller, Keeper, Limit, Offset, OpenApp, keeps_files
from ibidem.web.leaving import ClientGone, unless_gone


class _Digest(Convertor[str]):
    """Part of an address that is a SHA-256, which no part of an id is likely to be."""

    regex = "[0-9a-f]{64}"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("sha256", _Digest())
router = APIRouter(prefix="/v1/documents", tags=["documents"], responses=errors.responses(421, 500, 503))
uploads = APIRouter(prefix="/v1/uploads", tags=["documents"], responses=errors.responses(421, 500, 503))

MEBIBYTE = 1024 * 1024
PDF, PDF_MARK = "application/pdf", b"%PDF-"
PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"  # what a viewer needs
MOST_FILES = 100  # of one request
UPLOADING = (400, 408, 413, 415, 422, 429)  # what an upload may be refused with


DocId = Annotated[
    str, Path(max_length=512, description="The id of a document.", examples=["sop_1203"]), AfterValidator(well_formed)
]
Version = Annotated[
    str | None, Query(max_length=64, pattern="^[0-9a-f]+$", description="A version that was cited; without it the current one.")
]
FigureId = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="The `id` of a figure of one of its sources.")]
ChunkId = Annotated[str, StringConstraints(max_length=700, pattern=r"#[0-9]{1,7}$")]
FieldWords = Annotated[
    Sequence[Annotated[str, StringConstraints(max_length=400), AfterValidator(well_formed)]],
    Query(
        max_length=100,
        description="Only documents whose field has this value: NAME=VALUE, for numbers and dates NAME=FIRST..LAST too; "
        "may be given more than once.",
        examples=[["year=2020..2024", "department=Sales"]],
    ),
]
Duplicates = Annotated[
    Literal["store", "recognise"],
    Query(description="What becomes of a file that is stored already under another name: a document of its own, or that one."),
]
KindWords = Sequence[Annotated[str, StringConstraints(max_length=400), AfterValidator(well_formed)]]
NOT_FOUND = errors.responses(404, 422)
# Of what is sent as a file had it, or as a picture of it: nothing in it runs or fetches anything.
SANDBOXED = {"Content-Security-Policy": "sandbox; default-src 'none'"}


@router.post(
    "",
    status_code=201,
    responses={200: {"description": "It was there already.", "model": StoredDocument}, **errors.responses(*UPLOADING)},
    summary="Upload a document",
)
async def upload(
    file: UploadFile,
    request: Request,
    response: Response,
    app: OpenApp,
    principal: Caller,
    duplicates: Duplicates = "store",
) -> StoredDocument:
    """Reads the file and stores it as a document, or as a new version of one. It is durable when this returns, and found by the
    next search, unless `searchable` is false: the index follows later then. Nothing was stored where this fails, nor when the
    client goes away while the file waits or is read. The extension of the file's name says its format, the rest of the name
    gives the id; where the document of a file of another name has that one, both are kept, and `instead_of` names it. A file
    that is recognised as a document that is there is answered with that one, and 200."""
    stored = await _store(file, request, app, principal, duplicates)
    if stored.already_there:
        response.status_code = 200
    response.headers["Location"] = f"{request.scope['path']}/{quote(stored.doc_id, safe='')}"
    return stored


@uploads.post(
    "",
    responses=errors.responses(*UPLOADING),
    form_limits={"max_files": MOST_FILES},
    summary="Upload several documents",
)
async def upload_several(
    files: Annotated[list[UploadFile], File(min_length=1, max_length=MOST_FILES)],
    request: Request,
    app: OpenApp,
    principal: Caller,
    duplicates: Duplicates = "store",
) -> UploadedFiles:
    """Reads the files one after the other and stores each as `POST /v1/documents` does; one that cannot be stored is named with
    the reason, and hinders no other. When the client goes away, those that were stored stay."""
    done: list[UploadedFile] = []
    for file in files:
        name = errors.shortened(file.filename or "")
        try:
            done.append(UploadedFile(name=name, document=await _store(file, request, app, principal, duplicates)))
        except ClientGone:
            raise
        except errors.ANSWERED as error:
            done.append(UploadedFile(name=name, error=errors.refusal_of(request, error).body))
    return UploadedFiles(files=done, stored=sum(one.document is not None and not one.document.already_there for one in done))


async def _store(file: UploadFile, request: Request, app: App, principal: Principal, duplicates: Duplicates) -> StoredDocument:
    limit = app.settings.upload_limit_mb * MEBIBYTE
    if file.size is not None and file.size > limit:
        raise HTTPException(413, f"the file is larger than {limit:,} bytes, which is the limit here")
    content, name = await file.read(), file.filename or ""
    known = None if duplicates == "store" else await app.uploads.known(name, content, principal)
    if known is not None:
        shown = DocumentShape.of(known).model_dump()
        return StoredDocument(**shown, searchable=await app.backend.in_step(), already_there=True)
    prepared = await unless_gone(request, app.uploads.read(name, content, principal))
    document = await app.uploads.add(prepared, principal)
    wanted = prepared.document.doc_id
    return StoredDocument(
        **DocumentShape.of(document).model_dump(),
        searchable=await app.backend.in_step(),
        instead_of="" if document.doc_id == wanted else wanted,
    )


@router.get("", responses=errors.responses(400, 422), summary="List the documents")
async def documents(
    app: OpenApp,
    principal: Caller,
    field: FieldWords = (),
    doc_types: Annotated[
        KindWords, Query(max_length=100, alias="type", description="Only documents of one of these types.")
    ] = (),
    devices: Annotated[
        KindWords, Query(max_length=100, alias="device", description="Only documents that name one of these devices.")
    ] = (),
    owners: Annotated[KindWords, Query(max_length=100, alias="owner", description="Only documents of one of these owners.")] = (),
    language: Annotated[Sequence[Language], Query(max_length=10, description="Only documents in one of these languages.")] = (),
    sort: Annotated[str, Query(max_length=100, description="The column or the declared field by which they come.")] = "doc_id",
    order: Annotated[Order, Query(description="Of that column; documents without a value come last.")] = "ascending",
    limit: Limit = 50,
    offset: Offset = 0,
) -> DocumentList:
    """The documents that you may read, by their ids, in pages. In another order, or in some languages alone, they are the first
    2,000 by their ids that pass the other filters."""
    fields = from_words(field, app.profile, "field")
    filters = SearchFilters(tuple(devices), tuple(doc_types), owners=tuple(owners), fields=fields)
    require_column(sort, app.profile)
    if language or (sort, order) != ("doc_id", "ascending"):
        read = await app.documents.documents(principal, MOST_ARRANGED, 0, filters)
        shown = await asyncio.to_thread(arranged, read, sort, order, language)
        return DocumentList.of(shown[offset : offset + limit + 1], limit, offset, len(shown))
    found = await app.documents.documents(principal, limit + 1, offset, filters)
    return DocumentList.of(found, limit, offset, await app.documents.count(principal, filters))


@router.patch("", responses=errors.responses(400, 404, 408, 413, 415, 422), summary="Set a field on several documents")
async def set_field(given: FieldRequest, app: OpenApp, principal: Caller) -> ChangedDocuments:
    """Has all of these documents say this under the name of a field that the profile declares, or none of them. Their texts and
    versions stay; what is set stays until a document is read anew, because its file has changed."""
    field = given.to_domain(app.profile)
    return ChangedDocuments.of(await app.uploads.set_field(given.doc_ids, field, principal))


# An id may hold slashes, so the longer addresses come first.
@router.get("/{doc_id:path}/versions", responses=NOT_FOUND, summary="The versions of a document")
async def versions(doc_id: DocId, app: OpenApp, principal: Caller) -> VersionList:
    """The version of now, and earlier ones that are kept because a turn cites them."""
    return VersionList.of(await app.documents.versions(doc_id, principal))


@router.get("/{doc_id:path}/text", responses=NOT_FOUND, summary="A document's text in pages")
async def text_page(
    doc_id: DocId,
    app: OpenApp,
    principal: Caller,
    version: Version = None,
    offset: Annotated[int, Query(ge=0, le=2**31 - 1, description="Where the page begins, in characters.")] = 0,
) -> TextPage:
    """A page of the whole text, which ends where a line ends, and where the next one is."""
    found = await app.documents.get(doc_id, principal, version)
    page = page_of(await app.documents.text(doc_id, principal, found.version), offset)
    rest = None if page.next_offset is None else text_address(doc_id, found.version, page.next_offset)
    return TextPage(doc_id=doc_id, version=found.version, offset=offset, text=page.text, next=rest)


@router.get("/{doc_id:path}/view", responses=NOT_FOUND, summary="A page of a document, to be shown")
async def view(
    doc_id: DocId,
    app: OpenApp,
    access: Admitted,
    version: Version = None,
    at: Annotated[int | None, Query(ge=0, le=2**31 - 1, description="A character of the text that the page is to hold.")] = None,
    chunk: Annotated[list[ChunkId] | None, Query(max_length=50, description="Passages whose place is wanted.")] = None,
) -> DocumentView:
    """The page of the text that holds the character `at`, else the first of the passages, else the first page, as HTML that is
    safe to show; and where the passages stand."""
    principal = access.principal
    found = await app.documents.get(doc_id, principal, version)
    text = await app.documents.text(doc_id, principal, found.version)
    passages = [CitedPassage.of(one) for one in await _passages(app.documents, doc_id, found.version, chunk or (), principal)]
    wanted = at if at is not None else min((one.start for one in passages), default=0)
    begins = page_offsets(text)
    number = max((place for place, begin in enumerate(begins) if begin <= wanted), default=0)
    return DocumentView(
        **DocumentShape.of(found).model_dump(),
        html=quoted_html(page_of(text, begins[number]).text, begins[number]),
        offset=begins[number],
        length=len(text),
        previous_offset=begins[number - 1] if number else None,
        next_offset=begins[number + 1] if number + 1 < len(begins) else None,
        passages=passages,
        superseded_by=[] if found.in_force else named(await successors(app.documents, doc_id, principal)),
        drawn=is_drawable(found) and keeps_files(app, access),
    )


async def _passages(
    documents: DocumentReader, doc_id: str, version: str, chunk_ids: Sequence[str], principal: Principal
) -> Sequence[Chunk]:
    """The chunks with these ids in this version, in their order; an id of another one is passed over."""
    orders = {int(chunk_id.rpartition("#")[2]) for chunk_id in chunk_ids}
    found = [one for order in sorted(orders) for one in await documents.chunks(doc_id, version, order, order, principal)]
    return [one for one in found if one.chunk_id in chunk_ids]


@router.get(
    "/{doc_id:path}/original",
    response_class=Response,
    responses={200: {"description": "The file, as an attachment.", "content": {"*/*": {}}}, **NOT_FOUND},
    summary="The file that a document was read from",
)
async def original(doc_id: DocId, app: OpenApp, principal: Keeper, version: Version = None) -> Response:
    """The bytes as they came in; where the profile masks documents, this takes the scope `write`. Sent as an attachment that
    no browser opens in this server's name."""
    found = await app.documents.get(doc_id, principal, version)
    content = await app.documents.original(doc_id, principal, found.version)
    name = found.source.replace("\\", "/").rpartition("/")[2] or found.doc_id
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
        **SANDBOXED,
    }
    return Response(content, media_type=found.media_type, headers=headers)


@router.get(
    "/{doc_id:path}/pdf",
    response_class=Response,
    responses={200: {"description": "The PDF, for the browser's own viewer.", "content": {PDF: {}}}, **NOT_FOUND},
    summary="A PDF, to be opened",
)
async def pdf(doc_id: DocId, app: OpenApp, principal: Keeper, version: Version = None) -> Response:
    """The file of a document that is a PDF; `#page=3` opens it there. Nothing else is sent to be opened in this server's name."""
    found = await app.documents.get(doc_id, principal, version)
    content = await app.documents.original(doc_id, principal, found.version)
    if found.media_type != PDF or PDF_MARK not in content[:1024]:
        raise NotFound("PDF", doc_id)
    headers = {"Content-Disposition": "inline", "Content-Security-Policy": PDF_POLICY}
    return Response(content, media_type=PDF, headers=headers)


@router.get(
    "/{doc_id:path}/figures/{figure_id:sha256}",
    response_class=Response,
    responses={200: {"description": "The picture.", "content": {"image/*": {}}}, **NOT_FOUND},
    summary="A picture in a document",
)
async def figure(doc_id: DocId, figure_id: FigureId, app: OpenApp, principal: Caller, version: Version = None) -> Response:
    """A picture that was kept with the document: PNG, JPEG, GIF or WebP, as its bytes begin."""
    found = await app.documents.get(doc_id, principal, version)
    shown = next((one for one in found.figures if one.figure_id == figure_id), None)
    if shown is None:
        raise NotFound("figure", figure_id)
    content = await app.documents.picture(doc_id, figure_id, principal, found.version)
    headers = {"Content-Disposition": "inline", **SANDBOXED}
    return Response(content, media_type=shown.media_type, headers=headers)


@router.get("/{doc_id:path}", responses=NOT_FOUND, summary="A document with its whole text")
async def document(doc_id: DocId, app: OpenApp, principal: Caller, version: Version = None) -> DocumentWithText:
    """The document as it was read: what it is, and all of its text."""
    found = await app.documents.get(doc_id, principal, version)
    text = await app.documents.text(doc_id, principal, found.version)
    return DocumentWithText(**DocumentShape.of(found).model_dump(), text=text)


@router.delete("/{doc_id:path}", status_code=204, responses=NOT_FOUND, summary="Take a document out of the corpus")
async def delete(doc_id: DocId, app: OpenApp, principal: Caller) -> None:
    """No search finds it any more when this returns. Versions that a turn cites stay readable by version."""
    await app.uploads.delete(doc_id, principal)
