"""`/v1/documents/ID/pages`: pages of PDFs and scans as pictures, with the places of what was cited."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import StringConstraints
from starlette.convertors import Convertor, register_url_convertor
from starlette.responses import Response

from ibidem.app import App
from ibidem.corpus.drawing.drawers import PageDrawers, is_drawable
from ibidem.corpus.drawing.drawn import DRAWN_AS
from ibidem.corpus.drawing.placing import Quotation
from ibidem.domain.documents import Document, Principal
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.shapes.drawn_pages import PageView
from ibidem.web import errors
from ibidem.web.callers import Keeper, OpenApp
from ibidem.web.documents import SANDBOXED, DocId, Version


class _PageNumber(Convertor[int]):
    """Part of an address that is the number of a page: `site/pages/about` is an id. Python reads 4,300 digits at most."""

    regex = "[0-9]{1,6}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("page", _PageNumber())
router = APIRouter(prefix="/v1/documents", tags=["documents"], responses=errors.responses(421, 500, 503))

AROUND = 300  # characters before and after a quotation that tell it from the same words elsewhere on the page
LONGEST = 20_000  # characters of a quotation, several times the longest passage
REFUSALS = errors.responses(403, 404, 422, 429)

Number = Annotated[int, Path(ge=1, le=100_000, description="The number of the page; 1 is the first.")]
Quotations = Annotated[
    Sequence[Annotated[str, StringConstraints(pattern=r"^[0-9]{1,9}-[0-9]{1,9}$")]],
    Query(
        max_length=50,
        alias="quote",
        description="Characters of the text whose places are wanted, START-END as `parts` of a turn and `passages` of a view "
        "give them; may be given more than once.",
        examples=[["120-188"]],
    ),
]
Width = Annotated[int, Query(ge=200, le=2400, description="How wide the picture is at most, in pixels.")]


@router.get("/{doc_id:path}/pages/{number:page}", responses=REFUSALS, summary="A page of a PDF or scan, to be shown")
async def page(
    doc_id: DocId,
    number: Number,
    request: Request,
    app: OpenApp,
    principal: Keeper,
    version: Version = None,
    quotations: Quotations = (),
) -> PageView:
    """Where the page is as a picture, and where on it the characters stand that were asked for. A scan has no letters that could
    be found: its page comes without boxes. Where the profile masks documents, this takes the scope `write`."""
    found = await _drawable(app, doc_id, number, principal, version)
    text = await app.documents.text(doc_id, principal, found.version) if quotations else ""
    stretches = [_stretch(one, len(text)) for one in quotations]
    wanted = [
        Quotation(text[start:end], text[max(start - AROUND, 0) : start], text[end : end + AROUND]) for start, end in stretches
    ]
    original = await app.documents.original(doc_id, principal, found.version)
    return PageView.of(found, number, stretches, await _drawers(request).place(found, original, number, wanted))


@router.get(
    "/{doc_id:path}/pages/{number:page}/image",
    response_class=Response,
    responses={200: {"description": "The page.", "content": {DRAWN_AS: {}}}, **REFUSALS},
    summary="A page of a PDF or scan as a picture",
)
async def image(
    doc_id: DocId,
    number: Number,
    request: Request,
    app: OpenApp,
    principal: Keeper,
    version: Version = None,
    width: Width = 1200,
) -> Response:
    """The page as it would be printed, drawn here; nothing in the file is opened by the browser."""
    found = await _drawable(app, doc_id, number, principal, version)
    original = await app.documents.original(doc_id, principal, found.version)
    drawn = await _drawers(request).draw(found, original, number, width)
    return Response(drawn.picture, media_type=DRAWN_AS, headers=SANDBOXED)


async def _drawable(app: App, doc_id: str, number: int, principal: Principal, version: str | None) -> Document:
    """The document whose page this is. Raises NotFound, as for a document that is not there, where it has no such page."""
    found = await app.documents.get(doc_id, principal, version)
    if not is_drawable(found) or number > (found.pages or 0):
        raise NotFound("page", f"{number} of {doc_id}")
    return found


def _stretch(given: str, length: int) -> tuple[int, int]:
    start, _, end = given.partition("-")
    first, last = int(start), int(end)
    if not first < last <= length or last - first > LONGEST:
        allowed = f"START-END within the {length:,} characters of the text, at most {LONGEST:,} of them"
        raise InvalidInput("quote", f"{given} is no stretch of the text", allowed)
    return first, last


def _drawers(request: Request) -> PageDrawers:
    return request.app.state.drawers
