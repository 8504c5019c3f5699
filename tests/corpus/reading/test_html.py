import pytest

from ibidem.corpus.reading.blocks import Heading
from ibidem.corpus.reading.formats import read
from ibidem.corpus.reading.html import MOST_ATTRIBUTES, read_html
from ibidem.domain.errors import UnreadableDocument

PAGE = """<!DOCTYPE html><html><head><title>Valve guide</title><meta charset="euc-kr"><style>p{}</style>
<script>alert(1)</script></head><body><nav><a href="/">Home</a></nav><header>Example Corp</header>
<main><h1>밸브 <b>교체</b></h1><p>첫 문장.<br>둘째
 줄.</p><ol start="3"><li>전원을 끈다<li><p>식힌다</p><p>10분</p><ul><li>이상</ul></ol>
<table><caption>규격</caption><tr><th>항목<th>값<tr><td rowspan=2>토크<td>45<tr><td>46</table>
<div style="display:none">secret</div><p hidden>secret</p><img alt="그림 1" src="http://example.test/x.png">
<ruby>漢字<rt>かんじ</rt></ruby>&nbsp;&lt;b&gt;<pre>a
  b</pre></main><footer>Imprint</footer></body></html>"""


def test_a_page_reads_as_people_see_it() -> None:
    page = read_html(PAGE)
    assert page.text == (
        "# 밸브 교체\n\n첫 문장.\n둘째 줄.\n\n3. 전원을 끈다\n4. 식힌다\n   10분\n   - 이상\n\n규격\n\n"
        "| 항목 | 값 |\n| --- | --- |\n| 토크 | 45 |\n| 토크 | 46 |\n\n그림 1 漢字 <b>\n\n```\na\n  b\n```"
    )
    assert page.title == "Valve guide"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>ポンプを\n交換する。", "ポンプを交換する。"),
        ("<p>펌프를\n교체한다.", "펌프를 교체한다."),
        ("plain words", "plain words"),
        ("<table><tr><td>one<tr><td>two</table>", "one\n\ntwo"),
        ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
        ("<p>open <b>bold</p>", "open bold"),
        ("", ""),
        ("<!-- nothing -->", ""),
        ("<?xml version='1.0' encoding='euc-kr'?><html><body>본문</body></html>", "본문"),
    ],
)
def test_fragments(source: str, text: str) -> None:
    assert read_html(source).text == text


def test_front_matter_stands_in_a_comment() -> None:
    page = read_html("<!--\n---\ntitle: 펌프\n---\n-->\n<p>본문</p>")
    assert (page.front_matter, page.text) == ("title: 펌프\n", "본문")


def test_entities_from_a_document_type_are_not_expanded() -> None:
    page = read_html('<!DOCTYPE html [<!ENTITY e SYSTEM "file:///etc/passwd">]><p>a &e; b</p>')
    assert "root:" not in page.text


def test_deep_nesting_and_wide_spans_stay_small() -> None:
    assert len(read_html("<div>" * 5000 + "x").text) < 10
    assert len(read_html("<table><tr><td colspan=999999>a<td>b<tr><td rowspan=999999>c<td>d</table>").text) < 2000


@pytest.mark.parametrize("attributes", [" a{0}=1", " a{0}", " a{0}='>'", '/a{0}=">"'])
def test_a_tag_with_thousands_of_attributes_is_refused(attributes: str) -> None:
    tag = "<a" + "".join(map(attributes.format, range(MOST_ATTRIBUTES + 1))) + ">"
    hidden = f"<!-- <p x=' -->{tag}"
    for page in (f"<p>펌프 pump ポンプ{tag}x</a>", hidden, f"<main>{tag}"):
        with pytest.raises(UnreadableDocument, match="more than 1,000 attributes"):
            read("page.html", page.encode())
    for page in (f"<p>펌프<!-- {tag} --></p>", f"<p>펌프<script>'{tag}'</script>", "<p>펌프" + "<b c=1 d=2 e=3>" * 1000):
        assert read("page.html", page.encode()).text == "펌프"


@pytest.mark.parametrize("words", ["허용 하중은", "The load is", "許容荷重は"])
def test_equations_are_read_once_in_paragraphs_headings_and_cells(words: str) -> None:
    tex = '<annotation encoding="application/x-tex">F=\\frac{a}{b}</annotation>'
    math = f"<math><semantics><mrow><mi>F</mi><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow>{tex}</semantics></math>"
    shown = f'<span class="katex">{math}<span aria-hidden="true">F=ab</span></span>'
    page = f"<h1>{words} {math}</h1><p>{words} {shown}.</p><table><tr><td>{words}</td><td>{math}</td></tr></table>"
    assert read_html(page).text == f"# {words} F=a/b\n\n{words} F=a/b.\n\n| {words} | F=a/b |"


@pytest.mark.parametrize(("name", "price"), [("Senior", "$250"), ("경로", "25,000원"), ("シニア", "¥2,500 / 月")])
def test_a_price_set_large_is_no_heading(name: str, price: str) -> None:
    read = read_html(f"<h2>2031</h2><h4>{name}</h4><h1>{price}</h1><p>55+</p><h4>{name} 2</h4><p>x</p>")
    headings = [block.title for block in read.blocks if isinstance(block, Heading)]
    assert headings == ["2031", name, f"{name} 2"]
    assert price in read.text
