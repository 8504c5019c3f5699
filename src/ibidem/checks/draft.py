"""Checks a draft by rules before a model judges it: values, codes, quotations, citations, language.

Rules only compare a text with a text. The judge decides whether a sentence means what its source means.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from ibidem.checks.claims import Statement, read_statements
from ibidem.checks.codes import Code
from ibidem.checks.computed import with_computed
from ibidem.checks.echoes import is_condition
from ibidem.checks.issue import Issue, issue
from ibidem.checks.language import is_in, repeated, says_nothing
from ibidem.checks.places import is_misplaced, is_swapped, read_places, words_of_codes
from ibidem.checks.source_values import Source, holds_value, read_source, without_marks
from ibidem.checks.values import Quantity, Value, Values, read_values
from ibidem.domain.languages import Language
from ibidem.domain.personal_data import PLACEHOLDER
from ibidem.language.normal import normalise
from ibidem.language.tables import is_row

_QUOTED = re.compile(
    r"“([^“”]+)”|\"([^\"]+)\"|「([^「」]+)」|『([^『』]+)』|‘([^‘’]+)’(?![A-Za-z])|(?<![A-Za-z0-9])'([^']+)'(?![A-Za-z0-9])"
)
# What a quotation leaves out, or a placeholder replaces.
_LEFT_OUT = re.compile(rf"[\[(（]?(?:…+|\.{{3,}}|・{{3,}})[\])）]?|{PLACEHOLDER}")
_SHORTEST_QUOTE, _FEWEST_WORDS = 10, 3
# "15 N·m가 아니라 12 N·m", "15 N·m is above the limit of 12 N·m", "15 N·mではなく12 N·m"
_SETS_APART = re.compile(
    r"아니|않|못|초과|넘|벗어|대신|보다|너무"
    r"|\b(?:no|not|instead|rather|than|exceed\w*|above|below|beyond|outside|over|under|too)\b|n['’]t\b"
    r"|ではな|ではあり|じゃな|ない|ません|超え|超過|外れ|代わり|より",
    re.IGNORECASE,
)

# "3호기", "tool 3", "3号機": which one it is of those that the asker has, and no document knows.
_ONE_OF_MINE, _ONE_OF_MY = frozenset({"machine", "label"}), re.compile(r"\b(?:tool|machine|unit) ?#?$", re.IGNORECASE)


def check_answer(text: str, sources: Mapping[int, str], question: str, language: Language) -> tuple[Issue, ...]:
    """The issues of an answer, in the order of its sentences; empty where there are none.

    `text` has its citations rewritten as [n]. `sources` are, by slot, everything that the writer saw of each document, its
    title included. `language` is that of the question, in which the answer has to be. Takes any text, and never raises.

    An uncited sentence may repeat what the question gave; a cited one claims it of its documents, and they have to hold it,
    unless the sentence denies it, corrects it, or repeats it as the condition of something else.
    """
    text = normalise(text)
    plain, statements = read_statements(text)
    if says_nothing(plain):
        return (issue("empty", language),)
    if looping := repeated(plain, [statement.text for statement in statements]):
        return (issue("repeated", language, looping),)
    checker = _Checker({slot: read_source(body) for slot, body in sources.items()}, Source(question), language)
    found = [] if is_in(plain, language) else [issue("language", language, statements[0].text if statements else plain)]
    return tuple(dict.fromkeys([*found, *checker.check(statements)]))


class _Checker:
    """The checks of one answer against its sources."""

    def __init__(self, sources: Mapping[int, Source], question: Source, language: Language) -> None:
        self._sources = sources
        self._question = question
        self._language: Language = language

    def check(self, statements: Sequence[Statement]) -> Iterator[Issue]:
        checkable = [(statement, self._checkable(statement, read_values(statement.text))) for statement in statements]
        cited = sorted({slot for statement in statements for slot in self._known(statement)})
        covered = {statement.group for statement in statements if self._known(statement)}
        if not cited and (first := next((s for s, values in checkable if _needs_source(s, values)), None)):
            yield issue("nothing cited", self._language, first.text)
        for statement, values in checkable:
            known = self._known(statement)
            # The values of an uncited sentence are not checked; the missing citation is reported below.
            looked_in = known or tuple(cited if cited and statement.role == "frame" else self._sources)
            wrong = list(self._unfounded(statement, values, looked_in))
            yield from wrong
            if wrong or known or not cited or not _needs_source(statement, values):
                continue
            if statement.group not in covered or (values and not is_row(statement.text)):
                covered.add(statement.group)
                yield issue("uncited", self._language, statement.text)

    def _known(self, statement: Statement) -> tuple[int, ...]:
        return tuple(slot for slot in statement.slots if slot in self._sources)

    def _checkable(self, statement: Statement, values: Values) -> Values:
        """The values that the documents have to hold: not what the question gave, where the statement does not rest on any."""
        if self._known(statement) and not statement.is_of_absence:
            return values
        return Values(
            tuple(code for code in values.codes if not self._question.holds_code(code)),
            tuple(value for value in values.values if not _given(self._question, value)),
        )

    def _unfounded(self, statement: Statement, values: Values, slots: tuple[int, ...]) -> Iterator[Issue]:
        sources = [self._sources[slot] for slot in slots]
        for code in values.codes:
            if not _stands(sources, code):
                yield issue("code", self._language, statement.text, statement.text[code.start : code.end], slots)
        held = [value for value in values.values if any(holds_value(source, value) for source in sources)]
        founded = with_computed(held, values.values, self._question)
        for value in values.values:
            if value not in founded and not (
                _given(self._question, value) and self._is_repeated(value, held, statement.text, sources)
            ):
                yield issue("number", self._language, statement.text, statement.text[value.start : value.end], slots)
        if self._known(statement):
            yield from self._misplaced(statement, values, held, slots)
        for quote in _quotes(statement.text):
            if not any(_holds_quote(source, quote) for source in (*sources, self._question)):
                yield issue("quote", self._language, statement.text, quote, slots)

    def _misplaced(self, statement: Statement, values: Values, held: Sequence[Value], slots: tuple[int, ...]) -> Iterator[Issue]:
        """The values and codes that the documents hold for something else than the statement says."""
        text, sources = statement.text, [self._sources[slot] for slot in slots]
        asked = frozenset[str]() if values.codes else words_of_codes(self._question.text)
        if not asked and any(source.holds_quote(text) for source in sources):
            return  # what is quoted as it stands says of its values what the document does
        wrong = [
            value
            for value in held
            if all(is_misplaced(value, text, asked, read_places(source)) for source in sources if holds_value(source, value))
        ]
        for value in wrong:
            yield issue("elsewhere", self._language, text, text[value.start : value.end], slots)
        for code in () if wrong else values.codes:
            holding = [source for source in sources if source.holds_code(code)]
            if holding and all(is_swapped(code, text, read_places(source)) for source in holding):
                yield issue("code elsewhere", self._language, text, text[code.start : code.end], slots)

    def _is_repeated(self, value: Value, held: Sequence[Value], text: str, sources: Sequence[Source]) -> bool:
        """Whether a value of the question is not claimed of the sources, but contrasted with theirs, or describes the case."""
        return _is_asked_about(value, held, text) or is_condition(
            value, held, self._question.text, [source.text for source in sources]
        )


def _needs_source(statement: Statement, values: Values) -> bool:
    return statement.role == "claim" or (statement.role == "courtesy" and bool(values))


def _stands(sources: Sequence[Source], code: Code) -> bool:
    if any(source.holds_code(code) for source in sources):
        return True
    return code.name and not all(source.contradicts(code) for source in sources)


def _is_asked_about(value: Value, held: Sequence[Value], text: str) -> bool:
    """Whether a value from the question is not claimed of the documents, but contrasted with theirs, or counts the asker's own
    machines."""
    if not isinstance(value, Quantity):
        return False
    if value.unit is None and _ONE_OF_MY.search(text[max(0, value.start - 12) : value.start]):
        return True
    if value.unit is not None and value.unit.unit.kinds == _ONE_OF_MINE:
        return True
    right = any(isinstance(other, Quantity) and _alike(value, other) for other in held)
    return right and _SETS_APART.search(text) is not None


def _alike(one: Quantity, other: Quantity) -> bool:
    if one.unit is None or other.unit is None:
        return one.unit is other.unit
    return one.unit.unit.agrees(other.unit.unit)


def _given(question: Source, value: Value) -> bool:
    return question.holds_exactly(value) if isinstance(value, Quantity) else holds_value(question, value)


def _quotes(sentence: str) -> Iterator[str]:
    for match in _QUOTED.finditer(sentence):
        quote = next(group for group in match.groups() if group is not None).strip(" .,;:!?。、！？")
        letters = sum(char.isalpha() for char in quote)
        if letters and (len(quote.split()) >= _FEWEST_WORDS if quote.isascii() else len(without_marks(quote)) >= _SHORTEST_QUOTE):
            yield quote


def _holds_quote(source: Source, quote: str) -> bool:
    return all(source.holds_quote(part.strip(" \t\n.,;:!?。、！？")) for part in _LEFT_OUT.split(quote))
