"""The gate for what comes in through a door: a message and the ids around it."""

import re
import unicodedata
from dataclasses import replace

from ibidem.domain.conversation import Pause, Question
from ibidem.domain.errors import InvalidInput

MAX_MESSAGE = 8_000  # characters; a question is some lines of text, a longer one is a document
IDENTIFIER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
SURROGATE = re.compile(r"[\ud800-\udfff]")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def check_question(question: Question) -> Question:
    """The question with its message in NFC and trimmed. Raises InvalidInput for `message`, `session_id` or `client_turn_id`."""
    check_identifier("session_id", question.session_id)
    if question.client_turn_id is not None:
        check_identifier("client_turn_id", question.client_turn_id)
    return replace(question, message=check_text("message", question.message))


def check_text(field: str, text: str) -> str:
    """Text that a person typed, in NFC and trimmed: not empty, not too long, no control characters. Raises InvalidInput."""
    if SURROGATE.search(text):
        raise InvalidInput(field, "holds half of a surrogate pair", "send well-formed Unicode")
    if CONTROL.search(text):
        raise InvalidInput(field, "holds control characters", "only tabs and line breaks are allowed besides text")
    cleaned = unicodedata.normalize("NFC", text).strip()
    if not cleaned:
        raise InvalidInput(field, "is empty", "write at least one character")
    if len(cleaned) > MAX_MESSAGE:
        raise InvalidInput(field, f"has {len(cleaned):,} characters", f"at most {MAX_MESSAGE:,} are allowed")
    return cleaned


def check_choice(number: int, pause: Pause) -> None:
    """The number of one of the pause's choices. Raises InvalidInput."""
    if number not in pause.numbers:
        allowed = f"one of {', '.join(map(str, pause.numbers))}" if pause.numbers else "there is nothing to choose; send a reply"
        raise InvalidInput("choice", f"is {number}, which is the number of none of the choices", allowed)


def check_identifier(field: str, identifier: str) -> None:
    """An id that a client chose. Raises InvalidInput."""
    if not IDENTIFIER.fullmatch(identifier) or ".." in identifier:
        allowed = "1 to 128 of A-Z a-z 0-9 . _ -, beginning with a letter or digit, without '..'"
        raise InvalidInput(field, "is not a well-formed id", allowed)
