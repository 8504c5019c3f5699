import pytest

from ibidem.corpus.reading.formats import MOST_BYTES, format_of, read
from ibidem.domain.errors import UnreadableDocument


def test_the_extension_says_the_format_in_any_case() -> None:
    assert format_of("A.MD").media_type == "text/markdown"
    assert format_of("folder/b.Htm").media_type == "text/html"


@pytest.mark.parametrize(
    ("name", "original", "message"),
    [
        ("a.exe", b"x", r"a\.exe: files ending in \.exe are not read; save it as one of \.md"),
        ("README", b"x", "no extension says"),
        ("a.md", b"", "empty"),
        ("a.md", b" \n\t\n", "nothing to read"),
        ("a.html", b"<script>alert(1)</script>", "nothing to read"),
        ("a.txt", "─── ※ ───".encode(), "nothing to read"),
        ("a.md", b"---\nlayout: only front matter\n---\n", "nothing to read"),
        ("a.txt", b"x" * (MOST_BYTES + 1), "larger than 64 MB"),
        ("a.txt", b"x" * 20_000_001, "more than 20,000,000 characters"),
    ],
)
def test_what_cannot_be_read_says_its_name_what_is_wrong_and_what_to_do(name: str, original: bytes, message: str) -> None:
    with pytest.raises(UnreadableDocument, match=message):
        read(name, original)
