"""From `provider:model` to what it names, and what is said when there is nothing."""

import pytest

from ibidem.backends import registry
from ibidem.backends.registry import CHAT_PROVIDERS, missing, open_chat_model
from ibidem.domain.errors import SettingsError

VARIABLES = [key for provider in CHAT_PROVIDERS.values() for key in provider.keys]


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
