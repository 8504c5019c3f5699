"""A quoted answer to a question: exact lines of the best passages, and how far they answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.answering.by_reader import scored_by_reader
from ibidem.answering.by_words import scored_by_words
from ibidem.answering.choosing import Quote, chosen, quotable
from ibidem.answering.degree import degree
from ibidem.answering.lines import ScoredLine, lines_of
from ibidem.answering.sections import without_twin_sections
from ibidem.answering.sides import of_owners, of_sides
from ibidem.answering.tables import said_under_head
from ibidem.answering.twins import unnamed, without_twins
from ibidem.domain.conversation import AnswerDegree
from ibidem.finding.passages import Ranking
from ibidem.finding.support import unknown_names
from ibidem.language.question_words import asked_values, asks_quantity, quantities


@dataclass(frozen=True, slots=True)
class Extract:
    """The quotes, in reading order: of each document the one that answers, then those around it in their order.

    `degree` says whether they answer the question or are only the closest; `unknown` are the names in it that no document holds,
    and `unnamed` the documents that it does not distinguish from others. `steps` are how many steps of the quoted lists are
    shown, and how many more there are.
    """

    quotes: tuple[Quote, ...]
    degree: AnswerDegree
    unknown: tuple[str, ...] = ()
    unnamed: frozenset[str] = frozenset()
    steps: tuple[int, int] = (0, 0)


def extract(
    question: str, ranking: Ranking, max_chars: int, expected: frozenset[str] = frozenset(), owners: Sequence[str] = ()
) -> Extract | None:
    """Quotes of at most `max_chars` characters together, the best first; the whole steps, up to three times as long, where a
    procedure answers. None when nothing in the ranking is near the question.

    `expected` are the ids of documents that a follow-up probably asks about. Of several `owners` that it names each is quoted.
    """
    fitting = without_twins(question, ranking)
    near = degree(question, fitting, expected)
    found = () if near == "none" else without_twin_sections(_scored(question, fitting), fitting.worth.keys() - fitting.earlier)
    if not found:
        return None
    may = quotable(found)
    sides = of_sides(question, may, fitting.worth) if len(owners) < 2 else of_owners(may, owners)
    quoted = chosen(found, may, sides, fitting.worth, fitting.worth.keys() - fitting.earlier, max_chars)
    unknown = unknown_names(question, ranking.by_words or ranking)
    answered = near == "answered" and not unknown and sides.all_named and holds_what_is_asked(question, quoted.quotes)
    return Extract(quoted.quotes, "answered" if answered else "closest", unknown, unnamed(question, ranking), quoted.left)


def _scored(question: str, ranking: Ranking) -> tuple[ScoredLine, ...]:
    lines = lines_of(ranking)
    return scored_by_reader(lines, ranking.lines) if ranking.lines else scored_by_words(question, lines, ranking)


def holds_what_is_asked(question: str, quotes: Sequence[Quote]) -> bool:
    """Whether a question for a price, a date or a number is quoted such a value."""
    values = asked_values(question)
    if values:
        return any(value.search(_said(quote)) for value in values for quote in quotes)
    return not asks_quantity(question) or any(quantities(quote.text) for quote in quotes)


def _said(quote: Quote) -> str:
    return said_under_head(quote.text, quote.head, quote.unit) if quote.kind == "row" else quote.text
