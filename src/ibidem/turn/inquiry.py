"""The Inquiry, carried by every value of the turn: everything the turn knows of its question."""

from dataclasses import dataclass, field, replace
from typing import Self

from ibidem.domain.conversation import LookupSource, Mode, Question, Turn
from ibidem.domain.documents import Document, SearchFilters
from ibidem.domain.languages import Language
from ibidem.domain.personal_data import SafeText, without_placeholders
from ibidem.language.bounding import bounded
from ibidem.language.detection import detect_language


@dataclass(frozen=True, slots=True)
class LookedUp:
    """The documents that a question is to be answered from, in the versions that were meant, and the source of the reference.

    `newer` are the current versions of the same documents where one has changed since; else none.
    """

    documents: tuple[Document, ...]
    source: LookupSource
    newer: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """Everything a turn knows of its question. Every value of the turn carries it by reference; a step that learns more makes a
    new one.

    `question` came in, its personal data replaced as the profile says, and its message bounded (`language.bounding`); after a
    pause it has the mode and the filters of the turn that paused. `written` is the message before it was bounded, to be stored
    and shown. `text` is the question to answer: the message, or the one that waited. `history` are the earlier turns in order;
    `from_client` says that the client sent them. `answers` is the turn whose pause this replies to. `looked_up` are the documents
    to answer from, `devices` those that the person picked when asked, and `notice` is shown beside the answer. `recalled`
    are turns of the session that a search found for the question, best first, or that a model read, and `findings` what it noted.
    `gone_back_to` is an earlier turn that the question goes on from, as the meaning of both says.
    """

    question: Question
    written: SafeText
    language: Language
    text: str
    history: tuple[Turn, ...] = ()
    from_client: bool = False
    answers: int | None = None
    looked_up: LookedUp | None = None
    devices: tuple[str, ...] = ()
    notice: str | None = None
    recalled: tuple[Turn, ...] = ()
    findings: tuple[str, ...] = ()
    gone_back_to: Turn | None = None

    @classmethod
    def begin(cls, question: Question, written: SafeText, answers: int | None = None) -> Self:
        """The inquiry of a checked and masked question, before anything is known of its session; `written` is its message."""
        text = bounded(written)
        return cls(
            question=replace(question, message=text),
            written=written,
            language=detect_language(without_placeholders(text)),
            text=text,
            answers=answers,
        )

    @property
    def message(self) -> str:
        """The message, bounded."""
        return self.question.message

    @property
    def mode(self) -> Mode:
        """The mode of the answer."""
        return self.question.mode

    @property
    def filters(self) -> SearchFilters:
        """The filters that came with the question."""
        return self.question.filters


def read_again(turn: Turn) -> Turn:
    """A turn of the history with its message bounded, because it is parsed again."""
    return replace(turn, content=replace(turn.content, user_text=bounded(turn.content.user_text)))


@dataclass(frozen=True, slots=True)
class Transformation:
    """A request for the answers of these turns in another form."""

    inquiry: Inquiry
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """Devices, document types and owners that carry over from one question to the next."""

    devices: tuple[str, ...] = ()
    doc_types: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Focus:
    """The turns that a question is read with, in order, and the documents that it probably asks about.

    A question that stands alone is read with all of them and asks about no document in particular. `named` says that the last
    turn was about documents that the person referred to, not about search results. `subject` carries over from the latest turn
    that had one, with or without an answer, or from the turn that the question refers back to. A document without a device that
    was looked at in between neither sets nor replaces it.
    """

    turns: tuple[Turn, ...]
    doc_ids: frozenset[str]
    named: bool = False
    subject: Subject = field(default_factory=Subject)
