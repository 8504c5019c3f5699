"""Names of values that are not kept."""

from ibidem.domain.personal_data import PersonalKind
from ibidem.privacy.placeholders import Placeholders


def test_one_value_has_one_name_however_it_is_written() -> None:
    names = Placeholders(b"key")
    written = [
        "010-1234-5678",
        "01012345678",
        "０１０ー１２３４ー５６７８",
        "+82 10 1234 5678",
        "+82-(0)10-1234-5678",
        "82-10-1234-5678",
        "٠١٠-١٢٣٤-٥٦٧٨",
    ]
    assert {names.name("PHONE", value) for value in written} == {"<PHONE_1>"}
    assert {names.name("PHONE", value) for value in ("+81 90-1234-5678", "090-1234-5678")} == {"<PHONE_2>"}
    assert {names.name("EMAIL", value) for value in ("A@Example.com", "a@example.com")} == {"<EMAIL_1>"}
    assert names.name("SECRET", "Abc123") != names.name("SECRET", "abc123")


def test_names_go_on_where_the_session_left_them() -> None:
    first = Placeholders(b"key")
    first.name("PHONE", "010-1234-5678")
    later = Placeholders(b"key", first.known)
    assert later.name("PHONE", "010-9999-8888") == "<PHONE_2>"
    assert later.name("PHONE", "010 1234 5678") == "<PHONE_1>"
    assert later.known[0] == first.known[0]


def test_nothing_of_a_value_is_kept() -> None:
    names = Placeholders(b"key")
    values: list[tuple[PersonalKind, str]] = [("PHONE", "010-1234-5678"), ("EMAIL", "a@example.com")]
    for kind, value in values:
        names.name(kind, value)
        assert value not in repr(names.known)
    assert {known.digest for known in names.known}.isdisjoint(known.digest for known in Placeholders(b"other", ()).known)
    other = Placeholders(b"other")
    other.name("PHONE", "010-1234-5678")
    assert other.known[0].digest != names.known[0].digest
