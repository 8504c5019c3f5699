"""Makes the PDF and DOCX files of the example corpora from the Markdown under `binary_sources/`.

    python examples/make_binaries.py [FOLDER]

`binary_sources/policy/POL-120.docx.md` becomes `policy/POL-120.docx`, and its front matter a sidecar beside it. Files come out
byte for byte the same every time. FOLDER (default: this one) is where they are written; the tests write elsewhere and compare.
In a PDF a line `---` begins a new page.
"""

import io
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path

import yaml
from docx import Document
from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.lib.colors import grey
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

SOURCES = Path(__file__).parent / "binary_sources"
MADE = datetime(2025, 1, 2, 9, 0, tzinfo=UTC)
ZIP_DATE = (2025, 1, 2, 9, 0, 0)
# Adobe's character collections: the file names the font and does not carry it, and readers extract the exact text.
FONTS = {"ko": "HYSMyeongJo-Medium", "en": "Helvetica", "ja": "HeiseiKakuGo-W5"}


@dataclass(frozen=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True)
class Text:
    text: str


@dataclass(frozen=True)
class Item:
    """A list item; `number` is None in a list without numbers."""

    number: int | None
    text: str


@dataclass(frozen=True)
class Rows:
    """A table; the first row is its head."""

    cells: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class NewPage:
    pass


Block = Heading | Text | Item | Rows | NewPage


def blocks(markdown: str) -> Iterator[Block]:
    """The blocks of a source, which uses headings, paragraphs, flat lists, tables and rules only."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    number: int | None = None
    rows: list[tuple[str, ...]] = []
    row: list[str] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        match token.type:
            case "hr":
                yield NewPage()
            case "ordered_list_open":
                number = int(token.attrGet("start") or 1)
            case "ordered_list_close":
                number = None
            case "list_item_close" if number is not None:
                number += 1
            case "tr_close":
                rows.append(tuple(row))
                row = []
            case "table_close":
                yield Rows(tuple(rows))
                rows = []
            case "inline":
                assert before is not None
                if before.type in ("td_open", "th_open"):
                    row.append(token.content)
                else:
                    yield from text_block(before, token, number)


def text_block(before: Token, token: Token, number: int | None) -> Iterator[Block]:
    if before.type == "heading_open":
        yield Heading(int(before.tag[1]), token.content)
    elif before.level > 0:
        yield Item(number, token.content)
    else:
        yield Text(token.content.replace("\n", " "))


def pdf(content: list[Block], title: str, language: str) -> bytes:
    font = FONTS[language]
    if font != "Helvetica":
        pdfmetrics.registerFont(UnicodeCIDFont(font))
    wrap = "CJK" if language == "ja" else None  # Korean breaks at spaces, as English does
    body = ParagraphStyle("body", fontName=font, fontSize=10, leading=15, spaceAfter=5, wordWrap=wrap)
    item = ParagraphStyle("item", parent=body, leftIndent=12)
    heads = {n: ParagraphStyle(f"h{n}", parent=body, fontSize=18 - 2 * n, leading=26 - 2 * n, spaceBefore=8) for n in (1, 2, 3)}
    grid = [("FONT", (0, 0), (-1, -1), font, 10), ("GRID", (0, 0), (-1, -1), 0.5, grey)]

    def flow(block: Block) -> Flowable:
        match block:
            case Heading(level, text):
                return Paragraph(escape(text), heads[level])
            case Text(text):
                return Paragraph(escape(text), body)
            case Item(number, text):
                return Paragraph(escape(f"{number}. {text}" if number else f"- {text}"), item)
            case Rows(cells):
                return Table(cells, style=grid, hAlign="LEFT", spaceBefore=4, spaceAfter=8)
            case NewPage():
                return PageBreak()

    file = io.BytesIO()
    paper = SimpleDocTemplate(file, pagesize=A4, title=title, author="ibidem examples", invariant=1)
    paper.build([*(flow(block) for block in content), Spacer(1, 1)])
    return file.getvalue()


def docx(content: list[Block], title: str, language: str) -> bytes:
    paper = Document()
    properties = paper.core_properties
    properties.title, properties.author, properties.comments, properties.language = title, "ibidem examples", "", language
    properties.created = properties.modified = MADE.replace(tzinfo=None)
    for block in content:
        match block:
            case Heading(level, text):
                paper.add_heading(text, level)
            case Text(text):
                paper.add_paragraph(text)
            case Item(None, text):
                paper.add_paragraph(text, style="List Bullet")
            case Item(number, text):
                # The number is written out: Word would go on counting over the lists of one document.
                paper.add_paragraph(f"{number}. {text}")
            case Rows(cells):
                table = paper.add_table(rows=0, cols=len(cells[0]), style="Table Grid")
                for row in cells:
                    for cell, text in zip(table.add_row().cells, row, strict=True):
                        cell.text = text
            case NewPage():
                paper.add_page_break()
    file = io.BytesIO()
    paper.save(file)
    return with_fixed_dates(file.getvalue())


def with_fixed_dates(archive: bytes) -> bytes:
    """The same archive with every member dated alike, in the order of their names."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in sorted(old.namelist(), key=lambda n: (n != "[Content_Types].xml", n)):
            member = zipfile.ZipInfo(name, ZIP_DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(member, old.read(name))
    return file.getvalue()


WRITERS = {".pdf": pdf, ".docx": docx}


def make(source: Path, folder: Path) -> None:
    """Writes the document of one source, and its sidecar, under `folder`."""
    _, front_matter, markdown = source.read_text(encoding="utf-8").split("---\n", 2)
    metadata = yaml.safe_load(front_matter)
    target = folder / source.parent.name / source.stem
    target.parent.mkdir(parents=True, exist_ok=True)
    write = WRITERS[target.suffix]
    target.write_bytes(write(list(blocks(markdown)), metadata["title"], metadata["language"]))
    sidecar(target).write_text(front_matter, encoding="utf-8", newline="\n")


def sidecar(document: Path) -> Path:
    return document.with_name(f"{document.name}.meta.yaml")


def main(folder: Path) -> None:
    for source in sorted(SOURCES.glob("*/*.md")):
        make(source, folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
