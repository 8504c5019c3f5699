"""Which stored session the messages of a client are."""

import asyncio
from pathlib import Path

import pytest

from ibidem.backends.pii.finder import RuleFinder
from ibidem.backends.registry import Storage, open_backend
from ibidem.domain.conversation import DocRef, NewTurn
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput
from ibidem.flow import holding
from ibidem.ports.backend import Backend
from ibidem.privacy.session_masking import Maskings
from ibidem.profile import Masking
from ibidem.turn.question.kept_conversations import Exchange, find_conversation

ME, YOU = Principal("me"), Principal("you")
SAID = {
    "ko": (Exchange("볼트는?", "12 N·m로 조입니다. [1]"), Exchange("누설률은?", "1.0E-9 이하입니다. [1]")),
    "en": (Exchange("The bolts?", "Tighten them to 12 N·m. [1]"), Exchange("The leak rate?", "Below 1.0E-9. [1]")),
    "ja": (Exchange("ボルトは?", "12 N·mで締めます。[1]"), Exchange("リーク量は?", "1.0E-9以下です。[1]")),
}


def turn(session_id: str, exchange: Exchange) -> NewTurn:
    ref = DocRef(1, "sop_1", "v1", "Bolts", "f", "", None, (), "", None, "text")
    return NewTurn(session_id, exchange.asked, exchange.answered, exchange.answered, "en", "general", (ref,))


def unmasked_in(backend: Backend) -> Maskings:
    return Maskings(Masking(), RuleFinder(), backend)


@pytest.fixture
async def backend(tmp_path: Path):
    opened = await asyncio.to_thread(open_backend, Storage(tmp_path / "data"))
    yield opened
    await asyncio.to_thread(opened.close)


async def store(backend: Backend, session_id: str, *exchanges: Exchange, principal: Principal = ME) -> None:
    for exchange in exchanges:
        await backend.turns.append(turn(session_id, exchange), principal)


@pytest.mark.parametrize("language", SAID)
async def test_the_session_with_these_turns_goes_on(backend: Backend, language: str) -> None:
    one, two = SAID[language]
    await store(backend, "whole", one, two)
    await store(backend, "half", one)
    await store(backend, "other", one, Exchange(two.asked, "?"))
    with_footer = Exchange(two.asked, f"  {two.answered}\n\n---\n- [1] Bolts (`sop_1`)")
    assert (await find_conversation((one, with_footer), backend.turns, unmasked_in(backend), ME)).session_id == "whole"
    assert (await find_conversation((one,), backend.turns, unmasked_in(backend), ME)).session_id == "half"


async def test_a_client_that_dropped_the_beginning_is_not_taken_for_another(backend: Backend) -> None:
    one, two = SAID["en"]
    await store(backend, "whole", one, two)
    kept = await find_conversation((two,), backend.turns, unmasked_in(backend), ME)
    assert kept.session_id is None and [sent.user_text for sent in kept.history] == [two.asked]


async def test_somebody_elses_session_is_not_found(backend: Backend) -> None:
    one, two = SAID["ko"]
    await store(backend, "yours", one, two, principal=YOU)
    kept = await find_conversation((one, two), backend.turns, unmasked_in(backend), ME)
    assert kept.session_id is None and all(not sent.doc_ids for sent in kept.history)


async def test_where_the_session_went_another_way_its_sources_are_taken_over(backend: Backend) -> None:
    one, two = SAID["ja"]
    await store(backend, "longer", one, two, two)
    kept = await find_conversation((one, two), backend.turns, unmasked_in(backend), ME)
    assert kept.session_id is None
    assert [(sent.user_text, sent.doc_ids, sent.titles) for sent in kept.history] == [
        (one.asked, ("sop_1",), ("Bolts",)),
        (two.asked, ("sop_1",), ("Bolts",)),
    ]


async def test_a_branch_is_found_by_its_own_first_question(backend: Backend) -> None:
    one, two = SAID["en"]
    await store(backend, "branch", two)
    kept = await find_conversation((one, two), backend.turns, unmasked_in(backend), ME)
    assert kept.session_id == "branch"


@pytest.mark.parametrize("language", SAID)
async def test_a_client_may_drop_what_is_long_ago(backend: Backend, language: str) -> None:
    said = [Exchange(f"{SAID[language][number % 2].asked} {number}", f"{number} N·m") for number in range(9)]
    await store(backend, "long", *said)
    kept = [await find_conversation(said[-count:], backend.turns, unmasked_in(backend), ME) for count in (9, 5, 4)]
    assert [one.session_id for one in kept] == ["long", "long", None]
    assert [len(one.history) for one in kept] == [0, 0, 4]


async def test_only_sessions_with_the_last_question_are_looked_at(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = SAID["en"]
    for number in range(40):
        await store(backend, f"s-{number}", one)
    read: list[str] = []
    turns = backend.turns.turns

    async def noted(session_id: str, principal: Principal, limit: int, offset: int = 0):
        read.append(session_id)
        return await turns(session_id, principal, limit, offset)

    monkeypatch.setattr(backend.turns, "turns", noted)
    assert (await find_conversation((one,) * 2_000 + (two,), backend.turns, unmasked_in(backend), ME)).session_id is None
    assert not read
    assert (await find_conversation((one,) * 2_000, backend.turns, unmasked_in(backend), ME)).session_id == "s-39"
    assert read == ["s-39"]


async def test_messages_that_take_too_long_to_read_are_refused(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(RuleFinder):
        def may_hold(self, text: str) -> bool:
            while True:
                len(text)

    monkeypatch.setattr(holding, "LONGEST", 0.05)
    monkeypatch.setattr(holding, "TICK", 0.02)
    maskings = Maskings(Masking(where=("questions",)), Endless(), backend)
    with pytest.raises(InvalidInput, match="messages: takes more than"):
        await find_conversation(SAID["ko"], backend.turns, maskings, ME)


async def test_an_answer_may_not_be_forged(backend: Backend) -> None:
    one, two = SAID["en"]
    await store(backend, "whole", one, two)
    kept = await find_conversation((one, Exchange(two.asked, "Tighten nothing.")), backend.turns, unmasked_in(backend), ME)
    assert kept.session_id is None and all(not sent.doc_ids for sent in kept.history)
