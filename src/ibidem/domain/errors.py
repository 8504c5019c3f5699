"""Every error that ibidem raises for a person to read.

    IbidemError
    ├── InvalidInput            something given is not acceptable: which field, what was wrong, what is allowed
    ├── NotFound                nothing under that id that this principal may read
    ├── AlreadyAnswered         a pause that was answered, or that the conversation has left behind
    ├── UnreadableDocument      a file that cannot become a document: what is wrong, what to do
    ├── ProfileError            a profile that does not hold together
    ├── SettingsError           a setting that does not hold together
    ├── StoreUnavailable        the store cannot be used now: locked, of another version, damaged
    └── StepTimeout             a step of a turn took longer than it may

The docstring of a class says when it is raised; the message of an instance is shown to the person as it is, so it never holds a
traceback, a secret or the text of a document.
"""

from dataclasses import dataclass


class IbidemError(Exception):
    """The root of the tree. `type` is the word that the HTTP door puts in `error.type`."""

    type = "internal_error"


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


class SettingsError(IbidemError):
    """A setting that cannot be read, or does not hold together. Raised at start, never during a turn."""

    type = "settings_error"


class StoreUnavailable(IbidemError):
    """The store cannot be used now: another process indexes, the schema is newer than this program, a file is damaged."""

    type = "store_unavailable"


class StepTimeout(IbidemError):
    """A step of a turn took longer than it may, and was stopped. `seconds` is what it was allowed."""

    type = "timeout"

    def __init__(self, step: str, seconds: float) -> None:
        super().__init__(f"{step} took longer than {seconds:g} s and was stopped; ask again, or ask for less at once")
        self.step = step
        self.seconds = seconds
