"""Japanese numbers."""

from ibidem.backends.pii.shape import GAP, PART, Shape, always, labels, number

_PART = r"(?: ?[-.()] ?| )"
_CALLED = labels("PHONE", "CALL")


def _ten_digits(digits: str) -> bool:
    """What a number of a fixed line has, however its area code is cut."""
    return len(digits) == 10


JAPAN: tuple[Shape, ...] = (
    Shape("PHONE", 11, number(rf"0[5789]0{GAP}[0-9]{{4}}{GAP}[0-9]{{4}}"), _CALLED, always),
    Shape("PHONE", 11, number(rf"(?<!\+)81{PART}(?:\(0\) ?|0)?[1-9][0-9]{{0,3}}{_PART}[0-9]{{2,4}}{_PART}[0-9]{{4}}"), _CALLED),
    Shape("PHONE", 9, number(r"0120-?[0-9]{3}-?[0-9]{3}|0(?:800|570)-?[0-9]{2,3}-?[0-9]{3,4}"), _CALLED, always),
    Shape("PHONE", 10, number(rf"\(?0[1-9][0-9]{{0,3}}{_PART}[0-9]{{1,4}}{_PART}[0-9]{{4}}"), _CALLED, _ten_digits),
    # A label is asked for: one in eleven numbers of twelve digits has the right check digit.
    Shape("JP_MY_NUMBER", 12, number(rf"[0-9]{{4}}{GAP}[0-9]{{4}}{GAP}[0-9]{{4}}"), labels("MY_NUMBER")),
    Shape("JP_DRIVER_LICENSE", 12, number(rf"[0-9]{{4}}{GAP}[0-9]{{4}}{GAP}[0-9]{{4}}"), labels("JP_LICENSE")),
    Shape("JP_RESIDENCE_CARD", 8, number(r"[A-Za-z]{2}[0-9]{8}[A-Za-z]{2}"), labels("RESIDENCE")),
    Shape("JP_PENSION", 10, number(r"[0-9]{4}-?[0-9]{6}"), labels("PENSION")),
    Shape("JP_PASSPORT", 7, number(r"[A-Za-z]{2}[0-9]{7}"), labels("PASSPORT")),
)
