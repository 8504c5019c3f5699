"""What a turn knows of its question: the Inquiry that every value of the turn carries, and what belongs to it."""

from dataclasses import dataclass, field, replace
from typing import Self

from ibidem.domain.conversation import LookupSource, Mode, Question, Turn
from ibidem.domain.documents import Document, SearchFilters
from ibidem.domain.languages import Language
from ibidem.language.bounding import bounded
from ibidem.language.detection import detect_language


@dataclass(frozen=True, slots=True)
class LookedUp:
    """The documents that a question is to be answered from, in the versions that were meant, and where they were pointed at.

    `newer` are the same documents as they are now, where one of them has changed since; else none.
    """

    documents: tuple[Document, ...]
    source: LookupSource
    newer: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """What a turn knows of its question. Every value of the turn carries it by reference; whoever knows more makes a new one.

    `question` is what came in, its message as it is read (`language.bounding`); after a pause it has the mode and the filters of
    the turn that paused. `written` is the message as it came, to be stored and shown. `text` is what is to be answered: the
    message, or the one that waited. `history` are the turns before it, in their order; `from_client` says that
    the client sent them. `answers` is the turn whose pause it came in for. `looked_up` are the documents that it is put to,
    `devices` those that the person picked when asked, and `notice` is what the person should know besides the answer.
    """

    question: Question
    written: str
    language: Language
    text: str
    history: tuple[Turn, ...] = ()
    from_client: bool = False
    answers: int | None = None
    looked_up: LookedUp | None = None
    devices: tuple[str, ...] = ()
    notice: str | None = None

    @classmethod
    def begin(cls, question: Question, answers: int | None = None) -> Self:
        """The inquiry of a checked question, before anything is known of its session."""
        text = bounded(question.message)
        return cls(
            question=replace(question, message=text),
            written=question.message,
            language=detect_language(text),
            text=text,
            answers=answers,
        )

    @property
    def message(self) -> str:
        """The message as it is read."""
        return self.question.message

    @property
    def mode(self) -> Mode:
        """How the question is to be answered."""
        return self.question.mode

    @property
    def filters(self) -> SearchFilters:
        """The filters that came with the question."""
        return self.question.filters


def read_again(turn: Turn) -> Turn:
    """A turn of the history with its message as it is read: what was said in it is read again, so it is bounded again."""
    return replace(turn, content=replace(turn.content, user_text=bounded(turn.content.user_text)))


@dataclass(frozen=True, slots=True)
class Subject:
    """Devices and document types that carry over from one question to the next."""

    devices: tuple[str, ...] = ()
    doc_types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Focus:
    """The turns that a question is read with, in their order, and the documents that it probably asks about.

    A question that stands alone is read with all of them and asks about no document in particular. `named` says that the last of
    the turns was about documents that the person had pointed at, not about what a search had found. `subject` carries over from
    the latest turn that gave one, whether or not it found an answer, or from the one that the question goes back to. A document
    of no device that was looked at on the way gives none and replaces none.
    """

    turns: tuple[Turn, ...]
    doc_ids: frozenset[str]
    named: bool = False
    subject: Subject = field(default_factory=Subject)
