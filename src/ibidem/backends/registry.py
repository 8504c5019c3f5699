"""From a setting, `provider:model`, to what it names. A provider's library is imported when one of its models is opened."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from ibidem.domain.errors import SettingsError
from ibidem.ports import ChatModel


@dataclass(frozen=True, slots=True)
class Provider:
    """Where the models of a provider come from; `keys` are the variables of the environment of which it needs one."""

    module: str
    opener: str
    library: str
    extra: str | None
    keys: tuple[str, ...]


CHAT_PROVIDERS: Mapping[str, Provider] = {
    "openai": Provider(
        "ibidem.backends.openai_models", "open_openai_model", "openai", None, ("OPENAI_API_KEY", "OPENAI_BASE_URL")
    ),
    "anthropic": Provider(
        "ibidem.backends.anthropic_models",
        "open_anthropic_model",
        "anthropic",
        "anthropic",
        ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    ),
    "gemini": Provider(
        "ibidem.backends.gemini_models", "open_gemini_model", "google.genai", "gemini", ("GEMINI_API_KEY", "GOOGLE_API_KEY")
    ),
}


def split_name(name: str, providers: Mapping[str, Provider]) -> tuple[str, str]:
    """The provider and the model of a `provider:model`; the model may hold further colons. Raises ValueError: what is allowed."""
    provider, colon, model = name.partition(":")
    if not colon or provider not in providers or not model or model != model.strip():
        raise ValueError(f"write PROVIDER:MODEL, where PROVIDER is {' or '.join(providers)}, such as openai:gpt-5-mini")
    return provider, model


def missing(name: str, providers: Mapping[str, Provider]) -> str | None:
    """What keeps the model from being opened, and what to do about it; None when nothing is known to.

    Its library is not imported, its server not asked. Raises ValueError for a name that is none.
    """
    provider = providers[split_name(name, providers)[0]]
    if not _installed(provider.library):
        return f"its library is not installed: pip install 'ibidem[{provider.extra}]'"
    if not any(os.environ.get(key) for key in provider.keys):
        return f"there is no key: set {' or '.join(provider.keys)}"
    return None


def open_chat_model(name: str) -> ChatModel:
    """The model of that name. Raises SettingsError when the name is none, or its library or its key is not there."""
    try:
        problem = missing(name, CHAT_PROVIDERS)
        chosen, model = split_name(name, CHAT_PROVIDERS)
    except ValueError as error:
        raise SettingsError(f"{name!r} names no model; {error}") from error
    if problem is not None:
        raise SettingsError(f"the model {name} cannot be used; {problem}")
    provider = CHAT_PROVIDERS[chosen]
    return getattr(import_module(provider.module), provider.opener)(model)


def _installed(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:  # the package that would hold it is not there either
        return False
