"""Korean numbers."""

from ibidem.backends.pii.check_digits import birth_date, business_number, resident_number
from ibidem.backends.pii.shape import GAP, PART, Shape, always, labels, number

# The area codes of the numbering plan, with those of internet and personal numbers.
_AREA = r"0(?:2|3[1-3]|4[1-4]|5[1-5]|6[1-4]|70|80|50[2-8])"
# The regions whose police issue driver licences.
_REGION = r"(?:1[1-9]|2[0-68])"
_RESIDENT = labels("RESIDENT")
_LICENSE = labels("KR_LICENSE")
_CALLED = labels("PHONE", "CALL")


def _born_and_checked(digits: str) -> bool:
    return birth_date(digits) and resident_number(digits)


KOREA: tuple[Shape, ...] = (
    # Numbers issued since October 2020 have no check digit, so a hyphen and a date have to do.
    Shape("KR_RRN", 13, number(r"[0-9]{6} ?- ?[0-49][0-9]{6}"), _RESIDENT, birth_date, birth_date),
    Shape("KR_FRN", 13, number(r"[0-9]{6} ?- ?[5-8][0-9]{6}"), _RESIDENT, birth_date, birth_date),
    Shape("KR_RRN", 13, number(r"[0-9]{6} ?[0-49][0-9]{6}"), _RESIDENT, _born_and_checked, birth_date),
    Shape("KR_FRN", 13, number(r"[0-9]{6} ?[5-8][0-9]{6}"), _RESIDENT, _born_and_checked, birth_date),
    Shape("KR_DRIVER_LICENSE", 12, number(rf"{_REGION}-[0-9]{{2}}-[0-9]{{6}}-[0-9]{{2}}"), _LICENSE, always),
    Shape("KR_DRIVER_LICENSE", 12, number(rf"[0-9]{{2}}{GAP}[0-9]{{2}}{GAP}[0-9]{{6}}{GAP}[0-9]{{2}}"), _LICENSE),
    Shape("KR_DRIVER_LICENSE", 10, number(r"[0-9]{2}-[0-9]{6}-[0-9]{2}"), _LICENSE),
    Shape("PHONE", 10, number(rf"01[016789](?:\) ?|{GAP})[0-9]{{3,4}}{GAP}[0-9]{{4}}"), _CALLED, always),
    Shape("PHONE", 9, number(rf"(?:\({_AREA}\)|{_AREA}\)?){PART}?[0-9]{{3,4}}{PART}[0-9]{{4}}"), _CALLED, always),
    Shape("PHONE", 11, number(rf"(?<!\+)82{PART}(?:\(0\) ?|0)?1[016789]{GAP}[0-9]{{3,4}}{GAP}[0-9]{{4}}"), _CALLED, always),
    Shape("PHONE", 10, number(rf"(?<!\+)82{PART}(?:\(0\) ?|0)?[2-6][0-9]?{PART}[0-9]{{3,4}}{PART}[0-9]{{4}}"), _CALLED),
    Shape("KR_BRN", 10, number(r"[0-9]{3}-[0-9]{2}-[0-9]{5}"), labels("BUSINESS"), business_number),
    Shape("KR_BRN", 10, number(rf"[0-9]{{3}}{GAP}[0-9]{{2}}{GAP}[0-9]{{5}}"), labels("BUSINESS")),
    Shape("KR_PASSPORT", 7, number(r"[MSRODGmsrodg](?:[0-9]{8}|[0-9]{3}[A-Za-z][0-9]{4})"), labels("PASSPORT")),
    Shape("PHONE", 8, number(rf"1[568][0-9]{{2}}{GAP}[0-9]{{4}}"), _CALLED),  # of companies
)
