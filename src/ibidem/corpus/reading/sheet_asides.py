# pyright: reportPrivateUsage=false
"""What an XLSX keeps beside the cells of its sheets: comments on them, and charts."""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from lxml import etree

from ibidem.corpus.reading.asides import Comment, marked
from ibidem.corpus.reading.blocks import TextBuilder, one_line
from ibidem.corpus.reading.cell_styles import Place, place_of
from ibidem.corpus.reading.charts import add_chart, chart_title
from ibidem.corpus.reading.packages import parsed, related

_WORKBOOK = "xl/workbook.xml"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_THREADED = "tc="  # how the author of a comment begins that stands for a thread, for programs that know none
_MOST_COMMENTS = 10_000  # of a sheet
_BREAK = re.compile(rb"<br\s*/?>")
_SHEET = re.compile(r"\s*(?:'((?:[^']|'')+)'|([^'!\[\]]+))!")


@dataclass(frozen=True, slots=True)
class Asides:
    """The comments of a sheet by their cells, counted from 0, its charts, and its boxes to tick: of each the cell over which it
    begins, and its mark with its words."""

    comments: Sequence[tuple[Place, Comment]] = ()
    charts: Sequence[etree._Element] = ()
    boxes: Sequence[tuple[Place, str]] = ()


def sheet_asides(original: bytes) -> Mapping[str, Asides]:
    """Of each sheet of an XLSX, by its name; nothing of another workbook. The package has been checked."""
    if not original.startswith(b"PK"):
        return {}
    with zipfile.ZipFile(io.BytesIO(original)) as package:
        if _WORKBOOK not in package.namelist():
            return {}
        parts = {**related(package, _WORKBOOK, "worksheet"), **related(package, _WORKBOOK, "chartsheet")}
        people = {
            person.get("id"): person.get("displayName") or ""
            for part in _present(package, _WORKBOOK, "person")
            for person in parsed(package, part).iter("{*}person")
        }
        present = set(package.namelist())
        named = ((one.get("name") or "", parts.get(one.get(_RELATION) or "", "")) for one in _sheets(package))
        reader = _Parts(package, present - set(parts.values()), people)
        return {name: reader.of_sheet(part) for name, part in named if part in present}


def add_charts(builder: TextBuilder, charts: Sequence[etree._Element], shown: Set[str]) -> None:
    """Adds charts: of one whose numbers stand in the sheets that are `shown` its title alone, of others what they draw too."""
    for chart in charts:
        drawn = {_sheet_of(one.text or "") for one in chart.iter("{*}f")}
        if drawn and drawn <= shown:
            builder.paragraph(chart_title(chart))
        else:
            add_chart(builder, chart)


def add_comments(builder: TextBuilder, comments: Sequence[tuple[Place, Comment]], places: Mapping[Place, str]) -> None:
    """Adds a line for each comment; `places` says in words where a cell stands."""
    for place, comment in comments:
        for line in marked([comment]).below:
            builder.paragraph(f"{places[place]} — {line}" if places.get(place) else line)


def _sheets(package: zipfile.ZipFile) -> Iterator[etree._Element]:
    return parsed(package, _WORKBOOK).iter("{*}sheet")


def _present(package: zipfile.ZipFile, part: str, kind: str) -> list[str]:
    present = set(package.namelist())
    return [one for one in related(package, part, kind).values() if one in present]


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of a package beside its sheets; each is read for one sheet, however many name it. `left` are the others."""

    package: zipfile.ZipFile
    left: set[str]
    people: Mapping[str | None, str]

    def of_sheet(self, part: str) -> Asides:
        threads = [
            (place_of(one.get("ref")), Comment(self.people.get(one.get("personId"), ""), one_line(one.findtext("{*}text") or "")))
            for comments in self._taken(part, "threadedComment")
            for one in parsed(self.package, comments).iter("{*}threadedComment")
        ]
        notes = (one for comments in self._taken(part, "comments") for one in _notes(parsed(self.package, comments)))
        kept = [*threads, *(one for one in notes if not (threads and one[1].author.startswith(_THREADED)))]
        charts = [
            parsed(self.package, chart) for drawing in self._taken(part, "drawing") for chart in self._taken(drawing, "chart")
        ]
        placed = [(place, comment) for place, comment in kept[:_MOST_COMMENTS] if place is not None]
        boxes = [box for drawing in self._taken(part, "vmlDrawing") for box in _boxes(self.package.read(drawing))]
        return Asides(sorted(placed, key=lambda one: one[0]), charts, sorted(boxes)[:_MOST_COMMENTS])

    def _taken(self, part: str, kind: str) -> list[str]:
        found = [one for one in dict.fromkeys(related(self.package, part, kind).values()) if one in self.left]
        self.left.difference_update(found)
        return found


def _boxes(drawing: bytes) -> Iterator[tuple[Place, str]]:
    """The boxes to tick of a drawing in VML, which programs do not always write as whole XML."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    root = etree.fromstring(_BREAK.sub(b"", drawing), parser) if b"<!DOCTYPE" not in drawing else None
    for data in root.iter("{*}ClientData") if root is not None else ():
        anchor = [int(one) for one in (data.findtext("{*}Anchor") or "").split(",") if one.strip().isdecimal()]
        shape = data.getparent()
        if data.get("ObjectType") in ("Checkbox", "Radio") and len(anchor) == 8 and shape is not None:
            words = one_line("".join(str(text) for box in shape.iterfind("{*}textbox") for text in box.itertext()))
            yield (anchor[2], anchor[0]), f"{'☑' if data.findtext('{*}Checked') == '1' else '☐'} {words}".rstrip()


def _notes(part: etree._Element) -> Iterator[tuple[Place | None, Comment]]:
    """The comments of a part; the name of whose it is, which programs write before it, is left out."""
    authors = [one.text or "" for one in part.iterfind("{*}authors/{*}author")]
    for one in part.iter("{*}comment"):
        number = one.get("authorId") or ""
        author = authors[int(number)] if number.isascii() and number.isdigit() and int(number) < len(authors) else ""
        text = one_line("".join(text.text or "" for text in one.iterfind("{*}text//{*}t")))
        yield place_of(one.get("ref")), Comment(author, text.removeprefix(f"{one_line(author)}:").strip() if author else text)


def _sheet_of(formula: str) -> str:
    """The sheet that a range is of; "" for one of another workbook, or a name."""
    match = _SHEET.match(formula)
    return "" if match is None else match[1].replace("''", "'") if match[1] else match[2]
