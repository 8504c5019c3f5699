import pytest

from ibidem.corpus.reading.blocks import Heading, ListItem, Paragraph, TableRow
from ibidem.corpus.reading.markdown import read_markdown


def test_structure_is_kept_and_decoration_read_through() -> None:
    read = read_markdown(
        "---\ndoc_id: pump\n---\n# Pump **exchange** ![photo](p.png)\n\n"
        "Read [the manual](http://example.test/m) and `E-1234`\nbefore you begin.\n\n"
        "1. Stop the pump.\n   Wait.\n\n   It must stand still.\n2. Close the valve\n   - upper\n   - lower\n\n"
        "| Part | Torque |\n|---|---|\n| bolt | **45 N·m** |\n"
    )
    assert read.front_matter == "doc_id: pump\n"
    assert read.text == (
        "# Pump exchange photo\n\n"
        "Read the manual and E-1234 before you begin.\n\n"
        "1. Stop the pump. Wait.\n   It must stand still.\n2. Close the valve\n   - upper\n   - lower\n\n"
        "| Part | Torque |\n| --- | --- |\n| bolt | 45 N·m |"
    )
    assert [type(block) for block in read.blocks] == [Heading, Paragraph, *[ListItem] * 5, TableRow, TableRow]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("펌프를\n교체한다.", "펌프를 교체한다."),
        ("ポンプを\n交換する。", "ポンプを交換する。"),
        ("Replace\nthe pump.", "Replace the pump."),
        ("첫 줄  \n둘째 줄", "첫 줄\n둘째 줄"),
        ("a<br>b <b>c</b>", "a\nb c"),
        ("5 < 6 & 7 \\* 8", "5 < 6 & 7 * 8"),
        ("snake_case_name 2 * 3", "snake_case_name 2 * 3"),
        ("<div>\n본문\n</div>", "본문"),
        ("```sh\nls -l\n\ncat x\n```", "```sh\nls -l\n\ncat x\n```"),
        ("제목\n===\n본문", "# 제목\n\n본문"),
        ("", ""),
    ],
)
def test_what_a_reader_sees(source: str, text: str) -> None:
    assert read_markdown(source).text == text


def test_a_rule_at_the_top_is_not_front_matter() -> None:
    read = read_markdown("---\n\nA notice, drawn between two lines\n\n---\n")
    assert read.front_matter == ""
    assert "A notice" in read.text


def test_scripts_do_not_survive_as_tags() -> None:
    read = read_markdown("Before <img src=x onerror=alert(1)> after\n\n<script>\nalert(1)\n</script>\n")
    assert "<" not in read.text


@pytest.mark.timeout(5)
def test_what_is_nested_or_left_open_without_end_is_read_in_time() -> None:
    assert read_markdown("<!-- x " * 30_000).text == ""
    assert "x" in read_markdown("<a " * 20_000 + "x").text
    assert "x" in read_markdown(">" * 50 + " x").text
    assert "x" in read_markdown("[" * 5000 + "x").text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("**원인**\n필터가 막혔다.\n그래서 멈췄다.", "원인\n필터가 막혔다. 그래서 멈췄다."),
        ("__Cause__\nThe belt\nhad stretched.", "Cause\nThe belt had stretched."),
        ("**Q3. 有給はいつもらえますか。**\nA. 入社6か月後です。", "Q3. 有給はいつもらえますか。\nA. 入社6か月後です。"),
        ("**주의** 만지지\n마세요.", "주의 만지지 마세요."),
    ],
)
def test_a_line_that_is_bold_as_a_whole_stands_alone(source: str, text: str) -> None:
    assert read_markdown(source).text == text


@pytest.mark.parametrize("words", ["허용 하중은", "The load is", "許容荷重は"])
@pytest.mark.parametrize(
    "latex",
    [
        r"$F = \frac{a_1}{b_1} * c_2 * d_3$",
        r"$\{x_i\}_{i=1}^n$",
        r"\(x^2 * y\)",
        r"\[a_{1}*b*c\]",
        r"$$E = mc^2 \\ \{a\}$$",
    ],
)
def test_latex_stays_as_it_is_written(words: str, latex: str) -> None:
    assert read_markdown(f"{words} {latex}, *new*.").text == f"{words} {latex}, new."


def test_prices_are_no_equations() -> None:
    assert read_markdown("It costs $5 *or* $6, \\(all in\\) $7.").text == r"It costs $5 or $6, \(all in\) $7."
