"""From a setting to what it names: `provider:model`, or where things are kept. What serves it is imported when it is opened."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ibidem.backends.addresses import ALLOWED, is_address
from ibidem.domain.access import Issuer
from ibidem.domain.errors import SettingsError
from ibidem.ports.hosted import HostedCorpus
from ibidem.ports.keys import TokenReader
from ibidem.ports.models import ChatModel, Embedder, Reranker
from ibidem.ports.sources import PassageSource
from ibidem.ports.stores import Backend


@dataclass(frozen=True, slots=True)
class Provider:
    """Where the models of a provider come from; `keys` are the variables of the environment of which it needs one, if any.

    `addresses` are those that may name its server, of which the first that is set counts.
    """

    module: str
    opener: str
    library: str
    extra: str | None
    keys: tuple[str, ...]
    addresses: tuple[str, ...] = ()


CHAT_PROVIDERS: Mapping[str, Provider] = {
    "openai": Provider(
        "ibidem.backends.openai_models",
        "open_openai_model",
        "openai",
        None,
        ("OPENAI_API_KEY", "OPENAI_BASE_URL"),
        ("OPENAI_BASE_URL",),
    ),
    "anthropic": Provider(
        "ibidem.backends.anthropic_models",
        "open_anthropic_model",
        "anthropic",
        "anthropic",
        ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
        ("ANTHROPIC_BASE_URL",),
    ),
    "gemini": Provider(
        "ibidem.backends.gemini.models",
        "open_gemini_model",
        "google.genai",
        "gemini",
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        ("GOOGLE_GEMINI_BASE_URL",),
    ),
}


EMBEDDING_PROVIDERS: Mapping[str, Provider] = {
    "openai": Provider(
        "ibidem.backends.embedders",
        "open_openai_embedder",
        "httpx2",
        None,
        ("OPENAI_API_KEY", "OPENAI_BASE_URL", "EMBEDDINGS_BASE_URL"),
        ("EMBEDDINGS_BASE_URL", "OPENAI_BASE_URL"),
    ),
    "local": Provider("ibidem.backends.local_models", "open_local", "numpy", None, ()),
}
HOSTED_PROVIDERS: Mapping[str, Provider] = {
    "gemini": Provider(
        "ibidem.backends.gemini.file_search",
        "open_file_search",
        "google.genai",
        "gemini",
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        ("GOOGLE_GEMINI_BASE_URL",),
    ),
}
RERANKING_PROVIDERS: Mapping[str, Provider] = {
    "tei": Provider("ibidem.backends.rerankers", "open_tei_reranker", "httpx2", None, ()),
    "cohere": Provider(
        "ibidem.backends.rerankers",
        "open_cohere_reranker",
        "httpx2",
        None,
        ("COHERE_API_KEY", "COHERE_BASE_URL"),
        ("COHERE_BASE_URL",),
    ),
    "jina": Provider(
        "ibidem.backends.rerankers",
        "open_jina_reranker",
        "httpx2",
        None,
        ("JINA_API_KEY", "JINA_BASE_URL"),
        ("JINA_BASE_URL",),
    ),
}
SOURCE_PROVIDERS: Mapping[str, Provider] = {
    "ragflow": Provider("ibidem.backends.ragflow", "open_ragflow", "httpx2", None, ("RAGFLOW_API_KEY",)),
    "search": Provider("ibidem.backends.ragflow", "open_simple_search", "httpx2", None, ()),
}


def open_backend(data: Path) -> Backend:
    """What keeps everything in a data folder, which is made where there is none.

    Raises InvalidInput when it is no data folder, and StoreUnavailable when it cannot be used.
    """
    from ibidem.backends.embedded.store import EmbeddedBackend

    return EmbeddedBackend.open(data)


def open_backend_to_read(data: Path) -> Backend:
    """As `open_backend`, for what is stored already: nothing is changed, and what would write raises StoreUnavailable."""
    from ibidem.backends.embedded.store import EmbeddedBackend

    return EmbeddedBackend.open_to_read(data)


def require_stored(data: Path) -> None:
    """Raises StoreUnavailable where nothing has been stored yet, and InvalidInput as `open_backend`."""
    from ibidem.backends.embedded.folder import require_store

    require_store(data)


def is_stored(data: Path) -> bool:
    """Whether there is a store in a data folder. Raises InvalidInput and StoreUnavailable as `open_backend`."""
    from ibidem.backends.embedded.database import is_store
    from ibidem.backends.embedded.folder import DATABASE, require_ours

    require_ours(data)
    return is_store(data / DATABASE)


def open_tokens(issuer: Issuer) -> TokenReader:
    """What checks the tokens of an identity provider, which is not asked before the first one comes."""
    from ibidem.backends.oidc import OidcTokens

    return OidcTokens(issuer)


def split_name(name: str, providers: Mapping[str, Provider]) -> tuple[str, str]:
    """The provider and the model of a `provider:model`; the model may hold further colons. Raises ValueError: what is allowed."""
    provider, colon, model = name.partition(":")
    if not colon or provider not in providers or not model or model != model.strip():
        raise ValueError(f"write PROVIDER:MODEL, where PROVIDER is {' or '.join(providers)}")
    return provider, model


def missing(name: str, providers: Mapping[str, Provider]) -> str | None:
    """What keeps the model from being opened, and what to do about it; None when nothing is known to.

    Its library is not imported, its server not asked. Raises ValueError for a name that is none.
    """
    provider = providers[split_name(name, providers)[0]]
    if not installed(provider.library):
        return f"its library is not installed: pip install 'ibidem[{provider.extra}]'"
    if provider.keys and not any(os.environ.get(key) for key in provider.keys):
        return f"there is no key: set {' or '.join(provider.keys)}"
    named = next((name for name in provider.addresses if os.environ.get(name)), None)
    if named is not None and not is_address(os.environ[named]):
        return f"{named} is no address of a server: {ALLOWED}"
    return None


def open_chat_model(name: str) -> ChatModel:
    """The model of that name. Raises SettingsError when the name is none, or its library or its key is not there."""
    return _open(name, "model", CHAT_PROVIDERS)


def open_embedder(name: str) -> Embedder:
    """The embedder of that name. Raises SettingsError as `open_chat_model`."""
    return _open(name, "embedder", EMBEDDING_PROVIDERS)


def open_reranker(name: str) -> Reranker:
    """The reranker of that name. Raises SettingsError as `open_chat_model`."""
    return _open(name, "reranker", RERANKING_PROVIDERS)


def open_source(name: str) -> PassageSource:
    """The source of passages of that name. Raises SettingsError as `open_chat_model`."""
    return _open(name, "source of passages", SOURCE_PROVIDERS)


def open_hosted_corpus(name: str) -> HostedCorpus:
    """The hosted search that answers with the model of that name. Raises SettingsError as `open_chat_model`."""
    return _open(name, "hosted search", HOSTED_PROVIDERS)


def _open(name: str, what: str, providers: Mapping[str, Provider]) -> Any:
    try:
        problem = missing(name, providers)
        chosen, model = split_name(name, providers)
    except ValueError as error:
        raise SettingsError(f"{name!r} names no {what}; {error}") from error
    if problem is not None:
        raise SettingsError(f"the {what} {name} cannot be used; {problem}")
    provider = providers[chosen]
    return getattr(import_module(provider.module), provider.opener)(model)


def installed(library: str) -> bool:
    """Whether the library is there; it is not imported, only the package around it, if there is one."""
    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:  # the package that would hold it is not there either
        return False
