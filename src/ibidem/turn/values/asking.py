"""What a message is found to be."""

from dataclasses import dataclass

from ibidem.domain.conversation import (
    AnswerPart,
    DocRef,
    LookupSource,
    Pause,
    Question,
    ShownDocument,
    ShownList,
    Turn,
    TurnMoment,
)
from ibidem.domain.documents import Document
from ibidem.turn.inquiry import Focus, Inquiry
from ibidem.turn.replies import PauseReply
from ibidem.understanding.bare import BareNumber
from ibidem.understanding.courtesies import Courtesy
from ibidem.understanding.further import PageWanted
from ibidem.understanding.pointer import Pointer
from ibidem.understanding.resolve import Resolved, Unclear


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A checked question as it came in; `answers` is the turn whose pause it was sent to, if any."""

    question: Question
    answers: int | None = None


@dataclass(frozen=True, slots=True)
class MaskedQuestion:
    """A question whose personal data is replaced as the profile says: all that a turn ever knows of it."""

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
class SaidBefore:
    """A question about what was said, with the turn that said it."""

    inquiry: Inquiry
    turn: Turn


@dataclass(frozen=True, slots=True)
class StepAsked:
    """A step asked for by its number or as the next one, or those from there on: the turn that quoted steps, and the step or
    steps, of each document that has them.

    `left` is how far the lists are shown with them, and how many steps they have; (0, 0) where one step is meant.
    """

    inquiry: Inquiry
    turn: Turn
    steps: tuple[AnswerPart, ...]
    left: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsMeant:
    """Earlier questions to be listed, in their order: `found` in all, of which `turns` are shown. `asked` is when each question
    of the session was asked."""

    inquiry: Inquiry
    turns: tuple[Turn, ...]
    found: int
    asked: tuple[TurnMoment, ...]


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
class QuotedDocument:
    """Documents to be shown that are not kept here: of them there is only what the hosted search quoted, in `refs`."""

    inquiry: Inquiry
    refs: tuple[DocRef, ...]


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
    are `carried_over` from earlier turns. `owners` are meant, `among_owners` searched, `owners_known` need not be named. A model
    has `completed` the question, or has found nothing to complete.
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
    completed: bool = False
