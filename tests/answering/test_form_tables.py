"""Forms that repeat in a document, as a table."""

import pytest

from ibidem.answering.document_tables import tables_of
from ibidem.answering.form_tables import forms_among
from ibidem.domain.documents import Chunk

LABELS = {
    "en": ("Visitor", "Host", "Badge", "Left at"),
    "ko": ("방문자", "만난 사람", "출입증", "나간 시각"),
    "ja": ("来訪者", "面会者", "入館証", "退館時刻"),
}


def chunks_of(*texts: str) -> list[Chunk]:
    starts = [sum(len(text) + 2 for text in texts[:at]) for at in range(len(texts))]
    return [
        Chunk("d", "v", f"d#{at}", at, "", None, start, text) for at, (start, text) in enumerate(zip(starts, texts, strict=True))
    ]


@pytest.mark.parametrize("language", LABELS)
def test_each_form_is_a_record_over_the_chunks_that_hold_it(language: str) -> None:
    who, host, badge, left = LABELS[language]
    first, second = (f"{who}: Runa\n\n{host}: Ivo\n\n{badge}: 7\n\n{left}: 17:30", f"{who}: Mara\n\n{host}: Ivo\n\n{badge}: 9")
    (table,) = forms_among(chunks_of(f"{first}\n\n{who}: Mara", second.partition("\n\n")[2]))
    solid = tuple(label if language == "en" else label.replace(" ", "") for label in LABELS[language])
    assert table.names == solid and table.head == ""
    assert [record.cells for record in table.records] == [("Runa", "Ivo", "7", "17:30"), ("Mara", "Ivo", "9", "")]
    for record in table.records:
        for column, text, chunk, start in record.lines:
            assert chunk.text[start : start + len(text)] == text and record.cells[column] in text


@pytest.mark.parametrize("language", LABELS)
def test_one_form_alone_and_lines_without_labels_are_no_table(language: str) -> None:
    who, host, badge, left = LABELS[language]
    form = f"{who}: Runa\n\n{host}: Ivo\n\n{badge}: 7"
    assert not list(forms_among(chunks_of(form, f"{left}\n\n{who} {host}\n\nhttps://example.org/a and 17:30")))


@pytest.mark.parametrize(
    "texts",
    [
        ("펌프는 아침 7:30에 켠다.", "정오에 다시 확인한다."),
        ("The pump is switched on at 7:30.", "It is looked at again at noon."),
        ("ポンプは朝7:30に入れる。", "正午にもう一度確かめる。"),
    ],
    ids=["ko", "en", "ja"],
)
def test_prose_is_not_parted_into_sentences_for_its_tables(texts: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def never(text: str) -> tuple[tuple[int, int], ...]:
        raise AssertionError(f"nobody needs the sentences of {text!r}")

    for module in ("whole_tables", "form_tables"):
        monkeypatch.setattr(f"ibidem.answering.{module}.sentence_spans", never)
    assert tables_of(tuple(chunks_of(*texts))) == ()


def test_rows_behind_a_mark_of_a_list_are_a_table_all_the_same() -> None:
    (table,) = tables_of(tuple(chunks_of("- | Part | Torque |\n|---|---|\n| Lid | 9 |")))
    assert table.names == ("Part", "Torque") and [record.cells for record in table.records] == [("Lid", "9")]
