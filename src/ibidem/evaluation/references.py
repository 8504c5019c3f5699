"""How well messages that point back are understood: each is resolved against the conversation before it."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Tag,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from ibidem.domain.conversation import DocRef
from ibidem.domain.errors import InvalidInput
from ibidem.domain.languages import Language
from ibidem.profile import Profile, as_said, load_profile
from ibidem.understanding.cited import ListedDocuments
from ibidem.understanding.pointer import Pointer
from ibidem.understanding.pointer_reader import explained, read_pointer
from ibidem.understanding.preparing import prepare
from ibidem.understanding.resolve import Ordinary, Resolution, Resolved, Unclear, resolve
from ibidem.understanding.titles import Title, title_of


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Cited(_Part):
    """A document as the conversation showed it."""

    slot: int
    doc_id: str
    title: str


class Expected(_Part):
    """What the message means: documents with what is wanted of them, or that it has to be asked about, or neither.

    Without an `intent` either will do.
    """

    doc_ids: tuple[str, ...] = ()
    intent: Literal["whole", "use"] | None = None
    unclear: str | None = None
    ordinary: Literal[True] | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> "Expected":
        if bool(self.doc_ids) + (self.unclear is not None) + (self.ordinary is not None) != 1:
            raise ValueError("one of doc_ids, unclear and ordinary has to be given")
        if self.intent is not None and not self.doc_ids:
            raise ValueError("intent goes with doc_ids")
        return self


History = tuple[tuple[Cited, ...], ...]


class SharedHistory(_Part):
    """A conversation that rows below it in the same file use by its id."""

    history_id: str
    history: History


class ReferenceCase(_Part):
    """A message after a conversation. `known` are ids of the corpus beside those that the row names otherwise.

    In a file `history` may also be the id of a shared one; the shared ones are the context of the validation.
    """

    id: str
    language: Language
    kind: str
    history: History
    message: str
    expect: Expected
    profile: str = "equipment"
    known: tuple[str, ...] = ()

    @field_validator("history", mode="before")
    @classmethod
    def _shared(cls, history: object, info: ValidationInfo) -> object:
        shared: Mapping[str, History] = info.context or {}
        if isinstance(history, str) and history not in shared:
            raise ValueError(f"no line above has the history_id {history!r}")
        return shared[history] if isinstance(history, str) else history


def _kind_of_line(line: object) -> str:
    return "history" if isinstance(line, dict) and "history_id" in line else "case"


_LINE: TypeAdapter[ReferenceCase | SharedHistory] = TypeAdapter(
    Annotated[
        Annotated[ReferenceCase, Tag("case")] | Annotated[SharedHistory, Tag("history")],
        Discriminator(_kind_of_line),
    ]
)


Verdict = Literal["right", "missed", "wrong_intent", "wrong_document"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case with what it came to. `wrong_document` says that a document would be answered from that is not meant."""

    case: ReferenceCase
    resolution: Resolution
    verdict: Verdict
    milliseconds: float

    def reading(self) -> str:
        """What decided: the likeliest ways to read the message, each with its share."""
        return explained(self.case.message, load_profile(self.case.profile), cited_titles(self.case))

    def got(self) -> str:
        """What it was resolved to, in a line."""
        match self.resolution:
            case Resolved(targets, intent, _):
                return f"{', '.join(t.doc_id for t in targets)} ({intent})"
            case Unclear(reason):
                return f"asks: {reason}"
            case Ordinary():
                return "an ordinary question"


@dataclass(frozen=True, slots=True)
class ReferenceScores:
    """What became of every case."""

    outcomes: tuple[Outcome, ...]

    def accuracy(self, *, kind: str | None = None, language: str | None = None) -> float:
        """The share of right ones among those of the kind and language, 0..1."""
        among = [o for o in self.outcomes if kind in (None, o.case.kind) and language in (None, o.case.language)]
        return sum(o.verdict == "right" for o in among) / len(among)

    def misses(self) -> list[Outcome]:
        """All that are not right."""
        return [o for o in self.outcomes if o.verdict != "right"]

    def wrong_documents(self) -> int:
        """How many would be answered from a document that is not meant."""
        return sum(o.verdict == "wrong_document" for o in self.outcomes)

    def groups(self) -> list[tuple[str, str]]:
        """Every kind and language that there is."""
        return sorted({(o.case.kind, o.case.language) for o in self.outcomes})

    def milliseconds(self, share: float) -> float:
        """The time of the processor that the given share of the cases stayed under."""
        ordered = sorted(o.milliseconds for o in self.outcomes)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def as_json(self) -> dict[str, object]:
        """The scores with every miss, for programs."""
        counts = Counter(o.case.kind for o in self.outcomes)
        languages = Counter(o.case.language for o in self.outcomes)
        return {
            "cases": len(self.outcomes),
            "accuracy": self.accuracy(),
            "wrong_documents": self.wrong_documents(),
            "languages": {name: {"cases": n, "accuracy": self.accuracy(language=name)} for name, n in sorted(languages.items())},
            "kinds": {name: {"cases": n, "accuracy": self.accuracy(kind=name)} for name, n in sorted(counts.items())},
            "milliseconds_p99": self.milliseconds(0.99),
            "misses": [
                {
                    "id": o.case.id,
                    "message": o.case.message,
                    "verdict": o.verdict,
                    "expected": o.case.expect.model_dump(exclude_none=True, exclude_defaults=True),
                    "got": o.got(),
                    "reading": o.reading(),
                }
                for o in self.misses()
            ],
        }


def read_cases(place: Path) -> list[ReferenceCase]:
    """The cases of a file, or of all .jsonl files of a folder. Raises InvalidInput with file and line for what is none."""
    files = sorted(place.glob("*.jsonl")) if place.is_dir() else [place]
    cases = [case for file in files for case in _read(file)]
    if not cases:
        raise InvalidInput(str(place), "holds no case", "a .jsonl file of cases, or a folder of such files, is allowed")
    twice = [name for name, count in Counter(case.id for case in cases).items() if count > 1]
    if twice:
        raise InvalidInput("id", f"{twice[0]!r} stands there more than once", "every case needs an id of its own")
    return cases


def _read(file: Path) -> Iterator[ReferenceCase]:
    shared: dict[str, History] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                row = _LINE.validate_json(line, context=shared)
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(str(part) for part in first["loc"][1:]) or "the row"  # before it stands which kind of line
                raise _no_row(file, number, f"{where}: {as_said(first['msg'])}") from error
            if isinstance(row, ReferenceCase):
                yield row
            elif row.history_id in shared:
                raise _no_row(file, number, f"history_id: {row.history_id!r} is given to another conversation above")
            else:
                shared[row.history_id] = row.history


def _no_row(file: Path, number: int, problem: str) -> InvalidInput:
    return InvalidInput(f"{file.name}:{number}", problem, "see docs/howto/measure.md")


async def evaluate_references(cases: Sequence[ReferenceCase]) -> ReferenceScores:
    """Resolves every case. Raises ProfileError for a profile that is not known."""
    profiles = {name: load_profile(name) for name in {case.profile for case in cases}}
    for profile in profiles.values():
        prepare(profile)  # what is compiled once is no part of the time of a case
    return ReferenceScores(tuple([await _outcome(case, profiles[case.profile]) for case in cases]))


async def _outcome(case: ReferenceCase, profile: Profile) -> Outcome:
    titles = cited_titles(case)
    begun = time.thread_time()
    pointer = read_pointer(case.message, profile, titles)
    resolution = await resolved(pointer, case, profile)
    return Outcome(case, resolution, verdict_of(case.expect, resolution), (time.thread_time() - begun) * 1000)


async def resolved(pointer: Pointer | None, case: ReferenceCase, profile: Profile) -> Resolution:
    """What the pointer points at in the conversation of the case."""
    shown = [[_ref(cited) for cited in turn] for turn in case.history]
    cited = ListedDocuments(shown, {*case.known, *case.expect.doc_ids, *(ref.doc_id for turn in shown for ref in turn)})
    return Ordinary() if pointer is None else await resolve(pointer, cited, profile)


def cited_titles(case: ReferenceCase) -> list[Title]:
    """The documents that the conversation showed, by their names."""
    titles = {cited.doc_id: cited.title for turn in case.history for cited in turn}
    return [title_of(doc_id, title) for doc_id, title in titles.items()]


def verdict_of(expected: Expected, resolution: Resolution) -> Verdict:
    """How the resolution compares with what a message means."""
    match resolution:
        case Resolved(targets, intent, _):
            found = [target.doc_id for target in targets]
            if set(found) - set(expected.doc_ids):
                return "wrong_document"
            if set(found) != set(expected.doc_ids):
                return "missed"
            return "right" if expected.intent in (None, intent) else "wrong_intent"
        case Unclear():
            return "right" if expected.unclear is not None else "missed"
        case Ordinary():
            return "right" if expected.ordinary else "missed"


def _ref(cited: Cited) -> DocRef:
    return DocRef(cited.slot, cited.doc_id, "", cited.title, "", "", None, (), "", None, "")
