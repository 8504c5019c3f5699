"""What is known of a document besides its text: given in front matter or a sidecar, found in its name and title otherwise.

A sidecar stands beside the file and is named after it: `pump.pdf.meta.yaml`, `pump.pdf.meta.yml` or `pump.pdf.meta.json`.
Both may give any of `doc_id`, `title`, `doc_type`, `devices`, `language`, `readers`, `uri`, `status`, `effective`, `supersedes`,
`superseded_by` and `owner`. Where both give one, the sidecar wins; keys of other names are those of `given_fields`. A folder's
sidecar, `folder.meta.yaml` in it, gives what many documents share (`_SHARED`) to all below, where they do not say otherwise.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Annotated, cast

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from ibidem.corpus.ids import ID_ALLOWED, is_id, naming_stem, path_ids
from ibidem.corpus.in_force import in_force, is_draft
from ibidem.corpus.reading.blocks import ReadText, one_line, prose_of, tidy
from ibidem.corpus.title_extraction import found_title
from ibidem.domain.errors import UnreadableDocument
from ibidem.domain.languages import Language
from ibidem.language.detection import main_language
from ibidem.language.latin import FURTHER
from ibidem.profile import Device, Profile

# Changed whenever reading, chunking or tokens change what is stored: then every document is stale and is read anew.
READING_VERSION = b"11"
DEFAULT_DOC_TYPE = "document"
SIDECAR_ENDINGS = (".meta.yaml", ".meta.yml", ".meta.json")
FOLDER_SIDECARS = tuple(f"folder{ending}" for ending in SIDECAR_ENDINGS)

# Of front matter, and of a sidecar, in bytes: some thousand lines, where ten are usual.
MOST_METADATA_BYTES = 64 * 1024
# Levels of lists in lists; what is read of them stands on the second. The parser's own stack ends at some ten thousand.
_DEEPEST = 20
_LONGEST_TITLE = 300
# What a folder may say of every document below it.
_SHARED = frozenset({"owner", "doc_type", "devices", "language", "readers", "status"})
# The keys under which people write whose document it is.
_OWNER_KEYS = ("owner", "company", "organisation", "organization", "product")
_SEPARATOR = re.compile(r"[\s_-]+")


def _as_text(value: object) -> object:
    """YAML reads `doc_id: 29392` as a number and `title: 2024-03-01` as a date; both were meant as they stand."""
    return str(value) if isinstance(value, int | float | date) and not isinstance(value, bool) else value


def _as_list(value: object) -> list[object]:
    return [_as_text(v) for v in cast("list[object]", value)] if isinstance(value, list) else [_as_text(value)]


_Text = Annotated[
    str, BeforeValidator(_as_text), StringConstraints(strip_whitespace=True, min_length=1, max_length=_LONGEST_TITLE)
]
_Texts = Annotated[tuple[_Text, ...], BeforeValidator(_as_list)]

_Ids = Annotated[tuple[_Text, ...], BeforeValidator(lambda value: [one for one in _as_list(value) if one != ""])]


class GivenMetadata(BaseModel):
    """What front matter and sidecar give, checked; None where they say nothing."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    doc_id: _Text | None = None
    title: _Text | None = None
    doc_type: _Text | None = None
    devices: _Texts | None = Field(None, max_length=100)
    language: Language | None = None
    readers: _Texts | None = Field(None, max_length=100)
    uri: Annotated[str, StringConstraints(pattern=r"^https?://\S+$", max_length=2000)] | None = None
    status: _Text | None = None
    effective: date | None = None
    supersedes: _Ids | None = Field(None, max_length=100)
    superseded_by: _Ids | None = Field(None, max_length=100)
    owner: _Text | None = None


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is stored of a document besides its text and bytes."""

    doc_id: str
    title: str
    doc_type: str
    language: Language
    devices: tuple[str, ...]
    readers: tuple[str, ...]
    uri: str
    in_force: bool
    effective: date | None
    supersedes: tuple[str, ...]
    owner: str


def version_of(original: bytes, sidecar: bytes, *above: bytes) -> str:
    """16 hex digits that change when the file, its sidecar, one of the folders above it or our way of reading changes: also when
    a language in letters is added, whose words are read from then on."""
    digest = hashlib.sha256(READING_VERSION + "".join(FURTHER).encode())
    for part in (original, sidecar, *above):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()[:16]


def given_metadata(name: str, front_matter: str, sidecar: bytes, above: Sequence[bytes] = ()) -> GivenMetadata:
    """What front matter (YAML), sidecar (YAML or JSON) and the sidecars of the folders above, the outermost first, give. Raises
    UnreadableDocument, naming the field."""
    given: dict[str, object] = {}
    for source in above:
        shared = _with_owner(_parsed(name, "folder's sidecar", source))
        given |= {key: value for key, value in shared.items() if key in _SHARED}
    for origin, source in (("front matter", front_matter.encode()), ("sidecar", sidecar)):
        own = _with_owner(_parsed(name, origin, source))
        given |= {key: value for key, value in own.items() if not _is_blank(key, value)}
    try:
        checked = GivenMetadata.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UnreadableDocument(
            name, f"metadata field {where}: {_problem(first['msg'])}", "correct it and index again"
        ) from error
    return checked


def _is_blank(key: str, value: object) -> bool:
    """Whether a value was left empty, and so is not given. Blank readers may be a slip: they are refused."""
    values = cast("list[object]", value) if isinstance(value, list) else [value]
    blank = all(one is None or (isinstance(one, str) and not one.strip()) for one in values)
    return value is None or (blank and key != "readers")


def identify(name: str, given: GivenMetadata, profile: Profile) -> tuple[str, str | None]:
    """The doc_id, and the doc_type that its pattern implies: as it was given, else from the file's name, else its path.

    In a name, an id that a pattern of the profile knows takes its normal form.
    """
    if given.doc_id is not None:
        doc_id = unicodedata.normalize("NFC", given.doc_id)
        if not is_id(doc_id):
            raise UnreadableDocument(name, f"metadata field doc_id: {doc_id[:80]!r} is not an id", f"use {ID_ALLOWED}")
        return doc_id, next((p.doc_type for p in profile.ids if p.matcher.fullmatch(doc_id)), None)
    stem = naming_stem(name)
    for pattern in profile.ids:
        if (match := pattern.matcher.search(stem)) is not None:
            return pattern.normalise(match.group(1)), pattern.doc_type
    return path_ids(name)[0], None


def describe(name: str, read: ReadText, given: GivenMetadata, profile: Profile) -> Metadata:
    """All of a document's metadata, each from the best place that says it."""
    doc_id, implied_type = identify(name, given, profile)
    status = given.status or ""
    title = (given.title or found_title(name, read, given.doc_id or ""))[:_LONGEST_TITLE]
    return Metadata(
        doc_id=doc_id,
        title=one_line(tidy(title)),
        doc_type=given.doc_type or implied_type or DEFAULT_DOC_TYPE,
        language=given.language or main_language(prose_of(read) or [read.text]),
        devices=_canonical(given.devices, profile.devices) if given.devices is not None else devices_in(title, profile.devices),
        readers=given.readers or (),
        uri=given.uri or "",
        in_force=not given.superseded_by and in_force(title, read, status),
        effective=given.effective,
        supersedes=() if is_draft(status) else tuple(_normal_id(one, profile) for one in given.supersedes or ()),
        owner=one_line(tidy(given.owner or "")),
    )


def _normal_id(given: str, profile: Profile) -> str:
    """An id as its document bears it."""
    matches = ((pattern, pattern.matcher.fullmatch(given)) for pattern in profile.ids)
    found = (pattern.normalise(match.group(1)) for pattern, match in matches if match is not None)
    return next(found, unicodedata.normalize("NFC", given))


def devices_in(title: str, devices: tuple[Device, ...]) -> tuple[str, ...]:
    """The devices whose name or alias stands in the title; of names that overlap, the longest."""
    matcher, names = _device_names(devices)
    return tuple(dict.fromkeys(names[_solid(match.group())] for match in matcher.finditer(title.casefold())))


@lru_cache(maxsize=8)
def _device_names(devices: tuple[Device, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the spellings in folded text, and the device by each spelling without spaces and hyphens."""
    names = {_solid(spelling): device.name for device in devices for spelling in (*device.aliases, device.name)}
    spellings = {_SEPARATOR.sub(" ", spelling.casefold()) for device in devices for spelling in (*device.aliases, device.name)}
    longest_first = sorted(spellings, key=len, reverse=True)
    either = "|".join(r"[\s_-]*".join(map(re.escape, spelling.split())) for spelling in longest_first)
    return re.compile(rf"(?<![a-z0-9])(?:{either})(?![a-z0-9])") if names else re.compile(r"(?!)"), names


def _solid(spelling: str) -> str:
    return _SEPARATOR.sub("", spelling.casefold())


def _canonical(given: Sequence[str], devices: tuple[Device, ...]) -> tuple[str, ...]:
    """The devices under their names in the profile; one that it does not know stays as it was given."""
    _, names = _device_names(devices)
    return tuple(dict.fromkeys(names.get(_solid(one), one) for one in given))


class _Loader(yaml.CSafeLoader):
    """YAML whose merge keys (`<<`) are keys as others: ten lines of them, each naming the one before, make a billion entries."""

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        pass


class _WrittenLoader(_Loader):
    """YAML whose values are texts as they were written, but for those that are null."""


def _as_written(loader: _Loader, node: yaml.ScalarNode) -> str:
    return str(loader.construct_scalar(node))


_Loader.add_constructor("tag:yaml.org,2002:merge", _as_written)
for _tag in ("int", "float", "bool", "timestamp", "binary", "value"):
    _WrittenLoader.add_constructor(f"tag:yaml.org,2002:{_tag}", _as_written)


def parsed_as_written(
    name: str, front_matter: str, sidecar: bytes, above: Sequence[bytes]
) -> Iterator[tuple[str, dict[str, object]]]:
    """What each place says, from the outermost folder's to the sidecar, as texts. Raises UnreadableDocument."""
    places = [("folder's sidecar", one) for one in above]
    for origin, source in (*places, ("front matter", front_matter.encode()), ("sidecar", sidecar)):
        yield origin, _parsed(name, origin, source, _WrittenLoader)


def _parsed(name: str, origin: str, source: bytes, loader: type[_Loader] = _Loader) -> dict[str, object]:
    if not source:
        return {}
    if len(source) > MOST_METADATA_BYTES:
        raise UnreadableDocument(name, f"its {origin} is larger than {MOST_METADATA_BYTES >> 10} KB", "shorten it")
    try:
        text = source.decode("utf-8-sig")
        if _depth(text) > _DEEPEST:
            raise UnreadableDocument(name, f"its {origin} is nested more than {_DEEPEST} levels deep", "flatten it")
        value: object = yaml.load(text, Loader=loader)
        if value is None:
            return {}
        if isinstance(value, dict):
            return {str(key): one for key, one in cast("dict[object, object]", value).items()}
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, RecursionError) as error:  # as its constructors fail
        line = f", line {error.problem_mark.line + 1}" if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark else ""
        raise UnreadableDocument(name, f"its {origin} is not valid YAML{line}", "correct it and index again") from error
    raise UnreadableDocument(name, f"its {origin} is not a list of `field: value`", "correct it and index again")


def _with_owner(given: dict[str, object]) -> dict[str, object]:
    """The same with `owner` as a name, from the first of its keys that has one: elsewhere they hold anything."""
    texts = (next(iter(_as_list(given.get(key))), None) for key in _OWNER_KEYS)
    name = next((text.strip() for text in texts if isinstance(text, str) and 0 < len(text.strip()) <= _LONGEST_TITLE), None)
    return {**given, "owner": name} if name else {key: one for key, one in given.items() if key != "owner"}


def _depth(text: str) -> int:
    """How deep lists and mappings stand in each other, without building any of them; no further than one past the deepest."""
    deepest = depth = 0
    events = cast("Iterator[yaml.Event]", yaml.parse(text, Loader=_Loader))  # pyright: ignore[reportUnknownMemberType]
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            deepest = max(deepest, depth)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _DEEPEST:
            break
    return deepest


def _problem(message: str) -> str:
    return message[:1].lower() + message[1:]
