"""Reading takes as much longer as the text is longer: no message, model's reply or word list keeps the service busy.

What reads documents is not here: files are read by workers with a limit of their own.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial

import pytest

from ibidem.backends.thoughts import Beginning, ThoughtSplitter
from ibidem.checks.values import read_values
from ibidem.domain.models import TextDelta, ThoughtDelta
from security.growth import Endless, at_most, fault
from security.patterns import OPERATIONS, Found, attacks, module_names, patterns_in, repeated
from security.readers import MESSAGES, WRITINGS, warmed
from security.units import PHRASES, UNITS, WRITTEN

LONGEST = 8000
# Modules whose patterns are given no text of a message's length: what is longer is turned away before. The readers below hold
# that by texts of any length.
SHORTER = {
    "ibidem.understanding.replies": 200,
    "ibidem.understanding": 704,
    "ibidem.turn.pauses.device_names": 80,
    "ibidem.turn.pauses.offers": 80,
    "ibidem.turn.pauses.other_query": 450,
    "ibidem.turn.pauses.choice_numbers": 200,
    "ibidem.understanding.excluding": 100,
    "ibidem.turn.question.devices": 100,
    "ibidem.turn.answers.source_lists": 220,
}
# The readers of files, and what is no part of the service.
LEFT_OUT = ("ibidem.corpus", "ibidem.testing", "ibidem.cli", "ibidem.web.reference")
FAULTS_TOLD = 5
# Of so many hostile texts a reader is given one each time, and the next reader the next; all of them where there is time.
ONE_OF = 10


def limit_of(module: str) -> int:
    """How long a text the patterns of a module may be given: that of the longest name in the table that the module is under."""
    return (
        SHORTER[max((name for name in SHORTER if module.startswith(name)), key=len)]
        if any(map(module.startswith, SHORTER))
        else LONGEST
    )


@pytest.mark.parametrize("module", module_names(LEFT_OUT))
def test_no_pattern_takes_the_square_of_what_it_is_given(module: str) -> None:
    faults = faults_in(module, 3)
    assert not faults, "\n".join(faults[:FAULTS_TOLD])


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("module", module_names(LEFT_OUT))
def test_no_pattern_takes_the_square_of_any_of_its_parts(module: str) -> None:
    faults = faults_in(module, 500)
    assert not faults, "\n".join(faults[:FAULTS_TOLD])


def faults_in(module: str, parts: int) -> list[str]:
    """What is wrong with the patterns of a module, of each so many parts tried."""
    warmed()
    limit = limit_of(module)
    return [told for found in patterns_in(module) for how in found.operations if (told := fault_of(found, how, limit, parts))]


def fault_of(found: Found, how: str, limit: int, parts: int) -> str | None:
    """What is wrong with a pattern used in one way, on the first text that shows it."""
    read = partial(OPERATIONS[how], found.pattern)
    for text_of in attacks(found.pattern, parts):
        if (told := fault(read, text_of, limit)) is not None:
            return f"{found.place} {how} {text_of(60)!r}: {told}"
    return None


def hostile(units: tuple[str, ...]) -> list[Callable[[int], str]]:
    """Texts of any length that are made of these units, alone, in pairs, and with words that ask before and after them."""
    pairs = tuple(one + other for one, other in zip(units, reversed(units), strict=True))
    return [
        *(repeated(unit) for unit in (*units, *pairs[::8])),
        *(repeated(unit, "3번 보여줘. ", " 열어줘") for unit in units[::4]),
        *(repeated(unit, tail="!x 보여줘 show me that document") for unit in units[1::8]),
    ]


def faults_of(read: Callable[[str], object], texts: list[Callable[[int], str]], limit: int) -> list[str]:
    """What is wrong with a reader: a short text that it does not end with, or growth."""
    faults: list[str] = []
    for text_of in texts:
        told = None
        for length in (60, 200):
            try:
                with at_most(1.0):
                    read(text_of(length))
            except Endless:
                told = f"more than 1 s for {length} characters"
        told = told or fault(read, text_of, limit, most=3.0)
        if told is not None:
            faults.append(f"{text_of(60)!r}: {told}")
    return faults


def sample(reader: str, readers: Mapping[str, object], texts: list[Callable[[int], str]]) -> list[Callable[[int], str]]:
    """Some of the texts: so many readers in a row are given all of them."""
    return texts[list(readers).index(reader) % ONE_OF :: ONE_OF]


@pytest.mark.parametrize("reader", MESSAGES)
def test_no_message_keeps_a_reader_busy(reader: str) -> None:
    warmed()
    faults = faults_of(MESSAGES[reader], sample(reader, MESSAGES, hostile((*UNITS, *PHRASES))), LONGEST)
    assert not faults, "\n".join(faults[:FAULTS_TOLD])


@pytest.mark.parametrize("reader", WRITINGS)
def test_no_writing_keeps_a_reader_busy(reader: str) -> None:
    warmed()
    faults = faults_of(WRITINGS[reader], sample(reader, WRITINGS, hostile((*UNITS, *WRITTEN))), LONGEST)
    assert not faults, "\n".join(faults[:FAULTS_TOLD])


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("reader", MESSAGES)
def test_no_message_of_any_kind_keeps_a_reader_busy(reader: str) -> None:
    warmed()
    faults = faults_of(MESSAGES[reader], hostile((*UNITS, *PHRASES)), LONGEST)
    assert not faults, "\n".join(faults[:FAULTS_TOLD])


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("reader", WRITINGS)
def test_no_writing_of_any_kind_keeps_a_reader_busy(reader: str) -> None:
    warmed()
    faults = faults_of(WRITINGS[reader], hostile((*UNITS, *WRITTEN)), LONGEST)
    assert not faults, "\n".join(faults[:FAULTS_TOLD])


# What kept the service busy for seconds or for ever, and who read it.
FOUND = (
    ("read_pointer equipment", "3번 보여줘. " + "2번" * 30 + " 열어줘"),
    ("read_pointer equipment", "3번 보여줘. " + "2번" * 4000 + " 열어줘"),
    ("read_acts", "ty  " * 18 + "x"),
    ("other_query", f"a{' ' * 4000}b"),
    ("read_acts", "음" * 39 + "x"),
    ("read_pointer equipment", f"2番{'先に' * 40}!"),
    ("question_beside_pointing", "最初の" * 1300),
    ("question_beside_pointing", "①" * 8000 + "!x 보여줘 show me that document"),
    ("picked", "最初の" * 1300),
    ("device mentions", f"Lumo R3{' ' * 8000}"),
    ("number_alone", f"1{' ' * 8000}x"),
    ("sentence_spans", "|-" * 4000 + "x"),
    ("values_beyond", "a.\n" * 2700),
)


@pytest.mark.parametrize(("reader", "text"), FOUND, ids=[f"{reader}: {text[:24]}" for reader, text in FOUND])
def test_what_kept_the_service_busy_is_read_at_once(reader: str, text: str) -> None:
    warmed()
    with at_most(0.5):
        {**MESSAGES, **WRITINGS}[reader](text)


def test_a_number_of_thousands_of_digits_is_no_value() -> None:
    """Python refuses to make a number of it."""
    assert read_values(f"{'1' * 8000} 12 N·m 3{'만' * 4000}").values


@pytest.mark.parametrize("beginning", ["answer", "thoughts", "unknown"])
def test_any_number_of_closing_tags_on_a_line_is_read(beginning: Beginning) -> None:
    pieces = list(ThoughtSplitter(beginning).feed("x</think>" * 4000))
    assert all(isinstance(piece, TextDelta | ThoughtDelta) for piece in pieces)


def test_a_pattern_that_repeats_what_repeats_is_found() -> None:
    """The test itself can fail: of a word list that was once read so."""
    nested, crossed = re.compile(r"(?:\S+번(?:째)?\s?)+열어"), re.compile(r"\s*x?\s*$")
    assert any(fault(lambda text: bool(nested.fullmatch(text)), text_of, LONGEST) for text_of in attacks(nested))
    assert any(fault(lambda text: bool(crossed.search(text)), text_of, LONGEST) for text_of in attacks(crossed))


def test_every_kind_of_text_is_read_here() -> None:
    """No pattern is left out by a name that has changed."""
    modules = module_names(LEFT_OUT)
    assert all(any(module.startswith(name) for module in modules) for name in SHORTER)
    assert "ibidem.understanding.vocabulary._LENGTH" in {one.place for one in patterns_in("ibidem.understanding.vocabulary")}
