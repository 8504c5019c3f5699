"""Files that make a careless reader take the square of their length, or worse: one for each way in which one did or might."""

import io
import zipfile
from collections.abc import Callable, Mapping
from functools import lru_cache

import docx

from corpus.conftest import Line, pdf_of
from corpus.packages import hwp_of, hwp_paragraph, hwp_record, hwp_table, hwpx_of, hwpx_paragraph, hwpx_table, xlsx_with
from corpus.reading.test_odt import odt_of
from corpus.reading.test_pptx import pptx_of, shape
from security.document_growth import Hostile, repeated

WORDPROCESSING = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
FRONT = "---\nk: v\n"
COMMENT = "<!--\n---\nk: v\n"


def text(extension: str, write: Callable[[int], str]) -> Hostile:
    return Hostile(extension, lambda size: write(size).encode())


def encoded(words: str, encoding: str) -> Hostile:
    return Hostile("txt", lambda size: (words * (size // len(words))).encode(encoding))


def halves(extension: str, head: str, unit: str, between: str, other: str) -> Hostile:
    """One half says one thing, the other half another."""
    return text(extension, lambda size: head + unit * (size // 2 // len(unit)) + between + other * (size // 2 // len(other)))


@lru_cache(maxsize=1)
def _package() -> Mapping[str, bytes]:
    file = io.BytesIO()
    docx.Document().save(file)
    with zipfile.ZipFile(file) as package:
        return {name: package.read(name) for name in package.namelist()}


def _attributes(attribute: str, size: int) -> str:
    return f"<p>pump<a {' '.join(attribute.format(at) for at in range(size // (len(attribute) + 3)))}>x</a>"


def word(body: Callable[[int], str], part: str = "word/document.xml") -> Hostile:
    """A DOCX whose body holds this, or another of its parts."""

    def of_size(size: int) -> bytes:
        root = {"word/document.xml": "w:document", "word/styles.xml": "w:styles"}[part]
        shown = "<w:p><w:r><w:t>word</w:t></w:r></w:p>"
        inner = f"<w:body>{body(size)}{shown}</w:body>" if root == "w:document" else body(size)
        xml = f"<{root} {WORDPROCESSING}>{inner}</{root}>".encode()
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
            for name, content in _package().items():
                package.writestr(name, xml if name == part else content)
        return file.getvalue()

    return Hostile("docx", of_size)


def drawn(paths: Callable[[int], str], shown: str = "") -> Hostile:
    """A PDF of one page that draws these paths, below some text."""

    def of_size(size: int) -> bytes:
        plain = pdf_of([[(50.0, 10.0, 10.0, "word")]])
        stream = (paths(size) + shown).encode("ascii")
        before, after = plain.split(b"stream\n", 1)
        text, rest = after.split(b"\nendstream", 1)
        head, length = before.rsplit(b"/Length ", 1)
        whole = b"%s\n%s" % (text, stream)
        return b"%s/Length %d >>\nstream\n%s\nendstream%s" % (head, len(whole), whole, rest) if length else plain

    return Hostile("pdf", of_size)


def _rules(size: int) -> str:
    """Level and upright rules, each of which crosses all others."""
    return "".join(f"0 {10 * at} m 9999 {10 * at} l {10 * at} 0 m {10 * at} 9999 l S\n" for at in range(size // 60))


def _steps(size: int) -> str:
    """A path that touches itself, in one table that is ruled in part."""
    return "".join(
        f"{9 * at} 0 m {9 * at} {9 * at + 9} l 0 {9 * at + 9} m {9 * at} {9 * at + 9} l S\n" for at in range(size // 60)
    )


def _cells_alone(size: int) -> str:
    """Small tables, one beside the other."""
    return "".join(f"{40 * at} 0 10 10 re {40 * at + 10} 0 10 10 re {40 * at} 10 20 10 re S\n" for at in range(size // 400))


def printed(lines: Callable[[int], list[list[Line]]], per_character: int = 1) -> Hostile:
    return Hostile("pdf", lambda size: pdf_of(lines(size // per_character)))


def down(size: int, words: str) -> list[list[Line]]:
    """Lines one below the other on one endless page."""
    count = size // len(words)
    return [[(50.0, 800.0 - 12 * at, 10.0, words) for at in range(count)]]


def _paragraph(inner: str) -> str:
    return f"<w:p>{inner}<w:r><w:t>a</w:t></w:r></w:p>"


def _boxes(size: int) -> str:
    """Text boxes in text boxes, as deep as the parser lets them be."""
    nested = "word"
    for _ in range(60):
        nested = f"<w:p><w:r><w:t>a</w:t></w:r><w:txbxContent>{nested}</w:txbxContent></w:p>"
    return nested * (size // len(nested) + 1)


def _cells(text: str, properties: str) -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>"


def _merged(size: int) -> str:
    first = _cells("word " * (size // 10), '<w:vMerge w:val="restart"/>') + _cells("a", "")
    row = f"<w:tr>{_cells('', '<w:vMerge/>')}{_cells('a', '')}</w:tr>"
    return f"<w:tbl><w:tr>{first}</w:tr>{row * (size // 2 // len(row))}</w:tbl>"


def _wide(size: int) -> str:
    first, row = _cells("a", '<w:gridSpan w:val="100"/>'), f"<w:tr>{_cells('a', '') * 2}</w:tr>"
    return f"<w:tbl><w:tr>{first * (size // 2 // len(first))}</w:tr>{row * (size // 2 // len(row))}</w:tbl>"


def _wide_markdown(size: int) -> str:
    width = size // 8
    return f"{'|a' * width}|\n{'|-' * width}|\n" + "|a|b|\n" * (size // 12)


def _levels(size: int) -> str:
    numbered = '<w:p><w:pPr><w:numPr><w:ilvl w:val="{}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>'
    return "".join(numbered.format(level) for level in range(size // len(numbered)))


def _ancestors(size: int) -> str:
    style = '<w:style w:styleId="s{}"><w:basedOn w:val="s{}"/></w:style>'
    return "".join(style.format(number, number + 1) for number in range(size // len(style)))


def _heirs(size: int) -> str:
    style, child = '<w:style w:styleId="s{}"><w:basedOn w:val="root"/></w:style>', "<w:x/>"
    root = f'<w:style w:styleId="root">{child * (size // 2 // len(child))}</w:style>'
    return root + "".join(style.format(number) for number in range(size // 2 // len(style)))


def _columns(size: int) -> list[list[Line]]:
    rows = size // 8
    return [[(x, 800.0 - 12 * at, 10.0, "a") for at in range(rows) for x in (50.0, 51.0 + at / 7, 300.0, 400.0)]]


def workbook(rows: Callable[[int], str], merged: Callable[[int], list[str]] = lambda _: []) -> Hostile:
    return Hostile("xlsx", lambda size: xlsx_with({"s": rows(size)}, merged(size)))


def _row(at: int, *values: str) -> str:
    cells = "".join(f'<c r="{chr(65 + column)}{at}"><v>{value}</v></c>' for column, value in enumerate(values))
    return f'<row r="{at}">{cells}</row>'


def _long_cell(size: int) -> str:
    inline = f'<row r="1"><c r="A1" t="inlineStr"><is><t>{"word " * (size // 10)}</t></is></c></row>'
    return inline + "".join(_row(at, "1", "2") for at in range(2, size // 40))


def _overlapping(size: int) -> list[str]:
    return [f"A1:A{size // 40}"] * (size // 60)


def _nested(size: int) -> bytes:
    """Tables in tables, as deep as the levels of records go."""
    return b"".join(
        hwp_record(71, 2 * at + 1, b" lbt") + hwp_record(77, 2 * at + 2, b"") + hwp_record(72, 2 * at + 2, bytes(16))
        for at in range(500)
    ) + hwp_paragraph("word " * (size // 10), 1000)


def _spans(size: int) -> bytes:
    cell = hwp_paragraph("word " * 20, 2)
    count = size // 400
    return hwp_table([[cell, cell]] * count, spans={(row, 0): 60_000 for row in range(count)})


def _boxed(size: int) -> str:
    inner = "<hp:t>word</hp:t>"
    for _ in range(25):
        inner = hwpx_table([[hwpx_paragraph(inner), hwpx_paragraph("<hp:t>a</hp:t>")]])
    return hwpx_paragraph(inner) * (size // len(inner) + 1)


def _nested_cell(size: int) -> str:
    nested = "<text:p>a" * 200 + "</text:p>" * 200
    cells = f"<table:table-cell>{nested}</table:table-cell><table:table-cell/>"
    return f"<table:table>{f'<table:table-row>{cells}</table:table-row>' * (size // 3800 + 1)}</table:table>"


def _repeated_cells(size: int) -> str:
    cell = '<table:table-cell table:number-columns-repeated="9999"><text:p>word word word</text:p></table:table-cell>'
    return f"<table:table><table:table-row>{cell * (size // 100)}</table:table-row></table:table>"


def _boundaries(size: int) -> str:
    opened = "".join(f"Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n" for at in range(190))
    return opened + "\nword\n" * (size // 6)


def _name_in_pieces(size: int) -> str:
    return "Content-Type: a/b" + "".join(map(";name*{}=a".format, range(size // 12))) + "\n\nword"


def _entries(size: int) -> str:
    return ",".join(f'"a{at}":1' for at in range(size // 10))


def _narrow(size: int) -> str:
    return ',{"a":1}' * (size // 8)


def _long_names(size: int) -> str:
    attributes = " ".join(f"c{at}='1'" for at in range(size // 20))
    return f"<{'a' * (size // 2)}><b {attributes}/></{'a' * (size // 2)}>"


def _controlled(size: int) -> str:
    paragraphs = "<w:p><w:r><w:t>a</w:t></w:r></w:p>" * (size // 38)
    return f'<w:sdt><w:sdtPr><w:alias w:val="Name"/></w:sdtPr><w:sdtContent>{paragraphs}</w:sdtContent></w:sdt>'


def _labels(size: int) -> str:
    said = '<w:tc><w:tcPr>{}<w:shd w:fill="D9D9D9"/></w:tcPr><w:p><w:r><w:t>Name</w:t></w:r></w:p></w:tc>'
    begun, on = (said.format(f'<w:vMerge w:val="{value}"/>') for value in ("restart", "continue"))
    row = f"{on * 4}{begun}<w:tc><w:p><w:r><w:t>Runa</w:t></w:r></w:p></w:tc>"
    return f"<w:tbl>{f'<w:tr>{row}</w:tr>' * (size // len(row))}</w:tbl>"


HOSTILE: Mapping[str, Hostile] = {
    "xml values": repeated("xml", "<b>word</b>", "<a>", "</a>"),
    "xml records": repeated("xml", "<b><c>word</c><d>1</d></b>", "<a>", "</a>"),
    "xml parts in parts": text("xml", lambda size: "<a><b>word</b>" * 100 + "<c>word</c>" * (size // 11) + "</a>" * 100),
    "xml attributes under long names": text("xml", _long_names),
    "xml words between elements": repeated("xml", "word <b>word</b> ", "<a>", "</a>"),
    "html main in main": text("html", lambda size: "<main>" * 200 + "<p>word</p>" * (size // 11)),
    "html main after main": repeated("html", "<main>a</main>"),
    "html table in table": text("html", lambda size: "<table><tr><td>a<td>" * 80 + "word " * (size // 5)),
    "html cells of 100 x 100": repeated("html", "<tr><td colspan=100 rowspan=100>a<td>b", "<table>"),
    "html long cells over 100 rows": halves("html", "<table><tr>", f"<td rowspan=100>{'word ' * 20}", "", "<tr><td>a"),
    "html a far cell over 100 rows": halves("html", "<table><tr>", "<td>a", "<td rowspan=100>b", "<tr><td>a<td>b"),
    "html a wide row over narrow ones": halves("html", "<table><tr>", "<td>a", "", "<tr><td>a<td>b"),
    "html hidden elements with text between": repeated("html", "<div hidden>a</div>b"),
    "html a long heading": halves("html", "<h1>", "word ", "</h1>", "<p>word"),
    "html headings under long headings": repeated("html", f"<h2>b</h2>{'<p>word word word' * 20}", f"<h1>{'word ' * 9000}</h1>"),
    "html lines in the deepest list": text("html", lambda size: "<ul><li>" * 80 + "a<br>" * (size // 5)),
    "html front matter without end": repeated("html", "k: v\n", COMMENT),
    "html rules in front matter without end": repeated("html", "---\n", COMMENT),
    "html attributes": text("html", lambda size: _attributes("a{}=1", size)),
    "html attributes that hold the end of a tag": text("html", lambda size: _attributes("a{}='>'", size)),
    "html as many attributes as may be": text("html", lambda size: _attributes("a{}", 6000) * (size // 6000 + 1)),
    "html blanks before front matter": repeated("html", "\n", tail="<!--\n---\na: b\n"),
    "md front matter without end": repeated("md", "k: v\n", FRONT),
    "md a key without end": repeated("md", "k", FRONT, "\n---\n"),
    "md blanks in front matter": repeated("md", " ", FRONT, "\n---x\nword"),
    "md a long heading": text("md", lambda size: "# " + "word " * (size // 10) + "\n\n" + "word\n\n" * (size // 12)),
    "md a wide row over narrow ones": text("md", _wide_markdown),
    "md blanks before a line's end": repeated("md", " ", "word", "x\n"),
    "md tabs inside a line": repeated("md", "\t", "word"),
    "md quotes 8,000 deep": text("md", lambda size: ("> " * 8000 + "a\n") * (size // 16_000 + 1)),
    "md lists 8,000 deep": text("md", lambda size: ("- " * 8000 + "a\n") * (size // 16_000 + 1)),
    "md lists in lists": text("md", lambda size: "".join(f"{'  ' * (at % 90)}- a\n" for at in range(size // 94))),
    "md quotes that go on lazily": text("md", lambda size: "> " * 90 + "a\n" * (size // 2)),
    "md items with blank lines": repeated("md", "- a\n\n\n"),
    "md references without end": repeated("md", "[a]: b 'c\n"),
    "md references in a paragraph": repeated("md", "[a]: <b\n"),
    "md brackets": repeated("md", "[a](", "word "),
    "md emphasis": repeated("md", "*_a", "word "),
    "md backticks of every length": text("md", lambda size: " ".join("`" * at for at in range(1, int((2 * size) ** 0.5)))),
    "md comments left open": repeated("md", "a <!-- ", "word "),
    "md tags left open": repeated("md", "<a ", "word "),
    "txt blanks inside": repeated("txt", " ", "word"),
    "txt blank lines inside": repeated("txt", "\n \t", "word", "x"),
    "txt full stops": repeated("txt", ". "),
    "txt stops that end nothing": repeated("txt", "a."),
    "txt a step and stops": text("txt", lambda size: "1." + " " * (size // 2) + "a." * (size // 4)),
    "txt a million paragraphs": repeated("txt", "a\n\n"),
    "txt without any space": repeated("txt", "가"),
    "txt japanese without any stop": repeated("txt", "漢"),
    "txt letters without any space": repeated("txt", "a"),
    "txt marks out of order": repeated("txt", "\u0301\u0323", "a"),
    "txt signs that become marks out of order": repeated("txt", "\u0f73", "a"),
    "txt marks in order after letters that have some": repeated("txt", "\u0323", "\u01d6"),
    "txt front matter without end": repeated("txt", "k: v\n", FRONT),
    "txt rules": repeated("txt", "|-"),
    "txt brackets": repeated("txt", '「"('),
    "txt abbreviations": repeated("txt", "e.g. "),
    "txt korean from before unicode": encoded("펌프를 분리한다. ", "cp949"),
    "txt japanese from before unicode": encoded("ポンプを外す。", "cp932"),
    "txt western from before unicode": encoded("Käse für Müller. ", "cp1252"),
    "txt utf-16 without a mark": encoded("word ", "utf-16-le"),
    "txt bytes of no encoding": Hostile("txt", lambda size: b"\x81\xff\xa1" * (size // 3)),
    "docx paragraphs": word(lambda size: _paragraph("") * (size // len(_paragraph("")))),
    "docx text boxes in text boxes": word(_boxes),
    "docx merged rows": word(_merged),
    "docx a wide row over narrow ones": word(_wide),
    "docx levels without end": word(_levels),
    "docx paragraphs in paragraphs": word(lambda size: ("<w:p>" * 200 + "</w:p>" * 200) * (size // 2200 + 1)),
    "docx styles on styles": word(_ancestors, "word/styles.xml"),
    "docx styles on a large style": word(_heirs, "word/styles.xml"),
    "docx paragraphs in one control": word(_controlled),
    "docx labels beside labels beside rows": word(_labels),
    "xlsx rows": workbook(lambda size: "".join(_row(at, "1", "2") for at in range(1, size // 40))),
    "xlsx rows far apart": workbook(lambda size: "".join(_row(at * 100, "1", "2") for at in range(1, size // 40))),
    "xlsx a long cell over many merged rows": workbook(_long_cell, lambda size: [f"A1:A{size // 40}"]),
    "xlsx ranges merged again and again": workbook(_long_cell, _overlapping),
    "csv quotes": repeated("csv", '"'),
    "csv quotes left open": repeated("csv", '"a,b\n', "a,b\n"),
    "csv delimiters of every kind": repeated("csv", ",;|\t"),
    "csv a wide row over narrow ones": text("csv", lambda size: "a," * (size // 4) + "\na,b" * (size // 8)),
    "csv lone cells": repeated("csv", "a\n\n"),
    "csv digits and signs": repeated("csv", "1.1-", tail=",a\n\nb,c"),
    "hwp paragraphs": Hostile("hwp", lambda size: hwp_of(hwp_paragraph("가나다") * (size // 34))),
    "hwp records of nothing": Hostile("hwp", lambda size: hwp_of(bytes(size))),
    "hwp tables in tables": Hostile("hwp", lambda size: hwp_of(_nested(size))),
    "hwp cells over many rows": Hostile("hwp", lambda size: hwp_of(_spans(size))),
    "hwpx paragraphs": Hostile("hwpx", lambda size: hwpx_of(hwpx_paragraph("<hp:t>가</hp:t>") * (size // 60))),
    "hwpx tables in tables": Hostile("hwpx", lambda size: hwpx_of(_boxed(size))),
    "hwpx line ends": Hostile("hwpx", lambda size: hwpx_of(hwpx_paragraph(f"<hp:t>{'<hp:lineBreak/>a' * (size // 20)}</hp:t>"))),
    "pptx shapes": Hostile("pptx", lambda size: pptx_of(shape("word") * (size // 150))),
    "pptx deep groups": Hostile("pptx", lambda size: pptx_of(("<g>" * 200 + shape("a") + "</g>" * 200) * (size // 1600 + 1))),
    "pptx slides": Hostile("pptx", lambda size: pptx_of(*[shape("word")] * (size // 400))),
    "odt paragraphs": Hostile("odt", lambda size: odt_of("<text:p>word</text:p>" * (size // 21))),
    "odt paragraphs in paragraphs": Hostile("odt", lambda size: odt_of(_nested_cell(size))),
    "odt cells that repeat": Hostile("odt", lambda size: odt_of(_repeated_cells(size))),
    "rtf groups": repeated("rtf", "{", "{\\rtf1 "),
    "rtf characters": repeated("rtf", "\\u44032?", "{\\rtf1 "),
    "rtf bytes": repeated("rtf", "\\'b0", "{\\rtf1\\ansicpg949 "),
    "rtf rows": repeated("rtf", "a\\cell\\row ", "{\\rtf1 "),
    "rtf words of control": repeated("rtf", "\\a", "{\\rtf1 "),
    "eml parts without end": repeated("eml", "--b\n\nword\n", 'Content-Type: multipart/mixed; boundary="b"\n\n'),
    "eml messages in messages": repeated("eml", "Content-Type: message/rfc822\n\n"),
    "eml boundaries in boundaries": text("eml", _boundaries),
    "eml encoded words": repeated("eml", "=?utf-8?q?a?= ", "Subject: ", "\n\nword"),
    "eml addresses": repeated("eml", "a@b.example, ", "To: ", "\n\nword"),
    "eml lines of a header": repeated("eml", "\n a", "Subject: a", "\n\nword"),
    "eml parameters": repeated("eml", '; a="b"', "Content-Type: text/plain", "\n\nword"),
    "eml a name in pieces": text("eml", _name_in_pieces),
    "json lists": repeated("json", "[1,2],", "[", "[3]]"),
    "json left open": repeated("json", "["),
    "json a long key over many entries": text("json", lambda size: f'{{"{"k" * (size // 2)}": {{{_entries(size // 2)}}}}}'),
    "json a wide entry over narrow ones": text("json", lambda size: f'[{{{_entries(size // 2)}}}{_narrow(size // 2)}]'),
    "json lines": repeated("json", '{"a": 1}\n', tail='{"a": 2}'),
    "yaml aliases": text("yaml", lambda size: "a: &a [x, x]\n" + "b: [*a, *a]\n" * (size // 12)),
    "yaml anchors": repeated("yaml", "- &a b\n", tail="- c"),
    "yaml lists in lists": repeated("yaml", "- ", tail="a"),
    "yaml flow left open": repeated("yaml", "{a: ", tail="b"),
    "yaml documents": repeated("yaml", "---\na: b\n"),
    "py definitions": repeated("py", "def a\n"),
    "py modifiers": repeated("py", "public ", tail="class a"),
    "py blanks": repeated("py", " \n\t\n"),
    "py blanks in a line": repeated("py", " ", tail="def a"),
    "sql create or replace": repeated("sql", "create or replace "),
    "pdf lines": printed(lambda size: down(size, "word word word word"), 4),
    "pdf words broken over lines": printed(lambda size: down(size, "wordwordwordword-"), 4),
    "pdf digits": printed(lambda size: [[(50.0, 700.0, 10.0, "1" * size)]] * 4, 16),
    "pdf rows of a table": printed(_columns, 4),
    "pdf rules that cross": drawn(_rules),
    "pdf rules in steps": drawn(_steps),
    "pdf small tables": drawn(_cells_alone),
    "pdf one line over and over": drawn(lambda size: "0 0 m 100 0 l S\n" * (size // 20)),
    "pdf pages": printed(lambda size: [[(50.0, 700.0, 10.0, "word")]] * (size // 40)),
}  # fmt: skip
