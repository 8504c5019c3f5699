"""A hosted search: a service that keeps copies of documents in stores of its own, searches them, and answers from them."""

from dataclasses import dataclass, field
from typing import Literal

from ibidem.domain.documents import SearchFilters
from ibidem.domain.models import ModelEvent, ModelRequest

Role = Literal["user", "model"]
HostedState = Literal["pending", "active", "failed"]


@dataclass(frozen=True, slots=True)
class Utterance:
    """What one side said earlier in the conversation."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HostedQuestion:
    """One question to all of the `stores` at once, with what was said before it, the oldest first.

    Only copies that were uploaded for `tenant` and pass the filters are searched; with None, all that pass them.
    """

    request: ModelRequest
    stores: tuple[str, ...]
    history: tuple[Utterance, ...] = ()
    tenant: str | None = None
    filters: SearchFilters = field(default_factory=SearchFilters)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostedPassage:
    """A piece of a copy that the service found. `doc_id` and `version` are those it was uploaded with; None for a document that
    ibidem did not upload. `store` is as the service names it."""

    text: str
    title: str
    store: str
    doc_id: str | None = None
    version: str | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Support:
    """The characters [start, end) of an answer rest on these passages, by their places in the grounding."""

    start: int
    end: int
    passages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grounding:
    """What an answer rests on."""

    passages: tuple[HostedPassage, ...] = ()
    supports: tuple[Support, ...] = ()


HostedEvent = ModelEvent | Grounding


@dataclass(frozen=True, slots=True, kw_only=True)
class HostedUpload:
    """A document to be copied to a store: its text, and what the copy is known and filtered by."""

    doc_id: str
    version: str
    tenant: str
    title: str
    text: str
    doc_type: str
    owner: str = ""
    devices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HostedDocument:
    """A copy as it stands in a store; `name` is the service's own. Without a `doc_id` ibidem did not upload it."""

    name: str
    title: str
    state: HostedState
    doc_id: str | None = None
    version: str | None = None
    tenant: str | None = None
