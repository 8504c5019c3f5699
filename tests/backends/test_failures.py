"""What a server's refusal means, in words that hold nothing of what was sent."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from ibidem.backends.failures import asked_wait, status_failure
from ibidem.domain.errors import ModelRefused, ModelUnavailable


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
def test_what_may_pass(status: int):
    failure = status_failure("openai:m", status, None, {"retry-after": "2"})
    assert isinstance(failure.error, ModelUnavailable) and failure.passing and failure.wait == 2
    assert str(status) in str(failure.error)


@pytest.mark.parametrize(
    ("status", "said"), [(400, "take"), (401, "key"), (403, "key"), (404, "model"), (413, "large"), (422, "take")]
)
def test_what_does_not(status: int, said: str):
    failure = status_failure("openai:m", status, None, {})
    assert isinstance(failure.error, ModelRefused) and not failure.passing
    assert said in failure.error.problem


def test_an_account_without_quota_is_not_asked_again():
    failure = status_failure("openai:m", 429, "insufficient_quota", {})
    assert isinstance(failure.error, ModelRefused) and "quota" in failure.error.problem


@pytest.mark.parametrize("code", ["sk-abc123", "펌프", "a b", "x" * 60, 7, None, ["context_length_exceeded"]])
def test_a_code_that_is_no_word_is_not_repeated(code: object):
    assert str(status_failure("openai:m", 400, code, {}).error).endswith("(status 400)")


def test_a_code_is_told():
    assert "context_length_exceeded" in str(status_failure("openai:m", 400, "context_length_exceeded", {}).error)


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({}, None),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "9"}, 9.0),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "later"}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
    ],
)
def test_the_wait_that_is_asked_for(headers: dict[str, str], wait: float | None):
    assert asked_wait(headers) == wait


def test_the_wait_until_a_date():
    wait = asked_wait({"retry-after": format_datetime(datetime.now(UTC) + timedelta(minutes=5), usegmt=True)})
    assert wait is not None and 200 < wait <= 300


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e400"])
def test_a_wait_that_is_no_number_of_seconds(value: str):
    assert asked_wait({"retry-after": value}) is None
