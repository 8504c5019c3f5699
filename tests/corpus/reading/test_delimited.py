import pytest

from ibidem.corpus.reading.blocks import TableRow
from ibidem.corpus.reading.delimited import read_delimited
from ibidem.corpus.reading.formats import read


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    "rows", [(["이름", "부서"], ["김민지", "설비"]), (["name", "team"], ["Kim", "IT"]), (["名前", "部署"], ["金", "総務"])]
)
def test_the_delimiter_is_what_parts_the_lines(delimiter: str, rows: tuple[list[str], list[str]]) -> None:
    head, row = rows
    text = read_delimited("\n".join(delimiter.join(cells) for cells in rows)).text
    assert text == f"| {head[0]} | {head[1]} |\n| --- | --- |\n| {row[0]} | {row[1]} |"


@pytest.mark.parametrize(
    ("encoding", "cells"),
    [
        ("cp949", "품목,단가\n베어링 교체용,12500\n"),
        ("cp932", "品目,単価\nベアリングの交換,1250\n"),
        ("cp1252", "Ort,Maß\nKöln,5\n"),
    ],
)
def test_encodings_from_before_unicode(encoding: str, cells: str) -> None:
    assert cells.splitlines()[1].split(",")[0] in read("a.csv", cells.encode(encoding)).text


def test_quotes_hold_delimiters_and_line_ends() -> None:
    assert read_delimited('a,b\n"1,\n2","say ""x"""\n').text == '| a | b |\n| --- | --- |\n| 1, 2 | say "x" |'


def test_a_quote_that_is_never_closed_swallows_nothing() -> None:
    read = read_delimited('size,part\n"3 inch,pipe\n4,bolt\n')
    assert [read.text[block.start : block.end].split("\n")[0] for block in read.blocks] == [
        "| size | part |",
        '| "3 inch | pipe |',
        "| 4 | bolt |",
    ]
    assert all(isinstance(block, TableRow) for block in read.blocks)
