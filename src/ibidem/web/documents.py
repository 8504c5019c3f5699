"""`/v1/documents`: upload, list, whole text, original, deletion."""

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request, UploadFile
from pydantic import AfterValidator
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ibidem.language.paging import page_of
from ibidem.shapes.answers import text_address
from ibidem.shapes.documents import DocumentList, DocumentShape, DocumentWithText, StoredDocument, TextPage
from ibidem.shapes.requests import well_formed
from ibidem.web import errors
from ibidem.web.callers import Caller, Limit, Offset, OpenApp
from ibidem.web.leaving import unless_gone

router = APIRouter(prefix="/v1/documents", tags=["documents"], responses=errors.responses(421, 500, 503))

MEBIBYTE = 1024 * 1024


DocId = Annotated[
    str, Path(max_length=512, description="The id of a document.", examples=["sop_1203"]), AfterValidator(well_formed)
]
Version = Annotated[
    str | None, Query(max_length=64, pattern="^[0-9a-f]+$", description="A version that was cited; without it the current one.")
]
NOT_FOUND = errors.responses(404, 422)


@router.post("", status_code=201, responses=errors.responses(400, 408, 413, 415, 422, 429), summary="Upload a document")
async def upload(file: UploadFile, request: Request, response: Response, app: OpenApp, principal: Caller) -> StoredDocument:
    """Reads the file and stores it as a document, or as a new version of one. It is durable when this returns, and found by the
    next search, unless `searchable` is false: the index follows later then. Nothing was stored where this fails, nor when the
    client goes away while the file waits or is read. The extension of the file's name says its format, the rest of the name
    gives the id."""
    limit = app.settings.upload_limit_mb * MEBIBYTE
    if file.size is not None and file.size > limit:
        raise HTTPException(413, f"the file is larger than {limit:,} bytes, which is the limit here")
    prepared = await unless_gone(request, app.read_document(file.filename or "", await file.read(), principal))
    document = await app.add_document(prepared, principal)
    response.headers["Location"] = f"{request.scope['path']}/{quote(document.doc_id, safe='')}"
    return StoredDocument(**DocumentShape.of(document).model_dump(), searchable=await app.backend.in_step())


@router.get("", responses=errors.responses(422), summary="List the documents")
async def documents(app: OpenApp, principal: Caller, limit: Limit = 50, offset: Offset = 0) -> DocumentList:
    """The documents that you may read, by their ids, in pages."""
    found = await app.documents.documents(principal, limit + 1, offset)
    return DocumentList.of(found, limit, offset)


# An id may hold slashes, so the longer addresses come first.
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


@router.get(
    "/{doc_id:path}/original",
    response_class=Response,
    responses={200: {"description": "The file, as an attachment.", "content": {"application/octet-stream": {}}}, **NOT_FOUND},
    summary="The file that a document was read from",
)
async def original(doc_id: DocId, app: OpenApp, principal: Caller, version: Version = None) -> Response:
    """The bytes as they came in. Sent as an attachment that no browser opens in this server's name."""
    found = await app.documents.get(doc_id, principal, version)
    content = await app.documents.original(doc_id, principal, found.version)
    name = found.source.replace("\\", "/").rpartition("/")[2] or found.doc_id
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return Response(content, media_type=found.media_type, headers=headers)


@router.get("/{doc_id:path}", responses=NOT_FOUND, summary="A document with its whole text")
async def document(doc_id: DocId, app: OpenApp, principal: Caller, version: Version = None) -> DocumentWithText:
    """The document as it was read: what it is, and all of its text."""
    found = await app.documents.get(doc_id, principal, version)
    text = await app.documents.text(doc_id, principal, found.version)
    return DocumentWithText(**DocumentShape.of(found).model_dump(), text=text)


@router.delete("/{doc_id:path}", status_code=204, responses=NOT_FOUND, summary="Take a document out of the corpus")
async def delete(doc_id: DocId, app: OpenApp, principal: Caller) -> None:
    """No search finds it any more when this returns. Versions that a turn cites stay readable by version."""
    await app.delete_document(doc_id, principal)
