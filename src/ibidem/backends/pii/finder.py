"""Finds personal data in a text by rule: what is written like it, and is proven by itself or by the words beside it."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from ibidem.backends.pii.international import INTERNATIONAL
from ibidem.backends.pii.japan import JAPAN
from ibidem.backends.pii.korea import KOREA
from ibidem.backends.pii.labels import has_label, labels_beside
from ibidem.backends.pii.readings import Reading, readings
from ibidem.backends.pii.runs import AFTER, BEFORE, has_many_digits, runs_in, settled
from ibidem.backends.pii.secrets import mail_in, secrets_in
from ibidem.backends.pii.shape import Shape, beginning_of, first_of, never
from ibidem.domain.personal_data import PersonalDatum

# What claims a text first keeps it.
SHAPES: tuple[Shape, ...] = (*KOREA, *INTERNATIONAL[:4], *JAPAN, *INTERNATIONAL[4:])
# Those that need no label: all that is left where none is near.
PROVEN: tuple[Shape, ...] = tuple(shape for shape in SHAPES if shape.alone is not never)
_OF_ANY_SHAPE, _OF_PROVEN_SHAPE = beginning_of(SHAPES), beginning_of(PROVEN)
_DIGIT = re.compile(r"[0-9]")
# Every datum has a digit or a sign; in any width.
_SOME = re.compile(r"[\d!#$%&*@^~?\uff01-\uff5e]|-----B")
_PARTS = re.compile(r"[^A-Za-z0-9]+")
# What decides about a run, with the digit before a separator that is only one behind it.
_CONTEXT = BEFORE + 4


class RuleFinder:
    """Implements PersonalDataFinder by rules, without a model. Takes time in proportion to the text."""

    def context(self, text: str, end: int) -> int:
        """See PersonalDataFinder."""
        return min(reading.places[max(0, reading.at(end) - _CONTEXT)] for reading in readings(text))

    def may_hold(self, text: str) -> bool:
        """See PersonalDataFinder."""
        return _SOME.search(text) is not None

    def find(self, text: str, start: int = 0) -> Sequence[PersonalDatum]:
        """See PersonalDataFinder."""
        ways = readings(text)
        found = [data_in(reading, reading.at(start)) for reading in ways]
        return found[0] if len(ways) == 1 else _united(chain.from_iterable(found))

    def settled(self, text: str, start: int = 0) -> int:
        """See PersonalDataFinder."""
        ways = readings(text)
        end = min(reading.places[settled(reading.text, reading.at(start))] for reading in ways)
        return end if len(ways) == 1 else _between_runs(ways, start, end)


def data_in(reading: Reading, start: int) -> Sequence[PersonalDatum]:
    """The data that a reading has from `start` on, in order, where they stand in the text as it is written."""
    found = (datum for run in runs_in(reading.text, start) for datum in _in_run(reading.text, *run))
    return [PersonalDatum(*reading.span(datum.start, datum.end), datum.kind) for datum in found]


def _united(data: Iterable[PersonalDatum]) -> Sequence[PersonalDatum]:
    """The data of several readings in order; those that overlap are one, of the kind of the longest."""
    united: list[PersonalDatum] = []
    longest = 0
    for datum in sorted(data):
        length = datum.end - datum.start
        if not united or datum.start >= united[-1].end:
            united.append(datum)
            longest = length
            continue
        last = united[-1]
        united[-1] = PersonalDatum(last.start, max(last.end, datum.end), datum.kind if length > longest else last.kind)
        longest = max(longest, length)
    return united


def _between_runs(ways: Sequence[Reading], start: int, end: int) -> int:
    """The last place up to `end` that lies within no run of any reading."""
    runs = sorted((reading.span(*run) for reading in ways for run in runs_in(reading.text, reading.at(start))), reverse=True)
    for begun, ended in runs:
        if begun < end < ended:
            end = begun
    return end


def _in_run(text: str, start: int, end: int) -> Sequence[PersonalDatum]:
    """The data in the run [start, end), in their order, none overlapping another."""
    begin = max(0, start - BEFORE)
    window = text[begin : end + AFTER]
    lowered = window.lower()
    start, end = start - begin, end - begin
    taken: list[PersonalDatum] = []
    for datum in chain(secrets_in(window, lowered, start, end), mail_in(window, start, end)):
        if not _overlaps(datum.start, datum.end, taken):
            taken.append(datum)
    if has_many_digits(window[start:end]):
        _add_numbers(window, lowered, start, end, taken)
    return sorted(PersonalDatum(begin + datum.start, begin + datum.end, datum.kind) for datum in taken)


def _add_numbers(window: str, lowered: str, start: int, end: int, taken: list[PersonalDatum]) -> None:
    """Adds to what is taken the numbers in the run [start, end) of a window."""
    shapes, beginning = (SHAPES, _OF_ANY_SHAPE) if has_label(lowered) else (PROVEN, _OF_PROVEN_SHAPE)
    places = [
        (place, first_of(found))
        for found in beginning.finditer(window, start, end)
        if not _overlaps(place := found.start(), place + 1, taken)
    ]
    digits = len(_DIGIT.findall(window, start, end)) if places else 0
    for number in range(min((first for _, first in places), default=len(shapes)), len(shapes)):
        shape = shapes[number]
        if shape.fewest > digits:
            continue
        for place, first in places:
            found = shape.pattern.match(window, place) if first <= number else None
            if found is None or found.end() > end or _overlaps(place, found.end(), taken):
                continue
            if _believed(shape, found[0], lowered, place):
                taken.append(PersonalDatum(place, found.end(), shape.kind))
                places = [one for one in places if not place <= one[0] < found.end()]
        if not places:
            break


def _overlaps(start: int, end: int, taken: Sequence[PersonalDatum]) -> bool:
    return any(start < datum.end and datum.start < end for datum in taken)


def _believed(shape: Shape, written: str, lowered: str, start: int) -> bool:
    """Whether what is written at `start` is what the shape says, by itself or beside its labels."""
    value = _PARTS.sub("", written).upper()
    alone, labelled = shape.alone(value), shape.labelled(value)
    if not (alone or labelled):
        return False
    labels = labels_beside(lowered, start, start + len(written))
    if "OTHER" in labels:
        return False
    return labelled if labels & shape.labels else alone
