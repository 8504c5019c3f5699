"""How things look on a terminal."""

import json
import os
import re
from collections.abc import Sequence

import click
from pydantic import BaseModel

from ibidem.domain.conversation import DocRef, Turn
from ibidem.domain.events import TurnDone
from ibidem.language.tables import aligned, in_columns
from ibidem.turn.answers.withheld import notice_of

# What a document or a title could use to speak to the terminal instead of the person; line breaks and tabs stay.
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


_MOST_PAGES = 10  # that a line names


def plain(text: str) -> str:
    """Text that came from a document or a person, without what would speak to the terminal."""
    return CONTROLS.sub("", text)


def say(text: str) -> None:
    """Prints text that came from a document or a person."""
    click.echo(plain(text))


def coloured(text: str, fg: str | None = None, *, dim: bool = False) -> str:
    """The text in a colour or faint; as it is where NO_COLOR (https://no-color.org) or a terminal without colours says so. To a
    file or a pipe, click prints it without."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return click.style(text, fg=fg, dim=dim or None)


def faint(text: str) -> str:
    """What stands beside an answer."""
    return coloured(text, dim=True)


def say_json(shape: BaseModel) -> None:
    """Prints one of the shapes of the HTTP API."""
    click.echo(json.dumps(shape.model_dump(mode="json"), ensure_ascii=False, indent=2))


def say_done(done: TurnDone) -> None:
    """Prints an answer with its sources under it, and the document that was asked for whole, or the page of it that was shown."""
    say_turn(done.turn)
    if done.document is not None:
        click.echo()
        say(done.document.text)


def say_turn(turn: Turn) -> None:
    """Prints an answer with its sources under it."""
    content = turn.content
    if content.trace.understood:
        click.echo(faint(f"({plain(content.trace.understood)})"))
    if not turn.withheld:
        say(aligned(content.assistant_text))
    if (notice := notice_of(turn)) is not None:
        click.echo(faint(f"({plain(notice)})"))
    if content.shown_list is not None or (content.pause is not None and content.pause.kind in ("sources", "review")):
        return  # the text names the sources itself
    if content.doc_refs:
        click.echo()
    for ref in content.doc_refs:
        click.echo(source_line(ref))


def source_line(ref: DocRef) -> str:
    """A source under its slot."""
    page = "" if ref.page is None else f", p. {ref.page}"
    owner = f", {plain(ref.owner)}" if ref.owner else ""
    standing = "" if ref.in_force else ", not in force"
    return f"  {coloured(f'[{ref.slot}]', fg='cyan')} {plain(ref.title)} {faint(f'({plain(ref.doc_id)}{owner}{page}{standing})')}"


def say_passages(refs: Sequence[DocRef]) -> None:
    """Prints sources, each with the passage that was cited."""
    for ref in refs:
        click.echo(source_line(ref))
        if ref.snippet:
            say(f"      {' '.join(ref.snippet.split())}")


def say_table(rows: Sequence[Sequence[str]]) -> None:
    """Prints rows of cells in columns."""
    for line in in_columns([[" ".join(plain(cell).split()) for cell in row] for row in rows]):
        click.echo(line)


def in_part(unread: Sequence[int]) -> str:
    """Which pages of a document were not read, or not whole, and what helps."""
    named = ", ".join(map(str, unread[:_MOST_PAGES]))
    more = f" and {len(unread) - _MOST_PAGES:,} more" if len(unread) > _MOST_PAGES else ""
    pages = "page" if len(unread) == 1 else "pages"
    return f"{pages} {named}{more}: much of the text could not be read; see the original, or save it with its fonts"


def say_next(next_offset: int | None) -> None:
    """Says beside the result how to see the next page, where there is one."""
    if next_offset is not None:
        click.echo(f"there are more; --offset {next_offset} shows them", err=True)
