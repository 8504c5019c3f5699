"""ibidem as a side of `peers.py`: by `words` without a model, by words in `fast` mode, or in fast mode with `meaning`.

The folder is indexed as `ibidem index` does it. The model of the fast modes is that of `instant.py`. The processor time of a turn
includes what is done for the session after the answer.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

from ibidem.app import App
from ibidem.corpus.progress import Completed
from ibidem.domain.conversation import Question
from ibidem.domain.events import TurnDone
from ibidem.intake import Intake
from ibidem.profile import load_profile
from ibidem.settings import Settings, load_settings
from instant import instant_models
from peer_line import cpu_seconds, memory_now, most_memory, reply, reply_to, requests
from turn import embed

PROFILE = "general"
AFTERWARDS_SECONDS = 0.1


async def index(settings: Settings, folder: Path) -> dict[str, Any]:
    begun, cpu, chunks = time.perf_counter(), cpu_seconds(), 0
    async with await Intake.open(settings, load_profile(PROFILE)) as intake, aclosing(intake.index_folder(folder)) as events:
        async for event in events:
            if isinstance(event, Completed):
                chunks = event.chunks
    return {
        "chunks": chunks,
        "seconds": time.perf_counter() - begun,
        "cpu": cpu_seconds() - cpu,
        "memory": most_memory(),
    }


async def ask(app: App, message: str, session: str) -> dict[str, Any]:
    begun, cpu, seconds = time.perf_counter(), time.process_time(), 0.0
    files: list[str] = []
    async with aclosing(app.ask(Question(message, session), app.principal)) as events:
        async for event in events:
            if isinstance(event, TurnDone):
                seconds = time.perf_counter() - begun
                files = [f"{ref.doc_id}.md" for ref in event.turn.content.doc_refs]
    await done_afterwards()
    return {"seconds": seconds, "cpu": time.process_time() - cpu, "files": files, "memory": memory_now()}


async def done_afterwards() -> None:
    """Returns once what follows a turn is done; vectors of turns come when nobody asks, and are not waited for."""
    this = {asyncio.current_task()}
    until = time.monotonic() + AFTERWARDS_SECONDS
    while (left := until - time.monotonic()) > 0 and (others := asyncio.all_tasks() - this):
        await asyncio.wait(others, timeout=left, return_when=asyncio.FIRST_COMPLETED)


async def serve(how: str, store: Path, say: Callable[..., None]) -> None:
    lines = requests()
    without = {"embedder": None, "reranker": None}
    settings = load_settings(data=store, profile=PROFILE)
    if how != "meaning":
        settings = settings.model_copy(update=without)
    (first,) = next(lines).items()
    indexed = await index(settings.model_copy(update=without), Path(first[1])) if first[0] == "index" else {}
    await embed(store, settings)
    async with await App.open(settings, load_profile(PROFILE)) as app:
        app.models = None if how == "words" else instant_models()
        await app.warm()
        if app.vectors is not None:
            await app.vectors.catch_up()
        say(**indexed)
        for request in lines:
            say(**await ask(app, request["ask"], f"{how}-{request['session']}"))


def main() -> None:
    out = reply_to()
    asyncio.run(serve(sys.argv[1], Path(sys.argv[2]), lambda **said: reply(out, **said)))


if __name__ == "__main__":
    main()
