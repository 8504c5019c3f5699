"""What travels on the arrows of a turn. Each value carries the turn's Inquiry, so nothing is optional along the way."""

from dataclasses import dataclass, field

from ibidem.domain.conversation import DocRef, LookupSource, Pause, ShownDocument
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
    """A message as it came in, checked."""

    inquiry: Inquiry


@dataclass(frozen=True, slots=True)
class FurtherPage:
    """Another page of a document is wanted; `shown` is the page of it that was shown last, `refs` what that turn showed."""

    inquiry: Inquiry
    shown: ShownDocument
    refs: tuple[DocRef, ...]
    wanted: PageWanted


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseAnswered:
    """A pause with what was answered to it: by number, by decision, or in the words of a message.

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
    """A message that points at documents; `number` is the number without a noun that it holds, if any."""

    inquiry: Inquiry
    pointer: Pointer
    number: BareNumber | None


@dataclass(frozen=True, slots=True)
class PlainMessage:
    """A message that points at nothing by a word for a document.

    `number` is the number without a noun that it holds, if any. `there` is what it asks of the document just looked at ("in
    there"), None where it says no such thing.
    """

    inquiry: Inquiry
    number: BareNumber | None
    there: str | None


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """Documents that are pointed at, from which the inquiry is to be answered."""

    inquiry: Inquiry
    resolved: Resolved


@dataclass(frozen=True, slots=True)
class UnclearReference:
    """The message points at a document, but not clearly at one: the person has to say which, before the inquiry is answered."""

    inquiry: Inquiry
    unclear: Unclear


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeDocument:
    """A document to be shown as a whole; `others` were asked for with it. `newer` are those of them that have changed since they
    were cited, as they are now."""

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
    """A question of which the rules cannot tell whether it points at a document: a model has to be asked."""

    inquiry: Inquiry


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuestion:
    """The question with what was understood of it: devices and document types that the corpus holds, and what it goes on from.

    `query` is what is searched for: the question, or what was asked before where it only names another device. `among` are the
    devices whose documents are searched: those understood, or every other one where the question only sets some `aside`.
    `translations` are the question in the other languages of the corpus. `kin` are the devices that share the name which the
    question gives, where it gives only a part of one. `suggested_route` is what a model takes it for, where its words do
    not tell. `understood` says to the person what was understood. `held` says that the devices only carry over from
    earlier turns.
    """

    inquiry: Inquiry
    query: str
    devices: tuple[str, ...]
    doc_types: tuple[str, ...]
    focus: Focus
    among: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    translations: tuple[str, ...] = ()
    kin: tuple[str, ...] = ()
    suggested_route: str | None = None
    understood: str = ""
    held: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """The drafts of a verified turn so far: what was made of each, the best of them, and what not to do again.

    `rung` is what is being tried. `feedback` is what speaks against the last draft, `hint` what to look for instead; `queries`
    were searched, `read` are the chunks that a draft was written from.
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
    """The question names only the family of several devices, which may differ: the person has to say which one is meant."""

    parsed: ParsedQuestion


@dataclass(frozen=True, slots=True)
class RoutedQuestion:
    """The question with the route of the profile that it takes, and what was tried before."""

    parsed: ParsedQuestion
    route: str
    attempts: Attempts = field(default_factory=Attempts)

    @property
    def inquiry(self) -> Inquiry:
        """What the turn knows of its question."""
        return self.parsed.inquiry


@dataclass(frozen=True, slots=True)
class WrittenQueries:
    """Queries written for the question, to be settled."""

    routed: RoutedQuestion
    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPlan:
    """What is searched for, within which filters, and the document types that this route prefers.

    `query` is the question itself, and `further` are other words for it. In documents that were pointed at it is what the
    question asks beside pointing, "" where that is nothing in particular. `attempts` is what was tried before this search.
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
    """Passages for the plan, best first; `kept` are some more than are read, from which the answer can be made again."""

    plan: SearchPlan
    ranking: Ranking
    kept: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class SourcesToConfirm:
    """What was found, to be confirmed by the person before anything is answered from it."""

    found: Found


@dataclass(frozen=True, slots=True)
class Evidence:
    """What may be answered from, how many pages around a passage are read with it, and what was tried before this reading."""

    found: Found
    pages: int
    attempts: Attempts


@dataclass(frozen=True, slots=True)
class NoEvidence:
    """Nothing in the corpus supports an answer, or it could not be searched (`reachable`); `nearest` are the passages that came
    closest, if any."""

    plan: SearchPlan
    nearest: tuple[Passage, ...]
    confidence: float
    reachable: bool = True


@dataclass(frozen=True, slots=True)
class NotInDocument:
    """The documents that were pointed at hold nothing that answers; they were asked for all the same."""

    plan: SearchPlan
    looked_up: LookedUp


@dataclass(frozen=True, slots=True)
class NothingInParticular:
    """The documents that were pointed at are to be described, summed up or compared: nothing in particular is asked of them.

    `notice` says why they are quoted.
    """

    plan: SearchPlan
    looked_up: LookedUp
    notice: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The best passages, widened by what stands around them; `chunks` are the ids of all that is read so."""

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
    """What a model wrote from a reading, with its citations settled; `dropped` of them named no source.

    `cut` says that it did not come to its end.
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
    """A draft that no rule speaks against."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Unfaithful:
    """A draft that its documents do not bear out: by rule (`failed`), or by the judge's verdicts."""

    draft: Draft
    failed: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class NothingNew:
    """A further search, or a wider reading, brought nothing that had not been read."""

    plan: SearchPlan
    attempts: Attempts


@dataclass(frozen=True, slots=True)
class Refinement:
    """The question to be searched for again, with what the judge missed."""

    routed: RoutedQuestion


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """The best draft, to be reviewed by a person: nothing that was tried made it faithful."""

    draft: Draft
    attempts: Attempts


@dataclass(frozen=True, slots=True)
class Summary:
    """What an answer says in a line, and the model that said it; None: it is the answer's beginning."""

    text: str
    model: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """An answer that may be shown, with its slots and what is to be remembered of how it came about.

    `summary` is there already where it was made beside something else.
    """

    inquiry: Inquiry
    text: str
    refs: tuple[DocRef, ...] = ()
    route: str
    notice: str | None = None
    lookup_source: LookupSource | None = None
    trace: Trace = field(default_factory=Trace)
    pause: Pause | None = None
    shown: ShownDocument | None = None
    summary: Summary | None = None


@dataclass(frozen=True, slots=True)
class Summarised:
    """An answer with its summary, ready to be stored."""

    accepted: Accepted
    summary: Summary
