"""Messages that leave a document behind, and those that ask for the one beside it."""

import pytest

from ibidem.pointing.resolve import Ordinary, Unclear
from pointing.conversation import ask, documents

SHOWN = ("a", "b", "c")


@pytest.mark.parametrize(
    "message",
    [
        "That document is enough, thanks. Another question: how often is the chiller water changed?",
        "I'm done with the second document. How long does a pump-down take?",
        "The second source was helpful. Separately, who approves overtime?",
        "Can we source 3 more O-rings by Friday?",
        "Who should I list as reference 2 on an internal job application?",
        "My window title says Document 2 - Word. How do I save it?",
        "which source is number 2 on the gas panel?",
        "What document comes second in the hierarchy of ISO 9001?",
    ],
)
async def test_what_is_left_behind_or_of_the_world_is_not_pointed_at(message: str) -> None:
    assert isinstance(await ask(message, SHOWN), Ordinary)


@pytest.mark.parametrize(
    ("message", "doc_ids", "intent"),
    [
        ("Document 1 is enough, thanks. Next question: what does document 2 say about seals?", ["b"], "use"),
        ("That document is enough, thanks. By the way, what is its title?", ["a"], "use"),
        ("Of those three, the one in the middle - let me read the whole thing.", ["b"], "whole"),
        ("open the first of these two", ["a"], "whole"),
        ("The third of these documents, please.", ["c"], "whole"),
        ("The one you listed second: does it mention part numbers?", ["b"], "use"),
        ("From source #3 I only need the recovery steps, nothing else.", ["c"], "use"),
        ("I've read document 1, show me the next one.", ["b"], "whole"),
        ("Document 1 isn't it; try the next one.", ["b"], "whole"),
        ("The document in second place, please.", ["b"], "whole"),
        ("The one between document 1 and document 3.", ["b"], "whole"),
        ("open the last but one", ["b"], "whole"),
    ],
)
async def test_places_in_a_list_are_said_in_words(message: str, doc_ids: list[str], intent: str) -> None:
    assert await documents(message, SHOWN) == (doc_ids, intent)


@pytest.mark.parametrize("message", ["show me the next one", "Show me the other document.", "open the latter of those two"])
async def test_what_is_beside_a_document_that_is_not_named_is_asked_about(message: str) -> None:
    assert isinstance(await ask(message, SHOWN), Unclear)


async def test_the_latter_of_two_is_the_second() -> None:
    assert await documents("show me the latter of those two documents", ("a", "b")) == (["b"], "whole")


@pytest.mark.parametrize(
    ("message", "doc_ids"),
    [
        ("Document 1 is outdated, open the other two.", ["b", "c"]),
        ("The two at the top, please.", ["a", "b"]),
        ("the bottom two, please", ["b", "c"]),
    ],
)
async def test_two_of_three_are_said_in_words(message: str, doc_ids: list[str]) -> None:
    assert await documents(message, SHOWN) == (doc_ids, "whole")
