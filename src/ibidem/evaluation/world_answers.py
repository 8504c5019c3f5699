"""How well ibidem answers the questions of worlds: all their documents in one store, each question in a session of its own."""

import hashlib
import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from uuid import uuid4

from ibidem.app import App
from ibidem.corpus.progress import Complained, Indexed, LeftOut
from ibidem.domain.conversation import AnswerDegree, Question, Turn
from ibidem.domain.errors import IbidemError, InvalidInput
from ibidem.domain.events import TurnDone, TurnFailed
from ibidem.domain.languages import LANGUAGES
from ibidem.evaluation.phrase_match import says
from ibidem.evaluation.retrieval import Progress
from ibidem.evaluation.worlds import World, WorldQuestion
from ibidem.profile import load_profile
from ibidem.settings import Settings


@dataclass(frozen=True, slots=True)
class Reply:
    """What the product said: the documents it cited in their order, and whether it asks which one is meant.

    `problem` is why it gave no answer at all; None where it gave one. `probability` is that of the answer, None where no reader
    read.
    """

    text: str = ""
    cited: tuple[str, ...] = ()
    found: AnswerDegree = "none"
    asks: bool = False
    problem: str | None = None
    probability: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldReply:
    """A question of a world with the reply; documents are named WORLD/PATH, and `spoken` are the languages of the right ones."""

    world: str
    question: WorldQuestion
    spoken: frozenset[str]
    reply: Reply

    @property
    def answerable(self) -> bool:
        """Whether a document answers the question."""
        return bool(self.question.answers)

    @property
    def foreign(self) -> bool:
        """Whether no document that answers is in the language of the question."""
        return self.answerable and self.question.language not in self.spoken

    @property
    def right(self) -> frozenset[str]:
        """The documents that answer."""
        return frozenset(f"{self.world}/{answer.document}" for answer in self.question.answers)

    @property
    def cited(self) -> bool:
        """Whether a document that answers is cited."""
        return not self.right.isdisjoint(self.reply.cited)

    @property
    def first(self) -> bool:
        """Whether it is cited first."""
        return not self.right.isdisjoint(self.reply.cited[:1])

    @property
    def said(self) -> bool:
        """Whether the answer says the shortest piece that answers; of a comparison, that of each side."""
        every = all if self.question.kind == "compare" else any
        return every(says(self.reply.text, answer.lead) for answer in self.question.answers)

    @property
    def right_quotation(self) -> bool:
        """Whether what is quoted answers: from a document that does, with the piece that does."""
        return self.answerable and self.cited and self.said

    @property
    def said_at_once(self) -> bool:
        """Whether the first line of the answer says one of them."""
        line = next(iter(self.reply.text.strip().splitlines()), "")
        return any(says(line, answer.lead) for answer in self.question.answers)

    @property
    def shortcomings(self) -> tuple[str, ...]:
        """What is wrong with the reply, the worst alone or first; none where nothing is."""
        if self.reply.problem is not None:
            return ("failed",)
        if not self.answerable:
            return ("answered",) if self.reply.found == "answered" else ()
        if self.reply.found == "none":
            return ("asks" if self.reply.asks else "none",)
        found = (("wrong document", not self.cited), ("not first", self.cited and not self.first))
        said = (("not said", not self.said), ("not in the first line", self.said and not self.said_at_once))
        return tuple(name for name, holds in (*found, *said) if holds)


@dataclass(frozen=True, slots=True)
class _Measure:
    """A share: of the replies that `counts`, those for which it `holds`."""

    name: str
    counts: Callable[[WorldReply], bool]
    holds: Callable[[WorldReply], bool]

    def of(self, replies: Sequence[WorldReply]) -> float | None:
        counted = [self.holds(one) for one in replies if self.counts(one)]
        return sum(counted) / len(counted) if counted else None


_MEASURES = (
    _Measure("cited", lambda one: one.answerable, lambda one: one.cited),
    _Measure("first", lambda one: one.answerable, lambda one: one.first),
    _Measure("said", lambda one: one.answerable, lambda one: one.said),
    _Measure("first_line", lambda one: one.answerable, lambda one: one.said_at_once),
    _Measure("closest", lambda one: one.answerable, lambda one: one.reply.found == "closest"),
    _Measure("none", lambda one: one.answerable, lambda one: one.reply.found == "none" and not one.reply.asks),
    _Measure("asks", lambda one: one.answerable, lambda one: one.reply.asks),
    _Measure("foreign_first", lambda one: one.foreign, lambda one: one.first),
    _Measure("not_answered", lambda one: not one.answerable, lambda one: one.reply.found != "answered"),
)


@dataclass(frozen=True, slots=True)
class WorldScores:
    """A group of questions ("ko", "en", "ja", "all"): counts, and shares (0..1) by their names, None where no question counts.

    `answerable` questions are measured by `cited`, `first`, `said`, `first_line`, `closest`, `none` and `asks`, the `foreign`
    among them by `foreign_first`, and the others by `not_answered`. `failed` turns ended without an answer.
    """

    group: str
    answerable: int
    foreign: int
    unanswerable: int
    failed: int
    shares: Mapping[str, float | None]

    @classmethod
    def of(cls, group: str, replies: Sequence[WorldReply]) -> "WorldScores":
        """The scores of these replies."""
        answerable = sum(one.answerable for one in replies)
        foreign, failed = sum(one.foreign for one in replies), sum(one.reply.problem is not None for one in replies)
        shares = {measure.name: measure.of(replies) for measure in _MEASURES}
        return cls(group, answerable, foreign, len(replies) - answerable, failed, shares)

    def as_json(self) -> dict[str, str | int | float | None]:
        """The scores by their names."""
        counts = {"answerable": self.answerable, "foreign": self.foreign, "unanswerable": self.unanswerable}
        return {"language": self.group, **counts, "failed": self.failed, **self.shares}


def world_scores(replies: Sequence[WorldReply]) -> list[WorldScores]:
    """The scores of each language of questions that there is, and of all."""
    by_language = {name: [one for one in replies if one.question.language == name] for name in LANGUAGES}
    return [WorldScores.of(name, those) for name, those in by_language.items() if those] + [WorldScores.of("all", replies)]


def calibrating(replies: Sequence[WorldReply]) -> Mapping[str, Sequence[tuple[float, bool]]]:
    """By world, the probability of each answer that has one, and whether it was right."""
    pairs: dict[str, list[tuple[float, bool]]] = {one.world: [] for one in replies}
    for one in replies:
        if one.reply.cited and one.reply.probability is not None:
            pairs[one.world].append((round(one.reply.probability, 4), one.right_quotation))
    return pairs


async def evaluate_worlds(worlds: Sequence[World], settings: Settings, limit: int | None, progress: Progress) -> list[WorldReply]:
    """Indexes the documents of all worlds into one store of its own, which is removed afterwards, and asks the questions, or
    `limit` of them: the same ones in every run.

    `progress` is called with what is counted ("documents", "vectors", "questions"), how many are done and how many there are.
    Raises InvalidInput for a document that cannot be read, SettingsError, ModelUnavailable and ModelRefused.
    """
    asked = sample([(world.name, question) for world in worlds for question in world.questions], limit)
    async with _answering(settings) as (app, folder):
        names = await _index(app, worlds, folder, progress)
        languages = {name: (await app.documents.get(doc_id, app.principal)).language for doc_id, name in names.items()}
        replies: list[WorldReply] = []
        for world, question in asked:  # one at a time: with eight at once, what waited too long for a vector was answered without
            spoken = frozenset(languages[f"{world}/{answer.document}"] for answer in question.answers)
            reply = await _reply(app, question, names)
            replies.append(WorldReply(world=world, question=question, spoken=spoken, reply=reply))
            progress("questions", len(replies), len(asked))
    return replies


def sample(asked: Sequence[tuple[str, WorldQuestion]], limit: int | None) -> Sequence[tuple[str, WorldQuestion]]:
    """Those whose digests come first, in their order, so that a question more or less changes one of the sample at most."""
    digests = [hashlib.sha256(f"{world} {question.id}".encode()).digest() for world, question in asked]
    chosen = set(sorted(digests)[:limit])
    return [one for one, digest in zip(asked, digests, strict=True) if digest in chosen]


@asynccontextmanager
async def _answering(settings: Settings) -> AsyncGenerator[tuple[App, Path]]:
    """The product without a language model or a service in its place, over an empty store; and a folder beside it."""
    with tempfile.TemporaryDirectory(prefix="ibidem-") as place:
        own = {"data": Path(place) / "data", "store": None, "originals": None, "audit": None, "retriever": None}
        without = {"model": None, "light_model": None, "hosted_search": None}
        app = await App.open(settings.model_copy(update=own | without), load_profile(settings.profile))
        async with app:
            yield app, Path(place) / "documents"


async def _index(app: App, worlds: Sequence[World], folder: Path, progress: Progress) -> dict[str, str]:
    """Indexes the documents with their vectors, and gives for each doc_id the document as WORLD/PATH."""
    for world in worlds:
        for name, path in world.documents.items():
            copy = folder / world.name / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    names: dict[str, str] = {}
    async for event in app.index_folder(folder):
        match event:
            case Indexed(name=name, doc_id=doc_id, done=done, total=total):
                names[doc_id] = name
                progress("documents", done, total)
            case Complained(complaint=complaint):
                raise InvalidInput(complaint.name, complaint.problem, complaint.remedy)
            case LeftOut(name=name, reason=reason):
                raise InvalidInput(name, reason, "a document with text is needed")
            case _:
                pass
    if app.meaning is not None:
        await (await app.meaning.opened()).catch_up(partial(progress, "vectors"))
    return names


async def _reply(app: App, question: WorldQuestion, names: Mapping[str, str]) -> Reply:
    """The reply to the question, asked in a session of its own after those of its history."""
    session = uuid4().hex
    try:
        for earlier in question.history:
            await _turn(app, earlier, session)
        content = (await _turn(app, question.question, session)).content
    except IbidemError as error:
        return Reply(problem=str(error))
    cited = tuple(names[ref.doc_id] for ref in content.doc_refs)
    # A turn without sources answers nothing from the documents, whatever it says.
    found = content.found if cited else "none"
    return Reply(content.assistant_text, cited, found, asks=content.needs_input, probability=content.trace.probability)


async def _turn(app: App, message: str, session: str) -> Turn:
    async for event in app.ask(Question(message, session), app.principal):
        match event:
            case TurnDone(turn=turn):
                return turn
            case TurnFailed(message=problem):
                raise IbidemError(problem)
            case _:
                pass
    raise IbidemError("the turn ended without an answer; nothing was stored")
