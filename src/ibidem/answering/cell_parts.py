"""Rows that a question means by a part of a cell: a street within an address, a word within a name.

What the question says of whole cells and of columns is accounted for before (see `said`); of the rest the longest stretch counts
that some rows of a table hold in one column, as words of their own.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from ibidem.answering.conditions import ENDING, stem, tokens_of
from ibidem.answering.said import Meant, words_near
from ibidem.language.calculations import without, words_of
from ibidem.language.normal import normalise

# A part that more of the rows hold says what all of them are about.
_MOST_ROWS = 0.5
_LEAST, _LEAST_LATIN = 2, 3  # letters
_MOST_WORDS = 8
_LONGEST = 80  # characters of a cell; a longer one is prose, in which any word may stand
_MOST_COLUMNS = 200
_LATIN_WORD = re.compile(r"[A-Za-z0-9]+(?:[-._/'’][A-Za-z0-9]+)*")
_HANGUL_WORD = re.compile(r"(?<![\uac00-\ud7a3A-Za-z0-9])[A-Za-z0-9]*+[\uac00-\ud7a3][\uac00-\ud7a3A-Za-z0-9]*+")
_KANA_HAN = re.compile(r"[\u30a1-\u30ff\u3005\u3400-\u9fff][\u30a1-\u30ff\u3005\u3400-\u9fff0-9]*")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_HAN = re.compile("[\u30a1-\u30ff\u3400-\u9fff]")

Part = tuple[int, int, str]


def with_part(meant: Meant) -> Meant:
    """What a question says of a table, and the rows narrowed by the longest part of a cell that the rest of it says; as it was
    where no part, or one of several columns, distinguishes them."""
    rest, table = meant.rest, meant.table
    cells = [
        (at, cell, _searched(cell), record)
        for record in meant.records
        for at, cell in enumerate(record.cells[:_MOST_COLUMNS])
        if at not in meant.cells and len(cell) <= _LONGEST and any(map(str.isalpha, cell)) and _may_be_said(at, meant)
    ]
    of_table = words_near(table)
    everything = "\n".join(dict.fromkeys(said for _, _, said, _ in cells))
    parts = sorted((one for one in _parts(rest) if one[2] in everything), key=lambda one: one[0] - one[1])
    for start, end, said in parts:
        if words_of(rest[start:end]) <= of_table:
            continue
        holding = [(at, record) for at, cell, searched, record in cells if said in searched and _is_own(rest[start:end], cell)]
        columns = {at for at, _ in holding}
        records = tuple(dict.fromkeys(record for _, record in holding))
        if len(columns) != 1 or not 0 < len(records) <= _MOST_ROWS * len(table.records) or len(records) == len(meant.records):
            continue
        left = rest[:start] + without(rest[start:end]) + rest[end:]
        covered = meant.covered + len(rest[start:end].replace(" ", ""))
        return replace(
            meant, records=records, cells={**meant.cells, columns.pop(): (rest[start:end],)}, rest=left, covered=covered
        )
    return meant


def _may_be_said(column: int, meant: Meant) -> bool:
    """Whether a part of a cell of this column may say rows: where the question says cells already, only where it names the column
    too."""
    named = column in meant.names or words_of(normalise(meant.table.names[column])) & words_of(meant.rest)
    return not meant.cells or bool(named)


def _searched(cell: str) -> str:
    """A cell as parts are searched in it: its words by their stems, between spaces, and what stands in Han and Kana as it is."""
    text = normalise(cell).casefold()
    words = " ".join(stem(match.group()) for match in _LATIN_WORD.finditer(text))
    hangul = " ".join(match.group() for match in _HANGUL_WORD.finditer(text))
    return f" {words} \t {hangul} \t{text if _HAN.search(text) else ''}"


def _parts(rest: str) -> Iterator[Part]:
    """The stretches of the rest of a question that may be a part of a cell, and how each is searched."""
    yield from _latin_parts(rest)
    yield from _hangul_parts(rest)
    for match in _KANA_HAN.finditer(rest):
        if len(match.group()) >= _LEAST:
            yield *match.span(), match.group().casefold()


def _latin_parts(rest: str) -> Iterator[Part]:
    words = [match for match in _LATIN_WORD.finditer(rest) if match.group().isascii()]
    for first, one in enumerate(words):
        for last in range(first, min(len(words), first + _MOST_WORDS)):
            if last > first and rest[words[last - 1].end() : words[last].start()].strip():
                break
            said = rest[one.start() : words[last].end()]
            if len(said) >= _LEAST_LATIN and any(map(str.isalpha, said)) and words_of(said):
                stems = " ".join(stem(word.group().casefold()) for word in words[first : last + 1])
                yield one.start(), words[last].end(), f" {stems} "


def _hangul_parts(rest: str) -> Iterator[Part]:
    words = list(_HANGUL_WORD.finditer(rest))
    for first, one in enumerate(words):
        for last in range(first, min(len(words), first + _MOST_WORDS)):
            if last > first and rest[words[last - 1].end() : words[last].start()].strip():
                break
            whole = " ".join(word.group().casefold() for word in words[first:last])
            for ends in range(words[last].end(), words[last].start(), -1):
                end = rest[words[last].start() : ends]
                if (ends == words[last].end() or ENDING.match(rest, ends)) and len(end) >= _LEAST:
                    yield one.start(), ends, f" {whole} {end.casefold()} " if whole else f" {end.casefold()} "


def _is_own(said: str, cell: str) -> bool:
    """Whether what is said in Han and Kana is words of the cell, and no end of longer ones: 上町 is none in 北上町."""
    if _HANGUL.search(said) is not None or _HAN.search(said) is None:
        return True
    alone = rf"(?<!{_HAN.pattern}){re.escape(said)}(?!{_HAN.pattern})"
    return re.search(alone, normalise(cell), re.IGNORECASE) is not None or words_of(said) <= tokens_of(cell)
