"""The options that every command takes, and the one for programs."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import click

from ibidem.cli.logs import redact_logs
from ibidem.settings import Settings, load_settings
from ibidem.shapes.pages import MAX_OFFSET

P = ParamSpec("P")
T = TypeVar("T")


def configured(command: Callable[Concatenate[Settings, P], T]) -> Callable[..., T]:
    """Gives a command `--data` and `--profile`, and the settings as its first argument. Called, it raises SettingsError."""

    @click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="The folder for everything that is kept (IBIDEM_DATA).",
    )
    @click.option("--profile", metavar="NAME-or-FILE", help="A shipped profile, or a TOML file (IBIDEM_PROFILE).")
    @functools.wraps(command)
    def run(data: Path | None, profile: str | None, *args: P.args, **kwargs: P.kwargs) -> T:
        redact_logs()
        return command(load_settings(data=data, profile=profile), *args, **kwargs)

    return run


offset_option = click.option("--offset", type=click.IntRange(0, MAX_OFFSET), default=0, help="How many to pass over.")
owner_option = click.option("--owner", multiple=True, help="Only documents of this owner (may be given more than once).")
field_option = click.option(
    "--field",
    metavar="NAME=VALUE",
    multiple=True,
    help="Only documents whose field of the profile has this value; of numbers and dates also NAME=FIRST..LAST, one of them "
    "left out where it is open (may be given more than once).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program.")
mode_option = click.option(
    "--mode",
    type=click.Choice(["fast", "verified"]),
    default="fast",
    show_default=True,
    help="`verified` answers only what passed every check, and asks you where it is not sure.",
)
confirm_option = click.option(
    "--confirm-sources", is_flag=True, help="Show what was found first, and answer from what you say yes to."
)
