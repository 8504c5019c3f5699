"""Reads questions in the format of SQuAD (Rajpurkar et al. 2016), as JaQuAD has them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ValidationError

from ibidem.domain.errors import InvalidInput

FILES = "jaquad_train_*.json"


class _Answer(BaseModel):
    answer_start: int


class _Question(BaseModel):
    question: str
    answers: list[_Answer] = []


class _Paragraph(BaseModel):
    context: str
    qas: list[_Question]


class _Article(BaseModel):
    title: str
    paragraphs: list[_Paragraph]


class _File(BaseModel):
    data: list[_Article]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph under the title of its article, and each question about it with the character where its answer begins."""

    title: str
    text: str
    questions: tuple[tuple[str, int], ...]


def read_paragraphs(folder: Path) -> Iterator[Paragraph]:
    """The paragraphs of the files in a folder, in their order. Raises InvalidInput."""
    files = sorted(folder.glob(FILES))
    if not files:
        raise InvalidInput(str(folder), f"holds no {FILES}", "the folder data/train of JaQuAD is needed")
    for file in files:
        try:
            read = _File.model_validate(json.loads(file.read_text(encoding="utf-8")))
        except (ValueError, ValidationError) as error:
            raise InvalidInput(
                str(file), f"is not in the format of SQuAD ({type(error).__name__})", "JaQuAD's files are"
            ) from error
        for article in read.data:
            for part in article.paragraphs:
                asked = tuple((one.question, one.answers[0].answer_start) for one in part.qas if one.answers)
                yield Paragraph(article.title, part.context, asked)
