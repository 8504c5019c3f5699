"""What people thought of answers, as a data set in BEIR's format (see `evaluation.beir`), and the answers beside it."""

import json
from collections.abc import AsyncGenerator, Iterable, Mapping
from dataclasses import dataclass

from ibidem.domain.conversation import NewTurn, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound
from ibidem.evaluation.beir import QRELS, QUERIES
from ibidem.ports.document_store import DocumentReader
from ibidem.ports.turn_store import TurnStore

ANSWERS = "answers.jsonl"
_AT_A_TIME = 500  # turns or documents read at once
_HISTORY = 3  # earlier turns, as many as a question is read with


@dataclass(frozen=True, slots=True)
class FeedbackSet:
    """The number of turns in it, the texts of its smaller files by their names, and the lines of `corpus.jsonl`."""

    rated: int
    files: Mapping[str, str]
    corpus: AsyncGenerator[str]


@dataclass(frozen=True, slots=True)
class _Rated:
    """A turn with feedback, its id in the set, and the turns before it."""

    query_id: str
    turn: Turn
    before: tuple[Turn, ...]


async def feedback_set(turns: TurnStore, documents: DocumentReader, principal: Principal) -> FeedbackSet:
    """The principal's rated turns that searched, and every document that the principal may read.

    queries.jsonl    the question with the turns before it; `answers` holds what a helpful quoted answer quotes
    qrels/test.tsv   1 for what a helpful answer or one with a wrong fact cites, 0 for a wrong document
    answers.jsonl    question, answer, cited documents, rating and comment
    corpus.jsonl     the documents, whole
    """
    rated = [one async for one in _rated(turns, principal)]
    judgements = (line for one in rated for line in _judgements(one))
    files = {
        QUERIES: "".join(_json(_query(one)) for one in rated),
        QRELS: "".join(("query-id\tcorpus-id\tscore\n", *judgements)),
        ANSWERS: "".join(_json(_answer(one)) for one in rated),
    }
    return FeedbackSet(len(rated), files, _corpus(documents, principal))


async def _rated(turns: TurnStore, principal: Principal) -> AsyncGenerator[_Rated]:
    """The turn rated first comes first."""
    found: list[Turn] = []
    while page := await turns.rated(principal, _AT_A_TIME, len(found)):
        found += page
    for turn in reversed(found):
        content = turn.content
        if turn.withheld or not content.trace.queries:
            continue
        first = max(0, turn.turn_id - 1 - _HISTORY)
        before = await turns.turns(content.session_id, principal, turn.turn_id - 1 - first, first)
        yield _Rated(f"{content.session_id}-{turn.turn_id}", turn, tuple(before))


def _query(rated: _Rated) -> dict[str, object]:
    metadata: dict[str, object] = {"history": _history(rated.before)}
    answers = _quoted(rated.turn)
    if answers is not None:
        metadata["answers"] = answers
    return {"_id": rated.query_id, "text": rated.turn.content.user_text, "metadata": metadata}


def _quoted(turn: Turn) -> list[str] | None:
    """What a good answer holds, as far as the feedback says it: the first quotation, which answers, or nothing where it was
    right that nothing was found. None where it does not say."""
    content = turn.content
    if turn.feedback is None or turn.feedback.rating != "helpful":
        return None
    if content.found == "none":
        return []
    return [part.text for part in content.parts if part.slot is not None][:1] or None


def _judgements(rated: _Rated) -> Iterable[str]:
    feedback = rated.turn.feedback
    score = 0 if feedback is None or feedback.rating == "wrong_document" else 1
    doc_ids = dict.fromkeys(ref.doc_id for ref in rated.turn.content.doc_refs)
    return [f"{rated.query_id}\t{doc_id}\t{score}\n" for doc_id in doc_ids]


def _answer(rated: _Rated) -> dict[str, object]:
    content, feedback = rated.turn.content, rated.turn.feedback
    return {
        "_id": rated.query_id,
        "question": content.user_text,
        "history": _history(rated.before),
        "language": content.language,
        "answer": content.assistant_text,
        "doc_ids": list(dict.fromkeys(ref.doc_id for ref in content.doc_refs)),
        "found": content.found,
        "model": content.trace.model,
        "rating": None if feedback is None else feedback.rating,
        "comment": "" if feedback is None else feedback.comment,
    }


def _history(before: Iterable[Turn]) -> list[dict[str, str]]:
    return [message for turn in before for message in _messages(turn.content)]


def _messages(content: NewTurn) -> list[dict[str, str]]:
    return [{"role": "user", "text": content.user_text}, {"role": "assistant", "text": content.assistant_text}]


async def _corpus(documents: DocumentReader, principal: Principal) -> AsyncGenerator[str]:
    offset = 0
    while page := await documents.documents(principal, _AT_A_TIME, offset):
        offset += len(page)
        for one in page:
            try:
                text = await documents.text(one.doc_id, principal, one.version)
            except NotFound:  # it was deleted meanwhile
                continue
            yield _json({"_id": one.doc_id, "title": one.title, "text": text})


def _json(row: dict[str, object]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"
