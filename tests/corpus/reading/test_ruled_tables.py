"""Tables between rules in a PDF, as programs print them: by cells, over pages, with merged ones."""

import io
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

from ibidem.corpus.reading.blocks import Heading, ReadText, TableRow
from ibidem.corpus.reading.blocks import Paragraph as TextParagraph
from ibidem.corpus.reading.pdf import read_pdf
from ibidem.corpus.reading.ruled_tables import ruled_tables
from ibidem.corpus.reading.rules import Rule, Rules
from ibidem.language.tables import row_of

FONTS = {"ko": "HYSMyeongJo-Medium", "en": "Helvetica", "ja": "HeiseiKakuGo-W5"}
for cid in ("HYSMyeongJo-Medium", "HeiseiKakuGo-W5"):
    pdfmetrics.registerFont(UnicodeCIDFont(cid))

GRID = ("GRID", (0, 0), (-1, -1), 0.5, "black")

COMPARED = {
    "ko": (
        ("현행", "개정안"),
        (
            "제5조(회비) ① 정회원은 분기마다 첫 번째 달의 마지막 날까지 회비 3만원을 내야 한다.",
            "제5조(회비) ① 정회원은 매월 마지막 날까지 회비 1만원을 내야 하며, 한 해의 회비를 한꺼번에 낼 수 있다.",
        ),
        ("<신설>", "제6조(자격 정지) 회비를 석 달 넘게 내지 않은 회원의 자격은 운영위원회가 정지할 수 있다."),
        ("제7조(환불) 낸 회비는 돌려주지 아니한다.", "제7조(환불) 현행과 같음"),
    ),
    "en": (
        ("Current text", "Amended text"),
        (
            "Article 5. Members pay their dues of 30 euros by the last day of the first month of each quarter.",
            "Article 5. Members pay their dues of 10 euros by the last day of each month, or for a whole year at once.",
        ),
        ("(new)", "Article 6. The board may suspend a member who has not paid any dues for more than three months in a row."),
        ("Article 7. Dues are not refunded.", "Article 7. Unchanged."),
    ),
    "ja": (
        ("現行", "改正案"),
        (
            "第5条 正会員は、四半期ごとに最初の月の末日までに会費三千円を納めなければならない。",
            "第5条 正会員は、毎月末日までに会費千円を納めなければならない。ただし、一年分をまとめて納めることができる。",
        ),
        ("（新設）", "第6条 会費を三か月を超えて納めない会員の資格は、理事会がこれを停止することができる。"),
        ("第7条 納めた会費は返還しない。", "第7条 （現行のとおり）"),
    ),
}
PARTS = {
    "ko": (("부품", "번호", "수량"), ("챔버 리드 오링", "OR-3815", "1개"), ("냉각수 입구 필터", "FT-0417", "2개")),
    "en": (("Part", "Number", "Quantity"), ("Lid O-ring", "OR-3815", "1"), ("Inlet filter for cooling water", "FT-0417", "2")),
    "ja": (("部品", "番号", "数量"), ("蓋のOリング", "OR-3815", "1個"), ("冷却水入口フィルター", "FT-0417", "2個")),
}
AROUND = {
    "ko": ("다음과 같이 고친다.", "이 규정은 공포한 날부터 시행한다."),
    "en": ("The rules are amended as follows.", "These rules enter into force today."),
    "ja": ("次のとおり改正する。", "この規程は公布の日から施行する。"),
}


def style(language: str) -> ParagraphStyle:
    return ParagraphStyle("cell", fontName=FONTS[language], fontSize=10, leading=14, wordWrap="CJK" if language == "ja" else None)


def printed(language: str, *story: Flowable, running: Callable[[Canvas, int], None] = lambda *_: None) -> bytes:
    def edges(canvas: Canvas, template: SimpleDocTemplate) -> None:
        canvas.setFont(FONTS[language], 8)
        running(canvas, template.page)

    file = io.BytesIO()
    document = SimpleDocTemplate(file, pagesize=A4)
    document.build(list(story), onFirstPage=edges, onLaterPages=edges)
    return file.getvalue()


def cells(language: str, rows: Sequence[Sequence[str]]) -> list[list[Paragraph]]:
    def escaped(text: str) -> str:
        return text.replace("<", "&lt;")

    return [[Paragraph(escaped(text), style(language)) for text in row] for row in rows]


def rows_of(read: ReadText) -> list[str]:
    return [read.text[block.start : block.end].split("\n")[0] for block in read.blocks if isinstance(block, TableRow)]


def said(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in rows]


def tables(read: ReadText) -> int:
    return len({block.table for block in read.blocks if isinstance(block, TableRow)})


@pytest.mark.parametrize("language", FONTS)
def test_texts_side_by_side_stay_rows_with_their_head(language: str) -> None:
    before, after = AROUND[language]
    table = Table(cells(language, COMPARED[language]), colWidths=[160, 160], style=[GRID, ("VALIGN", (0, 0), (-1, -1), "TOP")])
    read = read_pdf("a.pdf", printed(language, Paragraph(before, style(language)), table, Paragraph(after, style(language))))
    assert rows_of(read) == said(COMPARED[language])
    assert read.text.startswith(before) and read.text.endswith(after)
    assert {block.header for block in read.blocks if isinstance(block, TableRow)} == {row_of(COMPARED[language][0])}


@pytest.mark.parametrize(
    ("font", "left", "right"),
    [
        (FONTS["ko"], ("회비는 분기마다", "내야 한다."), ("회비는 매월 말일까지", "내야 한다.")),
        (FONTS["en"], ("Dues are payable for", "each quarter."), ("Dues are payable at", "the end of a month.")),
        (FONTS["ja"], ("会費は四半期ごとに", "納める。"), ("会費は毎月末日まで", "に納める。")),
    ],
)
def test_lines_drawn_across_columns_go_to_their_cells(font: str, left: tuple[str, str], right: tuple[str, str]) -> None:
    """As programs do that print line by line, not cell by cell."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    canvas.setFont(font, 10)
    canvas.grid([70, 170, 270], [640, 680, 700])
    for y, row in ((686, ("A", "B")), (664, (left[0], right[0])), (650, (left[1], right[1]))):
        canvas.drawString(74, y, row[0])
        canvas.drawString(174, y, row[1])
    canvas.save()
    joint = "" if font == FONTS["ja"] else " "
    assert rows_of(read_pdf("a.pdf", file.getvalue())) == said([("A", "B"), (joint.join(left), joint.join(right))])


@pytest.mark.parametrize("language", FONTS)
@pytest.mark.parametrize("drawn", ["grid", "without sides", "shaded"])
def test_the_head_of_a_parts_table_stays_its_head(language: str, drawn: str) -> None:
    styles = {
        "grid": [GRID],
        "without sides": [
            ("LINEABOVE", (0, 0), (-1, -1), 0.5, "black"),
            ("LINEBELOW", (0, -1), (-1, -1), 0.5, "black"),
            ("INNERGRID", (0, 0), (-1, -1), 0.5, "black"),
        ],
        "shaded": [GRID, ("BACKGROUND", (0, 0), (-1, 0), "lightgrey")],
    }
    read = read_pdf(
        "a.pdf", printed(language, Table(cells(language, PARTS[language]), colWidths=[70, 60, 50], style=styles[drawn]))
    )
    assert rows_of(read) == said(PARTS[language])


@pytest.mark.parametrize("language", FONTS)
@pytest.mark.parametrize("repeated", [0, 1])
def test_a_table_over_pages_is_one_with_its_head(language: str, repeated: int) -> None:
    body = [(*PARTS[language][1 + number % 2][:2], str(number)) for number in range(100)]
    table = Table(cells(language, [PARTS[language][0], *body]), colWidths=[160, 70, 60], style=[GRID], repeatRows=repeated)

    def running(canvas: Canvas, page: int) -> None:
        canvas.drawString(72, 810, "SOP 1203")
        canvas.drawString(290, 30, f"- {page} -")

    read = read_pdf("a.pdf", printed(language, table, running=running))
    assert rows_of(read) == said([PARTS[language][0], *body]) and tables(read) == 1
    pages = [block.page for block in read.blocks if isinstance(block, TableRow)]
    assert pages[0] == 1 and pages[-1] == read.pages and pages == sorted(page or 0 for page in pages)
    assert read.text.count("SOP 1203") == 1 and "- 2 -" not in read.text


@pytest.mark.parametrize(
    ("title", "page_of"),
    [("설비 점검 절차서", "쪽 {} / 3"), ("Inspection procedure", "Page {} of 3"), ("設備点検手順書", "{} / 3 ページ")],
)
def test_a_ruled_box_at_the_top_of_each_page_is_a_running_head(title: str, page_of: str) -> None:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    for page in (1, 2, 3):
        canvas.setFont("HeiseiKakuGo-W5" if "設" in title else "HYSMyeongJo-Medium", 10)
        canvas.grid([70, 200, 330], [760, 780, 800])
        for x, y, text in ((74, 786, title), (204, 786, "SOP 1203"), (74, 766, "Rev. 3"), (204, 766, page_of.format(page))):
            canvas.drawString(x, y, text)
        canvas.drawString(74, 600, f"Turn screw {page} once.")
        canvas.showPage()
    canvas.save()
    read = read_pdf("a.pdf", file.getvalue())
    assert rows_of(read) == [f"| {title} | SOP 1203 |", f"| Rev. 3 | {page_of.format(1)} |"]
    assert all(f"Turn screw {page} once." in read.text for page in (1, 2, 3))


def test_a_table_on_the_next_page_is_another_where_there_was_room() -> None:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    for name in ("Pump", "Valve"):
        canvas.grid([70, 200, 330], [660, 680, 700])
        for x, y, text in ((74, 686, "Name"), (204, 686, name), (74, 666, "Maker"), (204, 666, f"{name} works")):
            canvas.drawString(x, y, text)
        if name == "Pump":
            canvas.drawString(74, 760, "The parts and who makes them")
            canvas.showPage()
            canvas.drawString(74, 60, "The end")
    canvas.save()
    assert tables(read_pdf("a.pdf", file.getvalue())) == 2


def test_tables_alike_but_for_their_numbers_are_kept() -> None:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    for page in range(4):
        canvas.grid([70, 200, 330], [760, 780, 800])
        for x, y, text in ((74, 786, "Checked"), (204, 786, f"6/{page + 20}"), (74, 766, "Pressure"), (204, 766, str(page + 40))):
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    text = read_pdf("a.pdf", file.getvalue()).text
    assert all(f"6/{page + 20}" in text and f"| {page + 40} |" in text for page in range(4))


def test_merged_cells_say_their_text_once() -> None:
    rows = [
        ["2025년 예산", "", "", ""],
        ["구분", "", "금액", "근거"],
        ["회비", "일반회비", "1,320,000", "월 1만원"],
        ["", "소계", "1,320,000", ""],
        ["합계", "", "1,320,000", ""],
    ]
    spans = [("SPAN", (0, 0), (3, 0)), ("SPAN", (0, 1), (1, 1)), ("SPAN", (0, 2), (0, 3)), ("SPAN", (0, 4), (1, 4))]
    table = Table(cells("ko", rows), colWidths=[60, 70, 80, 80], style=[GRID, ("VALIGN", (0, 0), (-1, -1), "MIDDLE"), *spans])
    read = read_pdf("a.pdf", printed("ko", table))
    assert isinstance(read.blocks[0], TextParagraph) and read.text.startswith("2025년 예산")
    assert rows_of(read) == said([[cell.strip() for cell in row] for row in rows[1:]])


def test_numbers_without_rules_between_them_are_rows() -> None:
    rows = [("Region", "May", "June"), ("North\nSouth\nWest", "1,200\n980\n410", "1,310\n1,002\n398")]
    read = read_pdf("a.pdf", printed("en", Table(rows, colWidths=[120, 60, 60], style=[GRID])))
    assert rows_of(read) == said([rows[0], ("North", "1,200", "1,310"), ("South", "980", "1,002"), ("West", "410", "398")])


def drawn(
    lines: Sequence[tuple[float, float, float, float]], texts: Sequence[tuple[float, float, str]], size: float = 10
) -> ReadText:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4)
    canvas.setFont("Helvetica", size)
    canvas.lines(lines)
    for x, y, text in texts:
        canvas.drawString(x, y, text)
    canvas.save()
    return read_pdf("a.pdf", file.getvalue())


def grid(xs: Sequence[float], ys: Sequence[float]) -> list[tuple[float, float, float, float]]:
    return [*((x, ys[0], x, ys[-1]) for x in xs), *((xs[0], y, xs[-1], y) for y in ys)]


def test_rules_through_words_are_ornaments() -> None:
    read = drawn(grid([70, 95, 300], [600, 640, 680]), [(72, 650, "Switch off the pump"), (72, 610, "before you open it.")])
    assert not rows_of(read) and "Switch off the pump" in read.text


def test_columns_without_rules_between_them_stay_columns() -> None:
    rows = [
        ("Part", "Place", "Maker"),
        ("Lid ring", "Top", "Northern"),
        ("Filter", "Inlet", "Western"),
        ("Valve", "Side", "Eastern"),
    ]
    texts = [(x, 686 - 20 * at, cell) for at, row in enumerate(rows) for x, cell in zip((74, 164, 254), row, strict=True)]
    assert rows_of(drawn(grid([70, 160, 340], [620, 640, 660, 680, 700]), texts)) == said(rows)


def test_a_frame_is_no_table() -> None:
    read = drawn(grid([60, 400], [500, 600, 700]), [(72, 650, "Switch off the pump."), (72, 550, "Then open the lid.")])
    assert [type(block) for block in read.blocks] == [TextParagraph, TextParagraph]


def test_columns_in_frames_are_read_one_after_the_other() -> None:
    left, right = (
        ["Switch off the pump and wait", "until it stands still."],
        ["Open the lid slowly, so that", "no gas escapes at once."],
    )
    texts = [(x, 690 - 14 * at, line) for at in range(2) for x, line in ((72, left[at]), (212, right[at]))]
    read = drawn(grid([70, 210, 440], [600, 710]), texts)
    assert read.text == f"{' '.join(left)}\n\n{' '.join(right)}"


def test_tables_in_tables_are_none() -> None:
    def crossed(*xs: float, bottom: float, top: float) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
        level = tuple(Rule(at, xs[0], xs[-1]) for at in (bottom, (bottom + top) / 2, top))
        return level, tuple(Rule(at, bottom, top) for at in xs)

    outer, inner = crossed(70, 300, 500, bottom=550, top=700), crossed(80, 130, 180, bottom=640, top=690)
    both = (tuple(sorted((*a, *b), key=lambda rule: rule.at)) for a, b in zip(outer, inner, strict=True))
    assert len(ruled_tables(Rules(*outer))) == len(ruled_tables(Rules(*inner))) == 1
    assert ruled_tables(Rules(*both)) == ()


def test_places_are_found_in_merged_cells() -> None:
    level = (Rule(0, 0, 90), Rule(20, 30, 90), Rule(40, 0, 90))
    upright = (Rule(0, 0, 40), Rule(30, 0, 40), Rule(60, 0, 20), Rule(90, 0, 40))
    (table,) = ruled_tables(Rules(level, upright))
    assert [table.cell(x, y) for x, y in ((10, 30), (10, 10), (40, 30), (80, 30), (40, 10), (80, 10), (95, 10), (80, 41))] == [
        *((0, 0), (0, 0), (0, 1), (0, 1), (1, 1), (1, 2)),
        *(None, None),
    ]


@pytest.mark.parametrize(
    ("middle", "upright"),
    [
        pytest.param(Rule(20, 0, 30), (Rule(0, 0, 40), Rule(30, 0, 20), Rule(60, 0, 40), Rule(90, 0, 40)), id="ends inside"),
        pytest.param(Rule(20, 0, 90), (Rule(0, 0, 40), Rule(90, 0, 40)), id="one column"),
    ],
)
def test_what_is_ruled_in_part_is_no_table(middle: Rule, upright: tuple[Rule, ...]) -> None:
    assert ruled_tables(Rules((Rule(0, 0, 90), middle, Rule(40, 0, 90)), upright)) == ()


def test_boxes_with_arrows_between_them_are_no_table() -> None:
    boxes = [*grid([70, 150], [600, 640]), *grid([250, 330], [600, 640]), (150, 620, 250, 620)]
    read = drawn(boxes, [(74, 615, "Pump"), (254, 615, "Valve")])
    assert not rows_of(read)


def test_headings_beside_a_table_stay_headings() -> None:
    table = Table(cells("en", PARTS["en"]), colWidths=[160, 70, 60], style=[GRID])
    head = Paragraph("Parts of the pump", ParagraphStyle("head", fontName="Helvetica", fontSize=18, leading=24))
    read = read_pdf("a.pdf", printed("en", head, table))
    assert isinstance(read.blocks[0], Heading) and all(isinstance(block, TableRow) for _, block in pairwise(read.blocks))
