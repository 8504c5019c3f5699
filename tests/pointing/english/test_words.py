"""English as people type it: reasons around what is asked, numbers without a noun, answers and lists named in many ways."""

import pytest

from ibidem.pointing.english.clauses import asking, says_what_it_is
from ibidem.pointing.english.phrases import phrases
from ibidem.pointing.lexicon import lexicon_of
from ibidem.pointing.pointer import AllSlots, Implicit, LatestCiting, NamedTurn, Pointer, Slots, WholeSession
from ibidem.pointing.scanning import Token, scan
from pointing.conversation import PROFILE, read

LATEST = LatestCiting()


def tokens(lowered: str) -> list[Token]:
    return list(scan(lowered, lexicon_of(PROFILE), {}).tokens)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("i finally got my glasses, so show me document 2", "glasses"),
        ("bring document 3 up while i put my gloves on", "gloves"),
        ("translate the second one for the guys on nights", "guys"),
    ],
)
def test_a_clause_that_only_tells_is_left_out(message: str, told: str):
    kept = asking(tokens(message), message)
    assert told not in [token.text for token in kept]
    assert any(token.kind in "nN" for token in kept)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Please show me document 2, I have the time today", Slots((2,), LATEST, "whole")),
        ("full text of that document please, I don't trust summaries", Implicit(LATEST, "whole")),
        ("Stop summarising and put document 2 on the screen", Slots((2,), LATEST, "whole")),
        ("open document 2 and tell me what it says about grease", Slots((2,), LATEST, "use")),
    ],
)
def test_what_is_said_of_why_does_not_change_what_is_wanted(message: str, expected: Pointer):
    assert read(message) == expected


@pytest.mark.parametrize(
    ("message", "numbers", "intent"),
    [
        ("what torque does the second one give for the lid bolts", (2,), "use"),
        ("I've got a bigger monitor now so open #1 and #3 for me", (1, 3), "whole"),
        ("more detail on number 2 in that list, it was a bit short for my taste", (2,), "use"),
        ("I've already read the first document, so just put the second one up in full.", (2,), "whole"),
        ("never mind number 2, the first one is what the customer needs, open that", (1,), "whole"),
        ("Is the torque in the third document the same as in the first?", (3, 1), "use"),
        ("third doc then the first doc, in that order, full text", (3, 1), "whole"),
    ],
)
def test_a_number_points_on_evidence(message: str, numbers: tuple[int, ...], intent: str):
    found = read(message)
    assert isinstance(found, Slots)
    assert (found.numbers, found.intent) == (numbers, intent)


@pytest.mark.parametrize(
    "message",
    [
        "there are two pumps here, should I open the second one?",
        "I got two emails from HR, can you explain what the second one is about?",
        "Could you open number 3? It's the door to the gas cabinet.",
        "I have two questions. First, what is the pump down time? Second, what is the leak rate?",
        "what does alarm number 2 say?",
        "Pump number 2 keeps tripping, what do I check first?",
    ],
)
def test_a_number_of_something_else_does_not(message: str):
    assert read(message) is None


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Go back to the answer before your last one and open its second source", Slots((2,), NamedTurn(-2), "whole")),
        ("the second document of your opening answer, open it", Slots((2,), NamedTurn(1), "whole")),
        (
            "at the very beginning of this chat you gave me a list, open number 3 from that list",
            Slots((3,), NamedTurn(1), "whole"),
        ),
        ("not the latest answer, the first one: open its document 2", Slots((2,), NamedTurn(1), "whole")),
        ("if you number all the docs since we started chatting i want the second one", Slots((2,), WholeSession(), "whole")),
        ("all the documents from your first answer, summarised", AllSlots((), None, NamedTurn(1), "use")),
    ],
)
def test_an_answer_is_named_in_many_ways(message: str, expected: Pointer):
    assert read(message) == expected


def test_phrases_become_tokens_that_the_grammar_knows():
    assert [made for _, _, made in phrases("the answer before your last one")] == [(("D", "before last"), ("T", "answer"))]
    assert list(phrases("the answer is yes")) == []


def test_a_thing_that_is_named_is_no_document():
    assert says_what_it_is(tokens("it's the door to the cabinet"))
    assert not says_what_it_is(tokens("it's the one i need"))
