"""Several processes in one folder."""

import asyncio
import subprocess
import sys
from pathlib import Path

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.health import Differences
from ibidem.testing.stores import ENGLISH, MINA, asking

WORKING = """
import asyncio, sys
from pathlib import Path
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.testing.stores import ENGLISH, MINA, prepared, turn

async def work(folder, name):
    backend = EmbeddedBackend.open(folder)
    for n in range(10):
        await backend.turns.append(turn("shared", f"{name} {n}"), MINA)
        await backend.turns.append(turn("shared", f"only one of us {n}", client_turn_id=f"c{n}"), MINA)
        await backend.documents.put([prepared(ENGLISH, doc_id=f"{name}_{n}")])
        if n % 3 == 0:
            await backend.index.catch_up()
    await backend.index.catch_up()
    backend.close()

asyncio.run(work(Path(sys.argv[1]), sys.argv[2]))
"""


async def test_processes_that_write_at_once_neither_lose_nor_repeat(tmp_path: Path) -> None:
    processes = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", WORKING, str(tmp_path), name, stderr=subprocess.PIPE)
        for name in ("red", "green", "blue")
    ]
    for process in processes:
        _, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()
    backend = EmbeddedBackend.open(tmp_path)
    turns = await backend.turns.turns("shared", MINA, 100)
    assert [t.turn_id for t in turns] == list(range(1, 41))
    assert len({t.content.user_text for t in turns}) == 40
    assert len((await backend.index.search(asking(ENGLISH.word, 100), MINA)).hits) == 30
    assert await backend.differences() == Differences(frozenset(), frozenset())
    backend.close()
