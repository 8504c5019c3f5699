import pytest

from ibidem.corpus.reading.blocks import TextBuilder
from ibidem.corpus.reading.html import read_html
from ibidem.corpus.reading.markdown import read_markdown
from ibidem.corpus.reading.plain import read_plain
from ibidem.corpus.title_extraction import found_title


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("한빛대학교 학칙\n\n제1조(목적) 정한다.", "한빛대학교 학칙"),
        ("就業規則\n令和6年4月1日\n\n第1条　定める。", "就業規則"),
        ("Travel handbook\n===============\n\nBook early.", "Travel handbook"),
        ("件名: 出張旅費の精算について\n送信者: 総務\n\n本文です。", "出張旅費の精算について"),
        ("Subject: Lunch is moved\n\nHello all.", "Lunch is moved"),
        ("작성일: 2024. 3. 1.\n\n본문이다.", "memo 7"),
        ('{"name": "pump", "size": 3}', "memo 7"),
        ("https://example.test/a/b", "memo 7"),
        ("2024-03-01 10:22:01 started", "memo 7"),
        ("- one\n- two", "memo 7"),
        ("Everybody who travels has to write down where, when and why\nthey went. Then they", "memo 7"),
        ("출장을 가려면 미리 신청해야 한다.\n\n신청은 쉽다.", "memo 7"),
    ],
)
def test_the_first_line_is_the_title_where_a_person_would_call_it_so(text: str, title: str) -> None:
    assert found_title("notes/memo_7.txt", read_plain(text), "") == title


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("benefits/time_off/index.md", "time off"),
        ("휴가\\_index.md", "휴가"),
        ("経費/README.md", "経費"),
        ("index.md", "index"),
    ],
)
def test_a_page_that_stands_for_its_folder_is_called_after_it(name: str, title: str) -> None:
    assert found_title(name, read_markdown("- one"), "") == title


@pytest.mark.parametrize(
    "text", ["10811.exe\n\nx y", "\\begin{figure}\n\nx y", "Untitled 2\n\nx y", "제목 없음\n\nx y", "無題\n\nx y"]
)
def test_first_lines_that_a_program_wrote_are_no_title(text: str) -> None:
    assert found_title("notes/memo_7.txt", read_plain(text), "") == "memo 7"


@pytest.mark.parametrize("title", ["Excel", "Title 17", "Node.js", "ASP.NET 8", "한글", "Word"])
def test_a_heading_may_name_a_program(title: str) -> None:
    assert found_title("notes/memo_7.md", read_markdown(f"# {title}\n\nText"), "") == title


def test_the_highest_of_the_first_headings_is_the_title() -> None:
    assert found_title("a.html", read_html("<h2>Hilltop News</h2><h1>Opening hours:</h1><h2>Shop</h2>"), "") == "Opening hours"
    assert found_title("a.md", read_markdown("# All\n\n## 휴가 규정\n\n본문"), "") == "휴가 규정"
    assert found_title("a.md", read_markdown("본문\n\n## 휴가 규정\n\n# 부록" + "\n\n# 더" * 9), "") == "부록"


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("Microsoft Word - 정관(안).hwp", "정관(안)"),
        ("Microsoft Word - draft3.doc", "memo"),
        ("Microsoft Word - Travel rules 2026.docx", "Travel rules 2026"),
        ("PowerPoint プレゼンテーション", "memo"),
        ("report_v2.pdf", "memo"),
        ("10811.exe", "memo"),
        ("fig1.eps", "memo"),
        (r"\begin{figure}", "memo"),
        ("word", "memo"),
        ("LaTeX", "memo"),
        ("Untitled", "memo"),
        ("Untitled-2", "memo"),
        ("제목 없음 3", "memo"),
        ("통합 문서1", "memo"),
        ("ブック1", "memo"),
        ("Document (4)", "memo"),
        ("初期設定 2", "初期設定 2"),
        ("無題", "memo"),
        ("회의록.docx", "회의록"),
        ("/tmp/a/b.html", "memo"),
        ("就業規則", "就業規則"),
    ],
)
def test_what_programs_call_a_file_is_no_title(title: str, found: str) -> None:
    builder = TextBuilder()
    builder.item("-", "x")
    assert found_title("memo.pdf", builder.finish(title=title), "") == found
