"""Which rows of a table a question means: those whose cells it says."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ibidem.answering.whole_tables import Record, WholeTable
from ibidem.language.calculations import without, words_of
from ibidem.language.normal import normalise
from ibidem.language.scripts import EAST_ASIAN
from ibidem.language.search_text import passage_tokens

_BEGINNING = 2  # letters that a word has in each of its forms
_LONGEST = 60  # characters of a cell that a question says whole
_RUN = re.compile(r"[A-Za-z0-9]+(?:[-._/'’][A-Za-z0-9]+)*")
_HANGUL, _KANA_HAN = re.compile("[\uac00-\ud7a3]"), re.compile("[\u30a1-\u30ff\u3400-\u9fff]")
_LATIN = re.compile("[A-Za-z0-9]")
# What may hang on a Korean word in a question.
ENDING = re.compile(
    r"(?:된|되는|한|인|중)?(?:은|는|이|가|을|를|의|에|에서|에는|에서는|과|와|랑|이랑|하고|도|로|으로|만|부터|까지)?(?![가-힣])"
)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Selection:
    """The rows that a question says, and what says so: by column the cells, as the table writes them. `rest` is the question
    without them; `doubtful` that a cell stands in several columns."""

    records: tuple[Record, ...]
    cells: Mapping[int, tuple[str, ...]]
    rest: str
    doubtful: bool = False


def selected(question: str, table: WholeTable) -> Selection:
    """The rows of a table of which a question (normalised) says cells: of one column any of them, of several columns each. All of
    them where it says none."""
    rest, found, doubtful = question, dict[int, list[str]](), False
    columns = cells_by_text(table, question)
    around = normalise(" ".join((*table.names, table.section))).casefold()
    for cell in sorted(columns, key=len, reverse=True):
        left = _without(rest, cell, around)
        if left is None:
            continue
        rest = left
        doubtful = doubtful or len(columns[cell]) > 1
        for at in columns[cell]:
            found.setdefault(at, []).append(cell)
    records = [record for record in table.records if all(record.cell(at) in cells for at, cells in found.items())]
    return Selection(tuple(records), {at: tuple(cells) for at, cells in found.items()}, rest, doubtful)


def holding(words: frozenset[str], records: Sequence[Record], table: WholeTable) -> tuple[int, tuple[Record, ...]] | None:
    """The column whose cells alone hold these words, each apart from others ("오링" in "바이톤 오링", no 点検 in 未点検), and the
    rows in which they do; None where another column has one of them too, or no row holds all."""
    columns = [at for at in range(len(table.names)) if any(words & tokens_of(record.cell(at)) for record in table.records)]
    if len(columns) != 1:
        return None
    rows = tuple(record for record in records if _are_apart(words, record.cell(columns[0])))
    return (columns[0], rows) if rows else None


def is_in_some_rows(word: str, table: WholeTable) -> bool:
    """Whether a word stands in cells of some of the rows, and not of all."""
    count = sum(any(word in tokens_of(cell) for cell in record.cells) for record in table.records)
    return 0 < count < len(table.records)


def without_name(question: str, name: str) -> str | None:
    """The question without the name of a column, where it says that as a whole; else None."""
    return _without(question, name, "") if name else None


def cells_by_text(table: WholeTable, question: str) -> dict[str, list[int]]:
    """The distinct cells that a question may say, with their columns: text, and no number or date."""
    solid = _SPACE.sub("", question).casefold()
    found: dict[str, list[int]] = {}
    for at in range(len(table.names)):
        for cell in {record.cell(at) for record in table.records}:
            if not cell or len(cell) > _LONGEST or not any(map(str.isalpha, cell)):
                continue
            begun = cell if EAST_ASIAN.search(cell) else cell.lstrip("([\"'")[:_BEGINNING]  # an English word may end otherwise
            if _SPACE.sub("", normalise(begun)).casefold() in solid:
                found.setdefault(cell, []).append(at)
    return found


def _without(text: str, said: str, around: str) -> str | None:
    """The text without every place that says this; None where none does."""
    spans = list(places(text, normalise(said), around))
    if not spans:
        return None
    for start, end in reversed(spans):
        text = text[:start] + without(text[start:end]) + text[end:]
    return text


def places(text: str, said: str, around: str) -> Iterator[tuple[int, int]]:
    if EAST_ASIAN.search(said) is None:
        yield from _places_of_words(text, said)
        return
    pattern = r"\s?".join(map(re.escape, _SPACE.sub("", said)))
    for match in re.finditer(pattern, text, re.IGNORECASE):
        if _is_apart(text, match.start(), match.end(), around):
            yield match.span()


def _places_of_words(text: str, said: str) -> Iterator[tuple[int, int]]:
    """Where the text has these words in their order, in whatever form: "Gate valve" in "how many gate valves"."""
    wanted = [stem(word.group()) for word in _RUN.finditer(said)]
    if not wanted:
        return
    runs = list(_RUN.finditer(text))
    stems = [stem(run.group()) for run in runs]
    at = 0
    while at + len(wanted) <= len(runs):
        if stems[at : at + len(wanted)] == wanted:
            yield runs[at].start(), runs[at + len(wanted) - 1].end()
            at += len(wanted)
        else:
            at += 1


def _is_apart(text: str, start: int, end: int, around: str) -> bool:
    """Whether what stands from `start` to `end` is a word of its own: "점검" is none in "미점검", 点検 none in 未点検. What
    stands after it may be a word of `around`: 未点検設備."""
    before, first, last, after = text[start - 1 : start], text[start], text[end - 1], text[end : end + 2]
    for alike in (_HANGUL, _KANA_HAN, _LATIN):
        if before and alike.match(before) and alike.match(first):
            return False
    if not after:
        return True
    if _HANGUL.match(last) and _HANGUL.match(after):
        return ENDING.match(text, end) is not None or after.casefold() in around
    if any(alike.match(last) and alike.match(after) for alike in (_KANA_HAN, _LATIN)):
        return after.casefold() in around
    return True


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    return " ".join(sorted(words_of(word))) or word.casefold()


@lru_cache(maxsize=65536)
def tokens_of(cell: str) -> frozenset[str]:
    return frozenset(passage_tokens(cell).split())


def _are_apart(words: frozenset[str], cell: str) -> bool:
    """Whether the words stand in a cell between spaces, and not as parts of longer ones."""
    parts = (words_of(normalise(part)) for part in cell.split())
    return words <= frozenset[str]().union(*(part for part in parts if part <= words))
