"""The passages of a reading as shown to a model, one number a document, and the slots of its citations."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import add

from ibidem.checks.claims import read_statements
from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import Document, Passage
from ibidem.language.normal import normalise
from ibidem.language.sentences import sentence_spans
from ibidem.language.shortening import shorten
from ibidem.language.table_rows import head_in
from ibidem.language.tables import cells_of
from ibidem.privacy.turn_masking import TextMasking
from ibidem.turn.documents.doc_refs import SNIPPET, doc_ref
from ibidem.turn.values.searching import Reading

_NO_LETTERS = re.compile(r"[\W_]+")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
# A date as front matter and fields write it, perhaps with a time of day.
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]+)?")
_MOST_DATES = 2
# A bracketed number in a document would be read as a citation, or as where another document begins; by a model also with spaces
# and invisible characters inside (the fillers of Hangul are letters in name only).
_UNSEEN = "(?:[^\\w!-~［］【】]|[\u115f\u1160\u3164\uffa0])*+"
BRACKETED = re.compile(rf"[\[［【]{_UNSEEN}(\d(?:{_UNSEEN}\d){{0,2}}){_UNSEEN}[\]］】]")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A model's input: `documents[n - 1]` are the passages of document n."""

    documents: tuple[tuple[Passage, ...], ...]

    def text(self) -> str:
        """The passages under their numbers."""
        return "\n\n".join(f"[{n}] {shown(passages)}" for n, passages in enumerate(self.documents, 1))


def numbered(reading: Reading) -> Numbered:
    """The passages of each document together, the documents in the order of their best passage."""
    by_document: dict[str, list[Passage]] = {}
    for passage in reading.ranking.passages:
        by_document.setdefault(passage.document.doc_id, []).append(passage)
    return Numbered(tuple(tuple(sorted(ps, key=lambda p: p.chunk.order)) for ps in by_document.values()))


def shown(passages: Sequence[Passage]) -> str:
    """The passages of one document with its title and id, in the order of the document, under their sections and pages; the title
    once, and the sections as headings within a passage are written."""
    document = passages[0].document
    parts = [described(document)]
    place, before = "", -2
    for passage in passages:
        chunk = passage.chunk
        headings = [heading for heading in chunk.section.split(" > ") if heading not in ("", document.title)]
        page = [] if chunk.page is None else [f"(p. {chunk.page})"]
        where = " ".join((*([f"## {' > '.join(headings)}"] if headings else []), *page))
        if where and where != place:
            parts.append(where)
        place = where
        if chunk.head and chunk.order != before + 1:
            parts.append(head_in_markdown(chunk.head))
        before = chunk.order
        parts.append(without_headings(chunk.text, (document.title, *headings)))
    return BRACKETED.sub(r"(\1)", "\n".join(parts))


def described(document: Document) -> str:
    """A document's title with its id, owner, devices and dates, and whether it is no longer in force."""
    standing = () if document.in_force else ("NOT IN FORCE",)
    owner = (f"of {document.owner}",) if document.owner else ()
    about = ", ".join((document.doc_id, *owner, *document.devices, *dates_of(document), *standing))
    return f"{document.title} ({about})"


def dates_of(document: Document) -> tuple[str, ...]:
    """The dates that a document gives beside its text, each after its name: from when it is effective, then the others."""
    given = [(one.name, one.values) for one in document.fields] + list(document.metadata)
    dated = [("effective", document.effective.isoformat())] if document.effective else []
    dated += [(name, values[0]) for name, values in given if len(values) == 1 and _DATE.fullmatch(values[0])]
    return tuple(f"{name} {day}" for name, day in dated[:_MOST_DATES])


def head_in_markdown(head: str) -> str:
    """What stands over the rows of a table that begins in an earlier chunk, with the rule under a row of names."""
    names = head_in(head)
    return head + "\n|" + "---|" * len(cells_of(names)) if names else head


def without_headings(text: str, headings: Sequence[str]) -> str:
    """A chunk's text without the headings at its beginning that are shown above it anyway."""
    first, _, rest = text.partition("\n")
    while rest.strip() and (not first.strip() or first.strip().lstrip("#").strip() in headings):
        text = rest
        first, _, rest = text.partition("\n")
    return text


def slots(order: Sequence[int], documents: Numbered, method: str, masking: TextMasking) -> tuple[DocRef, ...]:
    """The slots of an unfinished answer that cited the shown numbers in this order, each with its best passage."""
    return tuple(_slot(place, documents.documents[number - 1], method, masking) for place, number in enumerate(order, 1))


def borne_out(text: str, order: Sequence[int], documents: Numbered, method: str, masking: TextMasking) -> tuple[DocRef, ...]:
    """The slots of a whole answer: each with the passages that its sentences come from, the best one first, and a snippet of
    that, safe."""
    cited: dict[int, list[str]] = {}
    _, statements = read_statements(normalise(text))
    for statement in statements:
        for place in statement.slots:
            cited.setdefault(place, []).append(statement.text)
    refs: list[DocRef] = []
    for place, number in enumerate(order, 1):
        passages = documents.documents[number - 1]
        sentences = [pairs_of(sentence) for sentence in cited.get(place, ())]
        if not sentences:
            refs.append(_slot(place, passages, method, masking))
            continue
        held = [(passage, pairs_of(passage.chunk.text)) for passage in passages]
        holding = [max(held, key=lambda one, wanted=wanted: len(wanted & one[1])) for wanted in sentences]
        first, most = max(holding, key=lambda one: max(len(wanted & one[1]) for wanted in sentences))
        wanted = max(sentences, key=lambda pairs: len(pairs & most))
        snippet = snippet_of(masking.text(first.chunk.text), wanted)
        refs.append(doc_ref(place, first.document, snippet, method, [first, *(passage for passage, _ in holding)]))
    return tuple(refs)


def snippet_of(text: str, wanted: frozenset[str]) -> str:
    """A passage from the sentence that holds most of what is wanted."""
    spans = sentence_spans(text) or [(0, len(text))]
    start = max(spans, key=lambda span: len(wanted & pairs_of(text[span[0] : span[1]])))[0]
    return shorten(text[start : start + 2 * SNIPPET], SNIPPET)


def pairs_of(text: str) -> frozenset[str]:
    """The pairs of neighbouring letters of a text, folded, and its numbers: enough to find the source of a sentence."""
    folded = normalise(text).casefold()
    letters = _NO_LETTERS.sub("", folded)
    return frozenset(map(add, letters, letters[1:])) | frozenset(NUMBER.findall(folded))


def _slot(number: int, passages: Sequence[Passage], method: str, masking: TextMasking) -> DocRef:
    best_first = sorted(passages, key=lambda passage: -passage.score)
    best = best_first[0]
    return doc_ref(number, best.document, shorten(masking.text(best.chunk.text), SNIPPET), method, best_first)
