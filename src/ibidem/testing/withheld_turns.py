"""What the contract of `ibidem.ports.turn_store.TurnStore` withholds, as tests."""

from dataclasses import replace

from ibidem.domain.conversation import Choice, Pause
from ibidem.domain.documents import Principal
from ibidem.domain.trace import Candidate, Trace
from ibidem.testing.stores import ENGLISH, KOREAN, MINA, PUBLIC, Stores, prepared, turn


class WithheldTurnSuite:
    """A part of `TurnStoreSuite`."""

    async def test_an_answer_from_what_may_no_longer_be_read_is_withheld(self, stores: Stores) -> None:
        public, other = prepared(KOREAN), prepared(ENGLISH)
        await stores.documents.put([public, other])
        for cites in ([other, public], [other]):
            await stores.turns.append(turn("s", "질문", cites=cites, client_turn_id=f"c-{len(cites)}"), PUBLIC)
        await stores.documents.put([prepared(KOREAN, readers=["maintenance"], revision="개정했다.")])
        first, second = await stores.turns.turns("s", PUBLIC, 100)
        assert first.withheld and not second.withheld and second.content.assistant_text == "질문 [1]"
        assert (first.content.user_text, first.content.assistant_text, first.content.summary) == ("질문", "", "")
        assert first.content.doc_refs[0].title == ENGLISH.title
        nameless = first.content.doc_refs[1]
        assert (nameless.slot, nameless.doc_id, nameless.title, nameless.snippet) == (2, KOREAN.doc_id, KOREAN.doc_id, "")
        again = await stores.turns.append(turn("s", "질문", client_turn_id="c-2"), PUBLIC)
        ways = [
            again,
            await stores.turns.turn("s", 1, PUBLIC),
            await stores.turns.answered("s", "c-2", PUBLIC),
            await stores.turns.citing_turn("s", 1, PUBLIC),
            (await stores.turns.last_turns("s", 2, PUBLIC))[0],
        ]
        assert ways == [first] * len(ways)
        cited = await stores.turns.cited_document("s", 2, PUBLIC)
        assert cited is not None and cited.ref == nameless
        reader = Principal(PUBLIC.name, MINA.groups)
        assert not (await stores.turns.turn("s", 1, reader)).withheld
        await stores.documents.put([prepared(KOREAN, revision="다시 공개했다.")])
        assert not (await stores.turns.turn("s", 1, PUBLIC)).withheld

    async def test_an_answer_from_what_was_deleted_is_kept(self, stores: Stores) -> None:
        public, restricted = prepared(KOREAN), prepared(ENGLISH, readers=["maintenance"])
        await stores.documents.put([public, restricted])
        await stores.turns.append(turn("s", "질문", cites=[public]), PUBLIC)
        await stores.turns.append(turn("s", "질문", cites=[restricted]), PUBLIC)
        for one in (public, restricted):
            await stores.documents.delete(one.document.doc_id, MINA)
        assert [one.withheld for one in await stores.turns.turns("s", PUBLIC, 100)] == [False, True]

    async def test_what_waits_for_a_choice_among_what_may_not_be_read_is_withheld(self, stores: Stores) -> None:
        public = prepared(KOREAN)
        version = public.document.version
        choices = (Choice(public.document.doc_id, version, KOREAN.title),)
        found = Candidate(public.document.doc_id, version, KOREAN.title, "c", 0, 1.0)
        await stores.documents.put([public])
        waiting = replace(turn("s", "질문"), pause=Pause("reference", KOREAN.title, choices, "질문", "whole"))
        await stores.turns.append(waiting, PUBLIC)
        await stores.turns.append(replace(turn("s", "질문"), trace=Trace(candidates=(found,))), PUBLIC)
        await stores.documents.put([prepared(KOREAN, readers=["maintenance"], revision="개정했다.")])
        first, second = await stores.turns.turns("s", PUBLIC, 100)
        assert first.withheld and KOREAN.title not in str(first)
        assert first.content.pause is not None and first.content.pause.choices[0].doc_id == KOREAN.doc_id
        assert not second.withheld and KOREAN.title not in str(second) and second.content.assistant_text
