"""How much of the passages found a turn reads."""

from collections.abc import Sequence

from ibidem.domain.documents import Passage
from ibidem.finding.passages import Ranking
from ibidem.language.search_text import WORD

PASSAGES = 10  # looked at by the steps that follow a search; an answer quotes from the first few
PAGES, MORE_PAGES = 5, 10  # read around a passage at first, and after an unsupported draft
# A model reads the passages with at least this share of the best score: what is far behind is about something else. Of 245
# questions to the example worlds 242 have their answer in what is left at .4, and three quarters of it is from the right document
# (a third without a limit); 238 have it at .6 and 215 at .8. The surroundings are read of the very best alone.
_READ, _GROWN = 0.4, 0.8
# Another document than the first is read from this share on, unless it holds a word of the question that the first one lacks, as
# the other half of a comparison does. Of 62 questions about a company's rules none loses its document at .55, one at .6; the
# right document's share of what is read rises from .57 to .72 where nothing is kept for its words.
_NEXT = 0.55


def worth_reading(passages: Sequence[Passage]) -> Sequence[Passage]:
    """The passages, best first, without those far behind the best; all of them where no score says which those are."""
    return _near_the_best(passages, _READ)


def without_tail(ranking: Ranking) -> Sequence[Passage]:
    """The passages worth reading, without those of documents that the first one clearly leads."""
    found = worth_reading(ranking.passages)
    if not found or found[0].score <= 0:
        return found
    first = found[0].document.doc_id
    asked = {token for token in ranking.worth if token[0] == WORD} - ranking.earlier
    held: dict[str, set[str]] = {}
    for passage, tokens in zip(ranking.passages, ranking.tokens, strict=True):
        held.setdefault(passage.document.doc_id, set()).update(asked & set(tokens.split()))
    near = {passage.document.doc_id for passage in found if passage.score >= _NEXT * found[0].score}
    kept = {doc_id for doc_id, words in held.items() if doc_id in near or words - held[first]}
    return [passage for passage in found if passage.document.doc_id in kept]


def worth_growing(passages: Sequence[Passage]) -> Sequence[Passage]:
    """The passages whose surroundings are read too."""
    return _near_the_best(passages, _GROWN)


def _near_the_best(passages: Sequence[Passage], share: float) -> Sequence[Passage]:
    if not passages or passages[0].score <= 0:  # the beginnings of documents; the scores of some rerankers
        return passages
    return [passage for passage in passages if passage.score >= share * passages[0].score]
