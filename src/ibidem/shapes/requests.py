"""The JSON that clients send, checked: what is let in, and how large it may be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Literal, cast

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    StringConstraints,
    model_validator,
)

from ibidem.domain.conversation import Feedback, Mode, PauseAnswer, Question, Rating
from ibidem.domain.documents import SearchFilters
from ibidem.domain.fields import FieldFilter
from ibidem.domain.gate import MAX_MESSAGE, check_text
from ibidem.domain.trace import Decision
from ibidem.profile import Profile
from ibidem.shapes.entities import Entities, read_entities
from ibidem.shapes.filtering import between, equal
from ibidem.shapes.given import Identifier, Name, RequestShape, Text, the_last, well_formed
from ibidem.shapes.histories import MOST_ENTRIES, HistoryEntry, client_turns

MAX_RESULTS = 100
MAX_TITLE = 200
# What other services call the same: of several names of one thing in a request, the first that is not null counts.
SYNONYMS: Mapping[str, Sequence[str]] = {
    "message": ("query",),
    "session_id": ("sessionId",),
    "chat_history": ("conversationHistory", "questionHistory"),
}


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


def _names(field: str) -> AliasChoices:
    return AliasChoices(field, *SYNONYMS[field])


WhenLeft = Literal["cancel", "continue"]
WHEN_LEFT = (
    "What becomes of the turn when the client goes away: it is cancelled, or goes on to its end. One that goes on is listed by "
    "`GET /v1/running` and read by its `events`."
)


MODEL = "The model that answers, one of the `models` of `GET /v1/corpus`; left out, the first of them."


class ChatRequest(RequestShape):
    """One message of a conversation."""

    message: Text = Field(
        validation_alias=_names("message"),
        description=f"What the person wrote: 1 to {MAX_MESSAGE:,} characters (in NFC, trimmed), without control characters. "
        "May be called `query`.",
        examples=[
            "게이트 밸브의 조임 토크는 얼마인가요?",
            "What is the torque for the gate valve?",
            "ゲートバルブの締付トルクは?",
        ],
    )
    session_id: Identifier | None = Field(
        None,
        validation_alias=_names("session_id"),
        description="The conversation to go on with, or to begin under this id; without it a new one begins. May be called "
        "`sessionId`.",
        examples=["s-1"],
    )
    mode: Mode = Field(default="fast", description="`verified` answers only what passed every check.")
    model: Name | None = Field(default=None, description=MODEL, examples=["openai:gpt-5"])
    stream: bool = Field(default=False, description="True: the answer comes as server-sent events.")
    when_left: WhenLeft = Field(default="cancel", description=WHEN_LEFT)
    confirm_sources: bool = Field(
        default=False, description="True: what was found is shown first, to be confirmed before it is answered from."
    )
    filters: FiltersShape = Field(default_factory=FiltersShape)
    entities: Entities = Field(
        default=[],
        description="Names that the client has read in the message: devices, kinds of document, ids. They narrow the search "
        "where `filters` do not.",
        examples=[{"devices": ["SUPRA XP"]}],
    )
    selected_doc_ids: list[Name] = Field(
        default=[],
        max_length=100,
        description="Documents that the person has chosen: as `filters.doc_ids`, where those are left out.",
        examples=[["sop_1203"]],
    )
    chat_history: Annotated[list[HistoryEntry], BeforeValidator(the_last(MOST_ENTRIES))] = Field(
        default=[],
        validation_alias=_names("chat_history"),
        description="The conversation so far, for a client that keeps it. The last five turns count, and stored turns win; what "
        f"stands before the last {MOST_ENTRIES} entries is passed over. May be called `conversationHistory`, and "
        "`questionHistory` where it holds only questions.",
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

    _spare: tuple[str, ...] = PrivateAttr(default=())

    @model_validator(mode="wrap")
    @classmethod
    def _under_one_name(cls, given: object, handler: ModelWrapValidatorHandler["ChatRequest"]) -> "ChatRequest":
        if not isinstance(given, Mapping):
            return handler(given)
        kept, spare = under_one_name(cast("Mapping[str, object]", given))
        made = handler(kept)
        made._spare = spare
        return made

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
            filters=self._filters(profile),
            client_turn_id=self.client_turn_id,
            history=client_turns(self.chat_history),
            confirm_sources=self.confirm_sources,
            replaces=self.replaces,
            streamed=self.stream,
            model=self.model,
        )

    def _filters(self, profile: Profile) -> SearchFilters:
        filters = self.filters.to_domain(profile)
        chosen = filters if filters.doc_ids else replace(filters, doc_ids=tuple(self.selected_doc_ids))
        return read_entities(self.entities, profile).narrowing(chosen)

    def ignored(self, profile: Profile) -> Iterator[str]:
        """The keys and names that mean nothing here."""
        yield from self._spare
        yield from (f"entities.{name}" for name in read_entities(self.entities, profile).unknown)
        for place, entry in enumerate(self.chat_history):
            yield from (f"chat_history.{place}.{key}" for key in entry.ignored)


def under_one_name(given: Mapping[str, object]) -> tuple[dict[str, object], tuple[str, ...]]:
    """What was sent, with one name for each thing that has several; and the names that were left out."""
    kept, spare = dict(given), list[str]()
    for name, others in SYNONYMS.items():
        said = [one for one in (name, *others) if one in kept]
        first = next((one for one in said if kept[one] is not None), said[0] if said else None)
        for one in said:
            if one != first and kept.pop(one) is not None:
                spare.append(one)
    return kept, tuple(spare)


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
    model: Name | None = Field(default=None, description=MODEL)
    stream: bool = Field(default=False, description="True: the answer comes as server-sent events.")
    when_left: WhenLeft = Field(default="cancel", description=WHEN_LEFT)

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
            return PauseAnswer(check_text("reply", self.reply), model=self.model)
        choices = (self.choice,) if self.choice is not None else tuple(dict.fromkeys(self.choices or ()))
        return PauseAnswer(self.text or "", choices, self.decision, self.model)


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
