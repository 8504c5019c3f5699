"""`ibidem sessions`: conversations, read back, named, branched, exported and deleted."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from ibidem.app import App
from ibidem.cli.options import configured, json_option, offset_option
from ibidem.cli.printing import say, say_json, say_next, say_table, say_turn
from ibidem.cli.running import with_reader, with_stored
from ibidem.domain.conversation import Session, Turn
from ibidem.domain.errors import InvalidInput
from ibidem.settings import Settings
from ibidem.shapes.exports import ExportFormat, export
from ibidem.shapes.pages import paged
from ibidem.shapes.requests import MAX_TITLE
from ibidem.shapes.sessions import SessionList, SessionShape
from ibidem.shapes.turns import TurnList


@click.group(help="List, show, name, branch, export and delete conversations.")
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
    say_table(
        [(s.session_id, f"{s.last_turn.astimezone():%Y-%m-%d %H:%M}", str(s.turns), s.title or s.first_question) for s in shown]
    )
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


@sessions.command(help="Give a conversation a title; an empty one takes it back.")
@click.argument("session_id")
@click.argument("title")
@configured
def rename(settings: Settings, *, session_id: str, title: str) -> None:
    given = title.strip()
    if len(given) > MAX_TITLE:
        raise InvalidInput("title", f"has {len(given):,} characters", f"at most {MAX_TITLE} are allowed")
    renamed = with_stored(settings, lambda app: app.care.rename(session_id, given, app.principal))
    say(f"{session_id}: {renamed.title or renamed.first_question}")


@sessions.command(help="Begin a new conversation with copies of the turns up to TURN. The old one stays as it is.")
@click.argument("session_id")
@click.argument("turn", type=click.IntRange(1))
@json_option
@configured
def branch(settings: Settings, *, session_id: str, turn: int, as_json: bool) -> None:
    made = with_stored(settings, lambda app: app.care.branch(session_id, turn, app.principal))
    if as_json:
        say_json(SessionShape.of(made))
        return
    say(f"{made.session_id} holds {made.turns} turns of {session_id}; `ibidem chat --session {made.session_id}` goes on with it")


@sessions.command("export", help="Write a whole conversation as Markdown or a page, for people, or as JSON, for programs.")
@click.argument("session_id")
@click.option(
    "--format",
    "shape",
    type=click.Choice(["markdown", "html", "json"]),
    default="markdown",
    show_default=True,
    help="What to write.",
)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Where to; on standard output by default."
)
@configured
def export_session(settings: Settings, *, session_id: str, shape: ExportFormat, output: Path | None) -> None:
    async def write(app: App) -> None:
        zone = datetime.now().astimezone().tzinfo or UTC
        pieces = export(session_id, shape, app.turns, app.principal, settings.pause_hours, zone)
        first = await anext(pieces)  # what is not there leaves no file behind
        with click.open_file("-" if output is None else str(output), "w", encoding="utf-8") as file:
            file.write(first)
            async for piece in pieces:
                file.write(piece)

    with_reader(settings, write)


@sessions.command(help="Delete a conversation with its turns. There is no way back.")
@click.argument("session_id")
@configured
def delete(settings: Settings, session_id: str) -> None:
    with_stored(settings, lambda app: app.turns.delete_session(session_id, app.principal))
    say(f"deleted {session_id}")
