"""How much of the passages found a turn reads."""

from collections.abc import Sequence

from ibidem.domain.documents import Passage

PASSAGES = 10  # looked at by the steps that follow a search; an answer quotes from the first few
PAGES, MORE_PAGES = 5, 10  # read around a passage at first, and after an unsupported draft
# A model reads the passages with at least this share of the best score: what is far behind is about something else. Of 245
# questions to the example worlds 242 have their answer in what is left at .4, and three quarters of it is from the right document
# (a third without a limit); 238 have it at .6 and 215 at .8. The surroundings are read of the very best alone.
_READ, _GROWN = 0.4, 0.8


def worth_reading(passages: Sequence[Passage]) -> Sequence[Passage]:
    """The passages, best first, without those far behind the best; all of them where no score says which those are."""
    return _near_the_best(passages, _READ)


def worth_growing(passages: Sequence[Passage]) -> Sequence[Passage]:
    """The passages whose surroundings are read too."""
    return _near_the_best(passages, _GROWN)


def _near_the_best(passages: Sequence[Passage], share: float) -> Sequence[Passage]:
    if not passages or passages[0].score <= 0:  # the beginnings of documents; the scores of some rerankers
        return passages
    return [passage for passage in passages if passage.score >= share * passages[0].score]
