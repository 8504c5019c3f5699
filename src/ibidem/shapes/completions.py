"""The JSON of OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat), as far as it is spoken here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError, PydanticKnownError

from ibidem.domain.conversation import Mode
from ibidem.shapes.answers import ChatResponse
from ibidem.shapes.errors import ErrorBody
from ibidem.shapes.given import Identifier, Text, the_last, well_formed
from ibidem.shapes.sources import SourceShape

MOST_OF_A_MESSAGE = 400_000  # characters; an answer may have shown a page of a document, and an instruction be long
MOST_MESSAGES = 200  # more of a conversation is not looked at, nor compared with stored ones
NOT_TAKEN = "is not supported here"


@dataclass(frozen=True, slots=True)
class NamedModel:
    """What a model name of this API means: how questions are answered, and whether the sources are listed below the answer."""

    mode: Mode
    lists_sources: bool


MODELS: Mapping[str, NamedModel] = {
    "ibidem": NamedModel("fast", lists_sources=False),
    "ibidem-sources": NamedModel("fast", lists_sources=True),
    "ibidem-verified": NamedModel("verified", lists_sources=False),
    "ibidem-verified-sources": NamedModel("verified", lists_sources=True),
}


class CompletionInput(BaseModel):
    """What programs send for OpenAI: fields that do not matter here are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class TextPart(CompletionInput):
    """A part of a message. Pictures, sounds and files are refused."""

    type: Literal["text"]
    text: Text = Field(max_length=MOST_OF_A_MESSAGE)


def _as_parts(content: object) -> object:
    """What is said in one string as its only part, so that each mistake has one place."""
    if isinstance(content, str):
        if len(content) > MOST_OF_A_MESSAGE:
            raise PydanticKnownError("string_too_long", {"max_length": MOST_OF_A_MESSAGE})
        return [{"type": "text", "text": well_formed(content)}]
    if isinstance(content, list):
        return cast("object", content)
    raise PydanticCustomError("content_kind", "is neither a string nor a list of parts")


def _of_text(part: object) -> object:
    if isinstance(part, dict) and cast("dict[str, object]", part).get("type", "text") != "text":
        raise PydanticCustomError("part_kind", "parts that are no text are not supported")
    return cast("object", part)


_Given = Annotated[str, Field(max_length=MOST_OF_A_MESSAGE)] | Annotated[list[TextPart], Field(max_length=100)]
_Content = Annotated[
    list[Annotated[TextPart, BeforeValidator(_of_text, TextPart)]],
    Field(max_length=100),
    BeforeValidator(_as_parts, _Given),
]


class CompletionMessage(CompletionInput):
    """A message of the conversation. Only what the person and the assistant said counts."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: _Content | None = None

    @property
    def text(self) -> str:
        """What it says, its parts below each other."""
        return "\n".join(part.text for part in self.content or ())


class StreamOptions(CompletionInput):
    """How a stream is written."""

    include_usage: bool = False


class Metadata(CompletionInput):
    """Strings by name, of which one is read."""

    session_id: Identifier | None = Field(default=None, description="The conversation to go on with, or to begin under this id.")


class CompletionRequest(CompletionInput):
    """A conversation whose last message is the question. What shapes the words of a model (`temperature`, `max_tokens`, `seed`,
    `stop` and others) is passed over; what would make another kind of answer is refused."""

    model: Text = Field(max_length=200, examples=["ibidem"])
    messages: Annotated[list[CompletionMessage], BeforeValidator(the_last(MOST_MESSAGES))] = Field(
        min_length=1, description=f"The conversation. What stands before the last {MOST_MESSAGES} messages is passed over."
    )
    stream: bool | None = False
    stream_options: StreamOptions | None = None
    metadata: Metadata | None = None

    @model_validator(mode="before")
    @classmethod
    def _no_other_answer(cls, given: Any) -> Any:
        if isinstance(given, dict):
            for name, taken in TAKEN.items():
                if name in given and given[name] not in taken:  # pyright: ignore[reportUnknownVariableType]
                    raise ValueError(f"{name}: {NOT_TAKEN}; leave it out")
        return given  # pyright: ignore[reportUnknownVariableType]


# Parameters that would make another kind of answer, and the values that ask for what is given anyway.
TAKEN: Mapping[str, Sequence[object]] = {
    "tools": (None, []),
    "functions": (None, []),
    "n": (None, 1),
    "response_format": (None, {"type": "text"}),
    "logprobs": (None, False),
    "audio": (None,),
    "modalities": (None, [], ["text"]),
}


class Usage(BaseModel):
    """Tokens of the models that ibidem called; 0 without a model."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0


class AnswerMessage(BaseModel):
    """The answer."""

    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None


class CompletionChoice(BaseModel):
    """The only one."""

    index: Literal[0] = 0
    message: AnswerMessage
    finish_reason: Literal["stop"] = "stop"
    logprobs: None = None


class Completion(BaseModel):
    """A completion as OpenAI gives it, and beside it what the answer stands on."""

    id: str = Field(examples=["chatcmpl-s-1.3"])
    object: Literal["chat.completion"] = "chat.completion"
    created: int = Field(description="Seconds since 1970.")
    model: str
    choices: list[CompletionChoice]
    usage: Usage
    system_fingerprint: None = None
    session_id: str = Field(description="The conversation that the turn is stored in.")
    turn_id: int
    status: Literal["answered", "needs_input"]
    sources: list[SourceShape] = Field(description="The documents that the answer cites, under their slots.")


class CompletionErrorBody(BaseModel):
    """What went wrong, in OpenAI's words; `code` is the `type` of this API's other errors."""

    message: str
    type: Literal["invalid_request_error", "rate_limit_error", "server_error"]
    param: str | None = Field(description="The field that is wrong.")
    code: str = Field(examples=["model_not_found"])

    @classmethod
    def of(cls, status: int, body: ErrorBody) -> "CompletionErrorBody":
        kind = "rate_limit_error" if status == 429 else "invalid_request_error" if status < 500 else "server_error"
        return cls(message=body.message, type=kind, param=body.details[0].field if body.details else None, code=body.type)


class CompletionErrorResponse(BaseModel):
    """OpenAI's shape of an error."""

    error: CompletionErrorBody


class ServedModel(BaseModel):
    """A model name that this API answers to."""

    id: str
    object: Literal["model"] = "model"
    created: int = 0
    owned_by: Literal["ibidem"] = "ibidem"


class ServedModels(BaseModel):
    """The model names that this API answers to."""

    object: Literal["list"] = "list"
    data: list[ServedModel]


def usage_of(response: ChatResponse) -> Usage:
    """The tokens of a turn in OpenAI's words."""
    tokens = response.meta.tokens
    return Usage(prompt_tokens=tokens.input, completion_tokens=tokens.output, total_tokens=tokens.input + tokens.output)


def below_the_answer(response: ChatResponse, named: NamedModel) -> str:
    """What a person should see besides the answer, as Markdown that follows it: a document that was asked for, a notice, and the
    sources where the model's name says so."""
    blocks: list[str] = []
    if response.document is not None:
        blocks.append(response.document.text)
    if response.meta.notice:
        blocks.append(f"> {response.meta.notice}")
    if named.lists_sources and response.sources:
        blocks.append("---\n" + "\n".join(_footer_line(source) for source in response.sources))
    return "".join(f"\n\n{block}" for block in blocks)


def _footer_line(source: SourceShape) -> str:
    # In code spans and escapes nothing of a title is Markdown, whoever wrote the document.
    title = "".join(f"\\{c}" if c in "\\`*_{}[]<>()#!|~&" else " " if c in "\r\n" else c for c in source.title)
    page = "" if source.page is None else f", p. {source.page}"
    return f"- [{source.slot}] {title} (`{source.doc_id.replace('`', '')}`{page})"
