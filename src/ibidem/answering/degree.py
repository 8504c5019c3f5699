"""How far the best passages answer: by a calibrated probability where a reader read them, else by the words that they hold."""

from ibidem.domain.conversation import AnswerDegree
from ibidem.finding import support
from ibidem.finding.passages import Ranking

# Of the questions of training/worlds-dev that documents answer .28 are called the closest with the first, of the others .42 are
# not called answered (.39 and .53 with .45); hardly one falls below the second.
ANSWERED, EXPECTED, NONE = 0.36, 0.2, 0.12


def degree(question: str, ranking: Ranking, expected: frozenset[str] = frozenset()) -> AnswerDegree:
    """Whether the best passage answers, is only the closest, or nothing is near.

    `expected` are the documents that the question is probably about: less suffices in those.
    """
    if not ranking.lines:
        return support.degree(question, ranking, expected)
    about = bool(ranking.passages) and ranking.passages[0].document.doc_id in expected
    if ranking.confidence >= (EXPECTED if about else ANSWERED):
        return "answered"
    return "closest" if ranking.confidence >= NONE else "none"
