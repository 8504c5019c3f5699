"""Forms that repeat in a document, as a table: the minutes of ten meetings are ten records, and their labels its columns."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ibidem.answering.whole_tables import Record, WholeTable
from ibidem.domain.documents import Chunk
from ibidem.language.sentences import sentence_spans
from ibidem.language.tables import is_row

_LABELLED = re.compile(r"(?:[-*•·○□▪]\s+)?([^\s:：|#](?:[^:：\n|]{0,28}[^\s:：|])?)\s?[:：](?=\s|$|[^/\d])\s*(.*)", re.DOTALL)
_SOLID = re.compile(r"(?<=[^\x00-\x7f])\s(?=[^\x00-\x7f])")
_LEAST_LABELS = 3  # of a form
_ALIKE = 0.5  # of the labels of two forms of one kind
_MOST_LINES = 4_000


@dataclass(frozen=True, slots=True)
class _Line:
    label: str
    value: str
    text: str
    chunk: Chunk
    start: int


def forms_among(chunks: Sequence[Chunk]) -> Iterator[WholeTable]:
    """A table of each kind of form that the chunks hold twice or more, in lines of a label and its value."""
    # Sentences are looked for only where there are as many colons as the labels of two forms have: few documents have.
    if sum(chunk.text.count(colon) for chunk in chunks for colon in ":：") < 2 * _LEAST_LABELS:
        return
    kinds: list[list[list[_Line]]] = []
    for form in _forms(list(_lines(chunks))[:_MOST_LINES]):
        labels = {line.label for line in form}
        for kind in kinds:
            known = {line.label for line in kind[0]}
            if len(labels & known) >= _ALIKE * len(labels | known):
                kind.append(form)
                break
        else:
            kinds.append([form])
    yield from (_table(kind) for kind in kinds if len(kind) > 1)


def _lines(chunks: Sequence[Chunk]) -> Iterator[_Line]:
    for chunk in chunks:
        ends = -1
        for start, end in sentence_spans(chunk.text):
            text = chunk.text[start:end]
            begins = start == 0 or "\n" in chunk.text[max(ends, 0) : start]
            ends = end
            match = _LABELLED.fullmatch(text) if begins and not is_row(text) else None
            if match is not None and any(map(str.isalpha, match[1])):
                yield _Line(_SOLID.sub("", match[1]), match[2].strip(), text, chunk, start)


def _forms(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """The lines by forms: one begins where a label comes again."""
    form: list[_Line] = []
    for line in lines:
        if any(line.label == one.label for one in form):
            if len(form) >= _LEAST_LABELS:
                yield form
            form = []
        form.append(line)
    if len(form) >= _LEAST_LABELS:
        yield form


def _table(forms: Sequence[Sequence[_Line]]) -> WholeTable:
    labels = tuple(dict.fromkeys(line.label for form in forms for line in form))
    records: list[Record] = []
    for form in forms:
        by_label = {line.label: line for line in form}
        cells = tuple(by_label[label].value if label in by_label else "" for label in labels)
        lines = tuple((labels.index(line.label), line.text, line.chunk, line.start) for line in form)
        records.append(Record(form[0].text, form[0].chunk, form[0].start, cells, lines))
    return WholeTable("", labels, "", records[0].chunk.section, tuple(records))
