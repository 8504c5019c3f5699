"""The part of the contract of `ibidem.ports.TurnStore` that is about whole sessions: branched, asked anew, expired."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from ibidem.domain.conversation import BranchPoint, Feedback, Pause, TurnQuery
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput, NotFound, NotLastTurn
from ibidem.domain.personal_data import Placeholder
from ibidem.domain.trace import ModelCall, Trace
from ibidem.testing.stores import ENGLISH, JAPANESE, KENJI, KOREAN, MINA, STRANGER, Stores, prepared, turn

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
A_DAY = timedelta(days=1)
AT_ONCE = timedelta(0)
# Each begins a turn; the words of one stand in no other.
ASKED = ("펌프 볼트는 얼마로 조여야 하나요?", "Which hoses may crack?", "ロボットが止まった原因は何ですか。")


class SessionCareSuite:
    """A part of `TurnStoreSuite`."""

    async def test_a_branch_holds_the_turns_up_to_there(self, stores: Stores) -> None:
        stored = [
            await stores.turns.append(turn("s", asked, cites=[prepared(cited)], client_turn_id=f"c-{cited.doc_id}"), MINA)
            for asked, cited in zip(ASKED, (KOREAN, ENGLISH, JAPANESE), strict=True)
        ]
        await stores.turns.rate("s", 1, Feedback("helpful"), MINA)
        branch = await stores.turns.branch("s", 2, "b", MINA)
        assert (branch.session_id, branch.turns, branch.first_question, branch.title) == ("b", 2, ASKED[0], "")
        assert branch.branched_from == BranchPoint("s", 2)
        assert branch.started == branch.last_turn > stored[-1].ts
        copies = await stores.turns.turns("b", MINA, 10)
        expected = [replace(t, content=replace(t.content, session_id="b", client_turn_id=None)) for t in stored[:2]]
        assert list(copies) == expected
        assert await stores.turns.answered("b", f"c-{KOREAN.doc_id}", MINA) is None
        assert [one.content.session_id for one in await stores.turns.rated(MINA, 9)] == ["s"]
        assert [s.session_id for s in await stores.turns.sessions(MINA, 9)] == ["b", "s"]

    async def test_what_a_branch_cites_is_found_under_the_same_numbers(self, stores: Stores) -> None:
        for asked, cited in zip(ASKED, (KOREAN, ENGLISH, JAPANESE), strict=True):
            await stores.turns.append(turn("s", asked, cites=[prepared(cited)]), MINA)
        await stores.turns.branch("s", 2, "b", MINA)
        latest, second = await stores.turns.citing_turn("b", -1, MINA), await stores.turns.cited_document("b", 2, MINA)
        assert latest is not None and latest.turn_id == 2
        assert second is not None and (second.turn_id, second.ref.doc_id) == (2, ENGLISH.doc_id)
        assert await stores.turns.cited_document("b", 3, MINA) is None
        assert [one.doc_id for one in await stores.turns.cited_documents("b", MINA, 9)] == [KOREAN.doc_id, ENGLISH.doc_id]
        for asked, number in ((ASKED[1], 2), (ASKED[0], 1)):
            assert (await stores.turns.search(TurnQuery("b", asked), MINA))[0].turn.turn_id == number
        assert 3 not in [one.turn.turn_id for one in await stores.turns.search(TurnQuery("b", ASKED[2]), MINA)]

    async def test_a_branch_and_its_origin_go_their_own_ways(self, stores: Stores) -> None:
        await stores.documents.put([prepared(KOREAN)])
        cited = prepared(KOREAN)
        for asked in ASKED:
            await stores.turns.append(turn("s", asked, cites=[cited]), MINA)
        await stores.documents.delete(KOREAN.doc_id, MINA)
        await stores.turns.branch("s", 1, "b", MINA)
        assert (await stores.turns.append(turn("b", "and then?", cites=[prepared(JAPANESE)]), MINA)).turn_id == 2
        assert len(await stores.turns.turns("s", MINA, 9)) == 3
        assert await stores.turns.count_cited_documents("s", MINA) == 1
        await stores.turns.delete_session("s", MINA)
        assert [t.content.user_text for t in await stores.turns.turns("b", MINA, 9)] == [ASKED[0], "and then?"]
        kept = await stores.documents.get(KOREAN.doc_id, MINA, cited.document.version)  # the branch cites it still
        assert not kept.current
        of_branch = await stores.turns.branch("b", 2, "b2", MINA)
        assert of_branch.branched_from == BranchPoint("b", 2)

    async def test_a_branch_takes_the_placeholders_of_its_turns_alone(self, stores: Stores) -> None:
        phone, mail, later = Placeholder("PHONE", 1, "a"), Placeholder("EMAIL", 1, "b"), Placeholder("PHONE", 2, "c")
        await stores.turns.append(replace(turn("s", "<PHONE_1> <EMAIL_1>"), placeholders=(phone, mail)), MINA)
        await stores.turns.append(replace(turn("s", "<PHONE_1> <PHONE_2>"), placeholders=(phone, later)), MINA)
        await stores.turns.branch("s", 1, "b", MINA)
        assert list(await stores.turns.placeholders("b", MINA)) == [mail, phone]

    async def test_a_branch_waits_where_its_last_turn_does_and_took_nothing_itself(self, stores: Stores) -> None:
        pause = Pause("reference", "どの文書ですか。", (), "?", "whole")
        await stores.turns.append(replace(turn("s", ASKED[0]), trace=Trace(calls=(ModelCall("a", "p", "m", 0, 1, "ok"),))), MINA)
        await stores.turns.append(replace(turn("s", ASKED[1]), pause=pause), MINA)
        await stores.turns.append(turn("s", ASKED[2]), MINA)
        await stores.turns.branch("s", 2, "b", MINA)
        assert [one.content.session_id for one in await stores.turns.waiting(MINA, LONG_AGO, 9)] == ["b"]
        assert len(await stores.turns.measured(MINA, LONG_AGO, 9)) == 3

    async def test_what_cannot_be_branched(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", "mine"), MINA)
        await stores.turns.append(turn("theirs", "theirs"), KENJI)
        for number in (0, -1, 2, 10**12):
            with pytest.raises(NotFound):
                await stores.turns.branch("s", number, "b", MINA)
        for branch_id in ("s", "theirs", "half \ud800"):
            with pytest.raises(InvalidInput):
                await stores.turns.branch("s", 1, branch_id, MINA)
        said: list[str] = []
        for session_id, other in (("s", KENJI), ("s", STRANGER), ("nobodys", MINA), ("a NUL \0", MINA)):
            with pytest.raises(NotFound) as error:
                await stores.turns.branch(session_id, 1, "b", other)
            said.append(str(error.value).replace(repr(session_id), "ID"))
        assert len(set(said)) == 1
        with pytest.raises(NotFound):
            await stores.turns.session("b", MINA)

    async def test_a_turn_asked_anew_stays_readable_and_is_passed_over(self, stores: Stores) -> None:
        for asked, cited in zip(ASKED, (KOREAN, ENGLISH, JAPANESE), strict=True):
            await stores.turns.append(turn("s", asked, cites=[prepared(cited)]), MINA)
        anew = replace(turn("s", "Which clamps may crack?", cites=[prepared(KOREAN)]), replaces=3)
        assert (await stores.turns.append(anew, MINA)).turn_id == 4
        assert (await stores.turns.turn("s", 3, MINA)).replaced_by == 4
        assert [(t.turn_id, t.replaced_by) for t in await stores.turns.turns("s", MINA, 9)] == [
            (1, None),
            (2, None),
            (3, 4),
            (4, None),
        ]
        assert [t.turn_id for t in await stores.turns.last_turns("s", 9, MINA)] == [1, 2, 4]
        found = [await stores.turns.citing_turn("s", number, MINA) for number in (-1, -2, 3)]
        assert [one.turn_id for one in found if one is not None] == [4, 2, 4]
        assert 3 not in [one.turn.turn_id for one in await stores.turns.search(TurnQuery("s", ASKED[2]), MINA)]
        numbered = await stores.turns.cited_document("s", 3, MINA)  # the numbers of the whole session stay what they were
        assert numbered is not None and (numbered.turn_id, numbered.ref.doc_id) == (3, JAPANESE.doc_id)

    async def test_a_session_is_read_as_it_was_before_a_turn(self, stores: Stores) -> None:
        for asked, cited in zip(ASKED, (KOREAN, ENGLISH, JAPANESE), strict=True):
            await stores.turns.append(turn("s", asked, cites=[prepared(cited)]), MINA)
        assert [t.turn_id for t in await stores.turns.last_turns("s", 9, MINA, before=3)] == [1, 2]
        citing = await stores.turns.citing_turn("s", -1, MINA, before=3)
        assert citing is not None and citing.turn_id == 2
        assert await stores.turns.citing_turn("s", 3, MINA, before=3) is None
        assert 3 not in [one.turn.turn_id for one in await stores.turns.search(TurnQuery("s", ASKED[2], before=3), MINA)]

    async def test_only_the_last_turn_is_asked_anew_and_the_session_goes_by_it(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", "first"), MINA)
        await stores.turns.append(replace(turn("s", "첫 질문"), replaces=1), MINA)
        await stores.turns.append(replace(turn("s", "最初の質問"), replaces=2), MINA)
        assert (await stores.turns.session("s", MINA)).first_question == "最初の質問"
        await stores.turns.append(turn("s", "next"), MINA)
        await stores.turns.append(replace(turn("s", "other"), replaces=4), MINA)
        assert (await stores.turns.session("s", MINA)).first_question == "最初の質問"
        for number in (4, 9, 0):
            with pytest.raises(NotLastTurn):
                await stores.turns.append(replace(turn("s", "late"), replaces=number), MINA)
        with pytest.raises(NotLastTurn):
            await stores.turns.append(replace(turn("new", "of nothing"), replaces=1), MINA)
        assert (await stores.turns.session("s", MINA)).turns == 5
        branch = await stores.turns.branch("s", 1, "b", MINA)
        assert branch.first_question == "first"  # nothing replaces it there
        assert [t.replaced_by for t in await stores.turns.turns("b", MINA, 9)] == [None]

    async def test_turns_are_found_by_their_question(self, stores: Stores) -> None:
        for asked in ("<PHONE_2>로 걸면 되나요?", "Is <PHONE_2> the number?", "<PHONE_2>に電話しますか?"):
            first, second = f"first {len(asked)}", f"second {len(asked)}"
            await stores.turns.append(turn(first, "another"), MINA)
            await stores.turns.append(turn(first, asked), MINA)
            await stores.turns.append(turn(second, asked.replace("2", "31")), MINA)
            await stores.turns.append(turn(f"kenji {len(asked)}", asked), KENJI)
            found = await stores.turns.asking(asked.replace("2", "1"), MINA, 9)
            assert [(one.content.session_id, one.turn_id) for one in found] == [(second, 1), (first, 2)]
            assert [one.content.session_id for one in await stores.turns.asking(asked, MINA, 1)] == [second]
            assert not await stores.turns.asking(asked.replace("PHONE", "EMAIL"), MINA, 9)
            await stores.turns.append(replace(turn(second, "another"), replaces=1), MINA)
            await stores.turns.branch(first, 2, f"branch {len(asked)}", MINA)
            sessions = {one.content.session_id for one in await stores.turns.asking(asked, MINA, 9)}
            assert sessions == {first, f"branch {len(asked)}"}
        with pytest.raises(InvalidInput):
            await stores.turns.asking("?", MINA, -1)

    async def test_a_turn_is_asked_anew_once(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", "first"), MINA)
        anew = [stores.turns.append(replace(turn("s", f"anew {n}"), replaces=1), MINA) for n in range(6)]
        stored = await asyncio.gather(*anew, return_exceptions=True)
        assert sorted(type(one).__name__ for one in stored) == ["NotLastTurn"] * 5 + ["Turn"]
        assert len(await stores.turns.turns("s", MINA, 9)) == 2

    async def test_an_expired_session_does_not_exist_to_any_method(self, stores: Stores) -> None:
        pause = Pause("reference", "Which one?", (), "?", "whole")
        first = turn("s", ASKED[0], cites=[prepared(KOREAN)], client_turn_id="c")
        phone = Placeholder("PHONE", 1, "a")
        kept = await stores.turns.append(replace(first, placeholders=(phone,)), MINA, lifetime=A_DAY)
        session = await stores.turns.session("s", MINA)
        assert session.expires == kept.ts + A_DAY
        await stores.turns.rate("s", 1, Feedback("helpful"), MINA)
        await stores.turns.append(replace(turn("s", ASKED[1]), pause=pause), MINA, lifetime=AT_ONCE)
        for empty in (
            await stores.turns.sessions(MINA, 9),
            await stores.turns.last_turns("s", 9, MINA),
            await stores.turns.rated(MINA, 9),
            await stores.turns.waiting(MINA, LONG_AGO, 9),
            await stores.turns.measured(MINA, LONG_AGO, 9),
            await stores.turns.placeholders("s", MINA),
            await stores.turns.asking(ASKED[0], MINA, 9),
        ):
            assert not empty
        assert (await stores.turns.count_sessions(MINA), await stores.turns.count_rated(MINA)) == (0, 0)
        assert await stores.turns.count_waiting(MINA, LONG_AGO) == 0
        assert await stores.turns.answered("s", "c", MINA) is None
        assert await stores.turns.citing_turn("s", -1, MINA) is None
        assert await stores.turns.cited_document("s", 1, MINA) is None
        for refused in _by_id(stores):
            with pytest.raises(NotFound):
                await refused("s", MINA)

    async def test_the_id_of_an_expired_session_is_free(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", "old", client_turn_id="c"), MINA, lifetime=AT_ONCE)
        assert await stores.turns.owned("s", KENJI)
        anew = await stores.turns.append(turn("s", "anew", client_turn_id="c"), KENJI)
        assert (anew.turn_id, anew.content.user_text) == (1, "anew")
        assert [t.content.user_text for t in await stores.turns.turns("s", KENJI, 9)] == ["anew"]
        assert not await stores.turns.count_sessions(MINA) and not await stores.turns.sessions(MINA, 9)
        assert not await stores.turns.measured(MINA, LONG_AGO, 9) and not await stores.turns.asking("old", MINA, 9)

    async def test_a_turn_moves_the_end_of_its_session(self, stores: Stores) -> None:
        for lifetime in (A_DAY, 2 * A_DAY, None):
            stored = await stores.turns.append(turn("s", "hello"), MINA, lifetime=lifetime)
            expected = None if lifetime is None else stored.ts + lifetime
            assert (await stores.turns.session("s", MINA)).expires == expected
        branch = await stores.turns.branch("s", 1, "b", MINA, A_DAY)
        assert branch.expires == branch.started + A_DAY

    async def test_what_expired_is_swept_in_pieces(self, stores: Stores) -> None:
        document = prepared(KOREAN)
        await stores.documents.put([document])
        for n in range(5):
            await stores.turns.append(turn(f"old-{n}", "old", cites=[document]), MINA, lifetime=AT_ONCE)
        await stores.turns.append(turn("kept", "kept"), MINA, lifetime=A_DAY)
        await stores.turns.append(turn("endless", "endless"), KENJI)
        assert [await stores.turns.sweep_expired(2) for _ in range(4)] == [2, 2, 1, 0]
        assert await stores.turns.owned("old-0", KENJI)
        assert len(await stores.turns.sessions(MINA, 9)) == len(await stores.turns.sessions(KENJI, 9)) == 1
        with pytest.raises(InvalidInput):
            await stores.turns.sweep_expired(-1)


def _by_id(stores: Stores) -> list[Callable[[str, Principal], Awaitable[object]]]:
    """The methods that are given the id of a session and refuse what is none."""
    turns = stores.turns
    return [
        turns.session,
        turns.delete_session,
        turns.count_cited_documents,
        lambda session_id, by: turns.turn(session_id, 1, by),
        lambda session_id, by: turns.turns(session_id, by, 9),
        lambda session_id, by: turns.search(TurnQuery(session_id, ASKED[0]), by),
        lambda session_id, by: turns.cited_documents(session_id, by, 9),
        lambda session_id, by: turns.rate(session_id, 1, Feedback("helpful"), by),
        lambda session_id, by: turns.add_placeholders(session_id, (Placeholder("PHONE", 2, "b"),), by),
        lambda session_id, by: turns.rename_session(session_id, "title", by),
        lambda session_id, by: turns.branch(session_id, 1, "b", by),
    ]
