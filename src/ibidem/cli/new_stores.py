"""What makes a store asks first: a mistyped --data would be a new, empty one, and nobody would notice."""

import sys
from dataclasses import replace

import click

from ibidem.backends.registry import Storage, is_stored
from ibidem.settings import default_data_folder

create_option = click.option("--create", is_flag=True, help="Make a new store where --data names none, without asking.")


def settle_store(storage: Storage) -> None:
    """Asks a person before a store is made, a program's output says so. The default place is not mistyped."""
    if is_stored(storage) or replace(storage, sessions=None) == Storage(default_data_folder()):
        return
    if at_a_terminal():
        click.confirm(f"There is no store in {storage} yet. Make one?", abort=True, err=True)
    else:
        announce_store(storage)


def announce_store(storage: Storage) -> None:
    """Says that a store is made, where there is none."""
    if not is_stored(storage):
        click.echo(f"making a new store in {storage}", err=True)


def at_a_terminal() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty()
