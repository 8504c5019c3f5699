"""`ibidem sessions`: conversations, read back and deleted."""

import click

from ibidem.cli.options import configured, json_option
from ibidem.cli.printing import say, say_json, say_table, say_turn
from ibidem.cli.running import with_reader, with_stored
from ibidem.settings import Settings
from ibidem.web.schemas import SessionList, SessionShape
from ibidem.web.turns import TurnList


@click.group(help="List, show and delete conversations.")
def sessions() -> None:
    pass


@sessions.command("list", help="List conversations, the one that moved last first.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=50, show_default=True, help="How many at most.")
@json_option
@configured
def list_sessions(settings: Settings, *, limit: int, as_json: bool) -> None:
    found = with_reader(settings, lambda app: app.turns.sessions(app.principal, limit))
    if as_json:
        say_json(SessionList(sessions=[SessionShape.of(session) for session in found]))
        return
    say_table([(s.session_id, f"{s.last_turn.astimezone():%Y-%m-%d %H:%M}", str(s.turns), s.first_question) for s in found])


@sessions.command(help="Show a conversation.")
@click.argument("session_id")
@json_option
@configured
def show(settings: Settings, *, session_id: str, as_json: bool) -> None:
    turns = with_reader(settings, lambda app: app.turns.all_turns(session_id, app.principal))
    if as_json:
        say_json(TurnList.of(turns, settings.pause_hours))
        return
    for turn in turns:
        say(f"{turn.turn_id}> {turn.content.user_text}")
        say_turn(turn)
        click.echo()


@sessions.command(help="Delete a conversation with its turns. There is no way back.")
@click.argument("session_id")
@configured
def delete(settings: Settings, session_id: str) -> None:
    with_stored(settings, lambda app: app.turns.delete_session(session_id, app.principal))
    say(f"deleted {session_id}")
