"""What a step may use: the ports, the models, the profile, the turn's budget, and its event stream."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from ibidem.domain.conversation import DocRef, Turn
from ibidem.domain.documents import Chunk, CorpusWords, Principal
from ibidem.domain.events import AnswerDelta, SourcesShown, StepNoted
from ibidem.domain.personal_data import SafeText
from ibidem.flow.journal import Journal
from ibidem.ports.document_store import DocumentStore
from ibidem.ports.hosted_corpus import HostedCorpus
from ibidem.ports.indexes import SearchIndex, VectorIndex
from ibidem.ports.models import ChatModel, Embedder, Reader, Reranker
from ibidem.ports.passage_source import PassageSource
from ibidem.ports.turn_store import TurnStore
from ibidem.privacy.turn_masking import TurnMasking, unmasked
from ibidem.profile import BudgetLimits, Profile
from ibidem.prompts.catalog import Catalog
from ibidem.turn.budget import CALL_SECONDS, TURN_SECONDS, Budget
from ibidem.turn.tracing import Record
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import Draft

TurnReport = SourcesShown | AnswerDelta | StepNoted


@dataclass(frozen=True, slots=True)
class Models:
    """The models of a turn and their prompts: `main` writes and judges, `light` does the small tasks before. `others` are those
    that a question may name in place of `main`, by their names."""

    main: ChatModel
    light: ChatModel
    prompts: Catalog
    others: Mapping[str, ChatModel] = field(default_factory=dict[str, ChatModel])

    def chosen(self, name: str | None) -> "Models":
        """With the model of this name; without one, or for the default, as they are. A light model of its own stays."""
        main = self.others.get(name or "", self.main)
        return replace(self, main=main, light=main if self.light is self.main else self.light)

    async def close(self) -> None:
        """Closes each once or more often, which makes no difference."""
        for model in (self.main, self.light, *self.others.values()):
            await model.close()


@dataclass(frozen=True, slots=True)
class Hosted:
    """The service that answers open questions from stores of its own, the stores, and its prompts. `foreign`: also from what
    ibidem did not upload to them, whoever asks."""

    corpus: HostedCorpus
    stores: tuple[str, ...]
    prompts: Catalog
    foreign: bool = False


@dataclass(slots=True, kw_only=True)
class Progress:
    """The progress of a turn, for a turn that ends before its answer: the text already shown with its sources, or the best
    draft so far.

    `answer` is set once it exists and only its summary or its storing remain.

    The only part of a turn that its steps change in place, because a stopped step returns no value. `storing` is set while the
    turn is being stored, which nothing interrupts. `whole_documents` are those read whole, by id and version: several rules look
    into the one that leads, and the store is asked once; so it is for `words`, those of the documents.
    """

    route: str = "general"
    shown: list[str] = field(default_factory=list[str])
    refs: tuple[DocRef, ...] = ()
    draft: Draft | None = None
    answer: Accepted | None = None
    storing: "asyncio.Future[Turn] | None" = None
    whole_documents: dict[tuple[str, str], Sequence[Chunk]] = field(default_factory=dict[tuple[str, str], Sequence[Chunk]])
    words: CorpusWords | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """Passed to every step of one turn; through `journal` a step reports to the readers of the turn's stream.

    `models`, `vectors`, `reranker` and `reader` are None where none is configured: a rule then replaces them. `encoder` is one of
    this process, which reads what messages do; without it they are read by their letters alone. `source` finds the
    passages in place of `index`, and `hosted` answers open questions, where one is configured. `budget`, `record` and
    `progress` are the turn's own. A pause may be answered for `pause_hours`; a short call of a model takes `call_seconds` at
    most, a search of the retriever `retriever_seconds`. `masking` replaces personal data, also in everything that is shown here.
    `asked_at` is when the message came.
    """

    turns: TurnStore
    documents: DocumentStore
    index: SearchIndex
    profile: Profile
    principal: Principal
    journal: Journal[TurnReport]
    models: Models | None = None
    vectors: VectorIndex | None = None
    encoder: Embedder | None = None
    reranker: Reranker | None = None
    reader: Reader | None = None
    source: PassageSource | None = None
    hosted: Hosted | None = None
    budget: Budget = field(default_factory=partial(Budget, BudgetLimits(), TURN_SECONDS))
    record: Record = field(default_factory=Record)
    pause_hours: float = 24.0
    call_seconds: float = CALL_SECONDS
    retriever_seconds: float = 10.0
    progress: Progress = field(default_factory=Progress)
    masking: TurnMasking = field(default_factory=unmasked)
    asked_at: datetime = field(default_factory=partial(datetime.now, UTC))

    @property
    def today(self) -> str:
        """The date by the clock of the people who ask, such as 2026-03-01."""
        return self.profile.here(self.asked_at).date().isoformat()

    async def corpus_words(self) -> CorpusWords:
        """What the documents that the person may read are about, in words; the store is asked once a turn."""
        if self.progress.words is None:
            self.progress.words = await self.documents.words(self.principal)
        return self.progress.words

    def cite(self, refs: tuple[DocRef, ...]) -> None:
        """Shows the sources that the answer cites so far."""
        self.progress.refs = refs
        self.journal.emit(SourcesShown(self.masking.answers.value(refs)))

    def say(self, text: str) -> None:
        """Shows a further piece of the answer, or keeps it until it is known whether it belongs to personal data."""
        self._show(self.masking.speech.push(text))

    def fall_silent(self) -> None:
        """Shows what was kept of the answer: no further piece follows."""
        self._show(self.masking.speech.finish())

    def note(self, step: str, text: str) -> None:
        """Shows what a step understood, or what it waits for."""
        self.journal.emit(StepNoted(step, self.masking.answers.text(text)))

    def _show(self, text: SafeText) -> None:
        if text:
            self.progress.shown.append(text)
            self.journal.emit(AnswerDelta(text))
