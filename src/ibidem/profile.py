"""A deployment as data: one TOML file, checked whole at start."""

import hashlib
import re
import tomllib
from datetime import datetime, timedelta
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import ConfigDict, Field, RootModel, StringConstraints, ValidationError, model_validator

from ibidem.domain.errors import ProfileError
from ibidem.domain.fields import FieldKind
from ibidem.domain.languages import FACTS, LANGUAGES, Language
from ibidem.domain.personal_data import PERSONAL_KINDS, PersonalKind
from ibidem.language.normal import normalise
from ibidem.profile_parts import Domain, HostedEntries, Name, Part, ResponseForm, Route, RouteNames, Words

# What a model gets of the conversation: what the question needs, the last turns, those that the client sends, those found, or
# those of them that a light model picks, or what it looks for itself.
HistoryPolicy = Literal["auto", "recent", "client", "search", "select", "explore"]


_BETWEEN = re.compile(r"[\s_-]+")


class IdPattern(Part):
    """How the ids of one family are written: any of `spellings`, then a number of `digits` (from, to) digits.

    `doc_id` is the normal form, with `{number}` where the number stands: "myservice 29392" -> "myservice_29392".
    """

    name: Name
    spellings: Words = Field(min_length=1)
    digits: tuple[int, int]
    doc_id: str
    doc_type: Name | None = None

    @model_validator(mode="after")
    def _holds_together(self) -> "IdPattern":
        low, high = self.digits
        if not 1 <= low <= high <= 12:
            raise ValueError(f"digits must be two numbers from 1 to 12, the smaller first, not {low}, {high}")
        if self.doc_id.count("{number}") != 1:
            raise ValueError("doc_id must hold {number} exactly once")
        return self

    @cached_property
    def matcher(self) -> re.Pattern[str]:
        """Finds an id in text: the spelling, an optional space, hyphen, underscore, '#' or 'No.', the number."""
        spellings = "|".join(re.escape(s).replace(r"\ ", r"[\s_-]*") for s in sorted(self.spellings, key=len, reverse=True))
        low, high = self.digits
        return re.compile(rf"(?<![A-Za-z0-9])(?:{spellings})[\s_#-]*(?:no\.?\s*)?(\d{{{low},{high}}})(?!\d)", re.IGNORECASE)

    def normalise(self, number: str) -> str:
        """The doc_id for a number found by `matcher`."""
        return self.doc_id.replace("{number}", number)


class DocType(Part):
    """A kind of document, the group it belongs to, and the words by which people ask for it."""

    name: Name
    group: Name
    label: dict[Language, str]
    words: Words = ()


class Device(Part):
    """A machine or product, and the other ways in which people write its name."""

    name: str
    aliases: Words = ()


class Owner(Part):
    """A company, organisation or product whose documents there are, and the other ways in which people write its name."""

    name: str
    aliases: Words = ()


class DeclaredField(Part):
    """Something that documents say of themselves, by which they can be filtered: in front matter, in a sidecar or in that of a
    folder, under its `name` or one of the further `keys`. Keys are compared without regard to case, width, spaces and hyphens."""

    name: Annotated[str, StringConstraints(pattern=r"^[^\W\d_][\w.-]*$", max_length=64)]
    type: FieldKind
    keys: Words = ()
    label: dict[Language, str] = Field({})

    @cached_property
    def folded(self) -> frozenset[str]:
        """All its keys, as `folded_key` makes them."""
        return frozenset(map(folded_key, (self.name, *self.keys)))


class AnswerLength(RootModel[dict[Language, Annotated[int, Field(ge=80, le=4000)]]]):
    """The most characters an extractive answer may hold, by language; else what is usual in it."""

    model_config = ConfigDict(frozen=True)

    def of(self, language: Language) -> int:
        """Those of one language."""
        return self.root.get(language, FACTS[language].answer_length)


class BudgetLimits(Part):
    """What one turn may use up: calls of models, tokens that they read and write, searches, and drafts after the first.

    By count, a verified turn that goes through every rung makes about 28 calls (4 answers and 8 verdicts that each read ten
    passages, some 80,000 tokens) and 24 searches; the limits stop loops beyond that.
    """

    model_calls: int = Field(default=40, ge=1, le=1000)
    tokens: int = Field(default=120_000, ge=1000, le=100_000_000)
    searches: int = Field(default=40, ge=1, le=1000)
    retries: int = Field(default=3, ge=0, le=10)


class ExploreLimits(Part):
    """What a model that explores may use up: calls of tools, tokens, seconds, bytes that the tools give it, and how deep a piece
    is divided for it by sub_ask; and whether `history = "auto"` may explore (`auto`).

    Nine questions that a reader answered in the model's place took two to four calls each; the defaults leave three times as
    much, and half of the turn's own budget, which holds beside these.
    """

    calls: int = Field(default=12, ge=1, le=200)
    tokens: int = Field(default=60_000, ge=500, le=100_000_000)
    seconds: float = Field(default=60.0, gt=0, le=86_400)
    bytes_read: int = Field(default=80_000, ge=500, le=100_000_000)
    depth: int = Field(default=2, ge=0, le=4)
    auto: bool = False


MaskedPlace = Literal["questions", "answers", "documents"]


class Masking(Part):
    """What personal data is replaced by placeholders: `kinds` of it, and never what one of the regular expressions `allow`
    matches whole, such as a part number; and `where`: in what people write, in what they are answered, in documents. Telephone
    numbers and addresses of mail in documents of `public_types`, and in `public_documents` (ids), are published, and stay."""

    where: tuple[MaskedPlace, ...] = ()
    kinds: tuple[PersonalKind, ...] = PERSONAL_KINDS
    allow: tuple[Annotated[str, StringConstraints(min_length=1, max_length=500)], ...] = ()
    public_types: tuple[Name, ...] = ()
    public_documents: Words = ()

    @model_validator(mode="after")
    def _holds_together(self) -> "Masking":
        for pattern in self.allow:
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"allow holds {pattern!r}, which is no regular expression: {error}") from None
        return self

    @cached_property
    def of_documents(self) -> str:
        """8 hex digits that change with what is replaced in documents; "" where nothing is."""
        if "documents" not in self.where:
            return ""
        public = (sorted(self.public_types), sorted(self.public_documents))
        policy = (sorted(self.kinds), sorted(self.allow), *(public if any(public) else ()))
        return hashlib.sha256(repr(policy).encode()).hexdigest()[:8]

    def publishes(self, doc_id: str, doc_type: str) -> bool:
        """Whether the contacts in a document of this id and type are public."""
        return doc_type in self.public_types or doc_id in self.public_documents

    @cached_property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        """What is allowed, to be matched whole."""
        return tuple(map(re.compile, self.allow))


class Profile(Part):
    """One deployment: its languages, id patterns, document types, devices, owners, fields, routes and glossary.

    `queries` says whether a model writes queries where a search for the question alone may have missed its answer, or for
    every question, in its language and in another. A glossary entry is a group of words that mean the same in any language; a
    question that holds one is searched for the others too. `numbered` are words for what has numbers of its own: with
    "chamber" among them, "chamber 2" is no document. The route named `general` is taken where no other one fits, and must be
    there. `prompts` is a folder of prompts that take the place of those of ibidem, relative to the profile's own file. With
    `general_help` a model answers in general where no document does, and the answer says so. An answer cites `most_sources`
    documents at most, of the `top_k` passages that a retriever is asked for. `time_zone` is that of the people who ask. A
    session is kept for `session_days` after its last turn.
    """

    name: Name
    title: dict[Language, str]
    languages: tuple[Language, ...] = LANGUAGES
    ids: tuple[IdPattern, ...] = ()
    doc_types: tuple[DocType, ...] = ()
    devices: tuple[Device, ...] = ()
    owners: tuple[Owner, ...] = ()
    fields: tuple[DeclaredField, ...] = Field((), max_length=50)
    routes: tuple[Route, ...]
    glossary: tuple[Words, ...] = ()
    numbered: Words = ()
    answer_length: AnswerLength = AnswerLength({})
    history: HistoryPolicy = "auto"
    queries: Literal["needed", "both"] = "needed"
    history_turns: int = Field(5, ge=0, le=50)
    time_zone: str = ""
    reading_characters: int = Field(12_000, ge=1_000, le=400_000)
    domains: tuple[Domain, ...] = ()
    route_names: RouteNames | None = None
    general_help: bool = False
    contact: dict[Language, str] = Field({})
    most_sources: int = Field(10, ge=1, le=10)
    top_k: int = Field(20, ge=1, le=100)
    response: ResponseForm = ResponseForm()
    hosted_entries: HostedEntries = HostedEntries()
    prompts: Path | None = None
    budget: BudgetLimits = BudgetLimits()
    explore: ExploreLimits = ExploreLimits()
    masking: Masking = Masking()
    session_days: float | None = Field(None, gt=0, le=36_500)

    @model_validator(mode="after")
    def _holds_together(self) -> "Profile":
        groups = {t.group for t in self.doc_types}
        types = {t.name for t in self.doc_types}
        if self.time_zone and zone_of(self.time_zone) is None:
            raise ValueError(f"time_zone {self.time_zone!r} is not known; write it as Asia/Seoul, or leave it out")
        if "general" not in {r.name for r in self.routes}:
            raise ValueError('routes must hold one named "general"')
        for kind, names in (
            ("ids", [i.name for i in self.ids]),
            ("doc_types", [t.name for t in self.doc_types]),
            ("devices", [d.name for d in self.devices]),
            ("owners", [o.name for o in self.owners]),
            ("the names and keys of fields", [key for f in self.fields for key in sorted(f.folded)]),
            ("routes", [r.name for r in self.routes]),
            ("domains", [d.name for d in self.domains]),
            ("the routes of domains", [route for d in self.domains for route in d.routes]),
        ):
            twice = sorted({n for n in names if names.count(n) > 1})
            if twice:
                raise ValueError(f"{kind} holds {', '.join(twice)} more than once")
        for route in self.routes:
            unknown = sorted(set(route.groups) - groups)
            if unknown:
                raise ValueError(f"route {route.name} names groups that no doc_type has: {', '.join(unknown)}")
            unlisted = sorted(set(route.doc_types) - types)
            if unlisted:
                raise ValueError(f"route {route.name} names doc_types that are not listed: {', '.join(unlisted)}")
        for domain in self.domains:
            unknown = sorted(set(domain.routes) - {r.name for r in self.routes})
            if unknown:
                raise ValueError(f"domain {domain.name} names routes that are not listed: {', '.join(unknown)}")
        unlisted = sorted(set(self.masking.public_types) - types)
        if unlisted:
            raise ValueError(f"masking.public_types names doc_types that are not listed: {', '.join(unlisted)}")
        for pattern in self.ids:
            if pattern.doc_type is not None and pattern.doc_type not in types:
                raise ValueError(f"id pattern {pattern.name} names the doc_type {pattern.doc_type}, which is not listed")
        return self

    def here(self, moment: datetime) -> datetime:
        """A moment by the clock of the people who ask: that of `time_zone`, else of this machine."""
        return moment.astimezone(zone_of(self.time_zone) if self.time_zone else None)

    @property
    def session_lifetime(self) -> timedelta | None:
        """How long a session lasts after its last turn; None: until it is deleted."""
        return None if self.session_days is None else timedelta(days=self.session_days)

    @property
    def datasets(self) -> tuple[str, ...]:
        """The datasets of all domains, each once."""
        return tuple(dict.fromkeys(name for domain in self.domains for name in domain.datasets))

    def route_of(self, name: str) -> Route | None:
        """The route of that name; None where the profile has none."""
        return next((route for route in self.routes if route.name == name), None)

    def domain_of(self, route: str) -> Domain | None:
        """The domain that the route belongs to, where it belongs to one."""
        return next((domain for domain in self.domains if route in domain.routes), None)


def folded_key(key: str) -> str:
    """A key of metadata as it is compared: in one case and width, with `_` for spaces and hyphens."""
    return _BETWEEN.sub("_", normalise(key).strip().casefold())


def zone_of(name: str) -> ZoneInfo | None:
    """The time zone of that name, None where it is not known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def shipped_profiles() -> tuple[str, ...]:
    """The names of the profiles that ibidem ships."""
    folder = resources.files("ibidem") / "profiles"
    return tuple(sorted(p.name.removesuffix(".toml") for p in folder.iterdir() if p.name.endswith(".toml")))


def load_profile(name_or_file: str) -> Profile:
    """Reads a shipped profile by name, or a TOML file by path. Raises ProfileError, which says where and what.

    The folder `prompts` that a file names is looked for from where the file is.
    """
    if name_or_file in shipped_profiles():
        text = (resources.files("ibidem") / "profiles" / f"{name_or_file}.toml").read_text(encoding="utf-8")
    elif name_or_file.endswith(".toml"):
        try:
            text = Path(name_or_file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ProfileError(f"profile {name_or_file}: cannot be read ({error})") from error
    else:
        raise ProfileError(
            f"profile {name_or_file!r} is not known; use one of {', '.join(shipped_profiles())} or the path of a .toml file"
        )
    profile = parse_profile(text, name_or_file)
    if profile.prompts is None:
        return profile
    return profile.model_copy(update={"prompts": Path(name_or_file).parent / profile.prompts})


def parse_profile(text: str, origin: str) -> Profile:
    """A profile from TOML text; `origin` names it in errors. Raises ProfileError with one line a problem."""
    try:
        return Profile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"profile {origin}: not TOML: {error}") from error
    except RecursionError as error:
        raise ProfileError(f"profile {origin}: nested too deep; no table of a profile needs more than three levels") from error
    except ValidationError as error:
        problems = [f"{'.'.join(str(p) for p in e['loc']) or 'the file'}: {as_said(e['msg'])}" for e in error.errors()]
        raise ProfileError(f"profile {origin}:\n  " + "\n  ".join(problems)) from error


def as_said(message: str) -> str:
    """What a check of ours said, from the `msg` of a ValidationError: pydantic puts the kind of error before it."""
    return message.removeprefix("Value error, ")
