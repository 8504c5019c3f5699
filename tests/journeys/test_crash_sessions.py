"""kill -9 while a long conversation is branched and its branches are deleted: each is there whole, or not at all."""

import random
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.database import connect_to_read
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, MINA, prepared, turn

LENGTH = 300  # turns; copied in some hundredths of a second

VICTIM = f"""
import asyncio, itertools, sys
from pathlib import Path
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.testing.stores import MINA

async def main(folder, run):
    backend = EmbeddedBackend.open(folder)
    print("open", flush=True)
    for n in itertools.count():
        await backend.turns.branch("long", {LENGTH}, f"{{run}}-{{n}}", MINA)
        if n % 2:
            await backend.turns.delete_session(f"{{run}}-{{n - 1}}", MINA)

asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
"""
# Rows of what goes with a turn whose turn is not there.
ORPHANS: Sequence[str] = tuple(
    f"SELECT count(*) FROM {table} AS x WHERE NOT EXISTS "
    "(SELECT 1 FROM turns AS t WHERE t.session_id = x.session_id AND t.turn_id = x.turn_id)"
    for table in ("citations", "session_documents", "turn_search")
)


@pytest.mark.slow
async def test_a_branch_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    dice, folder = random.Random(5), tmp_path / "data"
    backend = EmbeddedBackend.open(folder)
    for n in range(LENGTH):
        cited = prepared((KOREAN, ENGLISH, JAPANESE)[n % 3])
        await backend.turns.append(turn("long", f"question {n}", cites=[cited]), MINA)
    backend.close()
    branches = 0
    for run in range(6):
        with subprocess.Popen(
            [sys.executable, "-c", VICTIM, str(folder), f"run{run}"], stdout=subprocess.PIPE, text=True
        ) as victim:
            assert victim.stdout is not None and victim.stdout.readline() == "open\n"
            time.sleep(dice.uniform(0.05, 0.6))
            victim.kill()
        backend = EmbeddedBackend.open(folder)
        sessions = await backend.turns.sessions(MINA, 10_000)
        for session in sessions:
            assert session.turns == LENGTH
            assert len(await backend.turns.turns(session.session_id, MINA, 1000)) == LENGTH
            assert await backend.turns.count_cited_documents(session.session_id, MINA) == 3
        assert len(await backend.turns.turns("long", MINA, 1000)) == LENGTH
        branches += len(sessions) - 1
        backend.close()
    with closing(connect_to_read(folder / "ibidem.sqlite3")) as connection:
        assert [connection.execute(orphans).fetchone()[0] for orphans in ORPHANS] == [0, 0, 0]
        assert connection.execute("SELECT count(*) FROM turn_search").fetchone()[0] % LENGTH == 0
    assert branches
