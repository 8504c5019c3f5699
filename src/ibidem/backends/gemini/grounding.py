"""What an answer of Gemini rests on, from its grounding metadata.

`Segment` of the API reference counts bytes of UTF-8 in the text of the answer: a Korean syllable or a kana is three of them, an
emoji four.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from google.genai.types import GroundingChunk, GroundingMetadata, GroundingSupport

from ibidem.backends.gemini.filters import DOC_ID, VERSION, texts_of
from ibidem.domain.hosted import Grounding, HostedPassage, Support


def grounding_of(found: Sequence[GroundingMetadata], text: str) -> Grounding:
    """The passages and the places of the answer `text` that rest on them; `found` are the metadata of its pieces, in order."""
    passages: list[HostedPassage] = []
    supports: list[Support] = []
    characters = Characters(text)
    for metadata in found:
        before = len(passages)
        chunks = metadata.grounding_chunks or []
        passages += map(passage_of, chunks)
        for support in metadata.grounding_supports or ():
            indices = [index for index in support.grounding_chunk_indices or () if 0 <= index < len(chunks)]
            span = characters.span(support)
            if indices and span is not None:
                supports.append(Support(*span, tuple(before + index for index in indices)))
    return Grounding(tuple(passages), tuple(supports))


def passage_of(chunk: GroundingChunk) -> HostedPassage:
    """A chunk that was retrieved; one of another kind has no text."""
    context = chunk.retrieved_context
    if context is None:
        return HostedPassage(text="", title="", store="")
    ours = texts_of(context.custom_metadata)
    return HostedPassage(
        text=context.text or "",
        title=context.title or "",
        store=context.file_search_store or "",
        doc_id=ours.get(DOC_ID),
        version=ours.get(VERSION),
        page=context.page_number,
    )


class Characters:
    """Where the bytes of a text stand, in characters."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [0, *accumulate(_bytes_of(text))]
        self._places = {at: place for place, at in enumerate(self._ends)}

    def span(self, support: GroundingSupport) -> tuple[int, int] | None:
        """The characters of a support: from its bytes where they are those of the words that it quotes, else where these words
        stand; None where they stand nowhere."""
        segment = support.segment
        if segment is None or segment.end_index is None:
            return None
        start, end = self._places.get(segment.start_index or 0), self._places.get(segment.end_index)
        if start is not None and end is not None and start < end and segment.text in (None, self._text[start:end]):
            return start, end
        words = segment.text or ""
        found = self._text.find(words) if words else -1
        return None if found < 0 else (found, found + len(words))


def _bytes_of(text: str) -> Iterator[int]:
    for character in text:
        code = ord(character)
        yield 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
