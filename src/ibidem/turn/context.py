"""What a step may use: the ports, the models, the profile, what the turn may spend, and a way to tell what happens."""

from dataclasses import dataclass, field
from functools import partial

from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import Principal
from ibidem.domain.events import AnswerDelta, SourcesShown, StepNoted
from ibidem.flow.journal import Journal
from ibidem.ports import ChatModel, DocumentStore, Reranker, SearchIndex, TurnStore, VectorIndex
from ibidem.profile import BudgetLimits, Profile
from ibidem.prompts.catalog import Catalog
from ibidem.turn.budget import TURN_SECONDS, Budget
from ibidem.turn.progress import Progress
from ibidem.turn.tracing import Record

Told = SourcesShown | AnswerDelta | StepNoted


@dataclass(frozen=True, slots=True)
class Models:
    """The models of a turn and what they are told: `main` writes and judges, `light` does the small work before."""

    main: ChatModel
    light: ChatModel
    prompts: Catalog


@dataclass(frozen=True, slots=True)
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
