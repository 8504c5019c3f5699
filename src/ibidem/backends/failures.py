"""What went wrong between us and a model's server, in words that hold neither a key nor anything that was sent."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite

from ibidem.domain.errors import ModelError, ModelRefused, ModelUnavailable

PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
NO_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached", "credit_balance_too_low"})
# What Google's services say of both, too many requests within a minute and a quota that is used up (google.rpc.Code).
NO_QUOTA_NOW = "RESOURCE_EXHAUSTED"
# A code is a word of the server's own; anything longer or freer may be an echo of what it was sent.
CODE = re.compile(r"[a-z]+(_[a-z]+)*", re.IGNORECASE)
LONGEST_CODE = 48


@dataclass(frozen=True, slots=True)
class Failure:
    """An error for the caller; whether it may pass by itself; and the seconds that the server asks to wait, where it does."""

    error: ModelError
    passing: bool = False
    wait: float | None = None


def status_failure(model: str, status: int, code: object, headers: Mapping[str, str]) -> Failure:
    """What a response says whose status is a failure. `code` is the server's own word for it, if it gave one."""
    word = code if isinstance(code, str) and len(code) <= LONGEST_CODE and CODE.fullmatch(code) else None
    reported = f"status {status}" if word is None else f"status {status}, {word}"
    if word in NO_QUOTA:
        return Failure(ModelRefused(model, f"its server says that the account has no quota left ({reported})"))
    if status in PASSING:
        problem = "its server has too many requests" if status == 429 else "its server is overloaded or down"
        if word == NO_QUOTA_NOW:
            problem = "its server says that the account's rate or quota is used up for now"
        return Failure(ModelUnavailable(model, f"{problem} ({reported})"), True, asked_wait(headers))
    match status:
        case 401 | 403:
            problem = "its server does not accept the key"
        case 404:
            problem = "its server knows no such model, or is not where it was looked for"
        case 413:
            problem = "the call is too large for its server"
        case _:
            problem = "its server does not take the call"
    return Failure(ModelRefused(model, f"{problem} ({reported})"))


def unreachable(model: str, host: str) -> Failure:
    """There is no connection, or it was lost."""
    return Failure(ModelUnavailable(model, f"no connection to {host}"), True)


def late(model: str) -> Failure:
    """The server was silent for longer than any caller waits: asking it again would take as long again."""
    return Failure(ModelUnavailable(model, "its server did not answer in time"))


def unreadable(model: str) -> Failure:
    """What came is not of the format."""
    return Failure(ModelUnavailable(model, "what its server sends cannot be read"))


def reported(model: str) -> Failure:
    """In the middle of the answer the server says that it cannot go on."""
    return Failure(ModelUnavailable(model, "its server reported an error within the answer"), True)


def broken_off(model: str) -> Failure:
    """The answer has a beginning and no end."""
    return Failure(ModelUnavailable(model, "the answer broke off"), True)


def endless(model: str) -> Failure:
    """The answer goes on and on."""
    return Failure(ModelUnavailable(model, "the answer does not come to an end"))


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """The seconds in `retry-after-ms` or `Retry-After` (RFC 9110, 10.2.3: seconds, or a date); None without a readable one."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        try:
            seconds = float(value) * unit
        except ValueError:
            try:
                seconds = (parsedate_to_datetime(value).astimezone(UTC) - datetime.now(UTC)).total_seconds()
            except (ValueError, OverflowError):
                continue
        if isfinite(seconds):
            return max(0.0, seconds)
    return None
