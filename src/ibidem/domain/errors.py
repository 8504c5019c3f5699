"""Every error that ibidem raises for a person to read.

    IbidemError
    ├── InvalidInput            a value is not acceptable: which field, what was wrong, what is allowed
    ├── NotFound                no such id, or none that this principal may read
    ├── Unauthenticated         no key or token, or one that is not valid
    ├── Forbidden               a key or token that lacks a scope
    ├── TooManyRequests         more requests, or bytes of them, than one key may send
    ├── IssuerUnavailable       the identity provider cannot be asked for its keys
    ├── AlreadyAnswered         a pause that was answered, or that the conversation passed over
    ├── PauseExpired            a pause that was not answered in time
    ├── NotLastTurn             a turn to be asked anew that is not the last of its conversation
    ├── UnreadableDocument      a file that cannot be read: what is wrong, what to do
    │   ├── UnsupportedFormat   by its name it is in a format that is not read
    │   └── EmptyDocument       there is nothing in it
    ├── ReadersBusy             a file that waited too long for a reader
    ├── TooManyTurns            more turns and searches at once than may be
    ├── ProfileError            an invalid profile
    ├── PromptError             an invalid prompt file
    ├── SettingsError           an invalid setting
    ├── StoreUnavailable        the store cannot be used now: locked, another version, damaged
    ├── StepTimeout             a step exceeded its time limit
    ├── TurnTimeout             a turn exceeded its time limit
    ├── HeldTooLong             a computation blocked the event loop for too long
    ├── ModelError              a model gave no answer
    │   ├── ModelUnavailable    it is unreachable, overloaded or too slow, or broke off
    │   └── ModelRefused        its server rejects the call: key, name, size, or content
    └── HostedError             a hosted search failed at a task on its stores
        ├── HostedUnavailable   it is unreachable or overloaded, or its quota is used up
        └── HostedRefused       it rejects the call: key, store, size, or content

The docstring of a class says when it is raised; the message of an instance is shown to the person as it is, so it never holds a
traceback, a secret or the text of a document.
"""

from dataclasses import dataclass

from ibidem.domain.redaction import redacted


class IbidemError(Exception):
    """The root of the tree. `type` is the word that the HTTP door puts in `error.type`."""

    type = "internal_error"

    def __str__(self) -> str:
        """The message, redacted: a setting's value or a server's reply may hold an address with its password."""
        return redacted(super().__str__())


class InvalidInput(IbidemError):
    """A value from a person or a client is not acceptable. Nothing was stored."""

    type = "invalid_input"

    def __init__(self, field: str, problem: str, allowed: str) -> None:
        super().__init__(f"{field}: {problem}; {allowed}")
        self.field = field
        self.problem = problem
        self.allowed = allowed


class UnknownField(InvalidInput):
    """A filter names a field that the profile does not declare; `allowed` lists those that it does."""

    type = "unknown_field"


class NotFound(IbidemError):
    """Nothing exists under that id, or nothing that this principal may read: the two look alike."""

    type = "not_found"

    def __init__(self, kind: str, identifier: str) -> None:
        super().__init__(f"no {kind} {identifier!r} that you may read")
        self.kind = kind
        self.identifier = identifier


class Unauthenticated(IbidemError):
    """A request without a key or token where one is needed, or with one that is unknown, expired or revoked."""

    type = "unauthenticated"


class Forbidden(IbidemError):
    """A key or token is valid and lacks the scope that a request needs, or any of them that would do. Nothing was stored."""

    type = "forbidden"

    def __init__(self, *scopes: str) -> None:
        super().__init__(f"this needs the scope {' or '.join(map(repr, scopes))}, which your key or token does not have")


class TooManyRequests(IbidemError):
    """One key or person sent more requests, or more bytes of them, than it may; `seconds` later there is room again."""

    type = "too_many_requests"

    def __init__(self, what: str, seconds: float) -> None:
        super().__init__(f"this key has sent as many {what} as it may for now; go on in {max(1, round(seconds))} s")
        self.seconds = seconds


class IssuerUnavailable(IbidemError):
    """The identity provider does not give its keys, so that no token can be checked. Nobody is let in meanwhile."""

    type = "issuer_unavailable"


class AlreadyAnswered(IbidemError):
    """A pause was answered before, or the conversation went on without an answer. Nothing was stored."""

    type = "already_answered"

    def __init__(self, pause_id: str) -> None:
        super().__init__(f"pause {pause_id!r} is no longer open: it was answered, or the conversation went on")
        self.pause_id = pause_id


class PauseExpired(IbidemError):
    """A pause was answered after it expired. Nothing was stored; the question has to be asked again."""

    type = "pause_expired"

    def __init__(self, pause_id: str) -> None:
        super().__init__(f"pause {pause_id!r} has expired; ask the question again")
        self.pause_id = pause_id


class NotLastTurn(IbidemError):
    """A turn was to be asked anew, and the conversation has gone on after it. Nothing was stored."""

    type = "not_last_turn"

    def __init__(self, session_id: str, turn_id: int) -> None:
        super().__init__(
            f"turn {turn_id} is not the last of session {session_id!r}; only the last can be asked anew, and a branch before it "
            "asks an earlier one"
        )


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with a file, in the words of the report line: `name: problem; remedy`.

    `nothing` says that the file holds no document, such as a picture without text, so that none was lost. `type` is that of the
    error over HTTP.
    """

    name: str
    problem: str
    remedy: str
    nothing: bool = False
    type: str = "unreadable_document"


class UnreadableDocument(IbidemError):
    """A file that cannot be read as a document. The rest of the batch continues."""

    type = "unreadable_document"

    def __init__(self, name: str, problem: str, remedy: str) -> None:
        super().__init__(f"{name}: {problem}; {remedy}")
        self.complaint = Complaint(name, problem, remedy, type=self.type)


class UnsupportedFormat(UnreadableDocument):
    """A file in a format that is not read, by its name."""

    type = "unsupported_format"


class EmptyDocument(UnreadableDocument):
    """A file without bytes, or without a letter and a digit in it."""

    type = "empty_document"


def unreadable(complaint: Complaint) -> UnreadableDocument:
    """The error of a complaint that came from another process."""
    kinds = {kind.type: kind for kind in (UnreadableDocument, UnsupportedFormat, EmptyDocument)}
    return kinds[complaint.type](complaint.name, complaint.problem, complaint.remedy)


class NoDocument(UnreadableDocument):
    """A file in which there is no document to be read."""

    def __init__(self, name: str, problem: str, remedy: str) -> None:
        super().__init__(name, problem, remedy)
        self.complaint = Complaint(name, problem, remedy, nothing=True)


class TooManyTurns(IbidemError):
    """As many turns and searches as may be at once, `most`, are being answered. Nothing was stored."""

    type = "too_many_requests"

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} turns and searches are being answered, which is how many may be at once; ask again in a moment")
        self.most = most


class ReadersBusy(IbidemError):
    """A file waited for longer than `seconds` because all readers are busy with others. Nothing was stored."""

    type = "too_many_requests"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"all readers have been busy with other files for {seconds:g} s; send this one again in a moment")
        self.seconds = seconds


class ProfileError(IbidemError):
    """A profile that cannot be read or is invalid. Raised at start, never during a turn."""

    type = "profile_error"


class PromptError(IbidemError):
    """A prompt that cannot be read or is invalid. Raised at start; a later invalid change is ignored."""

    type = "prompt_error"


class SettingsError(IbidemError):
    """A setting that cannot be read or is invalid. Raised at start, never during a turn."""

    type = "settings_error"


class StoreUnavailable(IbidemError):
    """The store cannot be used now: it does not exist, another process is indexing, its schema has another version, a file is
    damaged, or the disk is full. Nothing was stored.

    `problem` is for everybody; the message has the place on this machine too, for whoever runs ibidem.
    """

    type = "store_unavailable"

    def __init__(self, problem: str, place: object = "") -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.problem = redacted(problem)


class StepTimeout(IbidemError):
    """A step exceeded its time limit (`seconds`) and was stopped."""

    type = "timeout"

    def __init__(self, step: str, seconds: float) -> None:
        super().__init__(f"{step} took longer than {seconds:g} s and was stopped; ask again, or split the question")
        self.step = step
        self.seconds = seconds


class TurnTimeout(IbidemError):
    """A turn exceeded its time limit (`seconds`) and ended with what it had."""

    type = "timeout"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the turn took longer than {seconds:g} s and was ended")
        self.seconds = seconds


class HeldTooLong(IbidemError):
    """A computation blocked the event loop for longer than `seconds`, and was stopped. `place` is the module and the line, for
    the log."""

    type = "timeout"

    def __init__(self, seconds: float, place: str) -> None:
        super().__init__(f"the computation took more than {seconds:g} s and was stopped; split the question")
        self.seconds = seconds
        self.place = place


class SourceError(IbidemError):
    """A source of passages outside ibidem gave none. The turn continues without it and reports that."""

    type = "source_error"

    def __init__(self, source: str, problem: str) -> None:
        super().__init__(f"{source}: {problem}")
        self.source = source
        self.problem = problem


class SourceUnavailable(SourceError):
    """The source is unreachable, overloaded or too slow: a later search may succeed."""

    type = "source_unavailable"


class SourceRefused(SourceError):
    """The source rejects the search: key, dataset or permission. Retrying does not help."""

    type = "source_refused"


class ModelError(IbidemError):
    """A model gave no answer. The turn continues without it and reports that."""

    type = "model_error"

    def __init__(self, model: str, problem: str) -> None:
        super().__init__(f"{model}: {problem}")
        self.model = model
        self.problem = problem


class ModelUnavailable(ModelError):
    """The model is unreachable, overloaded or too slow, or broke off in the middle: a later call may succeed."""

    type = "model_unavailable"


class ModelRefused(ModelError):
    """The model's server rejects the call: key, model name, size or content. Retrying does not help."""

    type = "model_refused"


class HostedError(IbidemError):
    """A hosted search did not do the task it was given on its stores. Questions to it raise ModelError."""

    type = "hosted_error"

    def __init__(self, service: str, problem: str) -> None:
        super().__init__(f"{service}: {problem}")
        self.service = service
        self.problem = problem


class HostedUnavailable(HostedError):
    """The hosted search is unreachable or overloaded, or its quota is used up: a later call may succeed."""

    type = "hosted_unavailable"


class HostedRefused(HostedError):
    """The hosted search rejects the call: key, store, size or content. Retrying does not help."""

    type = "hosted_refused"
