"""Check digits against numbers that are published as examples."""

import pytest

from ibidem.backends.pii.check_digits import birth_date, business_number, iban, luhn, resident_number


@pytest.mark.parametrize(
    ("check", "right"),
    [
        (luhn, "4111111111111111"),
        (luhn, "378282246310005"),
        (resident_number, "9001011234568"),
        (business_number, "1248100998"),
        (iban, "DE89370400440532013000"),
        (iban, "GB82WEST12345698765432"),
    ],
)
def test_the_right_digit_and_no_other(check, right: str) -> None:
    assert check(right)
    last = "0123456789".index(right[-1])
    assert not any(check(f"{right[:-1]}{digit}") for digit in range(10) if digit != last)


def test_the_century_decides_about_the_29th_of_february() -> None:
    assert birth_date("0002294")
    assert not birth_date("0002291")
