"""The figures that are shown with a citation: those near what is cited."""

import re
from collections.abc import Iterator, Sequence

from ibidem.domain.documents import Chunk, Document, Figure, Passage

MOST = 3  # of one source: beside a quotation a person looks at one or two
_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_JOINT = 2  # characters between two blocks of a text


def near_figures(document: Document, passages: Sequence[Passage], quoted: Sequence[int] = ()) -> tuple[Figure, ...]:
    """The figures of the document that stand in the passages, in their order: where places in its text are `quoted`, those under
    the same heading, the nearest of them."""
    if not document.figures:
        return ()
    spans = [span for passage in passages for span in _spans(passage.chunk, quoted)]
    found = [one for one in document.figures if any(first <= one.offset <= last for first, last in spans)]
    places = quoted or [passage.chunk.offset for passage in passages[:1]]
    distance = {one: min(abs(one.offset - place) for place in places) for one in found}
    nearest = set(sorted({one.figure_id: one for one in found}.values(), key=distance.__getitem__)[:MOST])
    return tuple(one for one in found if one in nearest)


def _spans(chunk: Chunk, quoted: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The stretches of the text whose figures belong to what is quoted in a chunk; to all of it where nothing of it is."""
    headings = [chunk.offset + found.start() for found in _HEADING.finditer(chunk.text)]
    end = chunk.offset + len(chunk.text)
    # A picture right before a chunk is of its text, unless that begins with a heading.
    begin = chunk.offset if chunk.offset in headings else chunk.offset - _JOINT
    inside = [place for place in quoted if chunk.offset <= place < end]
    if not inside:
        yield begin, end
    for place in inside:
        first = max((one for one in headings if one <= place), default=begin)
        yield first, min((one - 1 for one in headings if one > place), default=end)
