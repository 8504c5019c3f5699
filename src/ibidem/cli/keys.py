"""`ibidem keys`: API keys, made, listed and revoked by whoever may write the data folder."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import click

from ibidem.backends.registry import open_backend, open_backend_to_read, require_stored
from ibidem.cli.new_stores import announce_store, create_option, settle_store
from ibidem.cli.options import configured, json_option
from ibidem.cli.printing import say, say_json, say_table
from ibidem.domain.access import SCOPES, ApiKey, Scope
from ibidem.domain.api_keys import digest_of, new_key, new_key_id
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput
from ibidem.domain.gate import check_text
from ibidem.ports.backend import Backend
from ibidem.ports.key_store import KeyStore
from ibidem.settings import Settings
from ibidem.shapes.keys import KeyList, KeyShape, NewKeyShape

T = TypeVar("T")
MOST_CHARACTERS = 200  # of a user, a group or a tenant


@click.group(help="Make, list and revoke the keys that others need over HTTP.")
def keys() -> None:
    pass


@keys.command(help="Make a key for USER, and print it once: it cannot be shown again.")
@click.argument("user")
@click.option("--group", "groups", multiple=True, help="A group of the user (may be given more than once).")
@click.option("--tenant", default="default", show_default=True, help="Whose documents and conversations it opens.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(SCOPES),
    default=("ask", "read"),
    show_default=True,
    help="What it may do (may be given more than once).",
)
@click.option("--days", type=click.IntRange(1, 36_500), help="For how many days; without it until it is revoked.")
@create_option
@json_option
@configured
def add(
    settings: Settings,
    *,
    user: str,
    groups: tuple[str, ...],
    tenant: str,
    scopes: tuple[Scope, ...],
    days: int | None,
    create: bool,
    as_json: bool,
) -> None:
    principal = Principal(_named("USER", user), frozenset(_named("--group", one) for one in groups), _named("--tenant", tenant))
    (announce_store if create else settle_store)(settings.storage)
    now = datetime.now(UTC)
    expires = None if days is None else now + timedelta(days=days)
    key = ApiKey(key_id=new_key_id(), principal=principal, scopes=frozenset(scopes), created=now, expires=expires)
    shown = new_key()
    _with(open_backend(settings.storage), lambda store: store.add(key, digest_of(shown)))
    if as_json:
        say_json(NewKeyShape(**KeyShape.of(key, now).model_dump(), key=shown))
    else:
        click.echo(f"key {key.key_id} of {user}; it is shown this once:", err=True)
        click.echo(shown)


@keys.command("list", help="List the keys, with what each may do; never the keys themselves.")
@json_option
@configured
def list_keys(settings: Settings, *, as_json: bool) -> None:
    found, now = _with(open_backend_to_read(settings.storage), lambda store: store.keys()), datetime.now(UTC)
    shapes = [KeyShape.of(key, now) for key in found]
    if as_json:
        say_json(KeyList(keys=shapes))
    else:
        say_table([_row(shape) for shape in shapes])


def _row(key: KeyShape) -> tuple[str, ...]:
    until = "" if key.expires is None else f"until {key.expires:%Y-%m-%d}"
    return key.key_id, key.state, key.tenant, key.user, ", ".join(key.groups), ", ".join(key.scopes), until


@keys.command(help="Revoke a key by its id: the next request with it is refused.")
@click.argument("key_id")
@configured
def revoke(settings: Settings, key_id: str) -> None:
    require_stored(settings.storage)
    _with(open_backend(settings.storage), lambda store: store.revoke(key_id, datetime.now(UTC)))
    say(f"revoked {key_id}")


def _with(backend: Backend, act: Callable[[KeyStore], Awaitable[T]]) -> T:
    async def run() -> T:
        return await act(backend.keys)

    try:
        return asyncio.run(run())
    finally:
        backend.close()


def _named(field: str, text: str) -> str:
    name = check_text(field, text).strip()
    if not name.isprintable() or len(name) > MOST_CHARACTERS:
        raise InvalidInput(field, "is no name", f"at most {MOST_CHARACTERS} printable characters")
    return name
