import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from ibidem.corpus.reading.blocks import Heading, ListItem, TableRow, TextBuilder, tables_and_lists, tidy, unwrapped

TEXT = st.text(alphabet=st.characters(codec="utf-8"), max_size=40)


@given(st.lists(st.tuples(st.sampled_from(["heading", "paragraph", "item", "table"]), TEXT), max_size=12))
def test_every_visible_character_stands_in_exactly_one_block(parts: list[tuple[str, str]]) -> None:
    builder = TextBuilder()
    for kind, text in parts:
        match kind:
            case "heading":
                builder.heading(2, text)
            case "paragraph":
                builder.paragraph(text)
            case "item":
                builder.item("-", text, 1)
            case _:
                builder.table([[text, "x"], ["y"]])
    read = builder.finish()
    end = 0
    for block in read.blocks:
        assert block.start >= end and block.end > block.start
        assert not read.text[end : block.start].strip()
        end = block.end
    assert not read.text[end:].strip()


def test_tidy_takes_out_what_cannot_be_shown_and_composes_letters() -> None:
    assert tidy("a\x00b\r\nc\ud800d\u2028e") == "ab\ncd\ne"
    assert tidy(unicodedata.normalize("NFD", "점검")) == "점검"


def test_lines_are_joined_as_their_language_does() -> None:
    assert unwrapped("ポンプを\n交換する") == "ポンプを交換する"
    assert unwrapped("펌프를\n교체한다") == "펌프를 교체한다"
    assert unwrapped("replace \n the pump") == "replace the pump"


def test_tables_fill_short_rows_and_keep_their_header() -> None:
    builder = TextBuilder()
    builder.table([["항목", "값"], ["토크|힘", "3"], ["", ""]])
    read = builder.finish()
    assert read.text == "| 항목 | 값 |\n| --- | --- |\n| 토크\\|힘 | 3 |"
    assert all(isinstance(block, TableRow) and block.header == "| 항목 | 값 |" for block in read.blocks)


def test_blocks_that_belong_together_are_grouped() -> None:
    builder = TextBuilder()
    builder.heading(1, "절차")
    builder.item("1.", "전원을 끈다.")
    builder.item("2.", "밸브를 잠근다.")
    builder.table([["a", "b"], ["c", "d"]])
    builder.table([["e", "f"]])
    groups = tables_and_lists(builder.finish().blocks)
    assert [(type(group[0]), len(group)) for group in groups] == [(Heading, 1), (ListItem, 2), (TableRow, 2), (TableRow, 1)]
