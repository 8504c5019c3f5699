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


def escaped(words: str) -> str:
    return "".join(char if char.isascii() else f"\\u{ord(char) - (0x10000 if ord(char) > 0x7FFF else 0)}?" for char in words)


BESIDE = {
    "ko": (
        "회비",
        "겨울에는 내지 않는다.",
        "5월까지 낸다.",
        "2019년 이후 회원만.",
        "겨울에는 내지 않는다(주 1). ",
        "주 1: ",
        "메모",
        "문서 VX-900",
    ),
    "en": (
        "Fees",
        "None in winter.",
        "It is due in May.",
        "Members since 2019.",
        "None in winter (note 1). ",
        "Note 1: ",
        "Comment",
        "VX-900",
    ),
    "ja": (
        "会費",
        "冬は不要です。",
        "5月までです。",
        "2019年以降の会員。",
        "冬は不要です（注1）。 ",
        "注1: ",
        "コメント",
        "文書 VX-900",
    ),
}


@pytest.mark.parametrize("language", BESIDE)
def test_notes_comments_headings_and_running_heads_are_read(language: str) -> None:
    title, first, second, note, marked, label, remark, head = BESIDE[language]
    source = (
        "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}"
        f"{{\\info{{\\title {escaped(title)}}}}}"
        f"{{\\header\\pard {escaped(head)}\\tab p. \\chpgn\\par}}"
        f"{{\\footer\\pard {{\\field{{\\*\\fldinst PAGE}}{{\\fldrslt 3}}}}\\par}}"
        f"\\pard\\s1\\outlinelevel0 {escaped(title)}\\par\\pard {escaped(first)}"
        f"{{\\super\\chftn}}{{\\footnote\\pard\\plain {{\\super\\chftn}} {escaped(note)}}} {escaped(second)}"
        f"{{\\*\\atnauthor Kim}}\\chatn{{\\*\\annotation\\pard {escaped(title)}?}}\\par}}"
    )
    found = read_rtf("a.rtf", source.encode("latin-1"))
    assert found.text == f"# {title}\n\n{head}\n\n{marked}{second}\n\n{label}{note}\n\n{remark} (Kim): {title}?"
    assert found.title == title


def test_numbers_of_lists_and_notes_in_cells_are_read() -> None:
    items = "{\\pntext\\f0 1.\\tab}Open it.\\par{\\listtext\\f0 2.\\tab}Close it.\\par"
    cells = "\\trowd a\\{\\cell b{\\footnote only c}\\cell\\row"
    found = read_rtf("a.rtf", f"{{\\rtf1\\ansi {items} {cells}}}".encode())
    assert found.text.replace("\t", " ") == "1. Open it.\n2. Close it.\n\n| a{ | b (only c) |"


def test_braces_that_do_not_match_are_read_all_the_same() -> None:
    assert read_rtf("a.rtf", b"{\\rtf1 a{\\footnote b\\par c").text.startswith("a")


def test_what_is_no_rtf_says_so() -> None:
    with pytest.raises(UnreadableDocument, match="not RTF"):
        read_rtf("a.rtf", b"plain")
