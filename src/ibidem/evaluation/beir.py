"""Reads a data set in BEIR's format (Thakur et al. 2021, https://github.com/beir-cellar/beir).

corpus.jsonl     {"_id", "title"?, "text"}                            one passage a line
queries.jsonl    {"_id", "text", "metadata"?}                         `history`: [{"role": "user" | "assistant", "text"}],
                                                                      `answers`: ["..."], empty where nothing answers
qrels/test.tsv   query-id <tab> corpus-id <tab> score                 after a line of titles
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ibidem.domain.errors import InvalidInput
from ibidem.finding.history import Exchange

CORPUS, QUERIES, QRELS = "corpus.jsonl", "queries.jsonl", "qrels/test.tsv"


@dataclass(frozen=True, slots=True)
class Row:
    """A passage of the corpus."""

    doc_id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Query:
    """A question, the conversation before it, and the strings of which one must stand in its answer.

    `answers` is None where the set names none, and empty where the corpus does not answer the question.
    """

    query_id: str
    text: str
    history: tuple[Exchange, ...]
    answers: tuple[str, ...] | None


class Line(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class _Message(Line):
    role: Literal["user", "assistant"]
    text: str


class _Metadata(Line):
    history: list[_Message] = []
    answers: list[str] | None = None


class _CorpusLine(Line):
    id: str = Field(alias="_id", min_length=1)
    title: str = ""
    text: str


class _QueryLine(Line):
    id: str = Field(alias="_id", min_length=1)
    text: str
    metadata: _Metadata = _Metadata()


_AnyLine = TypeVar("_AnyLine", bound=Line)


def read_corpus(folder: Path) -> tuple[Row, ...]:
    """The passages, in the file's order. Raises InvalidInput, which names file and line."""
    rows = tuple(Row(line.id, line.title, line.text) for line in json_lines(folder / CORPUS, _CorpusLine))
    _check_distinct(CORPUS, [row.doc_id for row in rows])
    return rows


def read_queries(folder: Path) -> tuple[Query, ...]:
    """The questions, in the file's order. Raises InvalidInput, which names file and line."""
    queries = tuple(
        Query(
            line.id,
            line.text,
            tuple(_exchanges(line.metadata.history)),
            None if line.metadata.answers is None else tuple(line.metadata.answers),
        )
        for line in json_lines(folder / QUERIES, _QueryLine)
    )
    _check_distinct(QUERIES, [query.query_id for query in queries])
    return queries


def read_judgements(folder: Path) -> Mapping[str, Mapping[str, int]]:
    """Query id -> document id -> how relevant, for the judged queries. Raises InvalidInput, which names file and line."""
    judgements: dict[str, dict[str, int]] = {}
    for number, line in text_lines(folder / QRELS):
        fields = [field.strip() for field in line.split("\t")]
        if number == 1 and fields[-1] == "score":
            continue
        if len(fields) != 3 or not fields[2].lstrip("-").isdecimal():
            raise InvalidInput(
                f"{QRELS} line {number}",
                "is not a judgement",
                "query-id, corpus-id and a whole number, parted by tabs, are allowed",
            )
        judgements.setdefault(fields[0], {})[fields[1]] = int(fields[2])
    if not judgements:
        raise InvalidInput(QRELS, "holds no judgement", "at least one is needed")
    return judgements


def _exchanges(messages: Iterable[_Message]) -> Iterator[Exchange]:
    """Messages as exchanges; one whose other half is missing stands with an empty half."""
    asked: str | None = None
    for message in messages:
        if message.role == "assistant":
            yield Exchange(asked or "", message.text)
            asked = None
            continue
        if asked is not None:
            yield Exchange(asked, "")
        asked = message.text
    if asked is not None:
        yield Exchange(asked, "")


def json_lines(file: Path, kind: type[_AnyLine]) -> Iterator[_AnyLine]:
    for number, text in text_lines(file):
        yield json_line(f"{file.name} line {number}", text, kind)


def json_line(place: str, text: str, kind: type[_AnyLine]) -> _AnyLine:
    """One line of a file. Raises InvalidInput, which names the place and the field."""
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        at = ".".join(str(part) for part in first["loc"])
        problem = f"{at}: {first['msg']}" if at else first["msg"]
        fields = ", ".join(field.alias or name for name, field in kind.model_fields.items())
        raise InvalidInput(place, problem, f"one JSON object a line with {fields} is allowed") from error


def text_lines(file: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are not empty, numbered from 1. Only a line feed ends one: JSON may hold the other separators."""
    for number, line in enumerate(text_of_file(file).split("\n"), 1):
        if line.strip():
            yield number, line


def text_of_file(file: Path) -> str:
    """The file's text. Raises InvalidInput where it cannot be read or is not UTF-8."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(str(file), f"is not UTF-8 (byte {error.start})", "a file in UTF-8 is allowed") from error
    except OSError as error:
        raise InvalidInput(str(file), f"cannot be read ({error.strerror})", "a readable file is needed there") from error


def _check_distinct(file: str, ids: Sequence[str]) -> None:
    if not ids:
        raise InvalidInput(file, "holds nothing", "at least one line is needed")
    seen: set[str] = set()
    for known in ids:
        if known in seen:
            raise InvalidInput(file, f"_id {known!r} stands there more than once", "each _id is allowed once")
        seen.add(known)
