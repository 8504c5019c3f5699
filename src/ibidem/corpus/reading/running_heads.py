"""Lines that stand on each page: document numbers, revisions and validity are kept, page numbers are not."""

from collections.abc import Iterable

from ibidem.corpus.reading.blocks import one_line

PAGE_MARK = "\0"  # stands for the number of a page
_PAGE_WORDS = 10  # letters beside a page's number that only say that it is one


def head_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines, each once; of each the stretches between tabs that say more than the number of the page."""
    return tuple(dict.fromkeys(filter(None, map(_head_line, lines))))


def _head_line(line: str) -> str:
    kept = (one.replace(PAGE_MARK, "") for one in line.split("\t") if PAGE_MARK not in one or not _only_counts(one))
    return one_line("  ".join(kept))


def _only_counts(stretch: str) -> bool:
    return not any(map(str.isdigit, stretch)) and sum(map(str.isalpha, stretch)) <= _PAGE_WORDS
