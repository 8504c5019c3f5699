import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibidem.corpus.chunking import AIM, CAP, ROW_CAP, Piece, cut, cut_row
from ibidem.corpus.reading.blocks import ReadText, TextBuilder
from ibidem.corpus.reading.markdown import read_markdown
from ibidem.language.sentences import sentence_spans

SENTENCES = {
    "ko": "펌프를 분리하기 전에 남은 압력을 천천히 빼고 압력계가 영을 가리키는지 확인해야 한다. ",
    "en": "Before you take out the pump, let the remaining pressure off slowly and check that the gauge shows zero. ",
    "ja": "ポンプを外す前に残った圧力をゆっくり抜き、圧力計がゼロを指していることを確かめてください。",
}

WORDS = st.text(alphabet="가나다ab点検。. \n1|", min_size=1, max_size=30)
PART = st.one_of(
    st.tuples(st.just("heading"), st.integers(1, 6), WORDS, st.just(1)),
    st.tuples(st.sampled_from(["paragraph", "item"]), st.integers(0, 3), WORDS, st.integers(1, 200)),
    st.tuples(st.just("table"), st.integers(1, 60), WORDS, st.integers(1, 60)),
    st.tuples(st.just("page"), st.just(0), st.just(""), st.just(0)),
)


def built(parts: list[tuple[str, int, str, int]]) -> ReadText:
    builder = TextBuilder(page=1)
    for kind, number, text, times in parts:
        match kind:
            case "heading":
                builder.heading(number, text)
            case "paragraph":
                builder.paragraph(text * times)
            case "item":
                builder.item("1.", text * times, number)
            case "table":
                builder.table([[text, text * times]] * number)
            case _:
                builder.page = (builder.page or 0) + 1
    return builder.finish()


def texts(read: ReadText) -> list[str]:
    return [read.text[piece.start : piece.end] for piece in cut(read)]


@settings(max_examples=2 * settings().max_examples)
@given(st.lists(PART, max_size=14))
def test_pieces_cover_the_text_in_order_and_none_is_too_long(parts: list[tuple[str, int, str, int]]) -> None:
    read = built(parts)
    end = 0
    for piece in cut(read):
        text = read.text[piece.start : piece.end]
        assert text and text == text.strip()
        assert len(text) <= CAP
        assert piece.start >= end and not read.text[end : piece.start].strip()
        end = piece.end
    assert not read.text[end:].strip()


@pytest.mark.parametrize("sentence", SENTENCES.values())
def test_a_paragraph_of_ordinary_length_stays_one_piece(sentence: str) -> None:
    paragraph = (sentence * (1_450 // len(sentence))).strip()
    assert texts(read_markdown(f"# A\n\n{paragraph}\n\n# B\n\n{paragraph}")) == [f"# A\n\n{paragraph}", f"# B\n\n{paragraph}"]


@pytest.mark.parametrize("sentence", SENTENCES.values())
def test_a_long_paragraph_is_cut_between_sentences_into_even_parts(sentence: str) -> None:
    paragraph = (sentence * (4_000 // len(sentence))).strip()
    parts = texts(read_markdown(paragraph))
    assert len(parts) == 4
    assert max(map(len, parts)) < 1.4 * min(map(len, parts))
    whole = {sentence.strip()}
    assert all({part[start:end] for start, end in sentence_spans(part)} == whole for part in parts)


def test_a_sentence_without_end_is_cut_at_white_space() -> None:
    parts = texts(read_markdown("word " * 1_000))
    assert all(set(part.split()) == {"word"} for part in parts)
    assert all(len(part) <= CAP for part in parts)
    assert "".join(texts(read_markdown("x" * 5_000))) == "x" * 5_000


def test_sections_carry_their_path_and_short_ones_under_one_heading_go_together() -> None:
    long = SENTENCES["en"] * 4
    read = read_markdown(f"# Pump\n\n## Tools\n\nWrench.\n\n## Torque\n\n45 N·m.\n\n## Steps\n\n{long}\n\n### Notes\n\n{long}")
    pieces = cut(read)
    assert [" > ".join(piece.section) for piece in pieces] == ["Pump", "Pump > Steps > Notes"]
    assert read.text[pieces[0].start : pieces[0].end].startswith("# Pump\n\n## Tools")


def test_tiny_sections_under_different_headings_stay_apart() -> None:
    long = SENTENCES["ko"] * 8
    pieces = cut(read_markdown(f"# 하나\n\n{long}\n\n## 작은 절\n\n짧다.\n\n# 둘\n\n{long}"))
    assert [piece.section for piece in pieces] == [("하나",), ("하나", "작은 절"), ("둘",)]


def test_steps_stay_together_where_they_fit() -> None:
    before = SENTENCES["en"] * 9
    steps = "\n".join(f"{number}. {SENTENCES['en'].strip()}" for number in range(1, 10))
    assert texts(read_markdown(f"{before}\n\n{steps}")) == [before.strip(), steps]


def test_a_table_is_cut_between_rows_and_later_rows_know_their_header() -> None:
    rows = "\n".join(f"| bolt {number} | {SENTENCES['en'].strip()} |" for number in range(40))
    read = read_markdown(f"| Part | Remark |\n|---|---|\n{rows}")
    pieces = cut(read)
    assert len(pieces) > 3
    assert [piece.head for piece in pieces] == ["", *["| Part | Remark |"] * (len(pieces) - 1)]
    assert all(read.text[piece.start : piece.end].startswith("|") for piece in pieces)


def test_pages_end_pieces_and_a_heading_goes_to_the_page_of_its_text() -> None:
    builder = TextBuilder(page=1)
    builder.paragraph(SENTENCES["en"] * 3)
    builder.heading(2, "Next")
    builder.page = 2
    builder.paragraph(SENTENCES["en"] * 3)
    builder.page = 3
    builder.paragraph(SENTENCES["en"] * 3)
    assert [(piece.page, piece.section) for piece in cut(builder.finish())] == [(1, ()), (2, ("Next",)), (3, ("Next",))]


def test_a_row_is_one_piece_unless_it_is_as_long_as_a_chapter() -> None:
    row = (SENTENCES["ja"] * (ROW_CAP // len(SENTENCES["ja"]))).strip()
    assert cut_row(f" {row}\n") == (Piece(1, len(row) + 1, None, ()),)
    assert cut_row("  \n") == ()
    long = SENTENCES["ja"] * 400
    pieces = cut_row(long)
    assert "".join(long[piece.start : piece.end] for piece in pieces) == long
    assert all(AIM * 0.7 < piece.end - piece.start <= CAP for piece in pieces)
