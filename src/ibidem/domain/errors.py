"""Every error that ibidem raises for a person to read.

    IbidemError
    ├── InvalidInput            something given is not acceptable: which field, what was wrong, what is allowed
    ├── NotFound                nothing under that id that this principal may read
    ├── AlreadyAnswered         a pause that was answered, or that the conversation has left behind
    ├── PauseExpired            a pause that waited for longer than it may
    ├── UnreadableDocument      a file that cannot become a document: what is wrong, what to do
    ├── ProfileError            a profile that does not hold together
    ├── PromptError             a prompt file that does not hold together
    ├── SettingsError           a setting that does not hold together
    ├── StoreUnavailable        the store cannot be used now: locked, of another version, damaged
    ├── StepTimeout             a step of a turn took longer than it may
    ├── TurnTimeout             a turn took longer than it may
    ├── HeldTooLong             something computed for longer than it may without a pause
    └── ModelError              a model gave no answer
        ├── ModelUnavailable    it cannot be reached, is overloaded, broke off, or took too long
        └── ModelRefused        its server does not take the call: key, name, size, or content

The docstring of a class says when it is raised; the message of an instance is shown to the person as it is, so it never holds a
traceback, a secret or the text of a document.
"""

from dataclasses import dataclass

from ibidem.domain.redaction import redacted


class IbidemError(Exception):
    """The root of the tree. `type` is the word that the HTTP door puts in `error.type`."""

    type = "internal_error"

    def __str__(self) -> str:
        """The message. What is told of a setting, or by a model's server, may hold an address with its password."""
        return redacted(super().__str__())


class InvalidInput(IbidemError):
    """A value given by a person or a client is not acceptable. Nothing was stored."""

    type = "invalid_input"

    def __init__(self, field: str, problem: str, allowed: str) -> None:
        super().__init__(f"{field}: {problem}; {allowed}")
        self.field = field
        self.problem = problem
        self.allowed = allowed


class NotFound(IbidemError):
    """There is nothing under that id, or nothing that this principal may read: the two are never told apart."""

    type = "not_found"

    def __init__(self, kind: str, identifier: str) -> None:
        super().__init__(f"no {kind} {identifier!r} that you may read")
        self.kind = kind
        self.identifier = identifier


class AlreadyAnswered(IbidemError):
    """A pause was answered before, or the conversation went on without an answer. Nothing was stored."""

    type = "already_answered"

    def __init__(self, pause_id: str) -> None:
        super().__init__(f"pause {pause_id!r} is no longer open: it was answered, or the conversation went on")
        self.pause_id = pause_id


class PauseExpired(IbidemError):
    """A pause was answered later than it may be. Nothing was stored; the question has to be asked again."""

    type = "pause_expired"

    def __init__(self, pause_id: str) -> None:
        super().__init__(f"pause {pause_id!r} has expired; ask the question again")
        self.pause_id = pause_id


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with a file, in the words of the report line: `name: problem; remedy`."""

    name: str
    problem: str
    remedy: str


class UnreadableDocument(IbidemError):
    """A file that cannot become a document. The rest of the batch goes on."""

    type = "unreadable_document"

    def __init__(self, name: str, problem: str, remedy: str) -> None:
        super().__init__(f"{name}: {problem}; {remedy}")
        self.complaint = Complaint(name, problem, remedy)


class ProfileError(IbidemError):
    """A profile that cannot be read, or does not hold together. Raised at start, never during a turn."""

    type = "profile_error"


class PromptError(IbidemError):
    """A prompt that cannot be read, or does not hold together. Raised at start; a later change of that kind is not taken."""

    type = "prompt_error"


class SettingsError(IbidemError):
    """A setting that cannot be read, or does not hold together. Raised at start, never during a turn."""

    type = "settings_error"


class StoreUnavailable(IbidemError):
    """The store cannot be used now: there is none, another process indexes, the schema is of another version, a file is damaged,
    the disk is full. Nothing was stored."""

    type = "store_unavailable"


class StepTimeout(IbidemError):
    """A step of a turn took longer than it may, and was stopped. `seconds` is what it was allowed."""

    type = "timeout"

    def __init__(self, step: str, seconds: float) -> None:
        super().__init__(f"{step} took longer than {seconds:g} s and was stopped; ask again, or ask for less at once")
        self.step = step
        self.seconds = seconds


class TurnTimeout(IbidemError):
    """A turn took longer than it may, and was ended with what it had. `seconds` is what it was allowed."""

    type = "timeout"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the turn took longer than {seconds:g} s and was ended")
        self.seconds = seconds


class HeldTooLong(IbidemError):
    """Something computed for longer than it may without letting others go on, and was stopped there. `seconds` is what it was
    allowed, `place` the module and the line, for the log."""

    type = "timeout"

    def __init__(self, seconds: float, place: str) -> None:
        super().__init__(f"it took more than {seconds:g} s of computing without a pause and was stopped; ask for less at once")
        self.seconds = seconds
        self.place = place


class ModelError(IbidemError):
    """A model gave no answer. A turn goes on without it, and says so."""

    type = "model_error"

    def __init__(self, model: str, problem: str) -> None:
        super().__init__(f"{model}: {problem}")
        self.model = model
        self.problem = problem


class ModelUnavailable(ModelError):
    """The model cannot be reached, is overloaded, broke off in the middle, or took too long: later it may answer."""

    type = "model_unavailable"


class ModelRefused(ModelError):
    """The model's server does not take the call: key, model name, size or content. Asking again does not help."""

    type = "model_refused"
