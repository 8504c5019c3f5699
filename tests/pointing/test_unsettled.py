"""Words of contrast: what one uses up is left out, what none uses up is asked about."""

import pytest
from tests.pointing.conversation import ask, documents

from ibidem.pointing.resolve import Ordinary, Unclear

THREE = ["sop_1203", "gcb_8841", "myservice_29392"]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I'd rather have document 3 than document 1, open it please", ["myservice_29392"]),
        ("I prefer document 3 over document 1", ["myservice_29392"]),
        ("I need document 2 more than document 1, display it", ["gcb_8841"]),
        ("document 1 doesn't say anything about seals, open document 2 instead", ["gcb_8841"]),
        ("open document 2 since document 1 doesn't cover it", ["gcb_8841"]),
        ("display the second document, the first one I know by heart", ["gcb_8841"]),
        ("neither 1 nor 2, I need 3", ["myservice_29392"]),
        ("Not that document, the third. Full text please.", ["myservice_29392"]),
        ("show me document 1, not chamber 2", ["sop_1203"]),
    ],
)
async def test_what_is_not_meant_is_left_out(message: str, expected: list[str]):
    assert await documents(message, THREE) == (expected, "whole")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("summarise everything you cited but document 1", ["gcb_8841", "myservice_29392"]),
        ("document 1 doesn't mention torque, does document 2?", ["gcb_8841"]),
        ("is document 2 newer than document 1?", ["gcb_8841", "sop_1203"]),
        ("document 1 says 5 minutes but document 2 says 10, which is right?", ["sop_1203", "gcb_8841"]),
        ("sop 1203 is outdated, summarise gcb 8841", ["gcb_8841"]),
        ("use 2", ["gcb_8841"]),
        ("use it: how heavy is the block?", ["sop_1203"]),
    ],
)
async def test_what_is_used(message: str, expected: list[str]):
    assert await documents(message, THREE) == (expected, "use")


@pytest.mark.parametrize(
    "message", ["open document 1 or document 2", "either document 1 or 3 will do, surprise me", "document -1", "open the latter"]
)
async def test_what_is_left_open_is_asked_about(message: str):
    assert isinstance(await ask(message, THREE), Unclear)


@pytest.mark.parametrize(
    "message", ["did anybody document 3 failed pumpdowns in a row", "summarize it", "all of them are leaking"]
)
async def test_what_is_said_of_the_world_is_an_ordinary_question(message: str):
    assert await ask(message, THREE) == Ordinary()


@pytest.mark.parametrize("message", ["summarize it", "more details please", "what else does it say?"])
async def test_it_is_the_one_document_that_was_cited(message: str):
    assert await documents(message, ["sop_1203"]) == (["sop_1203"], "use")


async def test_a_range_of_ids_is_filled_in():
    assert (await documents("open sop 1203-1205"))[0] == ["sop_1203", "sop_1204", "sop_1205"]
    assert (await documents("open sop 1203/1204"))[0] == ["sop_1203", "sop_1204"]
    assert (await documents("open sop 1203-1290"))[0] == ["sop_1203", "sop_1290"]
