"""What travels on the arrows of a turn. Each value holds the value before it, so nothing is optional along the way."""

from dataclasses import dataclass, field, replace

from ibidem.domain.conversation import DocRef, LookupSource, Pause, Question, ShownDocument, Turn
from ibidem.domain.documents import Document, Passage, SearchFilters
from ibidem.domain.languages import Language
from ibidem.domain.trace import Attempt, Rung, Trace, Verdict
from ibidem.language.bounding import bounded
from ibidem.language.detection import detect_language
from ibidem.turn.courtesy import Courtesy
from ibidem.turn.focus import Focus
from ibidem.turn.pause_replies import PauseReply
from ibidem.turn.pointing.further import PageWanted
from ibidem.turn.pointing.resolve import Resolved, Unclear
from ibidem.turn.searching import Ranking


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as it came in, checked, with the language that it is written in.

    The message in `question` is as it is read (`language.bounding`); `written` is as it came, to be stored and shown.
    """

    question: Question
    language: Language
    written: str

    @classmethod
    def of(cls, question: Question) -> "AskedQuestion":
        """The question, made ready to be read."""
        read = replace(question, message=bounded(question.message))
        return cls(read, detect_language(read.message), question.message)


@dataclass(frozen=True, slots=True)
class RecalledQuestion:
    """The question with the last turns of its session, in their order; `from_client` says that the client told of them."""

    asked: AskedQuestion
    history: tuple[Turn, ...]
    from_client: bool = False


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """A courtesy that asks for nothing and searches nothing; `notice` is what the person should know besides."""

    recalled: RecalledQuestion
    courtesy: Courtesy
    notice: str | None = None


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
    """A document to be shown as a whole; `others` were asked for with it. `newer` are those of them that have changed since they
    were cited, as they are now."""

    request: DocumentRequest
    document: Document
    others: tuple[Document, ...]
    text: str
    notice: str | None
    newer: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True)
class FurtherPage:
    """Another page of a document is wanted; `shown` is the page of it that was shown last, `refs` what that turn showed."""

    recalled: RecalledQuestion
    shown: ShownDocument
    refs: tuple[DocRef, ...]
    wanted: PageWanted


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

    `text` is what is asked; `notice` is what the person should know besides. `devices` are those that the person
    picked when asked.
    """

    recalled: RecalledQuestion
    text: str
    looked_up: LookedUp | None = None
    notice: str | None = None
    devices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DoubtfulReference:
    """A question of which the rules cannot tell whether it points at a document: a model has to be asked."""

    question: OpenQuestion


@dataclass(frozen=True, slots=True)
class PauseTaken:
    """The message answers a pause at which the turn waited for a device, for its sources, or for a review, with `reply`.

    The question has the mode, the language and the filters of the turn that paused, and the history before that turn.
    """

    recalled: RecalledQuestion
    pause: Pause
    reply: PauseReply


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """The question with what was understood of it: devices and document types that the corpus holds, and what it goes on from.

    `query` is what is searched for: the question, or what was asked before where it only names another device. `among` are the
    devices whose documents are searched: those understood, or every other one where the question only sets some `aside`.
    `translations` are the question in the other languages of the corpus. `kin` are the devices that share the name which the
    question gives, where it gives only a part of one. `suggested_route` is what a model takes it for, where its words do
    not tell. `understood` says to the person what was understood. `held` says that the devices only hold on from
    earlier turns.
    """

    open: OpenQuestion
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


@dataclass(frozen=True, slots=True)
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
    """The question names only the family of several devices, which may differ: it has to be asked which one is meant."""

    parsed: ParsedQuestion


@dataclass(frozen=True, slots=True)
class RoutedQuestion:
    """The question with the route of the profile that it takes, and what was tried before."""

    parsed: ParsedQuestion
    route: str
    attempts: Attempts = field(default_factory=Attempts)


@dataclass(frozen=True, slots=True)
class WrittenQueries:
    """Queries written for the question, to be settled."""

    routed: RoutedQuestion
    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """What is searched for, within which filters, and the document types that this route prefers.

    `query` is the question itself, and `further` are other words for it. In documents that were pointed at it is what the
    question asks beside pointing, "" where that is nothing in particular.
    """

    routed: RoutedQuestion
    query: str
    filters: SearchFilters
    preferred_types: frozenset[str]
    further: tuple[str, ...] = ()


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
    """What may be answered from, and how many pages around a passage are read with it."""

    found: Found
    pages: int


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
    """The documents that were pointed at are to be told of, summed up or compared: nothing in particular is asked of them.

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
    chunks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
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
    """A further search brought nothing that had not been read."""

    plan: SearchPlan


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


@dataclass(frozen=True, slots=True)
class Accepted:
    """An answer that may be shown, with its slots and what is to be remembered of how it came about.

    `summary` is there already where it was made beside something else.
    """

    recalled: RecalledQuestion
    text: str
    refs: tuple[DocRef, ...]
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
