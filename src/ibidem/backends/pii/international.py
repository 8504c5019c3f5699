"""Numbers of no one country: cards, accounts, telephones with a country code; and of the United States."""

import re

from ibidem.backends.pii.check_digits import iban, luhn
from ibidem.backends.pii.shape import GAP, PART, Shape, always, labels, no_date, number

# How the numbers of Visa, Mastercard, Discover, JCB and UnionPay begin; American Express is grouped otherwise.
_SIXTEEN = r"(?:4[0-9]{3}|5[1-5][0-9]{2}|2[2-7][0-9]{2}|35[0-9]{2}|6[0-9]{3}|9[0-9]{3})"
_CARD = labels("CARD")
_CALLED = labels("PHONE", "CALL")
_AMOUNT = re.compile(r" ?(?:원|엔|달러|円|ドル|won|usd|krw|jpy|yen|dollars)", re.IGNORECASE)
_NO_AMOUNT = rf"(?!{_AMOUNT.pattern})"


def _international(digits: str) -> bool:
    """The lengths of E.164 with a country code; shorter ones are quantities with a sign."""
    return 9 <= len(digits) <= 15


def _account(digits: str) -> bool:
    return 10 <= len(digits) <= 16 and no_date(digits)


def _social_security(digits: str) -> bool:
    return digits[:3] not in ("000", "666") and digits[0] != "9" and digits[3:5] != "00" and digits[5:] != "0000"


INTERNATIONAL: tuple[Shape, ...] = (
    Shape("CREDIT_CARD", 16, number(rf"{_SIXTEEN}(?:{GAP}[0-9]{{4}}){{3}}"), _CARD, luhn),
    Shape("CREDIT_CARD", 15, number(rf"3[47][0-9]{{2}}{GAP}[0-9]{{6}}{GAP}[0-9]{{5}}"), _CARD, luhn),
    Shape("CREDIT_CARD", 14, number(rf"3[0689][0-9]{{2}}{GAP}[0-9]{{6}}{GAP}[0-9]{{4}}|62[0-9]{{15,17}}"), _CARD, labelled=luhn),
    Shape(
        "BANK_ACCOUNT", 10, number(r"[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?"), labels("ACCOUNT"), iban, iban
    ),
    Shape("PHONE", 9, number(r"\+[1-9][0-9]{0,2}(?:[ ()\-.]{0,3}[0-9]{1,12}){1,6}"), _CALLED, _international, _international),
    Shape("PHONE", 10, number(rf"\([2-9][0-9]{{2}}\) ?[2-9][0-9]{{2}}{PART}[0-9]{{4}}"), _CALLED, always),
    Shape("US_SSN", 9, number(r"[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}"), labels("SSN"), labelled=_social_security),
    Shape("PASSPORT", 7, number(r"[A-Za-z]{0,2}[0-9]{7,9}"), labels("PASSPORT"), labelled=no_date),
    Shape(
        "BANK_ACCOUNT",
        10,
        number(rf"[0-9]{{2,16}}(?:[- ][0-9]{{1,8}}){{0,4}}{_NO_AMOUNT}"),
        labels("ACCOUNT"),
        labelled=_account,
    ),
    Shape("BANK_ACCOUNT", 7, number(rf"[0-9]{{7,9}}{_NO_AMOUNT}"), labels("ACCOUNT"), labelled=no_date),
    Shape("PHONE", 10, number(rf"(?:1{PART})?\(?[2-9][0-9]{{2}}(?:{GAP}|\) ?)[2-9][0-9]{{2}}{GAP}[0-9]{{4}}"), _CALLED),
    Shape("PHONE", 9, number(rf"0[0-9]{{1,4}}(?:{GAP}[0-9]{{2,6}}){{1,3}}"), _CALLED, labelled=_international),
    Shape("PHONE", 7, number(r"[2-9][0-9]{2,3}-[0-9]{4}"), labels("PHONE"), labelled=no_date),
)
