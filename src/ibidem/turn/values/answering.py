"""What is checked and accepted as an answer, or why it is not."""

from dataclasses import dataclass, field

from ibidem.domain.conversation import AnswerDegree, AnswerPart, DocRef, LookupSource, Pause, ShownDocument, ShownList
from ibidem.domain.trace import Trace, Verdict
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.values.searching import Attempts, Draft, RoutedQuestion, SearchPlan


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
class SafeAnswer:
    """An answer whose personal data is replaced as the profile says: all that is stored of it."""

    accepted: Accepted


@dataclass(frozen=True, slots=True)
class Summarised:
    """An answer with its summary, ready to be stored."""

    answer: SafeAnswer
    summary: Summary
