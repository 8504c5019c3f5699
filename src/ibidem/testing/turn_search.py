"""The contract of `ibidem.ports.TurnStore.search`, as tests."""

import pytest

from ibidem.domain.conversation import TurnQuery
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.testing.stores import ENGLISH, KENJI, MINA, STRANGER, Stores, prepared, turn

SAID = (
    "게이트 밸브 볼트의 토크는 얼마인가요?",
    "Which screws hold the pump cover?",
    "真空ポンプのオイルは何リットルですか。",
    "알람 E-1234의 원인은 무엇인가요?",
    "How is the filter housing cleaned?",
    "ロボットのケーブルはいつ交換しますか。",
)
ASKED = (("밸브 볼트를 조이는 토크", 1), ("the screws of the cover", 2), ("ポンプのオイルの量", 3), ("E-1234 알람", 4))


class TurnSearchSuite:
    """A part of `TurnStoreSuite`."""

    async def found(self, stores: Stores, text: str, *, by: Principal = MINA, limit: int = 5) -> list[int]:
        """The numbers of the turns of "s" that a search finds, best first."""
        return [one.turn.turn_id for one in await stores.turns.search(TurnQuery("s", text, limit), by)]

    @pytest.mark.parametrize(("text", "number"), ASKED)
    async def test_the_turn_that_holds_the_words_is_found(self, stores: Stores, text: str, number: int) -> None:
        for question in SAID:
            await stores.turns.append(turn("s", question), MINA)
        best, *_ = await stores.turns.search(TurnQuery("s", text), MINA)
        assert best.turn == await stores.turns.turn("s", number, MINA)
        assert 0 < best.held <= 1

    async def test_a_search_stays_in_its_session(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", SAID[1]), MINA)
        await stores.turns.append(turn("other", SAID[4]), MINA)
        assert await self.found(stores, "pump cover") == [1]
        assert not await self.found(stores, "filter housing")
        for session_id, by in (("s", KENJI), ("s", STRANGER), ("none", MINA), ("half \ud800", MINA)):
            with pytest.raises(NotFound):
                await stores.turns.search(TurnQuery(session_id, "pump cover"), by)

    async def test_a_search_has_a_limit_and_may_find_nothing(self, stores: Stores) -> None:
        for _ in range(4):
            await stores.turns.append(turn("s", SAID[1]), MINA)
        assert len(await self.found(stores, "pump cover", limit=3)) == 3
        assert not await self.found(stores, "zzz")
        assert not await self.found(stores, "?!")
        with pytest.raises(InvalidInput, match="limit"):
            await self.found(stores, "pump cover", limit=0)

    async def test_nearness_lifts_a_turn_that_words_leave_below(self, stores: Stores) -> None:
        for question in SAID:
            await stores.turns.append(turn("s", question), MINA)
        near = dict.fromkeys(range(1, 7), 0.0) | {6: 1.0}
        best, *_ = await stores.turns.search(TurnQuery("s", "when do the wires get old"), MINA, near)
        assert best.turn.turn_id == 6

    async def test_what_may_no_longer_be_read_is_not_searched(self, stores: Stores) -> None:
        document = prepared(ENGLISH)
        await stores.documents.put([document])
        await stores.turns.append(turn("s", "Is the drawer open?", cites=[document]), MINA)
        await stores.turns.append(turn("s", "What else is new?"), MINA)
        assert (await self.found(stores, ENGLISH.title))[0] == 1
        await stores.documents.put([prepared(ENGLISH, readers=["board"])])
        assert not await self.found(stores, ENGLISH.title)
        nearness = {1: 1.0, 2: 0.0}
        searched = await stores.turns.search(TurnQuery("s", ENGLISH.title), MINA, nearness)
        assert [one.turn.turn_id for one in searched] == [2]
        (asked,) = [one for one in await stores.turns.search(TurnQuery("s", "the open drawer"), MINA) if one.turn.turn_id == 1]
        assert asked.turn.withheld and not asked.turn.content.assistant_text

    @pytest.mark.parametrize(("text", "number"), ASKED)
    async def test_a_turn_is_found_alike_before_and_after_it_was_made_searchable(
        self, stores: Stores, text: str, number: int
    ) -> None:
        for question in SAID:
            await stores.turns.append(turn("s", question), MINA)
            await stores.turns.append(turn("made", question), MINA)
            await stores.turns.make_searchable("made", MINA)
        await stores.turns.branch("s", len(SAID), "branch", MINA)
        await stores.turns.branch("made", len(SAID), "branch of made", MINA)
        found = [
            [(one.turn.turn_id, one.held) for one in await stores.turns.search(TurnQuery(session_id, text), MINA)]
            for session_id in ("branch", "s", "made", "branch of made", "branch")
        ]
        assert found[0][0][0] == number and found.count(found[0]) == len(found)

    async def test_a_session_is_made_searchable_by_its_own_person(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", SAID[1]), MINA)
        for session_id, by in (("s", KENJI), ("s", STRANGER), ("none", MINA), ("half \ud800", MINA)):
            with pytest.raises(NotFound):
                await stores.turns.make_searchable(session_id, by)
        await stores.turns.make_searchable("s", MINA)
        await stores.turns.make_searchable("s", MINA)
        assert await self.found(stores, "pump cover") == [1]

    async def test_a_deleted_session_is_found_no_more(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", SAID[1]), MINA)
        await stores.turns.delete_session("s", MINA)
        await stores.turns.append(turn("s", SAID[4]), KENJI)
        assert await self.found(stores, "filter housing", by=KENJI) == [1]
        assert not await self.found(stores, "pump cover", by=KENJI)

    async def test_the_third_turn_of_a_long_session_is_found(self, stores: Stores) -> None:
        for number in range(300):
            question = "Which hose leads to the chiller?" if number == 2 else f"How often is part {number} of the line inspected?"
            await stores.turns.append(turn("s", question), MINA)
        assert (await self.found(stores, "the hose of the chiller"))[0] == 3

    async def test_a_search_among_some_turns_alone(self, stores: Stores) -> None:
        for _ in range(4):
            await stores.turns.append(turn("s", SAID[1]), MINA)
        among = await stores.turns.search(TurnQuery("s", "pump cover", 2, turns=frozenset({1, 3, 9})), MINA)
        assert sorted(one.turn.turn_id for one in among) == [1, 3]

    async def test_the_moments_of_a_session(self, stores: Stores) -> None:
        stored = [await stores.turns.append(turn("s", question), MINA) for question in SAID[:3]]
        moments = await stores.turns.moments("s", MINA)
        assert [(one.turn_id, one.ts, one.route) for one in moments] == [(t.turn_id, t.ts, t.content.route) for t in stored]
        for session_id, by in (("s", KENJI), ("s", STRANGER), ("none", MINA), ("half \ud800", MINA)):
            assert not await stores.turns.moments(session_id, by)
