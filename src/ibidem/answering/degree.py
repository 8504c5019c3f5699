"""How far the best passages answer: by a calibrated probability where a reader read them, else by the words that they hold."""

from math import log

from ibidem.domain.conversation import AnswerDegree
from ibidem.finding import support
from ibidem.finding.passages import Ranking

# Of the questions of training/worlds-dev that documents answer .19 are called the closest with the first, of the others .48 are
# not called answered; of those of six worlds more .35 and .63. Hardly one falls below the last.
ANSWERED, EXPECTED, NONE = 0.36, 0.2, 0.12
# Nothing is near where the logarithm of the odds and so many times the nearness of the nearest passage are together below this:
# of 30 questions about football, weather and the like 24 are then called none, of 688 that the documents answer one in a hundred.
_OF_NEARNESS, _ANYTHING = 4.0, 1.3


def degree(question: str, ranking: Ranking, expected: frozenset[str] = frozenset()) -> AnswerDegree:
    """Whether the best passage answers, is only the closest, or nothing is near.

    `expected` are the documents that the question is probably about: less suffices in those.
    """
    if not ranking.lines:
        return support.degree(question, ranking, expected)
    about = bool(ranking.passages) and ranking.passages[0].document.doc_id in expected
    if ranking.confidence >= (EXPECTED if about else ANSWERED):
        return "answered"
    return "closest" if ranking.confidence >= NONE and _anything_near(ranking) else "none"


def _anything_near(ranking: Ranking) -> bool:
    """Whether the nearest passage is about the subject of the question; true where nothing was searched by meaning."""
    if ranking.by_words is None:
        return True
    return log(ranking.confidence / (1 - ranking.confidence)) + _OF_NEARNESS * ranking.nearness >= _ANYTHING
