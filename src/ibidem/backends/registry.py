"""From a setting to what it names: `provider:model`, or where things are kept. What serves it is imported when it is opened."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibidem.backends.addresses import ALLOWED, is_address
from ibidem.backends.citations import LendsDocuments
from ibidem.backends.local.packed_file import MISSING, packed_file
from ibidem.domain.access import Issuer
from ibidem.domain.errors import SettingsError
from ibidem.domain.redaction import redacted
from ibidem.ports.allowances import Allowances
from ibidem.ports.backend import Backend
from ibidem.ports.hosted_corpus import HostedCorpus
from ibidem.ports.models import ChatModel, Embedder, Reader, Reranker
from ibidem.ports.originals import Originals
from ibidem.ports.passage_source import PassageSource
from ibidem.ports.token_reader import TokenReader

if TYPE_CHECKING:
    from ibidem.backends.foreign_sessions import ForeignHoldings, Ownership


@dataclass(frozen=True, slots=True)
class Provider:
    """Where the models of a provider come from; `keys` are the variables of the environment of which it needs one, if any.

    `addresses` are those that may name its server, of which the first that is set counts; `in_process` is a model that ibidem
    brings along, whose weights have to be on this machine.
    """

    module: str
    opener: str
    library: str
    extra: str | None
    keys: tuple[str, ...]
    addresses: tuple[str, ...] = ()
    in_process: bool = False


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
    "local": Provider("ibidem.backends.local.encoder", "open_local", "onnxruntime", None, (), in_process=True),
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
# What reads windows line by line, and stands in the place of a reranker.
READING_PROVIDERS: Mapping[str, Provider] = {
    "local": Provider("ibidem.backends.local.reader", "open_local_reader", "onnxruntime", None, (), in_process=True),
}
STORE_PROVIDERS: Mapping[str, Provider] = {
    name: Provider("ibidem.backends.elastic.opening", "open_to_write", "elastic_transport", "elastic", ())
    for name in ("elasticsearch", "opensearch")
}
SOURCE_PROVIDERS: Mapping[str, Provider] = {
    "ragflow": Provider("ibidem.backends.ragflow", "open_ragflow", "httpx2", None, ("RAGFLOW_API_KEY",)),
    "search": Provider("ibidem.backends.ragflow", "open_simple_search", "httpx2", None, ()),
}


@dataclass(frozen=True, slots=True)
class Storage:
    """Where everything is kept: in the data folder; or, where a `store` is named (`provider:URL`), in indices with this prefix of
    a cluster, and the secret in the folder. Large originals are in `originals` (s3://BUCKET/PREFIX) where that is named, and with
    `texts_outside` the whole texts of a cluster's documents. Conversations are in `sessions` (redis://HOST:PORT/NUMBER) where
    that is named."""

    data: Path
    store: str | None = None
    prefix: str = "ibidem"
    originals: str | None = None
    texts_outside: bool = False
    sessions: str | None = None

    def __str__(self) -> str:
        return str(self.data) if self.store is None else redacted(self.store)


def open_backend(storage: Storage, masking: str = "") -> Backend:
    """What keeps everything: a data folder, which is made where there is none, or a cluster, whose indices are. With a policy of
    `masking`, only documents that were masked by it are readable.

    Raises InvalidInput when it is no data folder, StoreUnavailable when it cannot be used, SettingsError as `open_chat_model`.
    """
    server = _sessions(storage)
    rest = _open_rest(storage, masking)
    return rest if server is None else server.with_sessions(rest, storage.sessions)


def open_backend_to_read(storage: Storage, masking: str = "") -> Backend:
    """As `open_backend`, for what is stored already: nothing is changed, and what would write raises StoreUnavailable."""
    server = _sessions(storage)
    rest = _open_rest_to_read(storage, masking)
    return rest if server is None else server.with_sessions_to_read(rest, storage.sessions)


def _open_rest(storage: Storage, masking: str) -> LendsDocuments:
    """What keeps everything that is not kept elsewhere."""
    if storage.store is not None:
        return _clusters(storage.store).open_to_write(*_at(storage), masking, open_originals(storage))
    from ibidem.backends.embedded.backend import EmbeddedBackend

    return EmbeddedBackend.open(storage.data, masking, open_originals(storage))


def _open_rest_to_read(storage: Storage, masking: str) -> LendsDocuments:
    if storage.store is not None:
        return _clusters(storage.store).open_to_read(*_at(storage), masking, open_originals(storage))
    from ibidem.backends.embedded.backend import EmbeddedBackend

    return EmbeddedBackend.open_to_read(storage.data, masking, open_originals(storage))


def open_originals(storage: Storage) -> Originals | None:
    """Where large originals are kept outside of the store; None where they are in it. Nobody is asked yet. Raises SettingsError
    without the package, or for what the AWS_ variables say."""
    if storage.originals is None:
        return None
    if not installed("obstore"):
        raise SettingsError("originals in S3: its package is not installed: pip install 'ibidem[s3]'")
    from ibidem.backends.s3 import S3Originals

    return S3Originals(storage.originals, takes_texts=storage.texts_outside)


def open_foreign_turns(store: str, index: str, ownership: "Ownership") -> "ForeignHoldings":
    """The conversations that another program keeps in this index of a cluster (`provider:URL`). Nobody is asked yet. Raises
    SettingsError as `open_backend`."""
    return _clusters(store).open_foreign_turns(split_name(store, STORE_PROVIDERS)[1], index, ownership)


def require_sessions(storage: Storage) -> str:
    """Where conversations are that are kept apart, without a password. Raises StoreUnavailable where that server does not answer,
    and SettingsError as `open_backend`."""
    return _sessions(storage).answering(storage.sessions)


def share_secret(source: Storage, target: Storage) -> None:
    """Gives the target the secret of the source, if that has one: placeholders are recognised by it.

    Raises InvalidInput where the target has another one, and StoreUnavailable.
    """
    from ibidem.backends.embedded.folder import share_secret as share

    share(source.data, target.data)


def require_stored(storage: Storage) -> None:
    """Raises StoreUnavailable where nothing has been stored yet, and what `open_backend` raises."""
    if storage.store is not None:
        return _clusters(storage.store).require_indices(*_at(storage))
    from ibidem.backends.embedded.folder import require_store

    return require_store(storage.data)


def is_stored(storage: Storage) -> bool:
    """Whether there is a store. Raises what `open_backend` raises."""
    if storage.store is not None:
        return _clusters(storage.store).has_indices(*_at(storage))
    from ibidem.backends.embedded.database import is_store
    from ibidem.backends.embedded.folder import DATABASE, require_ours

    require_ours(storage.data)
    return is_store(storage.data / DATABASE)


def _sessions(storage: Storage) -> Any:
    """The module that keeps conversations apart; None where they are beside the documents. Raises SettingsError."""
    if storage.sessions is None:
        return None
    if not installed("redis"):
        raise SettingsError("sessions: the package of Redis is not installed: pip install 'ibidem[redis]'")
    return import_module("ibidem.backends.redis.backend")


def _clusters(store: str) -> Any:
    """The module that opens clusters. Raises SettingsError."""
    problem = missing(store, STORE_PROVIDERS)
    if problem is not None:
        raise SettingsError(f"the store {redacted(store)} cannot be used; {problem}")
    return import_module(STORE_PROVIDERS[split_name(store, STORE_PROVIDERS)[0]].module)


def _at(storage: Storage) -> tuple[str, str, Path]:
    """The address of the cluster, the prefix of its indices, and the data folder."""
    assert storage.store is not None, "it was just looked at"
    return split_name(storage.store, STORE_PROVIDERS)[1], storage.prefix, storage.data


def open_tokens(issuer: Issuer) -> TokenReader:
    """What checks the tokens of an identity provider, which is not asked before the first one comes."""
    from ibidem.backends.oidc import OidcTokens

    return OidcTokens(issuer)


def open_shared_limits(url: str, requests_per_minute: int, bytes_per_minute: int, alone: Allowances) -> Allowances:
    """What several processes count together at a Redis server; `alone` counts while it is away. Nobody is asked yet.

    Raises SettingsError for what is no address, and without the package.
    """
    if not installed("redis"):
        raise SettingsError("redis: its package is not installed: pip install 'ibidem[redis]'")
    from ibidem.backends.redis.allowances import open_redis_allowances

    return open_redis_allowances(url, requests_per_minute, bytes_per_minute, alone)


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
        package = provider.library if provider.extra is None else f"'ibidem[{provider.extra}]'"
        return f"its library is not installed: pip install {package}"
    if provider.in_process and packed_file() is None:
        return MISSING
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


def open_reader(name: str) -> Reader:
    """The reader of that name. Raises SettingsError as `open_chat_model`."""
    return _open(name, "reranker", READING_PROVIDERS)


def open_reranker(name: str) -> Reranker:
    """The reranker of that name. Raises SettingsError as `open_chat_model`."""
    return _open(name, "reranker", RERANKING_PROVIDERS)


def open_source(name: str, seconds: float = 10.0) -> PassageSource:
    """The source of passages of that name, which may take so long for a search. Raises SettingsError as `open_chat_model`."""
    return _open(name, "source of passages", SOURCE_PROVIDERS, seconds)


def open_hosted_corpus(name: str) -> HostedCorpus:
    """The hosted search that answers with the model of that name. Raises SettingsError as `open_chat_model`."""
    return _open(name, "hosted search", HOSTED_PROVIDERS)


def _open(name: str, what: str, providers: Mapping[str, Provider], *more: object) -> Any:
    try:
        problem = missing(name, providers)
        chosen, model = split_name(name, providers)
    except ValueError as error:
        raise SettingsError(f"{name!r} names no {what}; {error}") from error
    if problem is not None:
        raise SettingsError(f"the {what} {name} cannot be used; {problem}")
    provider = providers[chosen]
    return getattr(import_module(provider.module), provider.opener)(model, *more)


def installed(library: str) -> bool:
    """Whether the library is there; it is not imported, only the package around it, if there is one."""
    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:  # the package that would hold it is not there either
        return False
