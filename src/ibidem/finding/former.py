"""What is not in force: ranked below what is, and first where the question asks for it."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import Document, Passage
from ibidem.finding.passages import Ranking

YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
SHORT_YEAR = re.compile(r"(?<!\d)(\d\d)(?=년|年)")
FORMER = re.compile(
    r"예전|이전|옛|과거|개정 ?전|구 ?(?:규정|버전|판|모델)|폐지|旧|以前|改[定訂正]前|昔|廃止|"
    r"\b(?:old|older|previous|previously|former|formerly|repealed|superseded|obsolete)\b",
    re.IGNORECASE,
)
# Two editions of a rule score within some ten percent of each other (9.0 and 9.4 for the example's); what is about something else
# scores far less. So either factor decides between editions, and neither lifts what does not fit.
_ASKED_FOR, _NOT_IN_FORCE = 1.5, 0.6


def years_in(question: str) -> frozenset[str]:
    """The years that the question names, in four digits."""
    return frozenset(YEAR.findall(question)) | {f"20{short}" for short in SHORT_YEAR.findall(question)}


def asks_for(question: str, document: Document) -> bool:
    """Whether a question about something that is not in force means this: by its id or year, or as the old one."""
    named = f"{document.title} {document.doc_id} {document.effective or ''}"
    return (
        FORMER.search(question) is not None
        or document.doc_id.casefold() in question.casefold()
        or not years_in(question).isdisjoint(YEAR.findall(named))
    )


def in_force_first(question: str, ranking: Ranking) -> Ranking:
    """The ranking with passages of documents that are not in force below, or above where the question asks for them."""
    if all(passage.document.in_force for passage in ranking.passages):
        return ranking

    def weighed(passage: Passage) -> Passage:
        if passage.document.in_force:
            return passage
        factor = _ASKED_FOR if asks_for(question, passage.document) else _NOT_IN_FORCE
        # A reranker may score below 0.
        return replace(passage, score=passage.score * factor if passage.score > 0 else passage.score / factor)

    weighted = _no_lower_than_former(question, [weighed(passage) for passage in ranking.passages])
    pairs = sorted(zip(weighted, ranking.tokens, strict=True), key=lambda pair: (-pair[0].score, not pair[0].document.in_force))
    return replace(ranking, passages=tuple(p for p, _ in pairs), tokens=tuple(t for _, t in pairs))


def _no_lower_than_former(question: str, passages: Sequence[Passage]) -> list[Passage]:
    """The passages, the best of a document that supersedes another one no lower than that one's: it may say the same in other
    words, or in another language."""
    found = list(passages)
    former: dict[str, float] = {}
    for passage in found:
        document = passage.document
        if not document.in_force and not asks_for(question, document):
            former[document.doc_id] = max(passage.score, former.get(document.doc_id, passage.score))
    for old, score in former.items():
        places = [n for n, p in enumerate(found) if old in p.document.supersedes and p.document.in_force]
        if places and found[best := max(places, key=lambda n: found[n].score)].score < score:
            found[best] = replace(found[best], score=score)
    return found
