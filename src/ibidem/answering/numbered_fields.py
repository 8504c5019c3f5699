"""The number that a question asks for by its label: a policy number, 문서번호, FAX番号.

Where a document has several of that label, the one is meant of whose surroundings the question says the most."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ibidem.answering.conditions import tokens_of
from ibidem.domain.documents import Chunk
from ibidem.language.normal import normalise
from ibidem.language.tables import cells_of, is_row

_ASKED = re.compile(
    r"(?P<en>[A-Za-z][\w.&-]{1,30})\s+(?:number|no\.)(?![A-Za-z])"
    r"|(?P<ja>[A-Za-z]{2,12}|[ァ-ヶー]{2,12}|[一-鿿]{1,8})\s?番号"
    r"|(?P<ko>[A-Za-z]{2,12}|[가-힣]{1,8})\s?번호",
    re.IGNORECASE,
)
_COUNTED = frozenset({"the", "what", "which", "a", "of", "total", "large", "small", "maximum", "minimum", "largest", "smallest"})
_IDENTIFIER = r"(?<![\w-])(?=[\w()-]*\d[\w()-]*\d)(?:\+?\(?[A-Za-z0-9]{1,16}\)?)(?:[ -]?\(?[A-Za-z0-9]{1,16}\)?){0,5}?(?![\w-])"
_BETWEEN = r"[^\w\n]{0,4}(?:(?:number|no\.?|nr\.?|번호|番号|№|#)[^\w\n]{0,4})?"
_MOST_LINES = 4_000
_NEAR = 2  # lines above and below that say whose number it is
_CLEARLY = 1.2  # times as much has to be said of the number that is meant as of another
_WORD = re.compile(r"[\w&'-]+")
_WORD_LENGTH = 8  # characters

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class NumberedField:
    """A line that gives the number, the chunk of that, and where it begins in it; `number` as it is written."""

    text: str
    chunk: Chunk
    start: int
    number: str


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    chunk: Chunk
    start: int


def numbered_field(question: str, chunks: Sequence[Chunk]) -> NumberedField | None:
    """The number that a question asks for by its label among the lines of a document; None where it asks for none, or of several
    it is unclear which."""
    question = normalise(question)
    label, asked = _label(question)
    if not label:
        return None
    pattern = re.compile(rf"(?<![A-Za-z]){re.escape(label)}{_BETWEEN}(?P<number>{_IDENTIFIER})", re.IGNORECASE)
    lines = list(_lines(chunks))[:_MOST_LINES]
    found = [(at, match["number"]) for at, line in enumerate(lines) if (match := pattern.search(_solid(line.text)))]
    if not found:
        return None
    worth = _worth(question, asked, lines)
    counts = sorted(((_said(at, lines, worth), at, number) for at, number in found), reverse=True)
    most, at, number = counts[0]
    others = [count for count, _, other in counts if other != number]
    if others and (not most or most < _CLEARLY * others[0]):
        return None
    return NumberedField(lines[at].text, lines[at].chunk, lines[at].start, number)


def asks_for_number(question: str) -> bool:
    """Whether a question (normalised) asks for the number of something by its label."""
    return bool(_label(question)[0])


def _label(question: str) -> tuple[str, Span]:
    """The label of the number that a question asks for, and where the question says it with the word for a number."""
    match = next((match for match in _ASKED.finditer(question) if (match["en"] or "").casefold() not in _COUNTED), None)
    return ("", (0, 0)) if match is None else (match["en"] or match["ja"] or match["ko"], match.span())


def _solid(line: str) -> str:
    """A line with its cells one behind the other."""
    return normalise(" : ".join(filter(None, cells_of(line))) if is_row(line) else line)


def _worth(question: str, label: Span, lines: Sequence[_Line]) -> Mapping[str, float]:
    """What each token of the question is worth: the more, the nearer it stands to the label and the fewer lines have it."""
    start, end = label
    counts = Counter(token for line in lines for token in tokens_of(line.text))
    worth: dict[str, float] = {}
    for match in _WORD.finditer(question[:start] + " " * (end - start) + question[end:]):
        apart = max(match.start() - end, start - match.end(), 0)
        for token in tokens_of(match.group()):
            worth[token] = max(worth.get(token, 0.0), 1 / ((1 + apart / _WORD_LENGTH) ** 2 * max(1, counts[token])))
    return worth


def _said(at: int, lines: Sequence[_Line], worth: Mapping[str, float]) -> float:
    """How much of the question a line and those next to it say. A line right above a table is said of that, else of what stands
    around it."""
    below = lines[at + 1 : at + _NEAR + 1]
    over_table = bool(below) and is_row(below[0].text) and not is_row(lines[at].text)
    above = lines[at if over_table else max(at - _NEAR, 0) : at]
    said = frozenset[str]().union(*(tokens_of(line.text) for line in (*above, lines[at], *below)))
    return sum(value for token, value in worth.items() if token in said)


def _lines(chunks: Sequence[Chunk]) -> Iterator[_Line]:
    for chunk in chunks:
        start = 0
        for text in chunk.text.split("\n"):
            if any(map(str.isalnum, text)):
                yield _Line(text.strip(), chunk, start + len(text) - len(text.lstrip()))
            start += len(text) + 1
