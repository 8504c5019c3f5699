"""Reads worlds: documents, and questions about them in people's own words.

docs/             the documents, in folders or not
questions.jsonl   {"id", "lang", "kind", "history", "question", "answers": [{"doc", "quote", "lead"}]}    one question a line

`history` are the questions before it in its conversation, `doc` is the path of a document in docs/, `quote` what answers there,
letter by letter, and `lead` the shortest piece of the quote that does. Of a comparison each answer is one side; else any of them
is right. A question without answers is of the kind "unanswerable".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from ibidem.domain.errors import InvalidInput
from ibidem.domain.languages import Language
from ibidem.evaluation.beir import CORPUS, Line, json_line, text_lines, text_of_file
from ibidem.evaluation.phrase_match import says

DOCUMENTS, QUESTIONS = "docs", "questions.jsonl"
AS_WRITTEN = (".md", ".txt")  # documents whose text is the file, so that a quote can be compared with it

Kind = Literal["fact", "table", "steps", "yesno", "why", "compare", "followup", "unanswerable"]


@dataclass(frozen=True, slots=True)
class WorldAnswer:
    """What answers a question: a quote of a document, and the shortest piece of the quote that answers."""

    document: str
    quote: str
    lead: str


@dataclass(frozen=True, slots=True)
class WorldQuestion:
    """A question after those of `history`; without answers where the documents do not hold one."""

    id: str
    language: Language
    kind: Kind
    history: tuple[str, ...]
    question: str
    answers: tuple[WorldAnswer, ...]


@dataclass(frozen=True, slots=True)
class World:
    """A folder of documents, by their paths in it, with questions about them."""

    name: str
    documents: Mapping[str, Path]
    questions: tuple[WorldQuestion, ...]


class _AnswerLine(Line):
    doc: str
    quote: str
    lead: str


class _QuestionLine(Line):
    id: str = Field(min_length=1)
    lang: Language
    kind: Kind
    history: tuple[str, ...] = Field((), strict=False)
    question: str
    answers: list[_AnswerLine]

    def question_asked(self) -> WorldQuestion:
        answers = tuple(WorldAnswer(one.doc, one.quote, one.lead) for one in self.answers)
        return WorldQuestion(self.id, self.lang, self.kind, self.history, self.question, answers)


def world_folders(folder: Path) -> tuple[Path, ...]:
    """The folder itself where it is a world, or the worlds in it. Raises InvalidInput where there are none."""
    if _begun(folder):
        return (folder,)
    inside = sorted(folder.iterdir()) if folder.is_dir() else []
    found = tuple(path for path in inside if path.is_dir() and _begun(path))
    if not found:
        allowed = f"a world ({DOCUMENTS}/ and {QUESTIONS}), a folder of worlds, or a data set with {CORPUS} is allowed"
        raise InvalidInput(str(folder), "is no world and holds none", allowed)
    return found


def read_worlds(folder: Path) -> tuple[World, ...]:
    """The world in this folder, or the worlds. Raises InvalidInput, which names file, line and field."""
    return tuple(map(read_world, world_folders(folder)))


def read_world(folder: Path) -> World:
    """One world. Raises InvalidInput for the first fault, which names file, line and field."""
    documents = _documents(folder)
    questions: list[WorldQuestion] = []
    for one in _examined(folder, documents):
        if isinstance(one, InvalidInput):
            raise one
        questions.append(one)
    return World(folder.resolve().name, documents, tuple(questions))


def faults_of(folder: Path) -> list[InvalidInput]:
    """Everything that is wrong with the world in this folder; whoever writes one mends it from this list."""
    try:
        return [one for one in _examined(folder, _documents(folder)) if isinstance(one, InvalidInput)]
    except InvalidInput as error:
        return [error]


def _begun(folder: Path) -> bool:
    return (folder / DOCUMENTS).is_dir() or (folder / QUESTIONS).is_file()


def _documents(folder: Path) -> Mapping[str, Path]:
    docs = folder / DOCUMENTS
    files = [path for path in sorted(docs.rglob("*")) if path.is_file()] if docs.is_dir() else []
    documents = {
        name: path for path in files if not (name := path.relative_to(docs).as_posix()).startswith(".") and "/." not in name
    }
    if not documents:
        raise InvalidInput(f"{folder.name}/{DOCUMENTS}", "holds no document", "a folder of at least one document is needed there")
    return documents


def _examined(folder: Path, documents: Mapping[str, Path]) -> Iterator[WorldQuestion | InvalidInput]:
    """Each question, or what is wrong with it. Raises InvalidInput where a file cannot be read."""
    name = f"{folder.name}/{QUESTIONS}"
    texts = {at: text_of_file(path) for at, path in documents.items() if path.suffix in AS_WRITTEN}
    ids: set[str] = set()
    asked: set[tuple[str, ...]] = set()
    number = 0
    for number, text in text_lines(folder / QUESTIONS):
        place = f"{name} line {number}"
        try:
            question = json_line(place, text, _QuestionLine).question_asked()
        except InvalidInput as error:
            yield error
            continue
        words = (*question.history, question.question)
        faults = [*_faults(question), *_faults_of_answers(question, documents, texts)]
        if question.id in ids:
            faults.append(("id", f"{question.id!r} stands there more than once", "each id is allowed once"))
        if words in asked:
            faults.append(("question", "is asked twice", "each question is allowed once after the same history"))
        ids.add(question.id)
        asked.add(words)
        yield from (InvalidInput(place, f"{field}: {problem}", allowed) for field, problem, allowed in faults)
        if not faults:
            yield question
    if number == 0:
        yield InvalidInput(name, "holds no question", "at least one line is needed")


Fault = tuple[str, str, str]  # field, problem, what is allowed


def _faults(question: WorldQuestion) -> Iterator[Fault]:
    if not question.question.strip():
        yield "question", "is empty", "a message as a person would write it is needed"
    if not all(earlier.strip() for earlier in question.history):
        yield "history", "holds an empty message", "the questions before this one are needed, the earliest first"
    if question.kind == "followup" and not question.history:
        yield "history", "is empty, and the question is of the kind 'followup'", "a follow-up needs the questions before it"
    if (question.kind == "unanswerable") != (not question.answers):
        problem = f"{len(question.answers)} stand there, and the question is of the kind {question.kind!r}"
        yield "answers", problem, "the kind 'unanswerable' has none, and every other at least one"


def _faults_of_answers(question: WorldQuestion, documents: Mapping[str, Path], texts: Mapping[str, str]) -> Iterator[Fault]:
    for number, answer in enumerate(question.answers):
        place = f"answers.{number}"
        if answer.document not in documents:
            yield f"{place}.doc", f"{answer.document!r} is no document", f"the path of a file in {DOCUMENTS}/ is needed"
        elif answer.document in texts and answer.quote not in texts[answer.document]:
            yield f"{place}.quote", f"{_shown(answer.quote)} is not in {answer.document}", "it is copied letter by letter"
        if not answer.quote.strip():
            yield f"{place}.quote", "is empty", "what answers is copied from the document"
        elif answer.lead not in answer.quote or not says(answer.quote, answer.lead):
            problem = f"{_shown(answer.lead)} is no piece of the quote"
            yield f"{place}.lead", problem, "the shortest piece of the quote that answers, with whole words and numbers"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:59]}…")
