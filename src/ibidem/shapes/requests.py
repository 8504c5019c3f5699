"""The JSON that clients send, checked: what is let in, and how large it may be."""

import re
from collections.abc import Callable
from typing import Annotated, Literal, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from ibidem.domain.conversation import ClientTurn, Feedback, Mode, PauseAnswer, Question, Rating
from ibidem.domain.documents import SearchFilters
from ibidem.domain.fields import FieldFilter
from ibidem.domain.gate import MAX_MESSAGE, check_text
from ibidem.domain.text import flaw
from ibidem.domain.trace import Decision
from ibidem.profile import Profile
from ibidem.shapes.filtering import between, equal

ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"
MAX_RESULTS = 100
MAX_TITLE = 200


def well_formed(text: str) -> str:
    """The text. Raises ValueError when it cannot be kept."""
    found = flaw(text)
    if found is not None:
        raise ValueError(str(found))
    return text


def the_last(most: int) -> Callable[[object], object]:
    """What shortens a list to its last entries before they are checked: who sends a whole conversation is not refused once it is
    long."""
    return lambda given: cast("list[object]", given)[-most:] if isinstance(given, list) else given


Text = Annotated[str, AfterValidator(well_formed)]
# What a check of ours has seen is any value to the library, and its length that of a list: the length is checked first.
Name = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(well_formed)]
Title = Annotated[str, StringConstraints(min_length=1, max_length=1000), AfterValidator(well_formed)]
Identifier = Annotated[str, StringConstraints(pattern=ID_PATTERN)]


class RequestShape(BaseModel):
    """What a client sends: no unknown field, and no value of one type taken for another."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SignInRequest(RequestShape):
    """A key, shown to sign in on the page."""

    key: Annotated[str, StringConstraints(min_length=1, max_length=200)] = Field(examples=["ibk_..."])


FieldValue = Annotated[str, StringConstraints(min_length=1, max_length=400), AfterValidator(well_formed)] | int | float


class FieldRange(RequestShape):
    """From one number or date to another, both included; one of the two may be left out."""

    first: FieldValue | None = Field(default=None, alias="from", examples=[2020])
    last: FieldValue | None = Field(default=None, alias="to", examples=[2024])


GivenFilters = dict[Name, FieldValue | list[FieldValue] | FieldRange]


def filters_of_fields(given: GivenFilters, profile: Profile) -> tuple[FieldFilter, ...]:
    """What the profile declares, filtered by. Raises InvalidInput."""
    return tuple(_filter_of_field(name, wanted, profile) for name, wanted in given.items() if wanted != [])


def _filter_of_field(name: str, wanted: FieldValue | list[FieldValue] | FieldRange, profile: Profile) -> FieldFilter:
    if isinstance(wanted, FieldRange):
        first, last = (None if end is None else str(end) for end in (wanted.first, wanted.last))
        return between(name, first, last, profile, PLACE)
    return equal(name, [str(one) for one in (wanted if isinstance(wanted, list) else [wanted])], profile, PLACE)


PLACE = "filters.fields"


class FiltersShape(RequestShape):
    """Narrows the search. An empty list does not narrow; a document without devices passes every `devices` filter, and one
    without an owner, or without one of the `fields`, passes no filter by it."""

    devices: list[Name] = Field(default=[], max_length=100, examples=[["SUPRA XP"]])
    doc_types: list[Name] = Field(default=[], max_length=100, examples=[["sop"]])
    doc_ids: list[Name] = Field(default=[], max_length=100, examples=[["sop_1203"]])
    owners: list[Name] = Field(default=[], max_length=100, examples=[["Beacon Works"]])
    fields: GivenFilters = Field(
        default={},
        max_length=50,
        description="By fields that the profile declares: a value, a list of which one is enough, or of numbers and dates a "
        "range.",
        examples=[{"department": ["Sales", "영업부"], "year": {"from": 2020, "to": 2024}}],
    )

    def to_domain(self, profile: Profile) -> SearchFilters:
        """The filters, once the profile declares their fields. Raises InvalidInput."""
        fields = filters_of_fields(self.fields, profile)
        return SearchFilters(tuple(self.devices), tuple(self.doc_types), tuple(self.doc_ids), tuple(self.owners), fields)


class UserEntry(RequestShape):
    """What the person wrote in a turn of the client's own history."""

    role: Literal["user"]
    content: Text = Field(min_length=1, max_length=MAX_MESSAGE)


class AssistantEntry(RequestShape):
    """What was answered: the `summary`, `refs` and `ref_doc_ids` of that response. An id is no key: each is checked again."""

    role: Literal["assistant"]
    summary: Text = Field(default="", max_length=MAX_MESSAGE)
    refs: list[Title] = Field(default=[], max_length=100, description="Titles, in the order of the slots.")
    doc_ids: list[Name] = Field(default=[], max_length=100, description="Ids, in the order of the slots.")

    @model_validator(mode="after")
    def _side_by_side(self) -> "AssistantEntry":
        # A title beside the wrong id would name the wrong document.
        if self.refs and self.doc_ids and len(self.refs) != len(self.doc_ids):
            raise ValueError(
                f"refs holds {len(self.refs)} titles and doc_ids {len(self.doc_ids)} ids; send one title for each id"
            )
        return self


def from_plain_text(entry: object) -> object:
    """An entry that is a plain string, as older clients send it, in the shape of the others: a question, or an answer where it
    says so."""
    if not isinstance(entry, str):
        return entry
    label = _SAID_BY.match(entry)
    text = entry if label is None else entry[label.end() :]
    if label is not None and label["assistant"]:
        return {"role": "assistant", "summary": text}
    return {"role": "user", "content": text}


# Who said it, at the beginning of a plain string of a history.
_SAID_BY = re.compile(
    r"\s*(?:(?P<assistant>assistant|ai|bot|answer|a|답변|답|어시스턴트|アシスタント|回答)"
    r"|user|human|question|q|사용자|질문|문|ユーザー|質問)\s?[:：]\s*",
    re.IGNORECASE,
)
# More than these of a conversation is not looked at: of a history the last MOST_HISTORY turns are read.
MOST_ENTRIES = 200
PlainEntry = (
    Annotated[str, Field(description="A question; an answer where it begins with `assistant:`.")] | UserEntry | AssistantEntry
)
HistoryEntry = Annotated[UserEntry | AssistantEntry, Field(discriminator="role"), BeforeValidator(from_plain_text, PlainEntry)]


class ChatRequest(RequestShape):
    """One message of a conversation."""

    message: Text = Field(
        description=f"What the person wrote: 1 to {MAX_MESSAGE:,} characters (in NFC, trimmed), without control characters.",
        examples=[
            "게이트 밸브의 조임 토크는 얼마인가요?",
            "What is the torque for the gate valve?",
            "ゲートバルブの締付トルクは?",
        ],
    )
    session_id: Identifier | None = Field(
        None,
        description="The conversation to go on with, or to begin under this id; without it a new one begins.",
        examples=["s-1"],
    )
    mode: Mode = Field(default="fast", description="`verified` answers only what passed every check.")
    stream: bool = Field(default=False, description="True: the answer comes as server-sent events.")
    confirm_sources: bool = Field(
        default=False, description="True: what was found is shown first, to be confirmed before it is answered from."
    )
    filters: FiltersShape = Field(default_factory=FiltersShape)
    chat_history: Annotated[list[HistoryEntry], BeforeValidator(the_last(MOST_ENTRIES))] = Field(
        default=[],
        description="The conversation so far, for a client that keeps it. The last five turns count, and stored turns win; what "
        f"stands before the last {MOST_ENTRIES} entries is passed over.",
        examples=[
            [
                {"role": "user", "content": "게이트 밸브 교체 절차는?"},
                {"role": "assistant", "summary": "볼트를 풀고…", "refs": ["게이트 밸브 교체"], "doc_ids": ["sop_1203"]},
            ]
        ],
    )
    client_turn_id: Identifier | None = Field(
        None, description="An id of the client's for this message: sent again, the stored turn is returned.", examples=["m-17"]
    )
    replaces: int | None = Field(
        default=None,
        ge=1,
        le=2**31 - 1,
        description="The last turn of the session, in whose place this message is asked. That turn stays readable by its number.",
        examples=[3],
    )

    @model_validator(mode="after")
    def _of_a_session(self) -> "ChatRequest":
        if self.replaces is not None and self.session_id is None:
            raise ValueError("replaces goes with a session_id")
        return self

    def to_domain(self, session_id: str, profile: Profile) -> Question:
        """The question for a session; `session_id` is the one to use where the client named none. Raises InvalidInput."""
        return Question(
            message=self.message,
            session_id=self.session_id or session_id,
            mode=self.mode,
            filters=self.filters.to_domain(profile),
            client_turn_id=self.client_turn_id,
            history=self._history(),
            confirm_sources=self.confirm_sources,
            replaces=self.replaces,
        )

    def _history(self) -> tuple[ClientTurn, ...]:
        """Each user entry with the assistant entry after it; an answer without a question is one to nothing."""
        turns: list[ClientTurn] = []
        asked = ""
        for entry in self.chat_history:
            if isinstance(entry, UserEntry):
                if asked:
                    turns.append(ClientTurn(asked))
                asked = entry.content
            else:
                turns.append(ClientTurn(asked, entry.summary, tuple(entry.refs), tuple(entry.doc_ids)))
                asked = ""
        return (*turns, ClientTurn(asked)) if asked else tuple(turns)


class PauseReply(RequestShape):
    """The answer to a pause: the number of a choice or several, a decision, or what the person wrote."""

    choice: int | None = Field(default=None, ge=1, le=1000, description="The `number` of one of the choices.", examples=[1])
    choices: list[Annotated[int, Field(ge=1, le=1000)]] | None = Field(
        default=None,
        min_length=1,
        max_length=100,
        description="The numbers of several; of sources, those to answer from. Left out, an approval is of all of them.",
        examples=[[1, 3]],
    )
    decision: Decision | None = Field(
        default=None, description="Of sources and of a draft: `approve`, `reject`, or `edit` with a `text`.", examples=["approve"]
    )
    text: Text | None = Field(
        default=None,
        min_length=1,
        description="With `edit`: the answer as it is to be, or other words to search for. With `reject`: what is wrong.",
    )
    reply: Text | None = Field(default=None, description="Any of these in words, or another question instead.")
    stream: bool = Field(default=False, description="True: the answer comes as server-sent events.")

    @model_validator(mode="after")
    def _one_of_them(self) -> "PauseReply":
        given = tuple(one is not None for one in (self.choice, self.choices, self.decision, self.reply))
        if sum(given) != 1 and given != (False, True, True, False):
            raise ValueError("give one of choice, choices, decision (of sources also with choices) and reply")
        if self.text is not None and self.decision is None:
            raise ValueError("text goes with a decision; without one, send reply")
        return self

    def to_domain(self) -> PauseAnswer:
        """The answer, with one choice as a list of one."""
        if self.reply is not None:
            return PauseAnswer(check_text("reply", self.reply))
        choices = (self.choice,) if self.choice is not None else tuple(dict.fromkeys(self.choices or ()))
        return PauseAnswer(self.text or "", choices, self.decision)


class SessionTitle(RequestShape):
    """A title for a session."""

    title: Text = Field(max_length=MAX_TITLE, description="Empty: it goes by its first question again.", examples=["Lid torque"])


class BranchRequest(RequestShape):
    """Where a session is to be branched."""

    turn_id: int = Field(ge=1, le=2**31 - 1, description="The last turn that the branch gets.", examples=[3])


class FeedbackRequest(RequestShape):
    """What a person thinks of an answer."""

    rating: Rating = Field(examples=["wrong_document"])
    comment: Text = Field(default="", max_length=2000)

    def to_domain(self) -> Feedback:
        return Feedback(self.rating, self.comment)


class SearchRequest(RequestShape):
    """A search without a conversation."""

    query: Text = Field(description=f"1 to {MAX_MESSAGE:,} characters.", examples=["gate valve torque"])
    limit: int = Field(default=10, ge=1, le=MAX_RESULTS, description="How many passages at most.")
    filters: FiltersShape = Field(default_factory=FiltersShape)
