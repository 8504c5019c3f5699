"""Reading a file takes as much longer as the file is longer, whatever it says over and over."""

from collections.abc import Iterator
from itertools import product

import pytest

from security.document_growth import Hostile, Readers, readers, repeated
from security.hostile_documents import HOSTILE

# Large enough that the square of it takes seconds, small enough that reading it once takes a fraction of one.
SIZE = 60_000
# Decoding a head took the square of it only beyond what a page holds.
LONG_HEAD = 600_000

LETTERS = (
    *("a", "가", "あ", "漢", "ア", "ㅋ", "ｶ", "é", "𝐀", "①", "㍿", "ﷺ", "ß", "1", "_"),
    *("\u1100", "\u1100\u1161", "e\u0301"),
)
BLANKS = (
    *(" ", "\t", "\n", "\r", "\r\n", " \n", "\u3000", "\u00a0", "\u200b", "\u2028", "\x0b", "\x00\n"),
    *("a ", "가 ", "あ\n"),
)
STOPS = (
    *(".", ". ", "a.", "a. ", "1.", "1.1", "...", "。", "あ。", "! ", "?!", "；", ":", ": ", ",", "1,", "1,000,", "·", "…"),
    *("Mr. ", "e.g. ", "No. 1 ", "2019. 3. ", "다. ", "요.", "a\n\n"),
)
SIGNS = (
    *(
        '"',
        '"a ',
        "'",
        "“",
        "”",
        "(",
        ")",
        "(a) ",
        "「",
        "」",
        "[",
        "]",
        "{",
        "<",
        ">",
        "|",
        "||",
        "| a ",
        "a|b\n",
        "\\",
        "/",
        "@",
    ),
    *(
        "#",
        "# ",
        "# a\n",
        "-",
        "- ",
        "- a\n",
        "--- ",
        "---\n",
        "===\n",
        "a\n---\n",
        "+",
        "*",
        "* ",
        "**",
        "_a_ ",
        "~~",
        "`",
        "```\n",
    ),
    *(
        "> ",
        ">a\n",
        "1. ",
        "1. a\n",
        "1) a\n",
        "① a\n",
        "가) ",
        "• a\n",
        "•a",
        "step 1: ",
        "1단계: ",
        "手順1：",
        "    a\n",
        "\ta\n",
    ),
    *(
        "|-",
        "|-|\n",
        ":-",
        "-+",
        "a\tb\n",
        "a | b\n",
        "E-1 ",
        "E1-",
        "a_b.",
        "a'",
        "AB CD ",
        "12 34 ",
        "https://a.b/ ",
        "&amp;",
        "&",
    ),
)
LINKS = (
    "[a](",
    "[a](b) ",
    "[a]",
    "![a](",
    "[a]: b\n",
    "[a][",
    "](",
    "*a_",
    "**a*",
    "<!--",
    "<!-- a -->",
    "<a ",
    "<a>",
    "</a>",
    "<?",
    "<a b='",
)
DIALECTS = (
    *(
        "import a ",
        "import {a} from 'b'\n",
        "export const a\n",
        "{/*",
        "{/* a */}",
        "<A ",
        "<A a='",
        '<A "',
        "<A>",
        "<A {",
        "{' '}",
    ),
    *(
        "{{<",
        "{{% a ",
        "{{< a >}}",
        "{%",
        "{% a %}",
        "{#a}\n",
        "{:",
        "# a {#",
        ":::",
        ":::a\n",
        "> [!a",
        "> [!a]\n",
        "[^a]",
        "[^",
    ),
    *("!!! a\n", '!!! a "', "[^a]: b\n", "{{< a title='", "`a", "``a`", "+++\n", "a.", "a = 1\n", "제1조 ", "제1조\n", "第1条\n"),
    *("Article 1\n", "1.1.\n", "1.1 A\n", "A A\n", "AA\n\n", "a\n===\n", "(a)\n", "（a）\n", "I. A\n\n"),
)
ELEMENTS = (
    *(
        "<main>",
        "<div>",
        "<div>a",
        "<p>a",
        "<b>a",
        "<i><b>",
        "<a href=b>a",
        "<ul><li>a",
        "<ol>",
        "<li>a",
        "<dl><dt>a<dd>b",
        "<h1>a",
    ),
    *(
        "<h2>a</h2>",
        "<pre>a\n",
        "<br>",
        "<hr>",
        "<img alt=a>",
        "<script>a",
        "<style>a",
        "<svg>a",
        "<p hidden>a",
        "<nav>a",
        "<form>",
    ),
    *("<table>", "<tr>", "<td>a", "<table><tr><td>a<td>b", "<table><tr><td>a<td>b</table>", "<caption>a", "<ruby>a<rt>b</ruby>"),
    *(
        "<p aria-hidden=true>a</p>b",
        "</p>",
        "</div>",
        "</main>",
        "<html>",
        "<body>",
        "<title>a",
        "<template>a",
        "<textarea>",
        "&lt;",
    ),
    *("<x a=1 b=2>", "<font>", "<section><p>a", "<p role=navigation>", "<!doctype html>", "<![CDATA[a]]>", "<span>a</span> "),
)
YAML = (
    "k: v\n",
    "k: &a b\n",
    "- ",
    "- a\n",
    "[",
    "{a: ",
    "? ",
    "'",
    '"',
    "|\n",
    "# \n",
    "\n",
    " ",
    "---\n",
    "...\n",
    "<<: ",
    "1:",
    "*a ",
)


@pytest.fixture(scope="module")
def reading() -> Iterator[Readers]:
    with readers() as process:
        yield process


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_takes_no_square_of_its_length(name: str, reading: Readers) -> None:
    assert reading.fault(HOSTILE[name], SIZE) is None


def sweeps() -> dict[str, list[Hostile]]:
    inside, begun = (*LETTERS, *BLANKS, *STOPS, *LINKS), (*BLANKS, *SIGNS)
    return {
        "txt": [*(repeated("txt", unit, "word ") for unit in inside), *(repeated("txt", unit) for unit in (*begun, *DIALECTS))],
        "md": [
            *(repeated("md", unit, "word ") for unit in inside),
            *(repeated("md", unit) for unit in (*begun, *ELEMENTS, *DIALECTS)),
        ],
        "html": [repeated("html", unit, head) for unit, head in product(ELEMENTS, ("", "<table><tr><td>", "<ul><li>"))],
        "front matter": [repeated(*start) for start in starts()],
    }


def starts() -> Iterator[tuple[str, str, str, str]]:
    """Front matter that comes to its end within 64 KiB, after them, and never."""
    for unit, end in product((*YAML, *BLANKS), ("", "\n---\n")):
        yield "md", unit, "---\nk: v\n", f"{end}word"
        yield "html", unit, "<!--\n---\nk: v\n", f"{end}-->word"


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kind", sweeps())
def test_no_unit_said_over_and_over_takes_the_square_of_its_length(kind: str, reading: Readers) -> None:
    faults = [
        f"{hostile.of_size(40)!r} {told}" for hostile in sweeps()[kind] if (told := reading.fault(hostile, SIZE)) is not None
    ]
    assert not faults, "\n".join(faults)


def test_a_reader_that_takes_more_than_the_square_is_found(reading: Readers) -> None:
    assert reading.fault(Hostile("txt", lambda size: b"word " * (size**3 // 10**9)), SIZE) is not None


@pytest.mark.parametrize("unit", ["=?utf-8?q?a?= ", "=?a?q?", "=?utf-8?b?", "=?utf-8?q?a?=", "a "])
@pytest.mark.parametrize("head", ["Subject: ", "To: ", 'Content-Type: text/plain\nContent-Disposition: attachment; filename="'])
def test_a_long_head_of_a_mail_takes_as_much_longer_as_it_is_longer(reading: Readers, head: str, unit: str) -> None:
    tail = '"\n\nword' if head.endswith('"') else "\n\nword"
    fault = reading.fault(repeated("eml", unit, head, tail), LONG_HEAD)
    assert fault is None, fault
