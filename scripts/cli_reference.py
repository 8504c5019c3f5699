"""Prints docs/reference/cli.md: what every command says of itself. `make reference` keeps it, and a test compares."""

import sys
from collections.abc import Iterator

import click

from ibidem.cli.main import ibidem

INTRODUCTION = """\
# The command line

What `ibidem COMMAND --help` says, for every command. This page is written by `make reference`.

Every command that reads or writes documents and conversations takes `--data` and `--profile`; whatever is not given comes from
the [settings](settings.md). With `--json` a command prints the same shapes as the [HTTP API](http.md). What is meant for a person
beside the result (progress, hints, errors) goes to stderr.

`doctor`, `search`, and every `list` and `show` only read, beside a running service too: they make and change nothing. Where no
store has been made yet, `index`, `ask`, `chat` and `serve` make one, `doctor` says so, and the others end with 4.

## Exit codes

| code | meaning |
|---|---|
| 0 | done |
| 1 | failed, or failed in part: a file that could not be read, a problem that `doctor` found |
| 2 | not acceptable: the command line, a setting, the profile, or a message |
| 3 | not found: no such session, turn or document |
| 4 | the store cannot be used now, or there is none yet |
| 5 | `ask` needs an answer from a person; stderr says how to give it |
| 130 | interrupted |
"""


def pages(command: click.Command, name: str, parent: click.Context | None) -> Iterator[str]:
    """A section for the command, and one for each command in it."""
    context = command.make_context(name, [], parent, resilient_parsing=True, terminal_width=100)
    yield f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            assert found is not None
            yield from pages(found, inner, context)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    print("\n".join([INTRODUCTION, *pages(ibidem, "ibidem", None)]), end="")
