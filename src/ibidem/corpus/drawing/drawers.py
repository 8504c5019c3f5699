"""Who draws pages: one process with limited memory and time, and the pictures that were drawn last.

PDFium and Pillow are imported when there is something to draw.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import TimeoutError as TooSlow
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from pebble import ProcessExpired

from ibidem.corpus.drawing.drawn import PDF, PICTURES, DrawnPage, NotDrawn, PlacedPage
from ibidem.corpus.drawing.placing import Quotation
from ibidem.corpus.processes import Limits, Processes
from ibidem.domain.documents import Document
from ibidem.domain.errors import UnreadableDocument

# Somebody waits for the page. A usual one takes 30 to 80 ms; what takes longer than this is made to take long.
_LIMITS = Limits(seconds=15.0, wait=15.0)
_MOST_KEPT = 16 * 1024 * 1024  # bytes of pictures, some two hundred pages
_REMEDY = "its text can be read all the same"


def is_drawable(document: Document) -> bool:
    """Whether a document has pages that can be drawn."""
    return (document.media_type == PDF or document.media_type in PICTURES) and bool(document.pages)


class PageDrawers:
    """Draws pages of originals. It decides nothing about who may see them: the original has been read from the store."""

    def __init__(self) -> None:
        self._processes = Processes(1, _LIMITS)
        self._kept: OrderedDict[tuple[str, int, int], DrawnPage] = OrderedDict()

    def close(self) -> None:
        """Ends the process."""
        self._processes.close()

    async def draw(self, document: Document, original: bytes, number: int, width: int) -> DrawnPage:
        """A page as a picture. Raises UnreadableDocument when it cannot be drawn, and ReadersBusy."""
        from ibidem.corpus.drawing.pages import drawn

        key = (document.storage_pointer, number, width)
        if key not in self._kept:
            self._kept[key] = await self._made(document, number, drawn, original, document.media_type, number, width)
        self._kept.move_to_end(key)
        while len(self._kept) > 1 and sum(len(page.picture) for page in self._kept.values()) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]

    async def place(self, document: Document, original: bytes, number: int, quotations: Sequence[Quotation]) -> PlacedPage:
        """Where quotations stand on a page. Raises as `draw`."""
        from ibidem.corpus.drawing.pages import placed

        return await self._made(document, number, placed, original, document.media_type, number, quotations)

    async def _made(self, document: Document, number: int, work: Callable[..., bytes], *given: object) -> Any:
        try:
            made = await self._processes.run(work, *given)
        except TooSlow:
            made = NotDrawn(f"drawing it took longer than {_LIMITS.seconds:g} s")
        except MemoryError:
            made = NotDrawn("drawing it needs more memory than is allowed")
        except (ProcessExpired, BrokenProcessPool):
            made = NotDrawn("it could not be drawn")
        if isinstance(made, NotDrawn):
            raise UnreadableDocument(f"page {number} of {document.doc_id}", str(made), _REMEDY)
        return made
