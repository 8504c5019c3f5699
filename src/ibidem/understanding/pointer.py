"""What a message may point at, before anything is looked up."""

from dataclasses import dataclass

from ibidem.domain.conversation import Intent

# No slot has this number: slots are counted from 1.
MIDDLE = 0
# "Document 0" is a number like any other, and no document has it.
NO_SLOT = 100_000


@dataclass(frozen=True, slots=True)
class LatestCiting:
    """The latest turn that cited documents: where a pointer looks unless something else is said."""


@dataclass(frozen=True, slots=True)
class NamedTurn:
    """An answer named by its number; -1 is the latest one that cited documents, -2 the one before it."""

    number: int


@dataclass(frozen=True, slots=True)
class WholeSession:
    """The whole session, whose documents are numbered in the order of their first appearance."""


Scope = LatestCiting | NamedTurn | WholeSession


@dataclass(frozen=True, slots=True)
class NamedId:
    """A document id in a message: its normal form, and as it was written.

    One that is not `certain` (a token that only looks like an id, a number that may be a year, a word with a slip in it) is an id
    where the store holds it, and nothing where it does not.
    """

    doc_id: str
    spelled: str
    certain: bool


@dataclass(frozen=True, slots=True)
class DocumentIds:
    """Documents named by id. `otherwise` is what the message points at when none of the ids turns out to be one.

    Where some are `plain` words unless they are stored, one of these has to be. `number` is how the message names a document by a
    number alone, which a notice names where there is none: "document 77777".
    """

    ids: tuple[NamedId, ...]
    intent: Intent
    otherwise: "Pointer | None" = None
    plain: tuple[NamedId, ...] = ()
    number: str | None = None


@dataclass(frozen=True, slots=True)
class Slots:
    """Documents named by the numbers they were shown under; -1 is the last one, -2 the one before it, `MIDDLE` the middle one.

    `doc_type` is set when the message calls them by a kind of document ("the second ticket"). `sure` is False where the message
    asks something of its own, so that without a document of that kind it is a question like any other.
    """

    numbers: tuple[int, ...]
    scope: Scope
    intent: Intent
    doc_type: str | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class AllSlots:
    """All documents of the scope but those under the `excluded` numbers and those that each of the names of `but` fits best;
    `left` is how many the message says that these are.

    Unless `sure` ("compare them"), it is a question like any other where no turn cited anything.
    """

    excluded: tuple[int, ...]
    left: int | None
    scope: Scope
    intent: Intent
    sure: bool = True
    but: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Titled:
    """Documents named by words of their titles, the words of each name together; of any of the latest turns.

    A name that fits several documents is asked about, unless `several` are wanted ("both firmware guides").
    """

    names: tuple[tuple[str, ...], ...]
    intent: Intent
    several: bool = False


@dataclass(frozen=True, slots=True)
class Implicit:
    """ "That document": the first document of the scope, or the first of its kind."""

    scope: Scope
    intent: Intent
    doc_type: str | None = None


@dataclass(frozen=True, slots=True)
class OnlyDocument:
    """ "Show it", "open the document": clear where one document was cited, and asked about where there were several.

    Unless `sure`, several make it a question like any other.
    """

    intent: Intent
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Either:
    """Two readings of one message: clear where both lead to the same document."""

    readings: tuple["Pointer", "Pointer"]


@dataclass(frozen=True, slots=True)
class Together:
    """Documents pointed at in several ways at once: "that document and document 2", one of this answer and one of that."""

    parts: tuple["Pointer", ...]
    intent: Intent


Pointer = DocumentIds | Slots | AllSlots | Implicit | OnlyDocument | Either | Together | Titled


def looks_elsewhere(pointer: Pointer) -> bool:
    """Whether a message names a document by its id, or says in which answer to look: not one of a list that it is shown."""
    match pointer:
        case DocumentIds():
            return True
        case Slots() | AllSlots() | Implicit():
            return not isinstance(pointer.scope, LatestCiting)
        case Either():
            return all(looks_elsewhere(reading) for reading in pointer.readings)
        case Together():
            return any(looks_elsewhere(part) for part in pointer.parts)
        case OnlyDocument() | Titled():
            return False


def says_no_more(pointer: Pointer | None) -> bool:
    """Whether a message only says "that document" or "it", and gives no number, id or title."""
    match pointer:
        case Implicit() | OnlyDocument():
            return True
        case DocumentIds(ids=ids, plain=plain, otherwise=otherwise):
            return ids == plain and says_no_more(otherwise)
        case Either(readings):
            return all(map(says_no_more, readings))
        case _:
            return False


def tells_which(pointer: Pointer | None) -> bool:
    """Whether a message tells one document from another: by an id, a number or a title."""
    match pointer:
        case Slots() | Titled():
            return True
        case DocumentIds(ids=ids, plain=plain, otherwise=otherwise):
            return ids != plain or tells_which(otherwise)
        case Either(readings):
            return all(map(tells_which, readings))
        case Together(parts):
            return any(map(tells_which, parts))
        case _:
            return False
