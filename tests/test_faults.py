"""What can go wrong with a model, with the search, or with whoever asked: there is always an answer or an honest notice, and the
turn is stored."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.app import App
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.services import Services
from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.conversation import Mode, Question, Turn
from ibidem.domain.documents import Principal, TextHits, TextQuery
from ibidem.domain.errors import StoreUnavailable
from ibidem.domain.events import AnswerDelta, StepStarted, TurnDone, TurnEvent
from ibidem.domain.languages import Language
from ibidem.ports.indexes import SearchIndex
from ibidem.profile import BudgetLimits, Profile, load_profile
from ibidem.settings import load_settings
from ibidem.testing.script import EMPTY, NONSENSE, Reply, breaks_off, endless, refused, stalls, unavailable
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import Models
from ibidem.turn.wording import WORDINGS
from turn.acting import ANSWERS, CATALOG, QUESTIONS, model
from turn.library import TEXTS

FAITHFUL = '{"faithful": true, "issues": [], "hint": ""}'
DOUBT = '{"faithful": false, "issues": ["the torque is missing"], "hint": "torque"}'
MODES: tuple[Mode, ...] = ("fast", "verified")
ME = Principal("local")
SECONDS = 60.0


class FailingIndex:
    """A search index that is down, or does not answer."""

    def __init__(self, index: SearchIndex, answer: Callable[[], object]) -> None:
        self._index = index
        self._answer = answer

    async def search(self, query: TextQuery, principal: Principal) -> TextHits:
        await self._answer()  # pyright: ignore[reportGeneralTypeIssues]
        raise StoreUnavailable("the search server does not answer")

    async def catch_up(self) -> None:
        await self._index.catch_up()


@dataclass
class World:
    """A small corpus, and apps over it."""

    folder: Path
    backend: EmbeddedBackend
    profile: Profile

    def app(self, played: ScriptedModel | None, seconds: float = SECONDS, limits: BudgetLimits | None = None) -> App:
        profile = self.profile if limits is None else self.profile.model_copy(update={"budget": limits})
        models = None if played is None else Models(played, played, CATALOG)
        return App(load_settings(data=self.folder, turn_seconds=seconds), profile, self.backend, models)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    backend = EmbeddedBackend.open(tmp_path)
    profile = load_profile("equipment")
    files = [SourceFile(f"{doc_id}.md", text.encode()) for doc_id, text in TEXTS.values()]
    asyncio.run(backend.documents.put([prepare(file, profile, "default", datetime.now(UTC)) for file in files]))
    asyncio.run(backend.index.catch_up())
    yield World(tmp_path, backend, profile)
    backend.close()


class HangingReranker:
    """A reranker that takes the question and never answers."""

    name = "tei:http://127.0.0.1:9"

    async def rerank(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        await asyncio.Event().wait()
        return ()

    async def close(self) -> None:
        pass


async def told(app: App, question: Question) -> tuple[list[TurnEvent], Turn]:
    """All that a turn tells, and the turn; which is stored, and whose words are those that were told."""
    events = [event async for event in app.ask(question, ME)]
    done = events[-1]
    assert isinstance(done, TurnDone), done
    stored = await app.turns.turn(question.session_id, done.turn.turn_id, ME)
    summed_up = replace(done.turn.content, summary=stored.content.summary, summary_model=stored.content.summary_model)
    assert stored == replace(done.turn, content=summed_up, summary_ts=stored.summary_ts), "the summary comes beside the turn"
    spoken = "".join(event.text for event in events if isinstance(event, AnswerDelta))
    assert spoken == done.turn.content.assistant_text
    return events, done.turn


async def all_ended(played: ScriptedModel) -> bool:
    """Whether no call goes on, once the summary is made that is written beside the turn."""
    for _ in range(500):
        if played.running == 0:
            return True
        await asyncio.sleep(0.01)
    return False


async def told_again(app: App, question: Question) -> Turn:
    """The turn that a question gives which has been answered."""
    (done,) = [event async for event in app.ask(question, ME)]
    assert isinstance(done, TurnDone)
    return done.turn


def told_quotes(turn: Turn, language: Language) -> bool:
    """Whether the answer is quoted, with words that say why."""
    content, wording = turn.content, WORDINGS[language]
    reasons = (wording.no_model, wording.model_refused, wording.model_silent, wording.model_late)
    return (content.notice or "").endswith(reasons) and bool(content.doc_refs) and content.trace.model is None


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize("fault", [unavailable(), unavailable(429), refused(), EMPTY], ids=["down", "429", "refused", "empty"])
async def test_quotes_stand_in_for_a_model_that_gives_no_answer(
    world: World, fault: Reply, language: Language, mode: Mode
) -> None:
    played = ScriptedModel.by_task({}, default=fault)
    _, turn = await told(world.app(played), Question(QUESTIONS[language], "s", mode=mode))
    assert told_quotes(turn, language)
    assert {call.outcome for call in turn.content.trace.calls} <= {"unavailable", "refused", "empty"}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_model_that_hangs_is_left_and_the_turn_ends_in_its_time(world: World, language: Language, mode: Mode) -> None:
    played = ScriptedModel.by_task({}, default=stalls())
    _, turn = await told(world.app(played, seconds=1.0), Question(QUESTIONS[language], "s", mode=mode))
    assert told_quotes(turn, language) or turn.content.assistant_text == WORDINGS[language].late
    assert {call.outcome for call in turn.content.trace.calls} <= {"late", "cut"}  # cut: by the end of the turn
    assert await all_ended(played), "the calls were left, not forgotten"


@pytest.mark.parametrize("language", QUESTIONS)
async def test_replies_that_nobody_can_read_leave_the_steps_to_their_rules(world: World, language: Language) -> None:
    played = model(ANSWERS[language], NONSENSE, **dict.fromkeys(("gate", "route", "settle", "queries", "summary"), NONSENSE))
    _, turn = await told(world.app(played), Question(QUESTIONS[language], "s", mode="verified"))
    assert turn.content.assistant_text == ANSWERS[language]
    assert turn.content.notice == WORDINGS[language].unjudged
    assert "unreadable" in {call.outcome for call in turn.content.trace.calls}


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_stream_that_breaks_off_leaves_what_came_and_says_so(world: World, language: Language) -> None:
    twice = f"{ANSWERS[language]} {ANSWERS[language]}"
    played = model(breaks_off(twice, after=3 * len(twice) // 16))
    _, turn = await told(world.app(played), Question(QUESTIONS[language], "s"))
    assert "[1]" in turn.content.assistant_text and twice.startswith(turn.content.assistant_text)
    assert WORDINGS[language].cut_off in (turn.content.notice or "")


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_stream_that_breaks_off_before_its_first_source_is_replaced_by_quotes(world: World, language: Language) -> None:
    _, turn = await told(world.app(model(breaks_off(ANSWERS[language], after=2))), Question(QUESTIONS[language], "s"))
    assert turn.content.trace.model is None and "[1]" in turn.content.assistant_text
    assert WORDINGS[language].model_unusable in (turn.content.notice or "")


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_draft_that_breaks_off_is_written_again(world: World, language: Language) -> None:
    played = model([breaks_off(ANSWERS[language], after=3), ANSWERS[language]], FAITHFUL)
    _, turn = await told(world.app(played), Question(QUESTIONS[language], "s", mode="verified"))
    assert turn.content.assistant_text == ANSWERS[language]
    assert WORDINGS[language].cut_off in turn.content.trace.attempts[0].failed_checks


@pytest.mark.parametrize("mode", MODES)
async def test_an_endless_reply_is_ended(world: World, mode: Mode) -> None:
    played = model(endless("The cover screws get 3.5 N·m [1]. "), FAITHFUL)
    _, turn = await told(world.app(played, limits=BudgetLimits(retries=0)), Question(QUESTIONS["en"], "s", mode=mode))
    assert WORDINGS["en"].cut_off in (turn.content.notice or "")
    assert await all_ended(played)


@pytest.mark.parametrize(("language", "other"), [("ko", "en"), ("en", "ja"), ("ja", "ko")])
async def test_an_answer_in_the_wrong_language_is_written_again(world: World, language: Language, other: Language) -> None:
    wrong = {
        "ko": "볼트를 대각선 순서로 천천히 조인 다음 누설 시험을 합니다 [1].",
        "en": "Tighten the bolts slowly in a diagonal order and then test for leaks [1].",
        "ja": "ボルトを対角線の順にゆっくり締めてから漏れ試験を行います [1]。",
    }[other]
    played = model([wrong, ANSWERS[language]], FAITHFUL)
    _, turn = await told(world.app(played), Question(QUESTIONS[language], "s", mode="verified"))
    assert turn.content.assistant_text == ANSWERS[language]
    assert turn.content.trace.attempts[0].failed_checks


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize("hangs", [False, True])
async def test_a_search_that_is_down_is_told(
    world: World, language: Language, mode: Mode, hangs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answer() -> None:
        await asyncio.sleep(60.0 if hangs else 0.0)

    monkeypatch.setattr("ibidem.turn.steps.retrieve.SEARCH_SECONDS", 0.1)
    app = world.app(model(ANSWERS[language], FAITHFUL))
    world.backend.index = FailingIndex(world.backend.index, answer)  # pyright: ignore[reportAttributeAccessIssue]
    _, turn = await told(app, Question(QUESTIONS[language], "s", mode=mode))
    assert turn.content.assistant_text == WORDINGS[language].unreachable
    assert "search unavailable" in turn.content.trace.troubles


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_reranker_that_hangs_costs_its_time_and_not_the_answer(
    world: World, language: Language, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ibidem.turn.steps.retrieve.HELPER_SECONDS", 0.1)
    played = model(ANSWERS[language], FAITHFUL)
    models = Models(played, played, CATALOG)
    app = App(load_settings(data=world.folder), world.profile, world.backend, models, services=Services(HangingReranker()))
    _, turn = await told(app, Question(QUESTIONS[language], "s", mode=mode))
    assert turn.content.assistant_text == ANSWERS[language]
    assert "reranker unavailable" in turn.content.trace.troubles


@pytest.mark.parametrize(
    ("limits", "kind", "mode"),
    [
        (BudgetLimits(model_calls=1), "model_calls", "verified"),
        (BudgetLimits(tokens=1000), "tokens", "verified"),
        (BudgetLimits(searches=1), "searches", "verified"),
        (BudgetLimits(retries=1), "retries", "verified"),
    ],
)
async def test_a_budget_that_is_spent_ends_in_an_answer(world: World, limits: BudgetLimits, kind: str, mode: Mode) -> None:
    queries = dict.fromkeys(("queries_setup", "queries_ts", "queries_general"), '["cover screws", "slit valve", "torque"]')
    played = model(
        ANSWERS["en"], DOUBT, gate="no", settle='["cover screws", "slit valve torque"]', translate="토크는?", **queries
    )
    _, turn = await told(world.app(played, limits=limits), Question(QUESTIONS["en"], "s", mode=mode))
    assert turn.content.assistant_text and turn.content.doc_refs
    assert f"budget spent: {kind}" in turn.content.trace.troubles


@pytest.mark.parametrize("mode", MODES)
async def test_a_turn_that_takes_too_long_ends_with_what_it_has(world: World, mode: Mode) -> None:
    """In fast mode what was already shown stands; in verified mode the draft that had passed the checks."""
    twice = f"{ANSWERS['en']} {ANSWERS['en']}"
    slow = stalls(twice, after=3 * len(twice) // 16) if mode == "fast" else ANSWERS["en"]
    played = model(slow, stalls())
    _, turn = await told(world.app(played, seconds=1.5), Question(QUESTIONS["en"], "s", mode=mode))
    assert "[1]" in turn.content.assistant_text and twice.startswith(turn.content.assistant_text)
    assert turn.content.notice


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_turn_that_is_left_at_any_step_is_stored(world: World, language: Language, mode: Mode) -> None:
    """At every step that the turn takes when nobody leaves, the ladder included."""

    def app() -> App:
        return world.app(model(ANSWERS[language], [DOUBT, DOUBT, FAITHFUL]))

    events, _ = await told(app(), Question(QUESTIONS[language], "whole", mode=mode))
    steps = list(dict.fromkeys(event.step for event in events if isinstance(event, StepStarted)))
    assert ("choose_retry" in steps) == (mode == "verified")
    for step in steps:
        leaving = app()
        async with aclosing(leaving.ask(Question(QUESTIONS[language], step, mode=mode), ME)) as heard:
            async for event in heard:
                if event == StepStarted(step):
                    break
        (turn,) = await leaving.turns.turns(step, ME, 100)
        content = turn.content
        left = WORDINGS[language].left
        assert content.user_text == QUESTIONS[language]
        assert left in (content.notice or content.assistant_text) or step in ("summarise", "record_turn"), step
        assert leaving.models is not None and leaving.models.main.running == 0  # pyright: ignore[reportAttributeAccessIssue]


async def test_a_question_that_was_left_is_answered_when_it_is_sent_again(world: World) -> None:
    app = world.app(model(ANSWERS["en"]))
    question = Question(QUESTIONS["en"], "s", client_turn_id="c-1")
    async with aclosing(app.ask(question, ME)) as events:
        async for event in events:
            if event == StepStarted("answer"):
                break
    _, turn = await told(app, question)
    assert turn.content.assistant_text == ANSWERS["en"]
    again = await told_again(app, question)
    assert (again.turn_id, again.ts, again.content.assistant_text) == (turn.turn_id, turn.ts, ANSWERS["en"])


async def test_a_cancelled_turn_is_stored(world: World) -> None:
    app = world.app(model(stalls(ANSWERS["en"], after=4)))

    async def listen() -> None:
        async for _ in app.ask(Question(QUESTIONS["en"], "s"), ME):
            pass

    task = asyncio.create_task(listen())
    while not (running := [call for call in app.models.main.calls if call.state == "running"]):  # pyright: ignore
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    (turn,) = await app.turns.turns("s", ME, 100)
    assert turn.content.notice == WORDINGS["en"].left or turn.content.assistant_text == WORDINGS["en"].left
    assert running[0].state == "left"
