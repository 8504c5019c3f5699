"""What a step may use: the ports, the profile, who is asking, and a way to tell what happens."""

from dataclasses import dataclass, field
from functools import partial

from ibidem.domain.documents import Principal
from ibidem.domain.events import AnswerDelta, SourcesShown
from ibidem.flow.journal import Journal
from ibidem.ports import ChatModel, DocumentStore, SearchIndex, TurnStore
from ibidem.profile import BudgetLimits, Profile
from ibidem.prompts.catalog import Catalog
from ibidem.turn.budget import TURN_SECONDS, Budget
from ibidem.turn.tracing import Record


@dataclass(frozen=True, slots=True)
class Models:
    """The models of a turn and what they are told: `main` writes and judges, `light` does the small work before."""

    main: ChatModel
    light: ChatModel
    prompts: Catalog


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Handed to every step of one turn; through `journal` a step tells whoever reads the turn's stream.

    `models` is None where none is configured. `budget` and `record` are the turn's own.
    """

    turns: TurnStore
    documents: DocumentStore
    index: SearchIndex
    profile: Profile
    principal: Principal
    journal: Journal[SourcesShown | AnswerDelta]
    models: Models | None = None
    budget: Budget = field(default_factory=partial(Budget, BudgetLimits(), TURN_SECONDS))
    record: Record = field(default_factory=Record)
