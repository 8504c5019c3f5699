"""What stands in forms and in XML can be asked for on the command line, in three languages."""

import json
from pathlib import Path

import pytest

from cli.conftest import Terminal
from corpus.reading.test_forms import FORMS, SHADED, cell, styled, word, word_cell, word_table

QUESTIONS = {
    "ko": "신청서에 적힌 연락처는?",
    "en": "Which phone number stands in the application form?",
    "ja": "申込書の電話番号は？",
}
NAMES = {"ko": "신청서", "en": "application form", "ja": "申込書"}


def form_of_word(rows: list[list[str]]) -> bytes:
    cells = [[word_cell(text, SHADED if column % 2 == 0 else "") for column, text in enumerate(row)] for row in rows]
    return word(word_table(cells))


def form_of_workbook(rows: list[list[str]]) -> bytes:
    lines = [
        "".join(cell(f"{'ABCD'[column]}{at}", text, int(column % 2 == 0)) for column, text in enumerate(row))
        for at, row in enumerate(rows, 1)
    ]
    return styled("".join(f'<row r="{at}">{line}</row>' for at, line in enumerate(lines, 1)))


@pytest.mark.parametrize("language", FORMS)
@pytest.mark.parametrize("kind", ["docx", "xlsx"])
def test_a_value_is_found_by_its_label(terminal: Terminal, tmp_path: Path, language: str, kind: str) -> None:
    folder = tmp_path / "forms"
    folder.mkdir()
    made = form_of_word(FORMS[language]) if kind == "docx" else form_of_workbook(FORMS[language])
    (folder / f"{NAMES[language]}.{kind}").write_bytes(made)
    terminal("index", str(folder), IBIDEM_PROFILE="general")
    answer = json.loads(terminal("ask", QUESTIONS[language], "--json", IBIDEM_PROFILE="general").out)
    label, value = FORMS[language][1][2:]
    assert f"{label}: {value}" in answer["answer"]


def test_a_record_of_xml_is_found(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    parts = "".join(f"<part><name>{name}</name><price>{price}</price></part>" for name, price in (("Bolt", 1.2), ("Nut", 0.8)))
    (folder / "price-list.xml").write_text(f"<list>{parts}</list>")
    terminal("index", str(folder), IBIDEM_PROFILE="general")
    answer = json.loads(terminal("ask", "What is the price of a bolt?", "--json", IBIDEM_PROFILE="general").out)
    assert "1.2" in answer["answer"]
