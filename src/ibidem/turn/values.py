"""The values that pass from step to step. Each carries the turn's Inquiry, so no field is optional along the way."""

from dataclasses import dataclass, field

from ibidem.domain.conversation import AnswerDegree, AnswerPart, DocRef, LookupSource, Pause, ShownDocument, ShownList
from ibidem.domain.documents import Document, Passage, SearchFilters
from ibidem.domain.trace import Attempt, Rung, Trace, Verdict
from ibidem.language.courtesy import Courtesy
from ibidem.pointing.bare import BareNumber
from ibidem.pointing.further import PageWanted
from ibidem.pointing.pointer import Pointer
from ibidem.pointing.resolve import Resolved, Unclear
from ibidem.search.passages import Ranking
from ibidem.turn.inquiry import Focus, Inquiry, LookedUp
from ibidem.turn.replies import PauseReply


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A checked message."""

    inquiry: Inquiry


@dataclass(frozen=True, slots=True)
class FurtherPage:
    """A request for another page of a document; `shown` is the page shown last, `refs` are the slots of that turn."""

    inquiry: Inquiry
    shown: ShownDocument
    refs: tuple[DocRef, ...]
    wanted: PageWanted


@dataclass(frozen=True, slots=True)
class ListWanted:
    """A request for a page of the list of documents."""

    inquiry: Inquiry
    page: ShownList


@dataclass(frozen=True, slots=True)
class ServiceAsked:
    """A question about ibidem itself: what it is, what it can do."""

    inquiry: Inquiry


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseAnswered:
    """A pause with its reply: a number, a decision, or the words of a message.

    The inquiry has the mode, the language and the text of the turn that paused. Where that turn held work, it has its filters
    too, and the history before it. `turn_id` is the turn that paused, `refs` what it cited.
    """

    inquiry: Inquiry
    pause: Pause
    refs: tuple[DocRef, ...]
    turn_id: int
    reply: PauseReply


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """A courtesy that asks for nothing and searches nothing."""

    inquiry: Inquiry
    courtesy: Courtesy


@dataclass(frozen=True, slots=True)
class PointingMessage:
    """A message that refers to documents; `number` is the number without a noun in it, if any."""

    inquiry: Inquiry
    pointer: Pointer
    number: BareNumber | None


@dataclass(frozen=True, slots=True)
class PlainMessage:
    """A message without a word that refers to a document.

    `number` is the number without a noun in it, if any. `there` is its question about the document just looked at ("in there"),
    None where it asks none.
    """

    inquiry: Inquiry
    number: BareNumber | None
    there: str | None


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """The documents referred to, from which the inquiry is to be answered."""

    inquiry: Inquiry
    resolved: Resolved


@dataclass(frozen=True, slots=True)
class UnclearReference:
    """A reference to one of several documents: the person has to choose before the inquiry is answered."""

    inquiry: Inquiry
    unclear: Unclear


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeDocument:
    """A document to be shown as a whole; `others` were requested with it. `newer` are the current versions of those that have
    changed since they were cited."""

    inquiry: Inquiry
    document: Document
    others: tuple[Document, ...]
    text: str
    source: LookupSource
    newer: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question to be answered from the corpus, or from the documents looked up for it."""

    inquiry: Inquiry


@dataclass(frozen=True, slots=True)
class DoubtfulReference:
    """A question where the rules cannot decide whether it refers to a document: a model has to decide."""

    inquiry: Inquiry


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuestion:
    """The question with the devices and document types that it names, and the turns that it follows up.

    `query` is the search text: the question, or the previous one where this one only names another device. `among` are the
    devices searched: those understood, or all but the `excluded` ones; `translations` into the other languages of the corpus are
    made where a search for the question alone was `doubted`. `kin` are the devices that share the partial name given. The devices
    are `carried_over` from earlier turns. `owners` are meant, `among_owners` searched, `owners_known` need not be named.
    """

    inquiry: Inquiry
    query: str
    devices: tuple[str, ...]
    doc_types: tuple[str, ...]
    focus: Focus
    among: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    translations: tuple[str, ...] = ()
    kin: tuple[str, ...] = ()
    suggested_route: str | None = None
    understood: str = ""
    carried_over: bool = False
    owners: tuple[str, ...] = ()
    among_owners: tuple[str, ...] = ()
    owners_known: tuple[str, ...] = ()
    doubted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """The drafts of a verified turn so far: the attempts made, the best draft, and what not to repeat.

    `rung` is the current rung. `feedback` are the problems of the last draft, `hint` what to search for instead; `queries` were
    searched, `read` are the chunks that a draft was written from.
    """

    rung: Rung = "first"
    made: tuple[Attempt, ...] = ()
    best: "Draft | None" = None
    best_made: Attempt | None = None
    feedback: tuple[str, ...] = ()
    hint: str = ""
    queries: tuple[str, ...] = ()
    read: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class DeviceChoice:
    """The question names only a family of devices, which may differ: the person has to choose one."""

    parsed: ParsedQuestion


@dataclass(frozen=True, slots=True)
class RoutedQuestion:
    """The question with its route, and the attempts so far."""

    parsed: ParsedQuestion
    route: str
    attempts: Attempts = field(default_factory=Attempts)

    @property
    def inquiry(self) -> Inquiry:
        """What the turn knows of its question."""
        return self.parsed.inquiry


@dataclass(frozen=True, slots=True)
class WrittenQueries:
    """Queries written for the question, of which some are to be selected."""

    routed: RoutedQuestion
    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPlan:
    """The queries, their filters, and the document types that this route prefers.

    `query` is the question itself, and `further` are rewritten queries. In documents that were pointed at, `query` is the
    question without the pointing words, "" where nothing is left. `attempts` are those before this search.
    """

    parsed: ParsedQuestion
    route: str
    query: str
    filters: SearchFilters
    preferred_types: frozenset[str] = frozenset()
    further: tuple[str, ...] = ()
    attempts: Attempts = field(default_factory=Attempts)

    @property
    def inquiry(self) -> Inquiry:
        """What the turn knows of its question."""
        return self.parsed.inquiry


@dataclass(frozen=True, slots=True)
class Found:
    """Passages for the plan, best first; `kept` are more than are read, so that the answer can be regenerated from them."""

    plan: SearchPlan
    ranking: Ranking
    kept: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class SourcesToConfirm:
    """Sources that the person has to confirm before the answer."""

    found: Found


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passages to answer from, the number of pages to read around each, and the attempts so far."""

    found: Found
    pages: int
    attempts: Attempts


@dataclass(frozen=True, slots=True)
class NoEvidence:
    """Nothing in the corpus supports an answer, or it could not be searched (`reachable`); `nearest` are the closest passages,
    if any."""

    plan: SearchPlan
    nearest: tuple[Passage, ...]
    confidence: float
    reachable: bool = True


@dataclass(frozen=True, slots=True)
class NotInDocument:
    """The documents that were pointed at do not hold the answer."""

    plan: SearchPlan
    looked_up: LookedUp


@dataclass(frozen=True, slots=True)
class NothingInParticular:
    """A request to describe, sum up or compare the documents that were pointed at, without a particular question. `notice` says
    why they are quoted."""

    plan: SearchPlan
    looked_up: LookedUp
    notice: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The best passages, widened by their surroundings; `chunks` are the ids of everything read."""

    found: Found
    ranking: Ranking
    attempts: Attempts
    chunks: frozenset[str] = frozenset()

    @property
    def plan(self) -> SearchPlan:
        """What was searched for."""
        return self.found.plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A model's answer to a reading, with its citations resolved; `dropped` of them named no source.

    `cut` says that it was cut off.
    """

    reading: Reading
    text: str
    refs: tuple[DocRef, ...]
    model: str
    dropped: int = 0
    cut: bool = False

    @property
    def plan(self) -> SearchPlan:
        """What was searched for."""
        return self.reading.plan

    @property
    def attempts(self) -> Attempts:
        """What was tried before this draft."""
        return self.reading.attempts


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """A draft that passed the checks."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Unfaithful:
    """A draft that its documents do not support: by rule (`failed`), or by the judge's verdicts."""

    draft: Draft
    failed: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class NothingNew:
    """A further search, or a wider reading, found no passage that had not been read."""

    plan: SearchPlan
    attempts: Attempts


@dataclass(frozen=True, slots=True)
class Refinement:
    """A question to search for again, with what the judge missed."""

    routed: RoutedQuestion


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """The best draft, for a person's review: no attempt was faithful."""

    draft: Draft
    attempts: Attempts


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of an answer, and the model that wrote it; None: it is the beginning of the answer."""

    text: str
    model: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """An answer that may be shown, with its slots and its trace; `summary` is set already where it was made in parallel."""

    inquiry: Inquiry
    text: str
    refs: tuple[DocRef, ...] = ()
    route: str
    notice: str | None = None
    lookup_source: LookupSource | None = None
    trace: Trace = field(default_factory=Trace)
    pause: Pause | None = None
    shown: ShownDocument | None = None
    shown_list: ShownList | None = None
    summary: Summary | None = None
    found: AnswerDegree = "answered"
    parts: tuple[AnswerPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Summarised:
    """An answer with its summary, ready to be stored."""

    accepted: Accepted
    summary: Summary
