"""Parts of one grid: tables under titles that reach over the whole width."""

import pytest

from ibidem.corpus.reading.grids import GridRow, GridTable, parts_of

TRIP = {
    "en": ("Journey", "Period", "Purpose", "Fair", "Expenses", "Day", "Item", "Sum", "Ferry"),
    "ko": ("일정", "기간", "용무", "박람회", "지출", "날짜", "항목", "액수", "배편"),
    "ja": ("行程", "期間", "用務", "見本市", "支出", "日付", "項目", "金額", "船便"),
}


@pytest.mark.parametrize("language", TRIP)
def test_a_title_over_the_whole_width_parts_tables_that_are_divided_otherwise(language: str) -> None:
    journey, period, purpose, fair, expenses, day, item, amount, ferry = TRIP[language]
    rows = [
        [period, None, purpose, None],
        ["5/2", None, fair, None],
        [expenses, None, None, None],
        [day, item, None, amount],
        ["5/2", ferry, None, "40"],
    ]
    parts = list(parts_of([GridRow([journey, None, None, None]), *map(GridRow, rows)]))
    assert parts[0] == journey and parts[2] == expenses
    assert [part.rows[0] for part in parts if isinstance(part, GridTable)] == [[period, purpose], [day, item, amount]]


@pytest.mark.parametrize("language", TRIP)
def test_a_title_over_rows_that_are_divided_as_before_stays_in_the_table(language: str) -> None:
    _, _, _, fair, expenses, day, item, amount, ferry = TRIP[language]
    rows = [[day, item, amount], ["5/2", ferry, "40"], [expenses, None, None], ["5/3", fair, "15"]]
    (part,) = parts_of(map(GridRow, rows))
    assert isinstance(part, GridTable) and len(part.rows) == 4
