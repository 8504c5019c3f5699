"""What a step may use: the ports, the models, the profile, what the turn may spend, and a way to report what happens."""

import asyncio
from dataclasses import dataclass, field
from functools import partial

from ibidem.domain.conversation import DocRef, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.events import AnswerDelta, SourcesShown, StepNoted
from ibidem.flow.journal import Journal
from ibidem.ports import ChatModel, DocumentStore, Reranker, SearchIndex, TurnStore, VectorIndex
from ibidem.profile import BudgetLimits, Profile
from ibidem.prompts.catalog import Catalog
from ibidem.turn.budget import TURN_SECONDS, Budget
from ibidem.turn.tracing import Record
from ibidem.turn.values import Accepted, Draft

Told = SourcesShown | AnswerDelta | StepNoted


@dataclass(frozen=True, slots=True)
class Models:
    """The models of a turn and what they are told: `main` writes and judges, `light` does the small work before."""

    main: ChatModel
    light: ChatModel
    prompts: Catalog


@dataclass(slots=True, kw_only=True)
class Progress:
    """How far a turn has come, for a turn that is ended before it has an answer: the text that was already shown with its
    sources, or the best draft so far.

    `answer` is there once there is one, and only its summary or its storing is still to come.

    The one thing of a turn that its steps change in place: a step that is stopped has no value to give. `storing` is there once
    the turn is being stored, which nothing stops.
    """

    route: str = "general"
    shown: list[str] = field(default_factory=list[str])
    refs: tuple[DocRef, ...] = ()
    draft: Draft | None = None
    answer: Accepted | None = None
    storing: "asyncio.Future[Turn] | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """Handed to every step of one turn; through `journal` a step tells whoever reads the turn's stream.

    `models`, `vectors` and `reranker` are None where none is configured: then a rule stands in. `budget`, `record` and `progress`
    are the turn's own. A pause may be answered for `pause_hours`.
    """

    turns: TurnStore
    documents: DocumentStore
    index: SearchIndex
    profile: Profile
    principal: Principal
    journal: Journal[Told]
    models: Models | None = None
    vectors: VectorIndex | None = None
    reranker: Reranker | None = None
    budget: Budget = field(default_factory=partial(Budget, BudgetLimits(), TURN_SECONDS))
    record: Record = field(default_factory=Record)
    pause_hours: float = 24.0
    progress: Progress = field(default_factory=Progress)

    def cite(self, refs: tuple[DocRef, ...]) -> None:
        """Shows the sources that the answer cites so far."""
        self.progress.refs = refs
        self.journal.emit(SourcesShown(refs))

    def say(self, text: str) -> None:
        """Shows a further piece of the answer."""
        self.progress.shown.append(text)
        self.journal.emit(AnswerDelta(text))
