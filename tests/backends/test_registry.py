"""From `provider:model` to what it names, and what is said when there is nothing."""

import pytest

from ibidem.backends import registry
from ibidem.backends.addresses import is_address
from ibidem.backends.openai_models import OpenAIWire
from ibidem.backends.registry import (
    CHAT_PROVIDERS,
    EMBEDDING_PROVIDERS,
    RERANKING_PROVIDERS,
    missing,
    open_chat_model,
    open_embedder,
    open_reranker,
)
from ibidem.domain.errors import SettingsError

PROVIDERS = [*CHAT_PROVIDERS.values(), *EMBEDDING_PROVIDERS.values(), *RERANKING_PROVIDERS.values()]
VARIABLES = sorted({name for provider in PROVIDERS for name in (*provider.keys, *provider.addresses)})
NO_ADDRESSES = ["notaurl", "ftp://x", "http://", "http://[::1", "http://x:port", "http://x:70000", "//x/v1", "https://a b/v1"]


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("name", ["", "gpt-5", "openai", "openai:", ":gpt-5", "mistral:large", "openai: gpt-5", "OpenAI:gpt-5"])
def test_a_name_that_is_none(name: str):
    with pytest.raises(SettingsError, match="PROVIDER:MODEL, where PROVIDER is openai or anthropic or gemini"):
        open_chat_model(name)


@pytest.mark.parametrize(
    ("name", "key"), [("openai:a", "OPENAI_API_KEY"), ("anthropic:a", "ANTHROPIC_API_KEY"), ("gemini:a", "GEMINI_API_KEY")]
)
def test_a_key_that_is_missing(name: str, key: str):
    with pytest.raises(SettingsError, match=f"there is no key: set {key}"):
        open_chat_model(name)


@pytest.mark.parametrize(("name", "extra"), [("anthropic:a", "anthropic"), ("gemini:a", "gemini")])
def test_an_extra_that_is_missing(name: str, extra: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "find_spec", lambda _: None)
    with pytest.raises(SettingsError, match=rf"pip install 'ibidem\[{extra}\]'"):
        open_chat_model(name)


@pytest.mark.parametrize("name", ["openai:a", "anthropic:a", "gemini:a"])
async def test_with_its_key_it_is_opened(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(CHAT_PROVIDERS[name.partition(":")[0]].keys[0], "k")
    assert missing(name, CHAT_PROVIDERS) is None
    model = open_chat_model(name)
    assert model.name == name
    await model.close()


@pytest.mark.parametrize("text", ["", *NO_ADDRESSES])
def test_what_is_no_address(text: str):
    assert not is_address(text)


@pytest.mark.parametrize(
    "text",
    ["http://127.0.0.1:8766/v1", "https://api.openai.com/v1", "http://[::1]:80/v1", "HTTP://GPU-1", "https://모델.example"],
)
def test_what_is_an_address(text: str):
    assert is_address(text)


@pytest.mark.parametrize("address", NO_ADDRESSES)
@pytest.mark.parametrize(
    ("name", "variable", "providers"),
    [
        ("openai:a", "OPENAI_BASE_URL", CHAT_PROVIDERS),
        ("anthropic:a", "ANTHROPIC_BASE_URL", CHAT_PROVIDERS),
        ("gemini:a", "GOOGLE_GEMINI_BASE_URL", CHAT_PROVIDERS),
        ("openai:a", "OPENAI_BASE_URL", EMBEDDING_PROVIDERS),
        ("openai:a", "EMBEDDINGS_BASE_URL", EMBEDDING_PROVIDERS),
        ("cohere:a", "COHERE_BASE_URL", RERANKING_PROVIDERS),
        ("jina:a", "JINA_BASE_URL", RERANKING_PROVIDERS),
    ],
)
def test_an_address_that_is_none_is_told_with_its_variable(
    name: str, variable: str, providers: dict[str, registry.Provider], address: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(providers[name.partition(":")[0]].keys[0], "k")
    monkeypatch.setenv(variable, address)
    opener = {id(CHAT_PROVIDERS): open_chat_model, id(EMBEDDING_PROVIDERS): open_embedder}.get(id(providers), open_reranker)
    with pytest.raises(SettingsError, match=f"; {variable} is no address of a server: write http://.* or https://"):
        opener(name)


async def test_the_address_of_the_models_does_not_matter_where_the_embedder_has_its_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "notaurl")
    monkeypatch.setenv("EMBEDDINGS_BASE_URL", "http://127.0.0.1:9/v1")
    await open_embedder("openai:a").close()


async def test_an_empty_address_is_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    monkeypatch.setenv("OPENAI_BASE_URL", "")
    assert OpenAIWire("openai:a", "a").host == "api.openai.com"
