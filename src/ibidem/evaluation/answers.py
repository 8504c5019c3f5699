"""How often the extractive answer holds what answers, and how often a question is rightly or wrongly refused."""

import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

from ibidem.answering.extract import extract
from ibidem.domain.documents import SearchFilters
from ibidem.domain.errors import InvalidInput
from ibidem.domain.languages import FACTS
from ibidem.evaluation.beir import QUERIES, Query, read_queries
from ibidem.evaluation.retrieval import PRINCIPAL, Progress, indexed_corpus
from ibidem.finding.passages import find_passages
from ibidem.language.detection import detect_language
from ibidem.ports.indexes import SearchIndex

_PASSAGES = 10


@dataclass(frozen=True, slots=True)
class AnswerScores:
    """`answerable` and `unanswerable` count questions, the two `characters` are of the answers given, the rest are shares, 0..1.

    `in_answer` and `in_first_sentence` say where a gold string occurs, a refused question counting as one where it does not.
    """

    answerable: int
    unanswerable: int
    in_answer: float
    in_first_sentence: float
    mean_characters: float
    p95_characters: int
    refused_answerable: float
    answered_unanswerable: float

    def as_json(self) -> dict[str, float | int]:
        """The scores by their names."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question's gold strings, and the quotes that it was answered with; none when it was refused."""

    gold: tuple[str, ...]
    quotes: tuple[str, ...]

    @property
    def in_answer(self) -> bool:
        return _holds(self.quotes, self.gold)

    @property
    def in_first(self) -> bool:
        return _holds(self.quotes[:1], self.gold)

    @property
    def characters(self) -> int:
        return len("\n".join(self.quotes))


async def evaluate_answers(folder: Path, progress: Progress) -> AnswerScores:
    """Indexes a BEIR folder into a store of its own, which is removed afterwards, and asks every query whose metadata has
    `answers`: gold strings, or none where the corpus does not answer.

    `progress` is called with what is counted ("passages", "queries"), how many are done and how many there are.
    Raises InvalidInput for a folder that is not such a data set.
    """
    queries = [query for query in read_queries(folder) if query.answers is not None]
    if not queries:
        raise InvalidInput(
            QUERIES, "has no query with metadata.answers", "a list of strings is needed there, empty for unanswerable"
        )
    asked: list[_Asked] = []
    async with indexed_corpus(folder, progress) as index:
        for done, query in enumerate(queries, 1):
            asked.append(await _ask(query, index))
            progress("queries", done, len(queries))
    return _scores(asked)


async def _ask(query: Query, index: SearchIndex) -> _Asked:
    ranking = await find_passages(query.text, query.history, SearchFilters(), _PASSAGES, index, PRINCIPAL)
    answer = extract(query.text, ranking, FACTS[detect_language(query.text)].answer_length)
    return _Asked(query.answers or (), tuple(quote.text for quote in answer.quotes) if answer else ())


def _scores(asked: Sequence[_Asked]) -> AnswerScores:
    answerable = [a for a in asked if a.gold]
    unanswerable = [a for a in asked if not a.gold]
    lengths = sorted(a.characters for a in asked if a.quotes)
    return AnswerScores(
        answerable=len(answerable),
        unanswerable=len(unanswerable),
        in_answer=_share([a.in_answer for a in answerable]),
        in_first_sentence=_share([a.in_first for a in answerable]),
        mean_characters=fmean(lengths) if lengths else 0.0,
        p95_characters=lengths[int(0.95 * (len(lengths) - 1))] if lengths else 0,
        refused_answerable=_share([not a.quotes for a in answerable]),
        answered_unanswerable=_share([bool(a.quotes) for a in unanswerable]),
    )


def _share(verdicts: Sequence[bool]) -> float:
    return sum(verdicts) / len(verdicts) if verdicts else 0.0


def _holds(quotes: Sequence[str], gold: Sequence[str]) -> bool:
    text = _folded("\n".join(quotes))
    return any(_folded(string) in text for string in gold)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())
