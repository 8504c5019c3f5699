"""The composition root: Settings and Profile become an App. The only module that knows the turn, the corpus and the backends."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import aclosing, contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from ibidem.backends.meaning import Meaning
from ibidem.backends.registry import open_backend, open_backend_to_read
from ibidem.backends.services import Services, open_services
from ibidem.corpus.indexing import prepare_upload
from ibidem.corpus.progress import IndexEvent
from ibidem.corpus.workers import UPLOAD_LIMITS, UPLOADS_AT_ONCE, Workers
from ibidem.domain.conversation import PauseAnswer, Question, Turn
from ibidem.domain.documents import Document, Passage, PreparedDocument, Principal, SearchFilters
from ibidem.domain.errors import (
    AlreadyAnswered,
    HeldTooLong,
    IbidemError,
    InvalidInput,
    NotFound,
    PauseExpired,
    StepTimeout,
    StoreUnavailable,
)
from ibidem.domain.events import AnswerDelta, Observer, SourcesShown, TurnDone, TurnEvent, TurnFailed
from ibidem.domain.gate import check_pause_answer, check_question, check_text
from ibidem.flow.holding import watched
from ibidem.flow.journal import Finished, Journal
from ibidem.intake import Intake, meaning_of
from ibidem.language.bounding import bounded
from ibidem.opening import open_hosted, open_models
from ibidem.pointing.preparing import prepare
from ibidem.ports.stores import Backend, DocumentStore, Progress, SearchIndex, TurnStore, VectorIndex
from ibidem.profile import Profile
from ibidem.search.former import in_force_first
from ibidem.search.fusion import ARM, fuse, near_in_time
from ibidem.search.passages import find_passages
from ibidem.settings import Settings
from ibidem.turn.budget import Budget
from ibidem.turn.context import Hosted, Models, TurnContext, TurnReport
from ibidem.turn.diagram import TURN
from ibidem.turn.ending import Begun
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.pauses.continuing import answered_outright
from ibidem.turn.pauses.expiry import expired
from ibidem.turn.values.asking import AskedQuestion, PauseAnswered

logger = logging.getLogger(__name__)

WARM_UP = "예열 warm up ウォームアップ"  # a word of each language, so that each dictionary is loaded


class App:
    """Everything that a door needs: ask, search, index, and the stores themselves. Open it once a process.

    `backend` says how it stands (health, differences, in_step, check, remarks).
    `observers` watch turns and searches.
    `principal` is who the doors act as while nobody signs in: the one person whom this machine serves.
    """

    def __init__(
        self,
        settings: Settings,
        profile: Profile,
        backend: Backend,
        models: Models | None = None,
        meaning: Meaning | None = None,
        services: Services | None = None,
        hosted: Hosted | None = None,
    ) -> None:
        self.settings = settings
        self.profile = profile
        self.models = models
        self.principal = Principal("local", settings.groups)
        self.backend = backend
        self.meaning = meaning
        self.observers: list[Observer] = []
        self.services = services or Services()
        self._hosted = hosted
        self._uploads: Workers | None = None

    @classmethod
    async def open(cls, settings: Settings, profile: Profile) -> Self:
        """Opens the store in the settings' data folder, and the models that the settings name.

        Raises StoreUnavailable, InvalidInput when `data` is no data folder, PromptError, and SettingsError for a model of no use.
        """
        models = open_models(settings, profile)
        backend = await asyncio.to_thread(open_backend, settings.data)
        try:
            meaning = meaning_of(settings, backend)
            services = open_services(settings.reranker, settings.retriever, profile.datasets)
            return cls(settings, profile, backend, models, meaning, services, open_hosted(settings, profile))
        except BaseException:
            await asyncio.to_thread(backend.close)
            raise

    @classmethod
    async def open_to_read(cls, settings: Settings, profile: Profile) -> Self:
        """Opens what is stored in the settings' data folder, and changes nothing there: what would write raises StoreUnavailable.
        Language models are left alone.

        Raises StoreUnavailable, also when nothing is stored there, InvalidInput when `data` is no data folder, and SettingsError.
        """
        backend = await asyncio.to_thread(open_backend_to_read, settings.data)
        try:
            return cls(settings, profile, backend, meaning=meaning_of(settings, backend))
        except BaseException:
            await asyncio.to_thread(backend.close)
            raise

    async def close(self) -> None:
        """Closes the store and ends the reading processes. A turn still running fails."""
        if self._uploads is not None:
            await asyncio.to_thread(self._uploads.close)
        if self.meaning is not None:
            await self.meaning.close()
        await self.services.close()
        if self.models is not None:
            await self.models.main.close()
            await self.models.light.close()
        if self._hosted is not None:
            await self._hosted.corpus.close()
        await asyncio.to_thread(self.backend.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    @property
    def turns(self) -> TurnStore:
        """Sessions and their turns."""
        return self.backend.turns

    @property
    def documents(self) -> DocumentStore:
        """Documents, their versions and their texts."""
        return self.backend.documents

    @property
    def index(self) -> SearchIndex:
        """Text search over the current chunks."""
        return self.backend.index

    @property
    def vectors(self) -> VectorIndex | None:
        """Search by meaning, where an embedder is configured. Raises SettingsError when it cannot be opened."""
        return None if self.meaning is None else self.meaning.vectors

    def _keep_up(self) -> None:
        if self.meaning is not None:
            self.meaning.keep_up()

    async def warm(self) -> None:
        """Does ahead what the first turn would do otherwise: loads the flow engine, the dictionaries and the words that point
        back, and brings the index up to what a killed process had stored. An embedder makes ready beside it, and is not waited
        for."""
        await asyncio.to_thread(TURN.warm)
        await self.index.catch_up()
        if self.meaning is not None:
            self.meaning.warm(WARM_UP)
        self._keep_up()
        await asyncio.to_thread(prepare, self.profile)
        # A search, in the thread where turns run (each has analysers of its own), also makes the glossary ready.
        await find_passages(WARM_UP, (), SearchFilters(), 1, self.index, self.principal, self.profile.glossary)

    async def ask(self, question: Question, principal: Principal) -> AsyncGenerator[TurnEvent]:
        """Runs one turn; the last event is TurnDone or TurnFailed. A `client_turn_id` answered before gives the stored turn.

        Raises InvalidInput for a malformed question and NotFound for somebody else's session, before the first event; later
        InvalidInput for a message that takes too long to read, or does not fit what it answers. Nothing is stored then.
        """
        with _read_in_time("message"):
            checked = check_question(question)
            asked = AskedQuestion(Inquiry.begin(checked))
        if not await self.turns.owned(checked.session_id, principal):
            raise NotFound("session", checked.session_id)
        if checked.client_turn_id is not None:
            stored = await self.turns.answered(checked.session_id, checked.client_turn_id, principal)
            if stored is not None:
                yield TurnDone(stored, await self._shown_text(stored, principal))
                return
        async with aclosing(self._turn_from(asked, principal)) as events:
            async for event in events:
                yield event

    def _turn_from(self, value: AskedQuestion | PauseAnswered, principal: Principal) -> AsyncGenerator[TurnEvent]:
        """The events of the turn that begins with this value, as all observers see them."""
        question, events = value.inquiry.question, self._events_from(value, principal)
        for observer in self.observers:
            events = observer.turn(events, question.session_id, question.message)
        return events

    async def _events_from(self, value: AskedQuestion | PauseAnswered, principal: Principal) -> AsyncGenerator[TurnEvent]:
        """The events of the turn that begins with this value; the last one is TurnDone or TurnFailed."""
        self._keep_up()
        if self.models is not None:
            self.models.prompts.fresh()
        if self._hosted is not None:
            self._hosted.prompts.fresh()
        vectors = None if self.meaning is None else await self.meaning.opened()
        begun = Begun(value.inquiry, partial(self._context, principal, vectors))
        try:
            async with aclosing(self._run(value, begun, principal)) as events:
                async for event in events:
                    yield event
        except (GeneratorExit, asyncio.CancelledError):
            await begun.leave()
            raise
        except InvalidInput:
            raise
        except IbidemError as error:
            yield TurnFailed(error.type, str(error))
        except Exception:
            logger.exception("a turn failed")
            yield TurnFailed(IbidemError.type, "the turn failed, and nothing was stored; the log of the server says why")

    async def _run(self, value: AskedQuestion | PauseAnswered, begun: Begun, principal: Principal) -> AsyncGenerator[TurnEvent]:
        """The events of a turn to its end: its own, or the one that its deadline brings.

        What held the loop before there was anything to answer with was the message, as far as anybody can tell.
        """
        try:
            async with aclosing(TURN.run(value, begun.context, self.settings.turn_seconds)) as events:
                async for event in events:
                    if isinstance(event, Finished):
                        turn = _turn_of(event)
                        yield TurnDone(turn, await self._shown_text(turn, principal))
                    else:
                        yield event
        except (TimeoutError, StepTimeout, HeldTooLong) as error:
            if isinstance(error, HeldTooLong) and not begun.has_answer:
                raise _unreadable("message", error) from None
            turn = await begun.late()
            if not begun.spoke:
                yield SourcesShown(turn.content.doc_refs)
                yield AnswerDelta(turn.content.assistant_text)
            yield TurnDone(turn)

    async def resume(self, pause_id: str, answer: PauseAnswer, principal: Principal) -> AsyncGenerator[TurnEvent]:
        """Answers a pause as a further turn of its session: with numbers of choices, a decision, or in words.

        Words that answer nothing are a question of their own. Raises InvalidInput, NotFound for a pause that is none of the
        principal's, AlreadyAnswered for one no longer open, and PauseExpired for one that has waited too long.
        """
        session_id, _, number = pause_id.rpartition("~")
        turn = await self._turn(session_id, int(number), principal) if number.isdecimal() and session_id else None
        if turn is None or turn.content.pause is None:
            raise NotFound("pause", pause_id)
        history = tuple(await self.turns.last_turns(session_id, max(1, self.profile.history_turns), principal))
        if not history or history[-1].turn_id != turn.turn_id:
            raise AlreadyAnswered(pause_id)
        if expired(turn, self.settings.pause_hours):
            raise PauseExpired(pause_id)
        with _read_in_time("reply"):
            checked = check_pause_answer(answer, turn.content.pause)
            value = answered_outright(turn, history, checked)
            if value is None:  # words, which are read as any message is
                question = check_question(Question(checked.text, session_id, turn.content.mode))
                value = AskedQuestion(Inquiry.begin(question, turn.turn_id))
        async with aclosing(self._turn_from(value, principal)) as events:
            async for event in events:
                yield event

    async def _turn(self, session_id: str, number: int, principal: Principal) -> Turn | None:
        try:
            return await self.turns.turn(session_id, number, principal)
        except NotFound:
            return None

    async def _shown_text(self, turn: Turn, principal: Principal) -> str | None:
        """The whole text of the document that a turn showed; None when it showed none, or it may no longer be read."""
        shown = turn.content.shown
        if shown is None:
            return None
        try:
            return await self.documents.text(shown.doc_id, principal, shown.version)
        except NotFound:
            return None

    def _context(self, principal: Principal, vectors: VectorIndex | None, journal: Journal[TurnReport]) -> TurnContext:
        return TurnContext(
            turns=self.turns,
            documents=self.documents,
            index=self.index,
            profile=self.profile,
            principal=principal,
            journal=journal,
            models=self.models,
            vectors=vectors,
            reranker=self.services.reranker,
            source=self.services.source,
            hosted=self._hosted,
            budget=Budget(self.profile.budget, self.settings.turn_seconds),
            pause_hours=self.settings.pause_hours,
            call_seconds=self.settings.call_seconds,
        )

    async def search(self, query: str, filters: SearchFilters, limit: int, principal: Principal) -> Sequence[Passage]:
        """The best passages for a query, best first, as a turn without history would find them. Raises InvalidInput."""
        for observer in self.observers:
            observer.searched()
        with _read_in_time("query"):
            return await self._search(bounded(check_text("query", query)), filters, limit, principal)

    async def _search(self, text: str, filters: SearchFilters, limit: int, principal: Principal) -> Sequence[Passage]:
        by_words = find_passages(text, (), filters, max(limit, ARM), self.index, principal, self.profile.glossary)
        if self.meaning is None:
            return in_force_first(text, await by_words).passages[:limit]
        by_meaning = near_in_time(text, (), filters, await self.meaning.opened(), principal)
        ranking, near = await asyncio.gather(by_words, by_meaning)
        return in_force_first(text, fuse(text, ranking, near or (), limit)).passages

    def index_folder(self, folder: Path) -> AsyncGenerator[IndexEvent]:
        """See `Intake.index_folder`."""
        return Intake(self.settings, self.profile, self.backend).index_folder(folder)

    async def read_document(self, filename: str, content: bytes, principal: Principal) -> PreparedDocument:
        """Reads one file as a document that `add_document` stores. Raises UnreadableDocument, InvalidInput and ReadersBusy."""
        if self._uploads is None:
            self._uploads = Workers(self.profile, UPLOADS_AT_ONCE, UPLOAD_LIMITS)
        return await prepare_upload(filename, content, self._uploads, principal.tenant)

    async def add_document(self, prepared: PreparedDocument, principal: Principal) -> Document:
        """Stores a document; durable when it returns, and searchable where `backend` is `in_step`.

        Raises InvalidInput when its doc_id is that of a document that the principal may not read.
        """
        doc_id = prepared.document.doc_id
        held = await self.documents.current_version(doc_id, principal.tenant)
        if held is not None:
            try:
                await self.documents.get(doc_id, principal)
            except NotFound:
                raise InvalidInput("doc_id", f"{doc_id!r} is taken", "give the document another doc_id") from None
        if held != prepared.document.version:
            await self.documents.put([prepared])
        await self._follow()
        self._keep_up()
        return prepared.document

    async def delete_document(self, doc_id: str, principal: Principal) -> None:
        """Takes a document out of the corpus; it is no longer found when this returns. Raises NotFound."""
        await self.documents.delete(doc_id, principal)
        await self._follow()

    async def _follow(self) -> None:
        """Has the index follow what the store holds already: an error now would say that it does not."""
        try:
            await self.index.catch_up()
        except StoreUnavailable as error:
            logger.error("The search index will follow later: %s", error)

    async def rebuild(self, progress: Progress) -> None:
        """Builds the search index anew; `progress` gets chunks done and chunks in all, from another thread."""
        if self.meaning is not None:
            await self.meaning.opened()
        await self.backend.rebuild(progress)


def _turn_of(finished: Finished) -> Turn:
    assert isinstance(finished.value, Turn), "the diagram ends with a Turn"
    return finished.value


@contextmanager
def _read_in_time(field: str) -> Generator[None]:
    """Within the block a text is read that was given as this field. Raises InvalidInput where that takes too long."""
    try:
        with watched():
            yield
    except HeldTooLong as error:
        raise _unreadable(field, error) from None


def _unreadable(field: str, error: HeldTooLong) -> InvalidInput:
    """What whoever gave the field is told, once the log was told where it was that reading took too long."""
    logger.warning("reading the %s was stopped after %g s of computing, at %s", field, error.seconds, error.place)
    return InvalidInput(field, f"takes more than {error.seconds:g} s to read", "write it shorter, or in other words")
