"""`ibidem sessions`: conversations, read back and deleted."""

from collections.abc import Sequence

import click

from ibidem.app import App
from ibidem.cli.options import configured, json_option, offset_option
from ibidem.cli.printing import say, say_json, say_next, say_table, say_turn
from ibidem.cli.running import with_reader, with_stored
from ibidem.domain.conversation import Session, Turn
from ibidem.settings import Settings
from ibidem.shapes.pages import paged
from ibidem.shapes.sessions import SessionList
from ibidem.shapes.turns import TurnList


@click.group(help="List, show and delete conversations.")
def sessions() -> None:
    pass


@sessions.command("list", help="List conversations, the one that moved last first.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=50, show_default=True, help="How many at most.")
@offset_option
@json_option
@configured
def list_sessions(settings: Settings, *, limit: int, offset: int, as_json: bool) -> None:
    async def read(app: App) -> tuple[Sequence[Session], int]:
        found = await app.turns.sessions(app.principal, limit + 1, offset)
        return found, await app.turns.count_sessions(app.principal)

    found, total = with_reader(settings, read)
    if as_json:
        say_json(SessionList.of(found, limit, offset, total))
        return
    shown, next_offset = paged(found, limit, offset)
    say_table([(s.session_id, f"{s.last_turn.astimezone():%Y-%m-%d %H:%M}", str(s.turns), s.first_question) for s in shown])
    say_next(next_offset)


@sessions.command(help="Show a conversation.")
@click.argument("session_id")
@click.option("--limit", type=click.IntRange(1, 100_000), default=1000, show_default=True, help="How many turns at most.")
@offset_option
@json_option
@configured
def show(settings: Settings, *, session_id: str, limit: int, offset: int, as_json: bool) -> None:
    async def read(app: App) -> tuple[Sequence[Turn], int]:
        found = await app.turns.turns(session_id, app.principal, limit + 1, offset)
        return found, (await app.turns.session(session_id, app.principal)).turns

    found, last = with_reader(settings, read)
    if as_json:
        say_json(TurnList.of(found, limit, offset, last, settings.pause_hours))
        return
    shown, next_offset = paged(found, limit, offset)
    for turn in shown:
        say(f"{turn.turn_id}> {turn.content.user_text}")
        say_turn(turn)
        click.echo()
    say_next(next_offset)


@sessions.command(help="Delete a conversation with its turns. There is no way back.")
@click.argument("session_id")
@configured
def delete(settings: Settings, session_id: str) -> None:
    with_stored(settings, lambda app: app.turns.delete_session(session_id, app.principal))
    say(f"deleted {session_id}")
