"""`ibidem ask`: one turn."""

from uuid import uuid4

import click

from ibidem.cli.options import configured, json_option
from ibidem.cli.printing import say_json, say_turn
from ibidem.cli.running import answered, with_app
from ibidem.domain.conversation import Question
from ibidem.settings import Settings
from ibidem.web.schemas import ChatResponse


@click.command(help="Ask one question.")
@click.argument("question")
@click.option("--session", metavar="ID", help="The conversation to go on with, or to begin under this id.")
@json_option
@configured
def ask(settings: Settings, *, question: str, session: str | None, as_json: bool) -> None:
    turn = with_app(settings, lambda app: answered(app, Question(message=question, session_id=session or uuid4().hex)))
    if as_json:
        say_json(ChatResponse.of(turn))
    else:
        say_turn(turn)
