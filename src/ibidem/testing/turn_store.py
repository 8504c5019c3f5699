"""The contract of `ibidem.ports.TurnStore`, as tests."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ibidem.domain.conversation import Choice, Feedback, HeldDraft, HeldWork, ModelSummary, Pause, PauseKind
from ibidem.domain.documents import SearchFilters
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.domain.personal_data import Placeholder
from ibidem.domain.trace import Attempt, Candidate, ModelCall, PathPart, StepTime, Trace, Verdict
from ibidem.testing.session_care import SessionCareSuite
from ibidem.testing.stores import ENGLISH, JAPANESE, KENJI, KOREAN, MINA, STRANGER, Sample, Stores, prepared, turn
from ibidem.testing.turn_search import TurnSearchSuite
from ibidem.testing.turns_for_others import TurnsForOthersSuite
from ibidem.testing.withheld_turns import WithheldTurnSuite

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
QUESTIONS = {
    "ko": "펌프 볼트는 얼마로 조여야 하나요?",
    "en": "Which hoses may crack?",
    "ja": "ロボットが止まった原因は何ですか。",
}


class TurnStoreSuite(TurnSearchSuite, WithheldTurnSuite, SessionCareSuite, TurnsForOthersSuite):
    """Subclass it with a fixture `stores` (see `ibidem.testing`)."""

    async def test_turns_are_numbered_from_one_and_returned_as_stored(self, stores: Stores) -> None:
        for number, question in enumerate(QUESTIONS.values(), 1):
            new = turn("s", question, cites=[prepared(KOREAN), prepared(JAPANESE)])
            stored = await stores.turns.append(new, MINA)
            assert (stored.turn_id, stored.principal, stored.content) == (number, "mina", new)
            assert stored.ts.utcoffset() is not None
            assert await stores.turns.turn("s", number, MINA) == stored

    async def test_everything_a_turn_says_of_itself_comes_back(self, stores: Stores) -> None:
        trace = Trace(("q1", "질문"), ("SUPRA XP",), ("sop",), 12, 0.75, (StepTime("retrieve", 1.5), StepTime("answer", 2.0)))
        new = replace(
            turn("s", "두 번째 문서를 자세히\n「原文」 & <b> \\u0000 \t", cites=[prepared(ENGLISH)], client_turn_id="c-1"),
            notice="not found",
            lookup_source="history",
            mode="verified",
            summary_model="m",
            trace=trace,
        )
        await stores.turns.append(new, MINA)
        assert (await stores.turns.turn("s", 1, MINA)).content == new

    async def test_what_a_turn_waits_for_comes_back_with_the_work_it_had_done(self, stores: Stores) -> None:
        cited = turn("s", "수프라 토크는?", cites=[prepared(KOREAN), prepared(JAPANESE)])
        attempts = (
            Attempt("first", ("5 N·m는 출처에 없습니다",)),
            Attempt("wider", (), (Verdict(False, ("違います",), "other words"), Verdict(True))),
        )
        work = HeldWork(
            route="setup",
            filters=SearchFilters(("SUPRA XP",), ("sop",), ("sop_1203",), ("ツクロア",)),
            confirm_sources=True,
            queries=("토크", "torque"),
            devices=("SUPRA XP", "SUPRA N"),
            doc_types=("sop",),
            passages=(Candidate("sop_1203", "v", "제목", "sop_1203@v#2", 2, 1.25),),
            draft=HeldDraft("5 N·m [1]", cited.doc_refs, ("5 N·m는 출처에 없습니다",), "openai:m"),
            attempts=attempts,
            owners=("가온정보",),
        )
        choices = (Choice("sop_1203", "v", "제목", 1, 3, "볼트는…"), Choice(None, None, "SUPRA XP"))
        kinds: tuple[PauseKind, ...] = ("device", "sources", "review")
        for number, kind in enumerate(kinds, 1):
            pause = Pause(kind, "맞나요?", choices, "토크는?", "use", work)
            await stores.turns.append(replace(cited, pause=pause, mode="verified"), MINA)
            assert (await stores.turns.turn("s", number, MINA)).content.pause == pause

    async def test_how_a_turn_came_to_its_answer_comes_back(self, stores: Stores) -> None:
        trace = Trace(
            queries=("q",),
            model="openai:m",
            faithful=False,
            translations=("토크", "トルク"),
            candidates=(Candidate("sop_1203", "v", "제목", "sop_1203@v#2", 2, 1.25),),
            calls=(ModelCall("judge", "judge_setup.ko@1-3f2a9c1b", "openai:m", 12.5, 200.25, "unreadable", 900, 12),),
            attempts=(Attempt("anew", ("…",), (Verdict(False, ("なし",), "hint"),)),),
            dropped_citations=2,
            troubles=("late",),
            thoughts="음… <think> 「」",
            critical_path=(PathPart("answer/answer_setup", 180.5), PathPart("record_turn", 1.0)),
            reviewed="edit",
            owners=("ツクロア", "Beacon Works"),
        )
        new = replace(turn("s", "?"), trace=trace)
        await stores.turns.append(new, MINA)
        assert (await stores.turns.turn("s", 1, MINA)).content == new

    async def test_concurrent_appends_get_numbers_without_gaps(self, stores: Stores) -> None:
        stored = await asyncio.gather(*(stores.turns.append(turn("s", f"question {n}"), MINA) for n in range(40)))
        assert sorted(t.turn_id for t in stored) == list(range(1, 41))
        listed = await stores.turns.turns("s", MINA, 100)
        assert [t.turn_id for t in listed] == list(range(1, 41))
        assert {t.turn_id: t.content for t in listed} == {t.turn_id: t.content for t in stored}

    async def test_pages_of_turns(self, stores: Stores) -> None:
        stored = [await stores.turns.append(turn("s", f"question {n}"), MINA) for n in range(7)]
        for limit, offset in ((3, 0), (3, 3), (3, 6), (100, 0), (0, 0), (3, 7), (3, 10**6)):
            assert list(await stores.turns.turns("s", MINA, limit, offset)) == stored[offset : offset + limit]

    @pytest.mark.parametrize(("limit", "offset"), [(-1, 0), (1, -1)])
    async def test_a_page_that_is_none_is_refused(self, stores: Stores, limit: int, offset: int) -> None:
        await stores.turns.append(turn("s", "hello"), MINA)
        with pytest.raises(InvalidInput):
            await stores.turns.turns("s", MINA, limit, offset)
        with pytest.raises(InvalidInput):
            await stores.turns.sessions(MINA, limit, offset)

    async def test_a_session_tells_of_its_turns(self, stores: Stores) -> None:
        first, last = [await stores.turns.append(turn("s", question), MINA) for question in ("첫 질문", "次の質問")]
        session = await stores.turns.session("s", MINA)
        assert (session.session_id, session.turns, session.first_question) == ("s", 2, "첫 질문")
        assert (session.started, session.last_turn) == (first.ts, last.ts)

    async def test_a_client_turn_id_is_stored_once(self, stores: Stores) -> None:
        repeated = [turn("s", f"attempt {n}", client_turn_id="again") for n in range(8)]
        stored = await asyncio.gather(*(stores.turns.append(one, MINA) for one in repeated))
        assert len({t.turn_id for t in stored}) == 1 and len({t.content.user_text for t in stored}) == 1
        assert await stores.turns.turns("s", MINA, 100) == [stored[0]]
        assert await stores.turns.answered("s", "again", MINA) == stored[0]

    async def test_a_client_turn_id_belongs_to_its_session(self, stores: Stores) -> None:
        await stores.turns.append(turn("one", "first", client_turn_id="same"), MINA)
        other = await stores.turns.append(turn("two", "second", client_turn_id="same"), MINA)
        assert (other.turn_id, other.content.user_text) == (1, "second")

    async def test_nothing_is_answered_before_it_was_stored_nor_for_somebody_else(self, stores: Stores) -> None:
        assert await stores.turns.answered("s", "c", MINA) is None
        await stores.turns.append(turn("s", "hello", client_turn_id="c"), MINA)
        assert await stores.turns.answered("s", "d", MINA) is None
        assert await stores.turns.answered("s", "c", KENJI) is None

    async def test_a_session_belongs_to_whoever_began_it(self, stores: Stores) -> None:
        assert await stores.turns.owned("s", MINA) and await stores.turns.owned("s", KENJI)
        await stores.turns.append(turn("s", "mine"), MINA)
        assert await stores.turns.owned("s", MINA)
        for other in (KENJI, STRANGER):
            assert not await stores.turns.owned("s", other)
            with pytest.raises(NotFound):
                await stores.turns.append(turn("s", "yours?"), other)
            with pytest.raises(NotFound):
                await stores.turns.turn("s", 1, other)
            with pytest.raises(NotFound):
                await stores.turns.turns("s", other, 100)
            with pytest.raises(NotFound):
                await stores.turns.session("s", other)
            with pytest.raises(NotFound):
                await stores.turns.delete_session("s", other)
            assert not await stores.turns.last_turns("s", 5, other)
            assert not await stores.turns.sessions(other, 10)
        assert len(await stores.turns.turns("s", MINA, 100)) == 1

    async def test_what_is_not_yours_is_answered_as_what_does_not_exist(self, stores: Stores) -> None:
        await stores.turns.append(turn("theirs", "secret"), MINA)
        for session_id in ("theirs", "nobodys"):
            for ask in (stores.turns.turns(session_id, KENJI, 100), stores.turns.session(session_id, KENJI)):
                with pytest.raises(NotFound) as error:
                    await ask
                assert str(error.value).replace(session_id, "ID") == "no session 'ID' that you may read"

    async def test_a_turn_that_is_not_there(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", "hello"), MINA)
        for turn_id in (0, 2, -1, 10**12):
            with pytest.raises(NotFound):
                await stores.turns.turn("s", turn_id, MINA)

    async def test_last_turns_come_in_their_order(self, stores: Stores) -> None:
        assert not await stores.turns.last_turns("s", 3, MINA)
        for n in range(5):
            await stores.turns.append(turn("s", f"question {n}"), MINA)
        assert [t.turn_id for t in await stores.turns.last_turns("s", 3, MINA)] == [3, 4, 5]
        assert [t.turn_id for t in await stores.turns.last_turns("s", 9, MINA)] == [1, 2, 3, 4, 5]
        assert not await stores.turns.last_turns("s", 0, MINA)

    async def test_sessions_are_listed_by_when_they_moved(self, stores: Stores) -> None:
        for session_id in ("first", "second", "third", "first"):
            await stores.turns.append(turn(session_id, f"asked in {session_id}"), MINA)
        listed = await stores.turns.sessions(MINA, 10)
        assert [(s.session_id, s.turns) for s in listed] == [("first", 2), ("third", 1), ("second", 1)]
        assert listed[0].first_question == "asked in first"
        assert (await stores.turns.count_sessions(MINA), await stores.turns.count_sessions(KENJI)) == (3, 0)
        assert listed[0].started < listed[0].last_turn
        assert [s.session_id for s in await stores.turns.sessions(MINA, 1)] == ["first"]
        assert await stores.turns.session("first", MINA) == listed[0]
        for offset in (0, 2, 3, 10**6):
            assert list(await stores.turns.sessions(MINA, 2, offset)) == list(listed[offset : offset + 2])

    async def test_a_session_is_given_a_title(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", "펌프 볼트는?"), MINA)
        assert (await stores.turns.session("s", MINA)).title == ""
        for title in ("볼트 토크", "Bolt torque", "ボルトのトルク", ""):
            assert (await stores.turns.rename_session("s", title, MINA)).title == title
            assert (await stores.turns.sessions(MINA, 1))[0].title == title
        for other in (KENJI, STRANGER):
            with pytest.raises(NotFound):
                await stores.turns.rename_session("s", "mine", other)
        with pytest.raises(InvalidInput):
            await stores.turns.rename_session("s", "half \ud800", MINA)

    async def test_an_answer_is_rated_once_the_last_word_counts(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", "hello"), MINA)
        assert (await stores.turns.turn("s", 1, MINA)).feedback is None
        for feedback in (Feedback("helpful"), Feedback("wrong_fact", "9 N·m, 아니 12"), None):
            assert (await stores.turns.rate("s", 1, feedback, MINA)).feedback == feedback
            assert (await stores.turns.turns("s", MINA, 1))[0].feedback == feedback
            assert [one.feedback for one in await stores.turns.rated(MINA, 9)] == [feedback] * (feedback is not None)
            assert await stores.turns.count_rated(MINA) == (feedback is not None)
            assert not await stores.turns.rated(KENJI, 9)
            assert await stores.turns.count_rated(KENJI) == 0
        for session_id, number, other in (("s", 1, KENJI), ("s", 2, MINA), ("none", 1, MINA)):
            with pytest.raises(NotFound):
                await stores.turns.rate(session_id, number, Feedback("helpful"), other)
        await stores.turns.rate("s", 1, Feedback("helpful"), MINA)
        await stores.turns.delete_session("s", MINA)
        await stores.turns.append(turn("s", "hello again"), MINA)
        assert (await stores.turns.turn("s", 1, MINA)).feedback is None

    async def test_a_session_keeps_what_stands_for_personal_data(self, stores: Stores) -> None:
        phone, mail, later = Placeholder("PHONE", 1, "a"), Placeholder("EMAIL", 1, "b"), Placeholder("PHONE", 2, "c")
        await stores.turns.append(replace(turn("s", "<PHONE_1> <EMAIL_1>"), placeholders=(phone, mail)), MINA)
        await stores.turns.append(replace(turn("s", "<PHONE_1>"), placeholders=(phone,)), MINA)
        await stores.turns.add_placeholders("s", (later, phone), MINA)
        assert list(await stores.turns.placeholders("s", MINA)) == [mail, phone, later]
        assert (await stores.turns.turn("s", 2, MINA)).content.placeholders == (phone,)
        for other in (KENJI, STRANGER):
            assert not await stores.turns.placeholders("s", other)
            with pytest.raises(NotFound):
                await stores.turns.add_placeholders("s", (later,), other)
        await stores.turns.delete_session("s", MINA)
        assert not await stores.turns.placeholders("s", MINA)

    async def test_the_documents_of_a_session_have_its_numbers_and_turns(self, stores: Stores) -> None:
        for cites in ([KOREAN, ENGLISH], [], [JAPANESE, KOREAN]):
            await stores.turns.append(turn("s", "?", cites=[prepared(one) for one in cites]), MINA)
        found = await stores.turns.cited_documents("s", MINA, 10)
        assert [(one.number, one.doc_id, one.turns) for one in found] == [
            (1, KOREAN.doc_id, (1, 3)),
            (2, ENGLISH.doc_id, (1,)),
            (3, JAPANESE.doc_id, (3,)),
        ]
        assert await stores.turns.cited_documents("s", MINA, 1, 1) == [found[1]]
        assert await stores.turns.count_cited_documents("s", MINA) == 3
        with pytest.raises(NotFound):
            await stores.turns.cited_documents("s", KENJI, 10)
        with pytest.raises(NotFound):
            await stores.turns.count_cited_documents("s", KENJI)

    async def test_what_waits_is_listed_the_oldest_first(self, stores: Stores) -> None:
        pause = Pause("reference", "어느 문서인가요?", (), "?", "whole")
        for session_id in ("first", "answered", "second"):
            await stores.turns.append(replace(turn(session_id, session_id), pause=pause), MINA)
        await stores.turns.append(turn("answered", "something else"), MINA)
        waiting = await stores.turns.waiting(MINA, LONG_AGO, 10)
        assert [one.content.session_id for one in waiting] == ["first", "second"]
        assert await stores.turns.waiting(MINA, LONG_AGO, 1, 1) == [waiting[1]]
        assert await stores.turns.waiting(MINA, waiting[1].ts, 10) == [waiting[1]]
        assert [await stores.turns.count_waiting(MINA, since) for since in (LONG_AGO, waiting[1].ts)] == [2, 1]
        assert not await stores.turns.waiting(KENJI, LONG_AGO, 10)
        assert await stores.turns.count_waiting(KENJI, LONG_AGO) == 0

    async def test_what_turns_took_is_measured_in_their_order(self, stores: Stores) -> None:
        steps = (StepTime("retrieve", 4.0), StepTime("answer", 2.5))
        calls = (
            ModelCall("answer", "answer.ko@1", "m", 0.0, 2.0, "ok", 300, 40),
            ModelCall("judge", "judge.ko@1", "m", 2.0, 1.0, "late", 200, 0),
        )
        trace = Trace(steps=steps, calls=calls, attempts=(Attempt("first"), Attempt("wider"), Attempt("anew", drafted=False)))
        pause = Pause("device", "어느 장비인가요?", (), "?", "whole")
        stored = [
            await stores.turns.append(replace(turn("s", "first"), trace=trace, found="closest"), MINA),
            await stores.turns.append(replace(turn("other", "second"), pause=pause), MINA),
        ]
        await stores.turns.rate("s", 1, Feedback("wrong_fact"), MINA)
        first, second = await stores.turns.measured(MINA, LONG_AGO, 10)
        assert (first.ts, first.outcome, first.steps) == (stored[0].ts, "closest", [("retrieve", 4.0), ("answer", 2.5)])
        assert (first.calls, first.fallbacks, first.input_tokens, first.output_tokens, first.retries) == (2, 1, 500, 40, 1)
        assert (first.rating, first.milliseconds) == ("wrong_fact", 6.5)
        assert (second.outcome, second.calls, second.rating) == ("needs_input", 0, None)
        assert await stores.turns.measured(MINA, LONG_AGO, 1) == [second]
        assert await stores.turns.measured(MINA, stored[1].ts, 10) == [second]
        assert not await stores.turns.measured(KENJI, LONG_AGO, 10)
        with pytest.raises(InvalidInput):
            await stores.turns.measured(MINA, LONG_AGO, -1)

    async def test_a_deleted_session_is_gone_and_its_id_free(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", "hello", client_turn_id="c"), MINA)
        await stores.turns.delete_session("s", MINA)
        with pytest.raises(NotFound):
            await stores.turns.turns("s", MINA, 100)
        with pytest.raises(NotFound):
            await stores.turns.delete_session("s", MINA)
        assert await stores.turns.answered("s", "c", MINA) is None
        assert (await stores.turns.append(turn("s", "anew", client_turn_id="c"), KENJI)).turn_id == 1

    @pytest.mark.parametrize("bad", ["a lone \ud800 surrogate", "a NUL \0 character"])
    async def test_text_that_cannot_be_stored_is_refused_whole(self, stores: Stores, bad: str) -> None:
        await stores.turns.append(turn("s", "fine"), MINA)
        for new in (
            turn("s", bad),
            turn(bad, "fine"),
            turn("s", "fine", client_turn_id=bad),
            replace(turn("s", "fine"), assistant_text=bad),
            replace(turn("s", "fine"), summary=bad),
        ):
            with pytest.raises(InvalidInput):
                await stores.turns.append(new, MINA)
        assert len(await stores.turns.turns("s", MINA, 100)) == 1

    @pytest.mark.parametrize("unknown", ["a lone \ud800 surrogate", "a NUL \0 character", "../../etc/passwd", ""])
    async def test_odd_ids_name_nothing(self, stores: Stores, unknown: str) -> None:
        with pytest.raises(NotFound):
            await stores.turns.turns(unknown, MINA, 100)
        with pytest.raises(NotFound):
            await stores.turns.session(unknown, MINA)
        with pytest.raises(NotFound):
            await stores.turns.turn(unknown, 1, MINA)
        with pytest.raises(NotFound):
            await stores.turns.delete_session(unknown, MINA)
        assert not await stores.turns.last_turns(unknown, 3, MINA)
        assert await stores.turns.owned(unknown, MINA)
        assert await stores.turns.answered("s", unknown, MINA) is None

    async def test_a_turn_after_a_named_one_is_stored_once(self, stores: Stores) -> None:
        await stores.turns.append(turn("s", "which document?"), MINA)
        answers = [stores.turns.append(turn("s", f"choice {n}"), MINA, after=1) for n in range(6)]
        stored = await asyncio.gather(*answers, return_exceptions=True)
        assert sorted(type(one).__name__ for one in stored) == ["AlreadyAnswered"] * 5 + ["Turn"]
        assert len(await stores.turns.turns("s", MINA, 100)) == 2

    async def test_citing_turns_are_counted_from_either_end(self, stores: Stores) -> None:
        cites: list[list[Sample]] = [[KOREAN], [], [ENGLISH, KOREAN], [], [JAPANESE]]
        for number, cited in enumerate(cites, 1):
            await stores.turns.append(turn("s", f"question {number}", cites=[prepared(one) for one in cited]), MINA)
        for number, turn_id in ((1, 1), (2, 3), (3, 5), (-1, 5), (-2, 3), (-3, 1)):
            found = await stores.turns.citing_turn("s", number, MINA)
            assert found is not None and found.turn_id == turn_id
        for number in (0, 4, -4):
            assert await stores.turns.citing_turn("s", number, MINA) is None
        assert await stores.turns.citing_turn("s", 1, KENJI) is None
        assert await stores.turns.citing_turn("unknown", -1, MINA) is None

    async def test_a_session_knows_its_last_turn_that_cites(self, stores: Stores) -> None:
        cites: list[list[Sample]] = [[], [KOREAN], [ENGLISH, JAPANESE], []]
        for number, (cited, last) in enumerate(zip(cites, (None, 2, 3, 3), strict=True), 1):
            await stores.turns.append(turn("s", f"question {number}", cites=[prepared(one) for one in cited]), MINA)
            assert (await stores.turns.session("s", MINA)).last_doc_turn_id == last
        assert [one.last_doc_turn_id for one in await stores.turns.sessions(MINA, 9)] == [3]
        assert (await stores.turns.branch("s", 2, "b", MINA)).last_doc_turn_id == 2
        await stores.turns.append(turn("b", "other", cites=[prepared(JAPANESE)]), MINA)
        assert (await stores.turns.session("b", MINA)).last_doc_turn_id == 3
        await stores.turns.append(replace(turn("b", "anew"), replaces=3), MINA)
        assert (await stores.turns.session("b", MINA)).last_doc_turn_id == 2

    async def test_documents_are_numbered_over_the_session_as_they_first_appeared(self, stores: Stores) -> None:
        korean, english, japanese = prepared(KOREAN), prepared(ENGLISH), prepared(JAPANESE)
        for number, cited in enumerate(([korean], [english, korean], [korean, japanese]), 1):
            await stores.turns.append(turn("s", f"question {number}", cites=cited), MINA)
        expected = ((1, korean, 1), (2, english, 2), (3, japanese, 3), (-1, japanese, 3), (-3, korean, 1))
        for number, document, turn_id in expected:
            found = await stores.turns.cited_document("s", number, MINA)
            assert found is not None
            assert (found.ref.doc_id, found.turn_id) == (document.document.doc_id, turn_id)
        for number in (0, 4, -4):
            assert await stores.turns.cited_document("s", number, MINA) is None
        assert await stores.turns.cited_document("s", 1, KENJI) is None

    async def test_a_summary_comes_later_and_leaves_question_and_answer_alone(self, stores: Stores) -> None:
        stored = [await stores.turns.append(turn("s", f"question {number}"), MINA) for number in (1, 2, 3)]
        assert [one.turn_id for one in await stores.turns.not_summed_up("s", MINA, 2)] == [3, 2]
        await stores.turns.sum_up("s", 3, ModelSummary("요약 summary 要約", "light"), MINA)
        await stores.turns.sum_up("s", 2, None, MINA)
        assert [one.turn_id for one in await stores.turns.not_summed_up("s", MINA, 5)] == [1]
        _, second, third = await stores.turns.turns("s", MINA, 3)
        assert (third.content.summary, third.content.summary_model) == ("요약 summary 要約", "light")
        assert second.content == stored[1].content and second.summary_ts is not None
        assert replace(third.content, summary=stored[2].content.summary, summary_model=None) == stored[2].content
        assert (
            third.summary_ts is not None and third.summary_ts >= third.ts and (await stores.turns.turn("s", 1, MINA)) == stored[0]
        )
        for session_id, number, by in (("s", 9, MINA), ("s", 1, KENJI), ("none", 1, MINA)):
            with pytest.raises(NotFound):
                await stores.turns.sum_up(session_id, number, None, by)
        assert not await stores.turns.not_summed_up("s", KENJI, 5)
