"""What may be quoted for a question: the sentences of the passages that fit it, read once a turn."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.domain.conversation import AnswerDegree
from ibidem.language.normal import normalise
from ibidem.search.passages import Ranking
from ibidem.search.sentence_scores import Sentence, sentences
from ibidem.search.support import degree
from ibidem.search.twins import without_twins

# Sentences compared with the question in meaning, which takes 1 to 3 ms each where only words found their passage: at most so
# many, and none that is further below the best one by words than meaning can lift it (`sentence_scores`). A question of KorQuAD
# compares 3.4, where a reach of 0.2 compares 5.9; on people's own words as many first lines answer.
COMPARED, REACH = 16, 0.06
# Of a best document in another language than the question at most so many are compared, as its words say nothing.
_UNRANKED = 12
# A word in Latin letters or a number, as names and codes are in any of the languages, with a particle behind it.
_NAME = re.compile(r"([A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*)(?:[가-힣]{1,3}(?=\s))?")


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


def comparable(read: Sequence[Candidates]) -> list[Sentence]:
    """The sentences worth comparing with the question in meaning: those that may come to lead by it, each text once, where there
    are several."""
    within = [s for one in read for s in _within_reach(one)]
    unranked = [s for one in read for s in one.sentences if s.unranked and not s.lead]
    best = [*_best(unranked, _UNRANKED), *_best([s for s in within if not s.unranked], COMPARED)][:COMPARED]
    compared = {s.text: s for s in best}
    return list(compared.values()) if len(compared) > 1 else []


def _best(found: Sequence[Sentence], most: int) -> list[Sentence]:
    return sorted(found, key=lambda s: -s.score)[:most]


def _within_reach(read: Candidates) -> list[Sentence]:
    found = [s for s in read.sentences if not s.lead]
    best = max((s.score for s in found), default=0.0)
    return [s for s in found if s.score >= best - REACH]


def said_beside_names(question: str, read: Sequence[Candidates]) -> str:
    """The question as sentences are compared with it: without the names in the title of a best document in another language.

    They say which document is meant, and nothing about the sentence; and what only holds the name is nearest to it. Of 144
    messages to documents in three languages, one in seven to one in another, the words are said in 101 instead of 96.
    """
    titles = {normalise(s.passage.document.title).casefold() for one in read for s in one.sentences if s.unranked}
    named = {name for title in titles for name in _NAME.findall(title)}

    def without(match: re.Match[str]) -> str:
        name = match[1]
        is_name = not question.isascii() or any(char.isupper() or char.isdigit() for char in name)
        return "" if is_name and normalise(name).casefold() in named else match.group()

    rest = _NAME.sub(without, question) if named else question
    return rest if re.search(r"\w", rest) else question
