"""The conversation as clients keep it, read tolerantly: the entries of `chat_history`, whatever names clients have for them."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ibidem.domain.conversation import ClientTurn
from ibidem.domain.gate import MAX_MESSAGE
from ibidem.shapes.given import Name, RequestShape, Text, Title, described_with_nulls

# More than these of a conversation is not looked at: of a history the last MOST_HISTORY turns are read.
MOST_ENTRIES = 200
# What other services call an answer, a text, and the documents under it.
_ROLES = {"model": "assistant"}
_SYNONYMS: Mapping[str, Sequence[tuple[str, str]]] = {
    "user": (("content", "text"),),
    "assistant": (("summary", "content"), ("summary", "text"), ("doc_ids", "selected_doc_ids")),
}


class Entry(RequestShape):
    """An entry of a history. Keys that it does not have here are ignored, and named in the header of the response."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True, json_schema_extra=described_with_nulls)

    @property
    def ignored(self) -> Sequence[str]:
        """The keys that mean nothing here."""
        return list(self.model_extra or ())


class UserEntry(Entry):
    """What the person wrote in a turn of the client's own history."""

    role: Literal["user"]
    content: Text = Field(min_length=1, max_length=MAX_MESSAGE)
    entities: list[Name] = Field(default=[], max_length=100, description="Devices that the question was about.")


class AssistantEntry(Entry):
    """What was answered: the `summary`, `refs` and `ref_doc_ids` of that response. An id is no key: each is checked again."""

    role: Literal["assistant"]
    summary: Text = Field(default="", max_length=MAX_MESSAGE)
    refs: list[Title] = Field(default=[], max_length=100, description="Titles, in the order of `doc_ids`.")
    doc_ids: list[Name] = Field(
        default=[],
        max_length=100,
        description="Ids, in the order in which they are counted. Where there are more or fewer `refs`, the ids alone count.",
    )

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles, where there is one for each id: beside the wrong id one would name the wrong document."""
        return tuple(self.refs) if not self.doc_ids or len(self.refs) == len(self.doc_ids) else ()


class SaidEntry(BaseModel):
    """An entry as Gemini's clients keep it: a question, or an answer where its role is `model` or `assistant`."""

    role: Literal["user", "assistant", "model"]
    text: str = Field(min_length=1, max_length=MAX_MESSAGE)


def understood(entry: object) -> object:
    """An entry in the shape of the others: a plain string is a question, or an answer where it says so; `text` is what was said,
    and `model` who answers."""
    if isinstance(entry, str):
        return _of_plain_text(entry)
    if not isinstance(entry, Mapping):
        return entry
    given = {key: value for key, value in cast("Mapping[str, object]", entry).items() if value is not None}
    role = given.get("role")
    if isinstance(role, str) and role in _ROLES:
        given["role"] = role = _ROLES[role]
    for ours, theirs in _SYNONYMS.get(role, ()) if isinstance(role, str) else ():
        if ours not in given and theirs in given:
            given[ours] = given.pop(theirs)
    return given


def _of_plain_text(text: str) -> Mapping[str, object]:
    label = _SAID_BY.match(text)
    said = text if label is None else text[label.end() :]
    if label is not None and label["assistant"]:
        return {"role": "assistant", "summary": said}
    return {"role": "user", "content": said}


# Who said it, at the beginning of a plain string of a history.
_SAID_BY = re.compile(
    r"\s*(?:(?P<assistant>assistant|model|ai|bot|answer|a|답변|답|어시스턴트|アシスタント|回答)"
    r"|user|human|question|q|사용자|질문|문|ユーザー|質問)\s?[:：]\s*",
    re.IGNORECASE,
)
PlainEntry = (
    Annotated[str, Field(description="A question; an answer where it begins with `assistant:`.")]
    | UserEntry
    | AssistantEntry
    | SaidEntry
)
HistoryEntry = Annotated[UserEntry | AssistantEntry, Field(discriminator="role"), BeforeValidator(understood, PlainEntry)]


def client_turns(entries: Sequence[UserEntry | AssistantEntry]) -> tuple[ClientTurn, ...]:
    """Each question with the answer after it; an answer without a question is one to nothing."""
    turns: list[ClientTurn] = []
    asked: UserEntry | None = None
    for entry in entries:
        if isinstance(entry, UserEntry):
            if asked is not None:
                turns.append(ClientTurn(asked.content, entities=tuple(asked.entities)))
            asked = entry
            continue
        said, names = ("", ()) if asked is None else (asked.content, tuple(asked.entities))
        turns.append(ClientTurn(said, entry.summary, entry.titles, tuple(entry.doc_ids), names))
        asked = None
    return tuple(turns) if asked is None else (*turns, ClientTurn(asked.content, entities=tuple(asked.entities)))
