"""How this installation runs, as opposed to what it answers about (that is the profile): one frozen object, read once.

A value is taken from the first that has it: what the caller gives (a command's option), the environment (`IBIDEM_DATA`), the TOML
file named by `IBIDEM_CONFIG` or, when there is one, `ibidem.toml` in the working directory (`data = "..."`), the default.
A name in the file that is not a setting is an error, so that a slip of the pen never runs with a default; in the environment,
which other programs and other versions share, it is warned of.
"""

import logging
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from ibidem.backends.addresses import ALLOWED, REDIS_ALLOWED, REDIS_SCHEMES, is_address
from ibidem.backends.local.packed_file import model_here
from ibidem.backends.registry import (
    CHAT_PROVIDERS,
    EMBEDDING_PROVIDERS,
    HOSTED_PROVIDERS,
    READING_PROVIDERS,
    RERANKING_PROVIDERS,
    SOURCE_PROVIDERS,
    STORE_PROVIDERS,
    Storage,
    split_name,
)
from ibidem.domain.access import Issuer, Scope
from ibidem.domain.errors import SettingsError
from ibidem.domain.languages import Language
from ibidem.profile import as_said

logger = logging.getLogger(__name__)

PREFIX = "IBIDEM_"
CONFIG_VARIABLE = "IBIDEM_CONFIG"
CONFIG_FILE = "ibidem.toml"
# What Kubernetes sets in every container of a namespace that has a service called "ibidem"; nobody wrote these by hand.
SERVICE_LINKS = re.compile(r"IBIDEM_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))(_\w+)?")

# An identity provider's keys decide who comes in, so nobody may change them on their way.
PRIVATE = re.compile(r"https://[^/?#@\s]+|http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?(?![^/?#])")

LogLevel = Literal["debug", "info", "warning", "error"]


def default_data_folder() -> Path:
    """`ibidem` in the user's data folder (XDG Base Directory Specification): the same from whatever folder a command is given."""
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "share") / "ibidem"


class Settings(BaseSettings):
    """Every setting, with its default."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, extra="forbid", validate_default=True, case_sensitive=False, env_ignore_empty=True
    )

    data: Path = Field(default_factory=default_data_folder, description="the folder for everything that is kept")
    store: str | None = Field(
        None,
        description="the cluster that keeps everything in place of the data folder: elasticsearch:URL or opensearch:URL",
    )
    store_prefix: str = Field(
        "ibidem", pattern="^[a-z][a-z0-9_-]{0,60}$", description="what the names of the indices in the cluster begin with"
    )
    originals: str | None = Field(
        None,
        pattern=r"^s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9._/-]{1,200})?$",
        description="the bucket that keeps the files which documents were read from, where they are large: s3://BUCKET/PREFIX",
    )
    originals_texts: bool = Field(
        False, description="whether that bucket also keeps the whole texts of the documents of a cluster, which then has passages"
    )
    sessions: str | None = Field(
        None, description="the Redis server that keeps conversations in place of the store: redis://HOST:PORT/NUMBER"
    )
    profile: str = Field("general", min_length=1, description="the name of a shipped profile, or the path of a .toml file")
    model: str | None = Field(None, description="the language model, as provider:model; without one, answers are extracts")
    models: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="the language models that a question may choose from, as provider:model, by comma; the first is the default",
    )
    light_model: str | None = Field(
        None, description="a quicker model for everything but answering and judging, as provider:model; by default the same one"
    )
    turn_seconds: float = Field(120.0, ge=1.0, le=3600.0, description="the seconds that a turn may take, 1 to 3600")
    call_seconds: float = Field(
        20.0,
        ge=1.0,
        le=3600.0,
        description="the seconds that a short call of a model may take (everything but the answer), 1 to 3600",
    )
    host: str = Field("127.0.0.1", min_length=1, description="the address to serve at; loopback unless you say otherwise")
    port: int = Field(8765, ge=0, le=65535, description="the port to serve at; 0 lets the system choose a free one")
    allowed_hosts: Annotated[frozenset[str], NoDecode] = Field(
        frozenset(), description="further names, or NAME:PORT, under which the server may be addressed (a proxy's), by comma"
    )
    turns_at_once: int = Field(
        128,
        ge=1,
        le=10_000,
        description="the turns and searches that are answered at once over HTTP, 1 to 10000; more are refused",
    )
    groups: Annotated[frozenset[str], NoDecode] = Field(
        frozenset(), description="the groups you belong to, by comma; documents that name readers are shown to their groups only"
    )
    embedder: str | None = Field(
        default_factory=model_here,
        description="the model for search by meaning: local:ibidem-1, openai:MODEL and others, or none",
    )
    embedder_languages: Annotated[frozenset[Language], NoDecode] = Field(
        frozenset(), description="the languages that the embedder is used for (ko, en, ja), by comma; tried out when left out"
    )
    reranker: str | None = Field(
        default_factory=model_here,
        description="the model that reads the best passages once more: local:ibidem-1, tei:URL, cohere:MODEL, jina:MODEL or none",
    )
    retriever: str | None = Field(
        None,
        description="the service that finds passages for the profile's domains in place of the own index: "
        "ragflow:URL or search:URL",
    )
    retriever_seconds: float = Field(
        10.0, ge=0.1, le=50.0, description="the seconds that a search of the retriever may take, 0.1 to 50"
    )
    audit: str | None = Field(
        None, min_length=1, description="where an event a turn goes: the path of a file, or an address that takes JSON"
    )
    hosted_search: str | None = Field(
        None, description="the service that answers open questions from stores of its own, as provider:model: gemini:MODEL"
    )
    hosted_stores: Annotated[frozenset[str], NoDecode] = Field(
        frozenset(), description="the names of the stores that the hosted search answers from, by comma"
    )
    hosted_foreign: bool = Field(
        False, description="whether every caller is also answered from documents in these stores that ibidem did not upload"
    )
    workers: int = Field(
        default_factory=lambda: min(os.cpu_count() or 1, 8), ge=1, le=64, description="processes that read files while indexing"
    )
    pictures: bool = Field(
        default=True, description="whether pictures in a folder are recognised while indexing, where Tesseract is installed"
    )
    pause_hours: float = Field(24, gt=0, le=8760, description="how long a turn waits for a person's answer, in hours")
    upload_limit_mb: int = Field(64, ge=1, le=4096, description="the largest file that may be uploaded, in MiB")
    requests_per_minute: int = Field(
        600, ge=1, le=1_000_000, description="the requests that one key or person may send in a minute, and at once"
    )
    received_mb_per_minute: int = Field(
        256, ge=1, le=1_000_000, description="the MiB of bodies that one key or person may send in a minute, and at once"
    )
    redis: str | None = Field(
        None, description="the Redis server in which several processes count together what one key or person sent"
    )
    oidc_issuer: str | None = Field(
        None, description="the OpenID Connect provider whose tokens are accepted: its issuer, https or on loopback"
    )
    oidc_audience: str | None = Field(None, min_length=1, description="the audience that a token has to name, beside an issuer")
    oidc_jwks_url: str | None = Field(None, description="where the issuer's keys are; found out from the issuer when left out")
    oidc_user_claim: str = Field("sub", min_length=1, description="the claim of a token that names the person")
    oidc_groups_claim: str = Field("groups", min_length=1, description="the claim of a token that lists the person's groups")
    oidc_tenant_claim: str | None = Field(
        None, min_length=1, description="the claim of a token that names the tenant; without one there is a single tenant"
    )
    oidc_scopes: Annotated[frozenset[Scope], NoDecode] = Field(
        frozenset[Scope]({"ask", "read"}),
        description="what everybody with a token may do (ask, read, write, metrics, administer), by comma",
    )
    otlp_endpoint: str | None = Field(
        None, pattern="^https?://", description="where spans of turns are sent (OTLP over HTTP), such as a collector's /v1/traces"
    )
    otlp_texts: bool = Field(False, description="whether messages and answers are written into spans")
    log_level: LogLevel = Field("info", description="what is logged")

    @field_validator("groups", "allowed_hosts", "embedder_languages", "oidc_scopes", "hosted_stores", "models", mode="before")
    @classmethod
    def _by_comma(cls, value: object) -> object:
        return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value

    @field_validator("model", "light_model", mode="after")
    @classmethod
    def _names_a_model(cls, value: str | None) -> str | None:
        if value is not None:
            split_name(value, CHAT_PROVIDERS)
        return value

    @field_validator("models", mode="after")
    @classmethod
    def _name_models(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for name in value:
            split_name(name, CHAT_PROVIDERS)
        return value

    @model_validator(mode="before")
    @classmethod
    def _first_is_the_default(cls, given: Any) -> Any:
        """What is wrong with the first of them is said of the list alone."""
        said: Any = given.get("models") if not given.get("model") else None
        first = str(next(iter(said.split(",") if isinstance(said, str) else said or ()), "")).strip()
        return {**given, "model": first} if _is_chat_model(first) else given

    @field_validator("light_model", mode="after")
    @classmethod
    def _beside_a_model(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is not None and info.data.get("model", value) is None:
            raise ValueError(f"it works beside a model, and there is none; set {variable('model')} too, or leave this one out")
        return value

    @field_validator("embedder", "reranker", mode="before")
    @classmethod
    def _or_none(cls, value: object) -> object:
        return None if isinstance(value, str) and value.strip().lower() == "none" else value

    @field_validator("embedder", mode="after")
    @classmethod
    def _names_an_embedder(cls, value: str | None) -> str | None:
        if value is not None:
            split_name(value, EMBEDDING_PROVIDERS)
        return value

    @field_validator("store", mode="after")
    @classmethod
    def _names_a_cluster(cls, value: str | None) -> str | None:
        if value is not None and not is_address(split_name(value, STORE_PROVIDERS)[1]):
            raise ValueError(f"the cluster has no address; {ALLOWED}")
        return value

    @field_validator("sessions", mode="after")
    @classmethod
    def _names_a_server_of_sessions(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(REDIS_SCHEMES):
            raise ValueError(REDIS_ALLOWED)
        return value

    @field_validator("originals_texts", mode="after")
    @classmethod
    def _beside_a_bucket(cls, value: bool, info: ValidationInfo) -> bool:  # noqa: FBT001
        if value and not (info.data.get("originals") and info.data.get("store")):
            raise ValueError(f"it is for a cluster with a bucket; set {variable('store')} and {variable('originals')} too")
        return value

    @field_validator("reranker", mode="after")
    @classmethod
    def _names_a_reranker(cls, value: str | None) -> str | None:
        if value is not None:
            split_name(value, {**READING_PROVIDERS, **RERANKING_PROVIDERS})
        return value

    @field_validator("oidc_issuer", "oidc_jwks_url", mode="after")
    @classmethod
    def _private_on_its_way(cls, value: str | None) -> str | None:
        if value is not None and not PRIVATE.match(value):
            raise ValueError("write an address that begins with https://; http:// is for loopback alone")
        return value

    @field_validator("oidc_audience", mode="after")
    @classmethod
    def _beside_an_issuer(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is None and info.data.get("oidc_issuer") is not None:
            raise ValueError("an issuer's tokens are for many services; name the audience that stands for this one")
        return value

    @field_validator("retriever", mode="after")
    @classmethod
    def _names_a_source(cls, value: str | None) -> str | None:
        if value is not None:
            split_name(value, SOURCE_PROVIDERS)
        return value

    @field_validator("hosted_search", mode="after")
    @classmethod
    def _names_a_hosted_search(cls, value: str | None) -> str | None:
        if value is not None:
            split_name(value, HOSTED_PROVIDERS)
        return value

    @field_validator("hosted_stores", mode="after")
    @classmethod
    def _beside_a_hosted_search(cls, value: frozenset[str], info: ValidationInfo) -> frozenset[str]:
        if not value and info.data.get("hosted_search") is not None:
            raise ValueError(f"{variable('hosted_search')} answers from stores: name at least one")
        return value

    @field_validator("data", mode="after")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    @property
    def choices(self) -> tuple[str, ...]:
        """The models that a question may name, the default first; none without a model."""
        return () if self.model is None else tuple(dict.fromkeys((self.model, *self.models)))

    @property
    def storage(self) -> Storage:
        """Where everything is kept."""
        return Storage(self.data, self.store, self.store_prefix, self.originals, self.originals_texts, self.sessions)

    @property
    def lacks_weights(self) -> bool:
        """Whether documents are found by their words alone for nothing but the weights of the encoder, which are not here."""
        return "embedder" not in self.model_fields_set and model_here() is None

    @property
    def issuer(self) -> Issuer | None:
        """The identity provider whose tokens are accepted; None without one."""
        if self.oidc_issuer is None or self.oidc_audience is None:
            return None
        return Issuer(
            issuer=self.oidc_issuer,
            audience=self.oidc_audience,
            jwks_url=self.oidc_jwks_url,
            user_claim=self.oidc_user_claim,
            groups_claim=self.oidc_groups_claim,
            tenant_claim=self.oidc_tenant_claim,
            scopes=self.oidc_scopes,
        )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        file = config_file()
        from_file = () if file is None else (TomlConfigSettingsSource(settings_cls, file),)
        return (init_settings, env_settings, *from_file)


def _is_chat_model(name: str) -> bool:
    try:
        split_name(name, CHAT_PROVIDERS)
    except ValueError:
        return False
    return True


def config_file() -> Path | None:
    """The TOML file that is read, if there is one. Raises SettingsError when `IBIDEM_CONFIG` names none."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        if not Path(named).is_file():
            raise SettingsError(f"{CONFIG_VARIABLE}: {named} is not a file; name a readable TOML file or unset it")
        return Path(named)
    return Path(CONFIG_FILE) if Path(CONFIG_FILE).is_file() else None


def load_settings(**given: object) -> Settings:
    """The settings, with `given` (by field name; None means not given) above everything else. Raises SettingsError."""
    _warn_of_unknown_variables(os.environ)
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})  # pyright: ignore[reportArgumentType]
    except ValidationError as error:
        raise SettingsError("\n".join(_problem(detail) for detail in error.errors())) from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{config_file()}: not TOML: {error}") from error
    except RecursionError as error:
        raise SettingsError(f"{config_file()}: nested too deep; a table of settings is enough") from error
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{config_file()}: cannot be read ({error})") from error


def variable(field: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + field.upper()


def _warn_of_unknown_variables(environ: Mapping[str, str]) -> None:
    known = {variable(name) for name in Settings.model_fields} | {CONFIG_VARIABLE}
    for name in sorted(environ):
        if name.upper().startswith(PREFIX) and name.upper() not in known and not SERVICE_LINKS.fullmatch(name):
            logger.warning("%s: no such setting; %s", name, _nearest(name.upper(), known))


def _problem(detail: ErrorDetails) -> str:
    field = ".".join(str(part) for part in detail["loc"])
    if detail["type"] == "extra_forbidden":
        return f"{field}: no such setting; {_nearest(field, Settings.model_fields)}"
    name = str(detail["loc"][0]) if detail["loc"] else ""
    meaning = Settings.model_fields[name].description if name in Settings.model_fields else None
    given: Any = detail["input"]
    return f"{field} ({variable(name)}): {given!r} is not acceptable: {as_said(detail['msg'])}; it is {meaning}"


def _nearest(name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else f"the settings are {', '.join(names)}"
