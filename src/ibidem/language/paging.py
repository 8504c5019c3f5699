"""Long text in pages that end where a line ends."""

from dataclasses import dataclass

PAGE = 20_000  # characters: some ten printed pages


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of a text, and the offset at which the next one begins; None on the last."""

    text: str
    next_offset: int | None


@dataclass(frozen=True, slots=True)
class PageNumber:
    """Which page of how many; 1 is the first."""

    number: int
    pages: int


def page_of(text: str, offset: int) -> Page:
    """The page that begins at `offset` (characters): up to PAGE characters, to the end of a line where there is one. All pages
    together are the text, exactly."""
    end = offset + PAGE
    if end >= len(text):
        return Page(text[offset:], None)
    line_end = text.rfind("\n", offset, end) + 1
    end = line_end if line_end > offset else end
    return Page(text[offset:end], end)


def page_offsets(text: str) -> tuple[int, ...]:
    """Where each page of a text begins."""
    begins = [0]
    while (following := page_of(text, begins[-1]).next_offset) is not None:
        begins.append(following)
    return tuple(begins)


def page_number(text: str, offset: int) -> PageNumber:
    """Which page of a text begins at `offset`."""
    begins = page_offsets(text)
    return PageNumber(sum(begin <= offset for begin in begins), len(begins))
