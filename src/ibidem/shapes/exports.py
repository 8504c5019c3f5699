"""A whole conversation to be kept elsewhere: as JSON, which programs read again, and for people as Markdown or HTML."""

import re
from collections.abc import AsyncGenerator, Mapping
from datetime import UTC, datetime, tzinfo
from typing import Literal

from pydantic import BaseModel, Field

from ibidem.domain.conversation import DocRef, Session, Turn
from ibidem.domain.documents import Principal
from ibidem.ports.turn_store import TurnStore
from ibidem.shapes.export_labels import LABELS, Labels, when
from ibidem.shapes.exported_page import END, page_head, turn_section
from ibidem.shapes.sessions import SessionShape
from ibidem.shapes.turns import TurnShape
from ibidem.turn.answers.withheld import notice_of

ExportFormat = Literal["json", "markdown", "html"]
MEDIA_TYPES: Mapping[ExportFormat, str] = {
    "json": "application/json",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
ENDINGS: Mapping[ExportFormat, str] = {"json": "json", "markdown": "md", "html": "html"}
_AT_A_TIME = 100  # turns read at once; each is of some kilobytes
# What Markdown would take for its own within a line. An underscore within a word is none of it.
_MARKS = re.compile(r"([\\`*\[\]<])")


class ExportedTurn(TurnShape):
    """A turn as `GET /v1/sessions/{session_id}/turns/{turn_id}` shows it, without its HTML."""

    answer_html: str = Field(default="", exclude=True)


class SessionExport(BaseModel):
    """A conversation with all of its turns, those too that were asked anew.

    What was written is read back by this shape; a line for each turn makes the `turns.jsonl` of `ibidem eval memory`.
    """

    format: Literal["ibidem session"] = "ibidem session"
    format_version: Literal[1] = 1
    exported: datetime
    session: SessionShape
    turns: list[ExportedTurn]


async def export(
    session_id: str, shape: ExportFormat, turns: TurnStore, principal: Principal, pause_hours: float, zone: tzinfo = UTC
) -> AsyncGenerator[str]:
    """The pieces of the file. Raises NotFound, before the first piece for a session that is not there. Times for people are in
    the `zone`."""
    session = await turns.session(session_id, principal)
    if shape == "json":
        async for piece in _json(session, turns, principal, pause_hours):
            yield piece
    elif shape == "html":
        async for piece in _html(session, turns, principal, zone):
            yield piece
    else:
        async for piece in _markdown(session, turns, principal, zone):
            yield piece


async def _all_turns(session: Session, turns: TurnStore, principal: Principal) -> AsyncGenerator[Turn]:
    """The turns that the session had, in their order."""
    for offset in range(0, session.turns, _AT_A_TIME):
        for turn in await turns.turns(session.session_id, principal, min(_AT_A_TIME, session.turns - offset), offset):
            yield turn


async def _json(session: Session, turns: TurnStore, principal: Principal, pause_hours: float) -> AsyncGenerator[str]:
    whole = SessionExport(exported=datetime.now(UTC), session=SessionShape.of(session), turns=[])
    before, after = whole.model_dump_json().rsplit("[]", 1)
    yield f"{before}["
    async for turn in _all_turns(session, turns, principal):
        comma = "," if turn.turn_id > 1 else ""
        yield f"{comma}\n{ExportedTurn.of(turn, session.turns, pause_hours).model_dump_json()}"
    yield f"\n]{after}\n"


async def _markdown(session: Session, turns: TurnStore, principal: Principal, zone: tzinfo) -> AsyncGenerator[str]:
    headed = False
    async for turn in _all_turns(session, turns, principal):
        if not headed:
            yield _head(session, LABELS[turn.content.language], zone)
            headed = True
        yield _turn(turn, LABELS[turn.content.language], zone)


async def _html(session: Session, turns: TurnStore, principal: Principal, zone: tzinfo) -> AsyncGenerator[str]:
    headed = False
    async for turn in _all_turns(session, turns, principal):
        if not headed:
            yield page_head(session, turn.content.language, zone)
            headed = True
        yield turn_section(turn, zone)
    yield END


def _head(session: Session, labels: Labels, zone: tzinfo) -> str:
    name = _line(session.title or session.first_question)
    times = f"{when(session.started, zone)} – {when(session.last_turn, zone)}"
    return f"# {name or labels.title}\n\n{times} · {labels.turns.format(session.turns)}\n"


def _turn(turn: Turn, labels: Labels, zone: tzinfo) -> str:
    content, again = turn.content, turn.replaced_by
    anew = "" if again is None else f" · {labels.replaced.format(again)}"
    said = [
        f"\n## {turn.turn_id} · {when(turn.ts, zone)}{anew}",
        "\n".join(f"> {_escaped(line)}".rstrip() for line in content.user_text.splitlines()),
    ]
    if content.assistant_text and not turn.withheld:
        said.append(content.assistant_text)
    if (notice := notice_of(turn)) is not None:
        said.append(f"({_line(notice)})")
    if content.doc_refs:
        said.append(f"{labels.sources}:\n\n" + "\n".join(_source(ref, labels) for ref in content.doc_refs))
    return "\n\n".join(said) + "\n"


def _source(ref: DocRef, labels: Labels) -> str:
    """A source under its number, with the version by which it stays readable, and the passage below it."""
    page = "" if ref.page is None else labels.page.format(ref.page)
    details = (f"`{ref.doc_id}`", _line(ref.owner), page, ref.version, "" if ref.in_force else labels.not_in_force)
    line = f"- [{ref.slot}] {_line(ref.title)} ({', '.join(filter(None, details))})"
    return f"{line}\n  > {_line(ref.snippet)}" if ref.snippet else line


def _line(text: str) -> str:
    return _escaped(" ".join(text.split()))


def _escaped(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)
