"""`bench/crowd.py` asks a served store from many sides, and copies conversations that are then listed, opened and searched."""

import argparse
from pathlib import Path

import pytest

from ibidem.app import App
from ibidem.domain.conversation import Question, TurnQuery
from ibidem.profile import load_profile
from module_files import module_beside

BENCH = Path(__file__).parents[2] / "bench"

crowd = module_beside(BENCH / "crowd.py", "engine", "instant", "parts", "turn")


async def test_copies_of_a_conversation_are_conversations_of_their_own(tmp_path: Path) -> None:
    settings, profile = crowd.settings_of(tmp_path), load_profile("equipment")
    questions = await crowd.prepare(tmp_path, 40, 3)
    async with await App.open(settings, profile) as app:
        for question in questions:
            async for _ in app.ask(Question(question, "held"), app.principal):
                pass
        await app.turns.make_searchable("held", app.principal)
    crowd.copy_session(tmp_path / "ibidem.sqlite3", "held", 0, 3)
    crowd.copy_session(tmp_path / "ibidem.sqlite3", "held", 4, 6)
    async with await App.open(settings, profile) as app:
        names = {one.session_id for one in await app.turns.sessions(app.principal, 20)}
        assert names == {"held", *(f"copy-{n}" for n in range(7))}
        for name in ("copy-0", "copy-6"):
            held, copied = [await app.turns.last_turns(one, 5, app.principal) for one in ("held", name)]
            assert [turn.content.user_text for turn in copied] == questions == [turn.content.user_text for turn in held]
            found = await app.turns.search(TurnQuery(name, questions[0], 1), app.principal)
            assert [one.turn.content.user_text for one in found] == questions[:1]


@pytest.mark.slow
async def test_a_small_crowd_is_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await crowd.run(argparse.Namespace(chunks=40, clients=2, seconds=2.0, sessions=0), tmp_path)
    said = capsys.readouterr().out
    assert "errors               none" in said and "2 clients, 2 s" in said and "after   1 min" in said
