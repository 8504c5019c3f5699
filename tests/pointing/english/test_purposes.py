"""English requests with what they are for, and numbers and ids beside measures: a sample that is always the same."""

import random

from tests.pointing.conversation import ask, documents

from ibidem.pointing.resolve import Ordinary

SHOWN = ["a", "b", "c"]
NAMED = ("document 2", "the second document", "source 2", "the 2nd doc")
WHOLE = (
    *("open {}", "print out {}", "call up {}", "get {} up", "get {} on my screen", "put {} up", "pull {} up"),
    *("could {} please be shown", "can I see {}", "let me see {}", "I want to see {}", "would you mind opening {}"),
)
USE = ("summarise {}", "translate {} into Korean", "boil {} down to three points", "explain {}")
PURPOSES = (
    *("", "for the shift handover", "for the night shift", "for my director", "before the meeting", "so I can forward it"),
    *("when you have a minute", "because the auditor wants it", "for tomorrow's audit", "to check something"),
)
MEASURED = (
    *("no, the pressure was 2 Torr, not 1", "wrong, it takes 2 hours, not 1", "I meant the first of May, not the second"),
    *("do we still do the sop 180-day review?", "the myservice 500-user plan is too expensive", "translate version 2"),
    *("print my document 2", "can that document feeder jam?", "do both parents sign the same document?"),
)
AROUND = ("{}", "hi, {}", "thanks. {}", "My boss is waiting, {}", "The auditor is here, {}", "I have to brief the night crew. {}")


def _drawn(requests: tuple[str, ...]) -> list[str]:
    rng = random.Random(21)
    rows = [f"{one.format(named)} {why}".strip() for one in requests for named in NAMED for why in PURPOSES]
    return [rng.choice(AROUND).format(row) for row in rng.sample(rows, 120)]


async def test_what_it_is_for_does_not_change_that_it_is_shown():
    missed = [message for message in _drawn(WHOLE) if await documents(message, SHOWN) != (["b"], "whole")]
    assert len(missed) <= 2, missed


async def test_what_it_is_for_does_not_change_that_it_is_used():
    missed = [message for message in _drawn(USE) if await documents(message, SHOWN) != (["b"], "use")]
    assert len(missed) <= 2, missed


async def test_measures_and_own_documents_are_none_that_were_shown():
    for said in MEASURED:
        for around in AROUND:
            assert await ask(around.format(said), SHOWN) == Ordinary(), around.format(said)
