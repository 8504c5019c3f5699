"""What travels on the arrows of a turn. Each value holds the value before it, so nothing is optional along the way."""

from dataclasses import dataclass

from ibidem.domain.conversation import DocRef, LookupSource, Pause, Question, ShownDocument, Turn
from ibidem.domain.documents import Document, Passage, SearchFilters
from ibidem.domain.languages import Language
from ibidem.turn.courtesy import Courtesy
from ibidem.turn.focus import Focus
from ibidem.turn.pointing.resolve import Resolved, Unclear
from ibidem.turn.searching import Ranking


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as it came in, checked, with the language that it is written in."""

    question: Question
    language: Language


@dataclass(frozen=True, slots=True)
class RecalledQuestion:
    """The question with the last turns of its session, in their order; `from_client` says that the client told of them."""

    asked: AskedQuestion
    history: tuple[Turn, ...]
    from_client: bool = False


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """A courtesy that asks for nothing and searches nothing."""

    recalled: RecalledQuestion
    courtesy: Courtesy


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """Documents that are pointed at, and what is to be answered from them: the message, or one that waited for this."""

    recalled: RecalledQuestion
    resolved: Resolved
    text: str


@dataclass(frozen=True, slots=True)
class UnclearReference:
    """The message points at a document, but not clearly at one: it has to be asked which, to then answer `text` from it."""

    recalled: RecalledQuestion
    unclear: Unclear
    text: str


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """A document to be shown as a whole; `others` were asked for with it."""

    request: DocumentRequest
    document: Document
    others: tuple[Document, ...]
    text: str
    notice: str | None
    newer: Document | None


@dataclass(frozen=True, slots=True)
class LookedUp:
    """The documents that a question is to be answered from, in the versions that were meant, and where they were pointed at.

    `newer` are the same documents as they are now, where one of them has changed since; else none.
    """

    documents: tuple[Document, ...]
    source: LookupSource
    newer: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question to be answered from the corpus, or from the documents looked up for it.

    `text` is what is asked; `notice` is what the person should know besides.
    """

    recalled: RecalledQuestion
    text: str
    looked_up: LookedUp | None = None
    notice: str | None = None


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """The question with what was understood of it: devices and document types that the corpus holds, and what it goes on from."""

    open: OpenQuestion
    devices: tuple[str, ...]
    doc_types: tuple[str, ...]
    focus: Focus


@dataclass(frozen=True, slots=True)
class RoutedQuestion:
    """The question with the route of the profile that it takes."""

    parsed: ParsedQuestion
    route: str


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """What is searched for, within which filters, and the document types that this route prefers."""

    routed: RoutedQuestion
    query: str
    filters: SearchFilters
    preferred_types: frozenset[str]


@dataclass(frozen=True, slots=True)
class Found:
    """Passages for the plan, best first."""

    plan: SearchPlan
    ranking: Ranking


@dataclass(frozen=True, slots=True)
class NoEvidence:
    """Nothing in the corpus supports an answer; `nearest` are the passages that came closest, if any."""

    plan: SearchPlan
    nearest: tuple[Passage, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class NotInDocument:
    """The documents that were pointed at hold nothing that answers; they were asked for all the same."""

    plan: SearchPlan
    looked_up: LookedUp


@dataclass(frozen=True, slots=True)
class Reading:
    """The best passages, widened by their neighbours where a passage stops in the middle of something."""

    found: Found
    ranking: Ranking


@dataclass(frozen=True, slots=True)
class Accepted:
    """An answer that may be shown, with its slots and what is to be remembered of how it came about."""

    recalled: RecalledQuestion
    text: str
    refs: tuple[DocRef, ...]
    route: str
    notice: str | None
    lookup_source: LookupSource | None
    queries: tuple[str, ...]
    devices: tuple[str, ...]
    doc_types: tuple[str, ...]
    hits: int
    confidence: float | None
    pause: Pause | None = None
    shown: ShownDocument | None = None
