"""Many turns: at once, each gets its own answer; one after the other, they leave nothing behind."""

import asyncio
import gc
import re
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.app import App
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.conversation import Mode, Question
from ibidem.domain.documents import Principal
from ibidem.domain.events import AnswerDelta, SourcesShown, StepStarted, TurnDone
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.domain.models import ModelRequest
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.testing.script import Play, unavailable
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import Models
from turn.acting import ANSWERS, CATALOG, QUESTIONS, model
from turn.library import TEXTS

ME = Principal("local")
MODES: tuple[Mode, ...] = ("fast", "verified")
AT_ONCE = 100
TICKET = re.compile(r"T-\d{4}")
SAID: dict[Language, str] = {
    "ko": "**{}**\n\n볼트는 12 N·m로 조입니다 [1].",
    "en": "**{}**\n\nThe cover screws get 3.5 N·m [1].",
    "ja": "**{}**\n\nドレンプラグは18 N·mで締めます [1]。",
}
FAITHFUL = '{"faithful": true, "issues": [], "hint": ""}'

Opened = Callable[[ScriptedModel], App]


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncGenerator[Opened]:
    """Opens an app over a small corpus in three languages, with a model."""
    backend, profile = EmbeddedBackend.open(tmp_path), load_profile("equipment")
    files = [SourceFile(f"{doc_id}.md", text.encode()) for doc_id, text in TEXTS.values()]
    await backend.documents.put([prepare(file, profile, "default", datetime.now(UTC)) for file in files])
    await backend.index.catch_up()
    yield lambda played: App(load_settings(data=tmp_path), profile, backend, Models(played, played, CATALOG))
    backend.close()


def answer(request: ModelRequest) -> Play:
    """An answer that names what the question names, piece by piece, so that others speak in between."""
    question = request.user.partition("<question>")[2].partition("</question>")[0]
    ticket = TICKET.findall(question)[0]
    language: Language = next(language for language, asked in QUESTIONS.items() if asked in question)
    return Play(SAID[language].format(ticket), piece_seconds=0.001)


async def test_a_hundred_turns_at_once_get_each_its_own_answer(opened: Opened) -> None:
    app = opened(model(answer, FAITHFUL))

    async def one(number: int) -> None:
        language, mode = LANGUAGES[number % 3], MODES[number % 4 == 3]
        ticket = f"T-{number:04}"
        question = Question(f"{ticket}: {QUESTIONS[language]}", f"session-{number}", mode=mode)
        events = [event async for event in app.ask(question, ME)]
        done = events[-1]
        assert isinstance(done, TurnDone), done
        told = "".join(event.text for event in events if isinstance(event, AnswerDelta))
        sources = [event.sources for event in events if isinstance(event, SourcesShown)][-1]
        content = done.turn.content
        assert told == content.assistant_text == SAID[language].format(ticket)
        assert (done.turn.turn_id, content.session_id, content.user_text) == (1, question.session_id, question.message)
        assert [ref.doc_id for ref in sources] == [ref.doc_id for ref in content.doc_refs]
        (stored,) = await app.turns.turns(question.session_id, ME, 100)
        # It may have got its summary since.
        assert (stored.turn_id, stored.content.assistant_text) == (1, content.assistant_text)
        assert stored.content.doc_refs == content.doc_refs

    await asyncio.gather(*(one(number) for number in range(AT_ONCE)))


async def test_turns_leave_nothing_behind(opened: Opened) -> None:
    """Answered, left in the middle, and with a model that fails: what lives after many of them is what lived after a few."""
    models: dict[Language, ScriptedModel] = {
        language: model(ANSWERS[language], FAITHFUL, route=unavailable()) for language in LANGUAGES
    }
    apps: list[tuple[Language, App]] = [(language, opened(played)) for language, played in models.items()]

    async def turns(count: int, of: str) -> Counter[str]:
        for number in range(count):
            for language, app in apps:
                question = Question(QUESTIONS[language], f"{of}-{number // 5}-{language}", mode=MODES[number % 2])
                async with aclosing(app.ask(question, ME)) as events:
                    async for event in events:
                        if number % 4 == 3 and event == StepStarted("answer"):
                            break
        for played in models.values():
            played.calls.clear()
        return living()

    await turns(4, "first")
    before, after = await turns(4, "few"), await turns(8, "many")
    # Whatever stayed behind of every turn would be there 24 times; a thread of a pool may hold on to the last one it worked for.
    assert {kind: (before[kind], count) for kind, count in after.items() if count > before[kind] + 12} == {}


def living() -> Counter[str]:
    """Objects of our own, tasks and threads, by kind."""
    gc.collect()
    own = Counter(kind for thing in gc.get_objects() if (kind := str(type(thing))).startswith("<class 'ibidem."))
    return own + Counter(tasks=len(asyncio.all_tasks()), threads=threading.active_count())
