"""What the contract of `ibidem.ports.stores.TurnStore` shows to others than the owner of a conversation, as tests."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import Feedback
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput
from ibidem.domain.unanswered import AskedAt
from ibidem.testing.stores import ENGLISH, KENJI, MINA, STRANGER, Stores, prepared, turn

ASKED = ("구내식당 메뉴는 무엇인가요?", "Which torque has the valve?", "バルブのトルクは?")
OWNER = Principal("aoi", administers=True)


class TurnsForOthersSuite:
    """A part of `TurnStoreSuite`."""

    async def test_what_was_not_answered_is_ones_own_and_everybodys_for_who_administers(self, stores: Stores) -> None:
        for session_id, asked, who in zip(("m", "k", "e"), ASKED, (MINA, KENJI, STRANGER), strict=True):
            await stores.turns.append(replace(turn(session_id, asked), found="none"), who)
            await stores.turns.append(turn(session_id, "answered"), who)
        [own] = await stores.turns.unanswered(MINA, 9)
        assert (own.question, own.at, own.asker, own.found) == (ASKED[0], AskedAt("m", 1), "mina", "none")
        listed = await stores.turns.unanswered(OWNER, 9)
        assert [(one.question, one.at, one.asker) for one in listed] == [(ASKED[1], None, "kenji"), (ASKED[0], None, "mina")]
        assert [one.question for one in await stores.turns.unanswered(OWNER, 1)] == [ASKED[1]]
        mina = await stores.turns.unanswered(replace(MINA, administers=True), 9)
        assert [one.at for one in mina] == [None, AskedAt("m", 1)]
        assert not await stores.turns.unanswered(Principal("aoi", tenant="nowhere", administers=True), 9)
        with pytest.raises(InvalidInput):
            await stores.turns.unanswered(MINA, -1)

    async def test_a_rating_decides_and_what_is_no_question_of_its_own_is_left_out(self, stores: Stores) -> None:
        none = replace(turn("s", ASKED[0]), found="none")
        for one in (none, turn("s", ASKED[1]), replace(turn("s", "hello"), found="none", route="chat")):
            await stores.turns.append(one, MINA)
        await stores.turns.branch("s", 3, "b", MINA)
        await stores.turns.rate("s", 2, Feedback("wrong_fact", "14 N·m"), MINA)
        rated, unrated = await stores.turns.unanswered(OWNER, 9)
        assert (rated.question, rated.feedback, unrated.feedback) == (ASKED[1], Feedback("wrong_fact", "14 N·m"), None)
        await stores.turns.rate("s", 1, Feedback("helpful"), MINA)
        assert [one.question for one in await stores.turns.unanswered(OWNER, 9)] == [ASKED[1]]
        await stores.turns.append(turn("s", "last"), MINA)
        await stores.turns.append(replace(none, user_text="again"), MINA)
        await stores.turns.append(replace(none, user_text="and again", replaces=5), MINA)
        assert [one.question for one in await stores.turns.unanswered(OWNER, 9)] == ["and again", ASKED[1]]
        await stores.turns.delete_session("s", MINA)
        assert not await stores.turns.unanswered(OWNER, 9)

    async def test_what_quotes_documents_of_others_is_not_for_who_administers(self, stores: Stores) -> None:
        secret = prepared(ENGLISH, readers=["maintenance"])
        await stores.documents.put([secret])
        await stores.turns.append(turn("s", ASKED[1], cites=[secret]), MINA)
        await stores.turns.rate("s", 1, Feedback("wrong_fact", "It says flashlight."), MINA)
        assert len(await stores.turns.unanswered(MINA, 9)) == 1
        assert not await stores.turns.unanswered(OWNER, 9)
        assert len(await stores.turns.unanswered(replace(OWNER, groups=frozenset({"maintenance"})), 9)) == 1
