"""The composition root: Settings and Profile become an App. The only module that knows the turn, the corpus and the backends."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from ibidem.backends.meaning import Meaning
from ibidem.backends.pii.finder import RuleFinder
from ibidem.backends.registry import open_backend, open_backend_to_read
from ibidem.backends.services import Services, open_services
from ibidem.care import SessionCare
from ibidem.corpus.progress import IndexEvent
from ibidem.domain.conversation import PauseAnswer, Question, Turn
from ibidem.domain.documents import Passage, Principal, SearchFilters
from ibidem.domain.errors import (
    AlreadyAnswered,
    HeldTooLong,
    IbidemError,
    InvalidInput,
    NotFound,
    NotLastTurn,
    PauseExpired,
    StepTimeout,
    StoreUnavailable,
)
from ibidem.domain.events import AnswerDelta, Observer, ShownPage, SourcesShown, TurnDone, TurnEvent, TurnFailed
from ibidem.domain.gate import check_empty_question, check_pause_answer, check_question, check_text
from ibidem.finding.passages import find_passages
from ibidem.finding.searching import search_documents
from ibidem.flow.holding import read_in_time, unreadable
from ibidem.flow.journal import Finished, Journal
from ibidem.intake import Intake, Uploads, meaning_of
from ibidem.language.paging import page_of
from ibidem.opening import open_hosted, open_models, require_choice
from ibidem.ports.backend import Backend
from ibidem.ports.document_store import DocumentStore
from ibidem.ports.indexes import Progress, SearchIndex, VectorIndex
from ibidem.ports.turn_store import TurnStore
from ibidem.privacy.session_masking import Maskings
from ibidem.privacy.turn_masking import TurnMasking
from ibidem.profile import Profile
from ibidem.settings import Settings
from ibidem.turn.answers.afterwards import Afterwards
from ibidem.turn.budget import Budget
from ibidem.turn.context import Hosted, Models, TurnContext, TurnReport
from ibidem.turn.diagram import TURN
from ibidem.turn.ending import Begun
from ibidem.turn.pauses.continuing import answered_outright
from ibidem.turn.pauses.expiry import expired
from ibidem.turn.question.kinds_wanted import with_types_of_groups
from ibidem.turn.question.question_masking import query_as_searched
from ibidem.turn.question.sourced import search_outside
from ibidem.turn.values.asking import AskedQuestion, PauseAnswered
from ibidem.understanding.preparing import prepare

logger = logging.getLogger(__name__)

WARM_UP = "예열 warm up ウォームアップ"  # a word of each language, so that each dictionary is loaded


class App:
    """Everything that a door needs: ask, search, index, and the stores themselves. Open it once a process.

    `backend` says how it stands (health, differences, in_step, check, remarks). `uploads` takes single documents in, and out.
    `care` rates turns, names and branches sessions. `maskings` replace personal data in turns; `observers` watch turns and
    searches.
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
        self._afterwards = Afterwards(self._keep_up)
        self.maskings = Maskings(profile.masking, RuleFinder(), backend)
        self.uploads = Uploads(profile, backend, self.maskings, self._keep_up)
        self.care = SessionCare(backend, self.maskings, profile)

    @classmethod
    async def open(cls, settings: Settings, profile: Profile) -> Self:
        """Opens the store in the settings' data folder, and the models that the settings name.

        Raises StoreUnavailable, InvalidInput when `data` is no data folder, PromptError, and SettingsError for a model of no use.
        """
        models = open_models(settings, profile)
        backend = await asyncio.to_thread(open_backend, settings.storage, profile.masking.of_documents)
        try:
            meaning = meaning_of(settings, backend)
            seconds = settings.retriever_seconds
            services = open_services(settings.reranker, settings.retriever, profile.datasets, seconds)
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
        backend = await asyncio.to_thread(open_backend_to_read, settings.storage, profile.masking.of_documents)
        try:
            return cls(settings, profile, backend, meaning=meaning_of(settings, backend))
        except BaseException:
            await asyncio.to_thread(backend.close)
            raise

    async def close(self) -> None:
        """Closes the store and ends the reading processes. A turn still running fails."""
        await self._afterwards.close()
        await self.uploads.close()
        if self.meaning is not None:
            await self.meaning.close()
        await self.services.close()
        if self.models is not None:
            await self.models.close()
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

    async def opened_vectors(self) -> VectorIndex | None:
        """As `vectors`, ready to be searched."""
        return None if self.meaning is None else await self.meaning.opened()

    def _keep_up(self) -> None:
        if self.meaning is not None:
            self.meaning.keep_up()

    async def warm(self) -> None:
        """Does ahead what the first turn would do otherwise: loads the dictionaries and the words that point back, and brings the
        index up to what a killed process had stored. An embedder makes ready beside it, and is not waited for."""
        await self.index.catch_up()
        if self.meaning is not None:
            self.meaning.warm(WARM_UP)
        self._keep_up()
        await asyncio.to_thread(prepare, self.profile)
        # A search, in the thread where turns run (each has analysers of its own), also makes the glossary ready.
        await find_passages(WARM_UP, (), SearchFilters(), 1, self.index, self.principal, self.profile.glossary)

    async def ask(self, question: Question, principal: Principal) -> AsyncGenerator[TurnEvent]:
        """Runs one turn; the last event is TurnDone or TurnFailed. A `client_turn_id` answered before gives the stored turn.

        Raises InvalidInput for a malformed question, NotFound for somebody else's session, and NotLastTurn for a turn that cannot
        be asked anew, before the first event; later InvalidInput for a message that takes too long to read, or does not fit what
        it answers. Nothing is stored then.
        """
        answered = self.profile.response.empty_message == "answered" and not question.message.strip()
        with read_in_time("message"):
            checked = check_empty_question(question) if answered else check_question(question)
        self._require_filters(checked.filters)
        require_choice(checked.model, self.settings)
        if not await self.turns.owned(checked.session_id, principal):
            raise NotFound("session", checked.session_id)
        masking = await self.maskings.of(checked.session_id, principal)
        if checked.client_turn_id is not None:
            stored = await self.turns.answered(checked.session_id, checked.client_turn_id, principal)
            if stored is not None:
                yield TurnDone(stored, await self._shown_page(stored, masking, principal))
                return
        filters = await with_types_of_groups(checked.filters, self.profile, self.documents, principal)
        checked = replace(checked, filters=filters)
        if checked.replaces is not None:
            await self._require_last(checked.session_id, checked.replaces, principal)
        async with aclosing(self._turn_from(AskedQuestion(checked), masking, principal, checked.model)) as events:
            async for event in events:
                yield event

    def _require_filters(self, filters: SearchFilters) -> None:
        """Raises InvalidInput for filters that would not narrow what a retriever finds."""
        if filters.fields and self.services.source is not None:
            allowed = "leave them out, or search the documents kept here, without IBIDEM_RETRIEVER"
            raise InvalidInput("filters.fields", "a retriever does not filter by fields", allowed)

    def _turn_from(
        self, value: AskedQuestion | PauseAnswered, masking: TurnMasking, principal: Principal, model: str | None
    ) -> AsyncGenerator[TurnEvent]:
        """The events of the turn that begins with this value, as all observers see them."""
        question = value.question if isinstance(value, AskedQuestion) else value.inquiry.question
        events = self._afterwards.until_over(self._events_from(value, masking, principal, model))
        for observer in self.observers:
            events = observer.turn(events, question.session_id, masking.questions.text(question.message))
        return events

    async def _events_from(
        self, value: AskedQuestion | PauseAnswered, masking: TurnMasking, principal: Principal, model: str | None
    ) -> AsyncGenerator[TurnEvent]:
        """The events of the turn that begins with this value; the last one is TurnDone or TurnFailed."""
        if self.meaning is not None:
            self.meaning.begin()
        if self.models is not None:
            self.models.prompts.fresh()
        if self._hosted is not None:
            self._hosted.prompts.fresh()
        vectors, _ = await asyncio.gather(self.opened_vectors(), self.services.load())
        begun = Begun(value, partial(self._context, principal, vectors, masking, model=model))
        try:
            async with aclosing(self._run(value, begun, masking, principal)) as events:
                async for event in events:
                    yield event
        except (GeneratorExit, asyncio.CancelledError):
            await begun.leave()
            raise
        except InvalidInput:
            raise
        except StoreUnavailable as error:
            logger.error("a turn failed: %s", error)
            yield TurnFailed(error.type, error.problem)
        except IbidemError as error:
            yield TurnFailed(error.type, masking.answers.text(str(error)))
        except Exception:
            logger.exception("a turn failed")
            yield TurnFailed(IbidemError.type, "the turn failed, and nothing was stored; the log of the server says why")

    async def _run(
        self, value: AskedQuestion | PauseAnswered, begun: Begun, masking: TurnMasking, principal: Principal
    ) -> AsyncGenerator[TurnEvent]:
        """The events of a turn to its end: its own, or the one that its deadline brings.

        What held the loop before there was anything to answer with was the message, as far as anybody can tell.
        """
        try:
            async with aclosing(TURN.run(value, begun.context, self.settings.turn_seconds)) as events:
                async for event in events:
                    if isinstance(event, Finished):
                        turn = event.value
                        assert isinstance(turn, Turn), "the diagram ends with a Turn"
                        self._afterwards.begin(turn.content.session_id, self._context(principal, None, masking, Journal()))
                        yield TurnDone(turn, await self._shown_page(turn, masking, principal))
                    else:
                        yield event
        except (TimeoutError, StepTimeout, HeldTooLong) as error:
            if isinstance(error, HeldTooLong) and not begun.has_answer:
                raise unreadable("message", error) from None
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
        require_choice(answer.model, self.settings)
        session_id, _, number = pause_id.rpartition("~")
        turn = await self._turn(session_id, int(number), principal) if number.isdecimal() and session_id else None
        if turn is None or turn.content.pause is None:
            raise NotFound("pause", pause_id)
        history = tuple(await self.turns.last_turns(session_id, max(1, self.profile.history_turns), principal))
        if not history or history[-1].turn_id != turn.turn_id:
            raise AlreadyAnswered(pause_id)
        if expired(turn, self.settings.pause_hours):
            raise PauseExpired(pause_id)
        masking = await self.maskings.of(session_id, principal)
        with read_in_time("reply"):
            checked = check_pause_answer(answer, turn.content.pause)
            safe = replace(checked, text=masking.questions.text(checked.text))
            value = answered_outright(turn, history, safe)
            if value is None:  # words, which are read as any message is
                question = check_question(Question(safe.text, session_id, turn.content.mode))
                value = AskedQuestion(question, turn.turn_id)
        async with aclosing(self._turn_from(value, masking, principal, answer.model)) as events:
            async for event in events:
                yield event

    async def _require_last(self, session_id: str, number: int, principal: Principal) -> None:
        """Raises NotFound and NotLastTurn."""
        last = (await self.turns.session(session_id, principal)).turns
        if number != last:
            raise NotFound("turn", f"{session_id}/{number}") if number > last else NotLastTurn(session_id, number)

    async def _turn(self, session_id: str, number: int, principal: Principal) -> Turn | None:
        try:
            return await self.turns.turn(session_id, number, principal)
        except NotFound:
            return None

    async def _shown_page(self, turn: Turn, masking: TurnMasking, principal: Principal) -> ShownPage | None:
        """The page of the document that a turn showed; None when it showed none, or it may no longer be read."""
        shown = turn.content.shown
        if shown is None:
            return None
        try:
            text = await self.documents.text(shown.doc_id, principal, shown.version)
        except NotFound:
            return None
        page = page_of(text, shown.offset)
        end = shown.offset + len(page.text)
        return ShownPage(masking.answers.stretch(text, shown.offset, end), len(text), page.next_offset)

    def _context(
        self,
        principal: Principal,
        vectors: VectorIndex | None,
        masking: TurnMasking,
        journal: Journal[TurnReport],
        model: str | None = None,
    ) -> TurnContext:
        return TurnContext(
            turns=self.turns,
            documents=self.documents,
            index=self.index,
            profile=self.profile,
            principal=principal,
            journal=journal,
            models=self.models and self.models.chosen(model),
            vectors=vectors,
            encoder=None if self.meaning is None else self.meaning.encoder,
            reranker=self.services.reranker,
            reader=self.services.reader,
            source=self.services.source,
            hosted=self._hosted,
            budget=Budget(self.profile.budget, self.settings.turn_seconds),
            pause_hours=self.settings.pause_hours,
            call_seconds=self.settings.call_seconds,
            retriever_seconds=self.settings.retriever_seconds,
            masking=masking,
        )

    async def search(self, query: str, filters: SearchFilters, limit: int, principal: Principal) -> Sequence[Passage]:
        """The best passages for a query, best first, as a turn without history would find them. Raises InvalidInput,
        and SourceUnavailable and SourceRefused where a retriever is asked."""
        for observer in self.observers:
            observer.searched()
        self._require_filters(filters)
        filters = await with_types_of_groups(filters, self.profile, self.documents, principal)
        text = query_as_searched(check_text("query", query), self.maskings)
        with read_in_time("query"):
            if (source := self.services.source) is None:
                vectors = await self.opened_vectors()
                found = await search_documents(text, filters, limit, self.index, vectors, principal, self.profile.glossary)
                return found.passages[:limit]
        masking = self.maskings.documents
        return await search_outside(
            source, text, filters.doc_ids, limit, self.documents, principal, profile=self.profile, masking=masking
        )

    def index_folder(self, folder: Path) -> AsyncGenerator[IndexEvent]:
        """See `Intake.index_folder`."""
        return Intake(self.settings, self.profile, self.backend).index_folder(folder)

    async def rebuild(self, progress: Progress) -> None:
        """Builds the search index anew, and deletes what has expired; `progress` gets chunks done and chunks in all, from another
        thread."""
        while await self.turns.sweep_expired(100):
            pass
        if self.meaning is not None:
            await self.meaning.opened()
        await self.backend.rebuild(progress)
