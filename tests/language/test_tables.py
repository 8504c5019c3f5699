"""Rows of tables, in one line, in Markdown and in columns."""

import pytest

from ibidem.language.tables import aligned, cells_of, markdown_table, row_in_words


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("| 품목 | 수량 |", ("품목", "수량")),
        ("Run `ps | wc`", ("Run `ps | wc`",)),
        ("機種\t\t台数", ("機種", "台数")),
        ("| a \\| b | |", ("a | b", "")),
        ("no row", ("no row",)),
    ],
)
def test_cells_stand_between_bars_or_tabs(row: str, cells: tuple[str, ...]) -> None:
    assert cells_of(row) == cells


@pytest.mark.parametrize(
    ("head", "row", "words"),
    [
        ("| 설정 출력 | 반사파 기준 |", "| 2,000 W | 20 W 이하 |", "2,000 W — 반사파 기준: 20 W 이하"),
        ("| Result | Leak rate | What to do |", "| Pass | | Release |", "Pass — What to do: Release"),
        ("| 地域 | 上限 |", "| 海外 | 25,000円 | 別途 |", "海外 · 25,000円 · 別途"),
        ("", "| Pass | Release |", "Pass: Release"),
        ("", "| 합격 | 출하 | 2일 |", "합격 · 출하 · 2일"),
    ],
)
def test_a_row_in_one_line_names_its_columns(head: str, row: str, words: str) -> None:
    assert row_in_words(head, row) == words


def test_a_table_in_markdown_has_its_rule_and_as_many_cells_everywhere() -> None:
    assert markdown_table("| a | b |", ["| 1 | 2 |", "| 3 |"]) == "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 |  |"


def test_a_terminal_shows_columns_and_no_bars() -> None:
    text = "앞 문장 [1]\n\n| 품목 | 수량 |\n|---|---|\n| 오링 | 12개 |\n| washer | 3 |\n\n뒤"
    assert aligned(text) == "앞 문장 [1]\n\n품목    수량\n오링    12개\nwasher  3\n\n뒤"


def test_a_row_in_words_has_the_wanted_columns() -> None:
    assert row_in_words("| 출력 | 측정값 | 반사파 |", "| 2 kW | 1,960 W | 20 W |", (2,)) == "2 kW — 반사파: 20 W"
    assert row_in_words("| Power | Measured | Reflected |", "| 2 kW | 1,960 W | 20 W |", (1,)) == "2 kW — Measured: 1,960 W"
    assert (
        row_in_words("| 出力 | 測定値 | 反射波 |", "| 2 kW | 1,960 W | 20 W |", (1, 2)) == "2 kW — 測定値: 1,960 W · 反射波: 20 W"
    )
