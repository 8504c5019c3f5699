"""What may be quoted for a question: the sentences of the passages that fit it, read once a turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.domain.conversation import AnswerDegree
from ibidem.search.passages import Ranking
from ibidem.search.sentence_scores import Sentence, sentences
from ibidem.search.support import degree
from ibidem.search.twins import without_twins

# Sentences compared with the question in meaning: a millisecond each.
COMPARED = 16


@dataclass(frozen=True, slots=True)
class Candidates:
    """The sentences of the first passages of a ranking, those of documents left out that the question does not mean: `fitting`
    is what remains of the ranking. `degree` is how far it answers; nothing is read where that is none."""

    question: str
    ranking: Ranking
    fitting: Ranking
    degree: AnswerDegree
    sentences: tuple[Sentence, ...]


def candidates(question: str, ranking: Ranking, expected: frozenset[str] = frozenset()) -> Candidates:
    """What a ranking holds for a question; `expected` are the ids of documents that a follow-up probably asks about."""
    fitting = without_twins(question, ranking)
    held = degree(question, fitting, expected)
    return Candidates(question, ranking, fitting, held, () if held == "none" else sentences(question, fitting))


def comparable(read: Sequence[Candidates]) -> list[str]:
    """The sentences worth comparing with the question in meaning, each with its title."""
    found = [s for one in read for s in one.sentences if not s.lead]
    best = sorted(found, key=lambda s: -s.score)[:COMPARED]
    return list(dict.fromkeys(s.with_title for s in best))
