"""The JSON of a page that is drawn: its picture's address, and where cited words stand on it."""

from collections.abc import Sequence
from urllib.parse import quote

from pydantic import BaseModel, Field

from ibidem.corpus.drawing.drawn import Box, PlacedPage
from ibidem.domain.documents import Document


class BoxShape(BaseModel):
    """A place on a page, in shares of its width and its height, from its upper left corner."""

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def of(cls, box: Box) -> "BoxShape":
        return cls(left=box.left, top=box.top, width=round(box.width, 5), height=round(box.height, 5))


class PlacedQuotation(BaseModel):
    """Characters of the document's text, and where they stand on the page."""

    start: int
    end: int
    boxes: list[BoxShape] = Field(description="One for each line; none where the words are not on this page beyond doubt.")


class PageView(BaseModel):
    """A page of a document, to be shown as a picture."""

    doc_id: str
    version: str
    number: int
    pages: int = Field(description="How many the document has.")
    width: float = Field(description="Of the page: in points, of a picture in pixels.")
    height: float
    image: str = Field(
        description="Where the page is as a picture.", examples=["/v1/documents/sop_1422/pages/2/image?version=9f86"]
    )
    quotations: list[PlacedQuotation]

    @classmethod
    def of(cls, document: Document, number: int, stretches: Sequence[tuple[int, int]], placed: PlacedPage) -> "PageView":
        return cls(
            doc_id=document.doc_id,
            version=document.version,
            number=number,
            pages=document.pages or 1,
            width=placed.width,
            height=placed.height,
            image=f"/v1/documents/{quote(document.doc_id, safe='')}/pages/{number}/image?version={document.version}",
            quotations=[
                PlacedQuotation(start=start, end=end, boxes=[BoxShape.of(box) for box in boxes])
                for (start, end), boxes in zip(stretches, placed.boxes, strict=True)
            ],
        )
