"""What is taken out of a text, and what stays."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.domain.errors import ModelRefused
from ibidem.domain.redaction import redacted

WORDS = st.text(st.characters(categories=["L", "N", "P", "S"], exclude_characters='/?#"<>\\'), min_size=1)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("POST http://clerk:s3cret@host:80/v1 200", "POST http://***@host:80/v1 200"),
        ("redis://:s3cret@host, amqp+ssl://token@host", "redis://***@host, amqp+ssl://***@host"),
        ("http://clerk:p@ss@host/a@b", "http://***@host/a@b"),
        (r'{"url": "http:\/\/clerk:s3cret@host"}', r'{"url": "http:\/\/***@host"}'),
        ("/v1?key=s3cret&q=pump&X-Api-Key=s3cret;sig=ab", "/v1?key=***&q=pump&X-Api-Key=***;sig=***"),
        ("?access_token=s3cret&amp;client_secret=s3cret#top", "?access_token=***&amp;client_secret=***#top"),
        ("{'authorization': 'Bearer sk-1'}", "{'authorization': 'Bearer ***'}"),
    ],
)
def test_a_secret_is_taken_out(text: str, shown: str):
    assert redacted(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "no connection to http://127.0.0.1:8000",
        "https://host/@me/notes, 질문은 help@example.org 로, 質問はhelp@example.orgへ",
        "openai:qwen3:8b@q4_k_m: its server does not take the call (status 400)",
        "key = value, a key: the pump; tokens: 12; 키=값; 鍵=値",
        "?keyword=pump&tokens=7",
    ],
)
def test_all_else_stays(text: str):
    assert redacted(text) == text


@given(WORDS, WORDS, st.booleans())
def test_no_password_of_an_address_is_left(user: str, password: str, escaped: bool):
    given = (quote(user, safe=""), quote(password, safe="")) if escaped else (user, password)
    assert redacted(f"called http://{given[0]}:{given[1]}@host/v1") == "called http://***@host/v1"


def test_the_values_of_the_environment_are_taken_out_wherever_they_stand(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JINA_API_KEY", "jina-12345678")
    monkeypatch.setenv("COHERE_BASE_URL", "http://clerk:p%40ssw0rds@host?api_key=abcd-1234")
    told = "jina-12345678, p@ssw0rds, p%40ssw0rds, abcd-1234, Basic Y2xlcms6cEBzc3cwcmRz"
    assert redacted(told) == "***, ***, ***, ***, Basic ***"
    assert str(ModelRefused("jina:m", "jina-12345678 is no key")) == "jina:m: *** is no key"


def test_a_value_that_is_a_word_is_left(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "ollama")
    assert redacted("openai:ollama") == "openai:ollama"
