"""`ibidem ask`: one turn."""

from dataclasses import replace
from uuid import uuid4

import click

from ibidem.app import App
from ibidem.cli.main import NEEDS_INPUT
from ibidem.cli.options import configured, confirm_option, field_option, json_option, mode_option
from ibidem.cli.printing import say_done, say_json
from ibidem.cli.running import answered, with_stored
from ibidem.domain.access import local_access
from ibidem.domain.conversation import Mode, Question
from ibidem.domain.documents import SearchFilters
from ibidem.domain.events import TurnDone
from ibidem.settings import Settings
from ibidem.shapes.answers import ChatResponse
from ibidem.shapes.filtering import from_words


@click.command(help="Ask one question. Where it asks you back, the exit code is 5, and --session takes the answer.")
@click.argument("question")
@click.option("--session", metavar="ID", help="The conversation to go on with, or to begin under this id.")
@click.option("--anew", is_flag=True, help="Ask in place of the last question of --session.")
@mode_option
@confirm_option
@field_option
@json_option
@configured
def ask(
    settings: Settings,
    *,
    question: str,
    session: str | None,
    anew: bool,
    mode: Mode,
    confirm_sources: bool,
    field: tuple[str, ...],
    as_json: bool,
) -> None:
    if anew and session is None:
        raise click.UsageError("--anew goes with --session")
    asked = Question(question, session or uuid4().hex, mode, confirm_sources=confirm_sources)

    async def act(app: App) -> tuple[TurnDone, ChatResponse]:
        filters = SearchFilters(fields=from_words(field, app.profile, "--field"))
        await app.index.catch_up()
        last = (await app.turns.session(asked.session_id, app.principal)).turns if anew else None
        done = await answered(app, replace(asked, replaces=last, filters=filters))
        return done, ChatResponse.of(done, settings.pause_hours, local_access(app.principal), app.profile.response)

    done, response = with_stored(settings, act)
    if as_json:
        say_json(response)
    else:
        say_done(done)
    if response.status == "needs_input":
        click.echo(f'`ibidem ask --session {response.session_id} "..."` answers this, in words or by number.', err=True)
        raise SystemExit(NEEDS_INPUT)
