"""The tables of a profile that say how questions are parted, and what a response looks like."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ibidem.domain.languages import Language

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=64)]
Words = tuple[Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)], ...]


class Part(BaseModel):
    """What every table of a profile shares: no unknown key, nothing changes after the start."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class RoutePrompt(Part):
    """Further instructions for a model on a route, by language: when it answers, writes queries, or judges a draft."""

    answer: dict[Language, str] = {}
    queries: dict[Language, str] = {}
    judge: dict[Language, str] = {}


class Route(Part):
    """A kind of question: taken when one of its words stands in the question; of several, the highest priority wins.

    Passages of the document groups and types named are preferred on this route. `purpose` says in a few words what it is for, to
    a model that is asked which route a question takes, and `prompt` how a model goes about it.
    """

    name: Name
    priority: int
    words: Words = ()
    groups: tuple[Name, ...] = ()
    doc_types: tuple[Name, ...] = ()
    purpose: dict[Language, str] = {}
    prompt: RoutePrompt = RoutePrompt()


class Domain(Part):
    """A field of questions, made of routes: where its answers come from, and who can help where there is none.

    `answers` is `documents`, or `model`: such a question is not searched for, and a model answers in general. `datasets` are
    those of the retriever, by name or id; a document's metadata have to equal the caller's role and department in `role_field`
    and `department_field`, where those are given. `contact` is the department to ask.
    """

    name: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]*$", max_length=64)]
    routes: tuple[Name, ...] = Field(min_length=1)
    answers: Literal["documents", "model"] = "documents"
    datasets: Words = ()
    role_field: str = ""
    department_field: str = ""
    contact: dict[Language, str] = {}


class RouteNames(Part):
    """What the programs that use this deployment call the ways in which an answer comes about: from documents, from a model
    alone, by neither, or not at all."""

    documents: str
    model: str
    fallback: str
    error: str


class ResponseForm(Part):
    """What the programs that use this deployment expect of a response.

    `sources` are the documents cited, or after those the further ones that were found, `most_sources` in all. `refs` stand in
    the order of the slots, or in that of their rank, the best first. A score is that of a place, or how relevant the passage is,
    where a reader says so; what a retriever sends is always shown. `meta` has nulls, or empty values of the same type. An empty
    message is refused, or answered as one that asks nothing.
    """

    sources: Literal["cited", "found"] = "cited"
    refs: Literal["slots", "rank"] = "slots"
    scores: Literal["places", "relevance"] = "places"
    nulls: bool = True
    empty_message: Literal["refused", "answered"] = "refused"


class HostedEntries(Part):
    """How many entries of the conversation, questions and answers counted alike, a hosted search is sent at most: where its
    answer is streamed, and otherwise."""

    streamed: int = Field(default=4, ge=0, le=100)
    whole: int = Field(default=10, ge=0, le=100)
