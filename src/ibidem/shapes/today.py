"""The JSON of a stored answer beside what its documents say today."""

from collections.abc import Sequence
from datetime import date, datetime

from pydantic import BaseModel, Field

from ibidem.domain.documents import Document
from ibidem.turn.answers.today import Change, SourceToday, StandingLine


class LineToday(BaseModel):
    """A line as it was quoted, and the one that stands in its place."""

    was: str = Field(description="As it was quoted.")
    now: str | None = Field(description="The line that stands in its place; null where no line is like it.")
    section: str = Field(description='The headings over that line; "" without one.')
    page: int | None
    start: int | None = Field(description="Where it begins in the whole text of the document that holds now, in characters.")
    end: int | None

    @classmethod
    def of(cls, line: StandingLine) -> "LineToday":
        if line.now is None:
            return cls(was=line.was, now=None, section="", page=None, start=None, end=None)
        now = line.now
        return cls(was=line.was, now=now.text, section=now.section, page=now.page, start=now.start, end=now.end)


class DocumentToday(BaseModel):
    """The document that holds now: the current version, or the document that supersedes the cited one."""

    doc_id: str
    version: str
    title: str
    owner: str
    effective: date | None = Field(description="The day from which it is in force, where it says so.")
    indexed_at: datetime

    @classmethod
    def of(cls, document: Document | None) -> "DocumentToday | None":
        if document is None:
            return None
        return cls(
            doc_id=document.doc_id,
            version=document.version,
            title=document.title,
            owner=document.owner,
            effective=document.effective,
            indexed_at=document.indexed_at,
        )


class SourceTodayShape(BaseModel):
    """A source of which something is another today."""

    slot: int
    doc_id: str
    title: str
    change: Change = Field(
        description="`changed`: the current version says otherwise; `superseded`: another document holds now; "
        "`not_in_force`: none does; `gone`: it is not there, or may no longer be read."
    )
    instead: DocumentToday | None
    lines: list[LineToday] = Field(description="The lines that were quoted, as far as they do not stand there as they were.")


class TurnToday(BaseModel):
    """What would be another in a stored answer today; without `sources`, nothing would."""

    session_id: str
    turn_id: int
    sources: list[SourceTodayShape]

    @classmethod
    def of(cls, session_id: str, turn_id: int, found: Sequence[SourceToday]) -> "TurnToday":
        sources = [
            SourceTodayShape(
                slot=one.ref.slot,
                doc_id=one.ref.doc_id,
                title=one.ref.title,
                change=one.change,
                instead=DocumentToday.of(one.instead),
                lines=[LineToday.of(line) for line in one.lines],
            )
            for one in found
        ]
        return cls(session_id=session_id, turn_id=turn_id, sources=sources)
