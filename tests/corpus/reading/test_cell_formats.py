from datetime import date, datetime, time, timedelta

import pytest

from ibidem.corpus.reading.cell_formats import Moment, shown_moment, shown_number

AT = datetime(2026, 5, 1, 9, 5, 7)


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (1234.5, '#,##0.00 "€"', "1,234.50 €"),
        (12500, '"₩"#,##0', "₩12,500"),
        (12500, "#,##0\\원", "12,500원"),
        (1280, "[$¥-411]#,##0", "¥1,280"),
        (-1280, "[$¥-411]#,##0;[Red]-[$¥-411]#,##0", "-¥1,280"),
        (-3.25, "#,##0.0_);(#,##0.0)", "(3.3)"),
        (1234.5, '_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-;_-* "-"?? "€"_-;_-@_-', "1,234.50 €"),
        (0.075, "0.0%", "7.5%"),
        (0.07, "0%", "7%"),
        (1234567, '#,##0,"천원"', "1,235천원"),
        (1012345678, "000\\-0000\\-0000", "010-1234-5678"),
        (7, "000", "007"),
        (12.5, "0.0##", "12.5"),
        (0.5, ".00", ".50"),
        (3, '0"本"', "3本"),
        (2.5, 'General" kg"', "2.5 kg"),
        (1250, "0.00E+00", "1.25E+03"),
        (0, '#,##0;-#,##0;"-"', "-"),
        (0, "#,##0", "0"),
        (1234567890123456.0, "0", "1234567890123456"),
    ],
)
def test_numbers_are_as_they_are_shown(value: float, code: str, shown: str) -> None:
    assert shown_number(value, code) == shown


@pytest.mark.parametrize("code", ["# ?/?", "[<100]0;0", "yyyy-mm-dd", "@", ";;;"])
def test_a_format_that_is_not_known_says_nothing(code: str) -> None:
    assert shown_number(25, code) is None


@pytest.mark.parametrize("value", [1e300, float("inf"), float("nan"), -1e16])
def test_numbers_that_nobody_writes_out_are_left_as_they_are(value: float) -> None:
    assert shown_number(value, "#,##0.00") is None


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (AT, 'yyyy"年"m"月"d"日"', "2026年5月1日"),
        (AT, 'yyyy"년" m"월" d"일";@', "2026년 5월 1일"),
        (date(2026, 5, 1), "d mmm yyyy", "1 May 2026"),
        (AT, "[$-409]mmmm d, yyyy", "May 1, 2026"),
        (AT, "yyyy\\-mm\\-dd h:mm", "2026-05-01 9:05"),
        (AT, "h:mm AM/PM", "9:05 AM"),
        (datetime(2026, 5, 1, 0, 30), "오전/오후 h:mm", "오전 12:30"),
        (time(10, 30), "hh:mm", "10:30"),
        (time(0, 5, 7), "mm:ss.0", "05:07.0"),
        (timedelta(hours=30, minutes=5), "[h]:mm", "30:05"),
        (timedelta(minutes=90), "[mm]", "90"),
        (AT, "dddd", "Friday"),
    ],
)
def test_dates_and_times_are_as_they_are_shown(value: Moment, code: str, shown: str) -> None:
    assert shown_moment(value, code) == shown


@pytest.mark.parametrize(("value", "code"), [(AT, 'ggge"年"'), (time(1), "yyyy"), (AT, "0.00"), (AT, "[>1]yyyy")])
def test_another_calendar_is_left_to_the_plain_form(value: Moment, code: str) -> None:
    assert shown_moment(value, code) is None
