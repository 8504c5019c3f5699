import pytest

from ibidem.corpus.reading.rtf import read_rtf
from ibidem.domain.errors import UnreadableDocument


@pytest.mark.parametrize(
    ("page", "encoding", "words"),
    [(949, "cp949", "펌프 교체"), (1252, "cp1252", "Café rules"), (932, "cp932", "ポンプの交換")],
)
def test_text_in_every_script_and_tables(page: int, encoding: str, words: str) -> None:
    escaped = "".join(f"\\'{byte:02x}" for byte in words.encode(encoding))
    rows = "\\trowd a\\cell b\\cell\\row\\trowd 1\\cell 2\\cell\\row"
    found = read_rtf("a.rtf", f"{{\\rtf1\\ansi\\ansicpg{page} {escaped}\\par {rows} end\\par}}".encode("latin-1"))
    assert found.text == f"{words}\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nend"


def test_what_is_no_rtf_says_so() -> None:
    with pytest.raises(UnreadableDocument, match="not RTF"):
        read_rtf("a.rtf", b"plain")
