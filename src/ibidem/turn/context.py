"""What a step may use: the ports, the profile, who is asking, and a way to tell what happens."""

from dataclasses import dataclass

from ibidem.domain.documents import Principal
from ibidem.domain.events import AnswerDelta, SourcesShown
from ibidem.flow.journal import Journal
from ibidem.ports import DocumentStore, SearchIndex, TurnStore
from ibidem.profile import Profile


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Handed to every step of one turn; through `journal` a step tells whoever reads the turn's stream."""

    turns: TurnStore
    documents: DocumentStore
    index: SearchIndex
    profile: Profile
    principal: Principal
    journal: Journal[SourcesShown | AnswerDelta]
