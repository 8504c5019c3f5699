"""What the contract of `ibidem.ports.turn_store.TurnStore` shows to others than the owner of a conversation, as tests."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import Feedback
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.domain.unanswered import AskedAt
from ibidem.testing.stores import ENGLISH, KENJI, KOREAN, MINA, STRANGER, Stores, prepared, turn

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

    async def test_a_session_is_shared_by_its_link_and_each_reader_sees_what_it_may(self, stores: Stores) -> None:
        closed, open_to_all = prepared(ENGLISH, readers=["maintenance"]), prepared(KOREAN)
        await stores.documents.put([closed, open_to_all])
        for asked, cited in ((ASKED[0], open_to_all), (ASKED[1], closed)):
            await stores.turns.append(turn("s", asked, cites=[cited]), MINA)
        await stores.turns.rate("s", 1, Feedback("helpful", "mine"), MINA)
        assert (await stores.turns.share("s", "link", MINA)).shared == "link"
        assert (await stores.turns.shared_session("s", "link", KENJI)).turns == 2
        first, second = await stores.turns.shared_turns("s", "link", KENJI, 9)
        assert (first.content.user_text, first.content.assistant_text) == (ASKED[0], f"{ASKED[0]} [1]")
        assert first.feedback is None
        assert (second.withheld, second.content.user_text, second.content.assistant_text) == (True, "", "")
        hana = Principal("hana", frozenset({"maintenance"}))
        assert [one.withheld for one in await stores.turns.shared_turns("s", "link", hana, 9)] == [False, False]
        assert [one.turn_id for one in await stores.turns.shared_turns("s", "link", hana, 1, 1)] == [2]
        branch = await stores.turns.branch("s", 2, "b", MINA)
        assert branch.shared == ""
        assert not await stores.turns.sessions(KENJI, 9)
        with pytest.raises(NotFound):
            await stores.turns.turns("s", KENJI, 9)

    async def test_without_its_link_a_session_is_as_one_of_nothing(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", ASKED[0]), MINA)
        for link in ("", "link"):
            await _closed(stores, "s", link, KENJI)
        with pytest.raises(NotFound):
            await stores.turns.share("s", "link", KENJI)
        await stores.turns.share("s", "link", MINA)
        for session_id, link, who in (("s", "lin", KENJI), ("s", "", MINA), ("s", "link", STRANGER), ("t", "link", KENJI)):
            await _closed(stores, session_id, link, who)
        await _closed(stores, "s", "\ud800", KENJI)
        await _closed(stores, "\ud800", "link", KENJI)
        await stores.turns.share("s", "other", MINA)
        await _closed(stores, "s", "link", KENJI)
        await stores.turns.append(turn("s", ASKED[1]), MINA)
        assert len(await stores.turns.shared_turns("s", "other", KENJI, 9)) == 2
        await stores.turns.share("s", "", MINA)
        for link in ("", "other"):
            await _closed(stores, "s", link, KENJI)
        with pytest.raises(InvalidInput):
            await stores.turns.shared_turns("s", "other", MINA, -1)


async def _closed(stores: Stores, session_id: str, link: str, who: Principal) -> None:
    """Asserts that the link opens nothing."""
    with pytest.raises(NotFound):
        await stores.turns.shared_session(session_id, link, who)
    with pytest.raises(NotFound):
        await stores.turns.shared_turns(session_id, link, who, 9)
