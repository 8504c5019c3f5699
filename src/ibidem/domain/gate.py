"""Checks messages and ids as they come in."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ibidem.domain.conversation import DocRef, Pause, PauseAnswer, PauseKind, Question
from ibidem.domain.errors import InvalidInput
from ibidem.domain.redaction import without_keys
from ibidem.domain.text import MOST_MARKS, require_storable, unstacked
from ibidem.domain.trace import Decision

MAX_MESSAGE = 8_000  # characters; a longer text is a document, not a question
MOST_HISTORY = 5  # turns of a client's history that are read: the last ones
IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
MARKER = re.compile(r"\[(\d{1,9})\]")
DECISIONS: Mapping[PauseKind, tuple[Decision, ...]] = {
    "sources": ("approve", "reject", "edit"),
    "review": ("approve", "reject", "edit"),
}
TEXT_OF: Mapping[tuple[PauseKind, Decision | None], str] = {
    ("sources", "edit"): "the words to search for instead",
    ("review", "edit"): "the edited answer",
    ("review", "reject"): "the reason",
}
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def check_question(question: Question) -> Question:
    """The question with its message in NFC and trimmed, and with what is read of its history. Raises InvalidInput for `message`,
    `session_id` or `client_turn_id`."""
    return replace(_identified(question), message=check_text("message", question.message))


def check_empty_question(question: Question) -> Question:
    """As `check_question`, for a message without a character that shows."""
    return replace(_identified(question), message="")


def _identified(question: Question) -> Question:
    check_identifier("session_id", question.session_id)
    if question.client_turn_id is not None:
        check_identifier("client_turn_id", question.client_turn_id)
    return replace(question, history=question.history[-MOST_HISTORY:])


def check_text(field: str, text: str) -> str:
    """A person's text in NFC, trimmed: not empty, not too long, without control characters or long runs of combining marks.
    Raises InvalidInput."""
    if CONTROL.search(text):
        raise InvalidInput(field, "contains control characters", "only tabs and line breaks are allowed besides text")
    require_storable(field, text)
    trimmed = text.strip()
    # Checked before NFC, which is slow on long texts: it composes at most four characters into one.
    _check_length(field, len(trimmed), 4 * MAX_MESSAGE)
    if unstacked(trimmed) != trimmed:
        raise InvalidInput(
            field, f"contains more than {MOST_MARKS} combining marks in a row", f"at most {MOST_MARKS} are allowed"
        )
    cleaned = unicodedata.normalize("NFC", trimmed).strip()
    if not cleaned:
        raise InvalidInput(field, "is empty", "write at least one character")
    _check_length(field, len(cleaned), MAX_MESSAGE)
    return cleaned


def _check_length(field: str, length: int, most: int) -> None:
    if length > most:
        raise InvalidInput(field, f"has {length:,} characters", f"at most {MAX_MESSAGE:,} are allowed")


def check_pause_answer(answer: PauseAnswer, pause: Pause) -> PauseAnswer:
    """An answer that fits the kind of pause, its text in NFC and trimmed. Raises InvalidInput."""
    decisions = DECISIONS.get(pause.kind, ())
    if answer.decision is not None and answer.decision not in decisions:
        instead = f"one of {', '.join(decisions)}" if decisions else "send choice, choices or reply"
        raise InvalidInput("decision", f"{answer.decision!r} does not fit a pause of the kind {pause.kind}", instead)
    if answer.choices and answer.decision in ("reject", "edit"):
        raise InvalidInput("choices", f"are not allowed with the decision {answer.decision}", "leave them out")
    for number in answer.choices:
        if number not in pause.numbers:
            otherwise = "decision" if pause.kind == "review" else "reply"
            allowed = (
                f"one of {', '.join(map(str, pause.numbers))}"
                if pause.numbers
                else f"there is nothing to choose; send a {otherwise}"
            )
            raise InvalidInput("choice", f"{number} is not one of the choices", allowed)
    takes = TEXT_OF.get((pause.kind, answer.decision))
    if answer.decision is not None and answer.text and takes is None:
        raise InvalidInput("text", f"is not allowed with the decision {answer.decision} on {pause.kind}", "leave it out")
    if answer.decision == "edit":
        if not answer.text:
            raise InvalidInput("text", "is missing", f"send {takes} with the decision edit")
        if pause.work is not None and pause.work.draft is not None:
            cited_slots(answer.text, pause.work.draft.refs)
    if not answer.text:
        return answer
    return replace(answer, text=check_text("reply" if answer.decision is None else "text", answer.text))


def cited_slots(text: str, refs: Sequence[DocRef]) -> frozenset[int]:
    """The slots that a text cites. Raises InvalidInput for `text` where one is not among these."""
    slots = frozenset(ref.slot for ref in refs)
    cited = frozenset(int(number) for number in MARKER.findall(text))
    if cited - slots:
        unknown = ", ".join(f"[{slot}]" for slot in sorted(cited - slots))
        allowed = ", ".join(f"[{slot}]" for slot in sorted(slots))
        raise InvalidInput(
            "text", f"cites {unknown}, which the draft does not cite", f"{allowed} may be cited" if slots else "cite nothing"
        )
    return cited


def check_identifier(field: str, identifier: str) -> None:
    """Checks an id chosen by a client: it is stored, and shown in addresses and lists. Raises InvalidInput."""
    if without_keys(identifier) != identifier:
        raise InvalidInput(field, "holds an API key, which would be stored and shown", "any other id is allowed; revoke the key")
    if not IDENTIFIER.fullmatch(identifier) or ".." in identifier:
        allowed = "1 to 128 of A-Z a-z 0-9 . _ -, beginning with a letter or digit, without '..'"
        raise InvalidInput(field, "is not a well-formed id", allowed)
