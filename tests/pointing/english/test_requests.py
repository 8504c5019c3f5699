"""What is wanted of a document, with its words on both sides of it, and the document beside another one."""

import pytest

from ibidem.pointing.pointer import AllSlots, LatestCiting, NamedTurn, Pointer, Slots
from pointing.conversation import read

LATEST = LatestCiting()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("boil document 2 down", Slots((2,), LATEST, "use")),
        ("need the second document open", Slots((2,), LATEST, "whole")),
        ("swap document 1 for document 2", Slots((2,), LATEST, "whole")),
        ("I have the first on paper, so only 2 and 3", Slots((2, 3), LATEST, "whole")),
        ("setting document 1 aside, summarise the others", AllSlots((1,), None, LATEST, "use")),
        ("Leaving aside the first document, could you compare the other two?", AllSlots((1,), None, LATEST, "use")),
        ("not from your last answer, document 2 from the first one", Slots((2,), NamedTurn(1), "whole")),
        ("does document 2 override document 1 or the other way round?", Slots((2, 1), LATEST, "use")),
    ],
)
def test_words_on_both_sides_of_what_is_named_belong_together(message: str, expected: Pointer):
    assert read(message) == expected


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("not the last document, the one right before it", -2),
        ("show me the one before document 2", 1),
        ("the one after document 2, what does it say?", 3),
        ("the document above document 2 please", 1),
    ],
)
def test_the_document_beside_another_has_the_next_number(message: str, number: int):
    pointer = read(message)
    assert isinstance(pointer, Slots)
    assert pointer.numbers == (number,)


def test_none_stands_before_the_first():
    pointer = read("show me the document before document 1")
    assert isinstance(pointer, Slots)
    assert pointer.numbers != (1,)


@pytest.mark.parametrize(
    "message",
    [
        "we cut the second one down to size",
        "what's in the second one, oil or water?",
        "how much is in number 2?",
        "should we document 1 reading or 2?",
        "what kind of document is that kind of manual?",
        "is source 2 the plasma source or the bias source?",
        "need two open slots on Friday",
    ],
)
def test_the_same_words_said_of_things_are_questions_like_any_other(message: str):
    assert read(message) is None
