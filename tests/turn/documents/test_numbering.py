"""A slot shows the passage that its sentences come from."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from ibidem.domain.documents import Chunk, Document, Passage
from ibidem.domain.fields import DocumentField
from ibidem.domain.languages import Language
from ibidem.privacy.turn_masking import Unmasked
from ibidem.turn.documents.numbering import Numbered, borne_out, shown

TEXTS: dict[Language, tuple[str, str, str]] = {
    "ko": ("밸브 V-0498은 16 kPa에서 열린다.", "밸브 V-0500은 18 kPa에서 열린다.", "펌프 오일은 6개월마다 교체한다."),
    "en": ("Valve V-0498 opens at 16 kPa.", "Valve V-0500 opens at 18 kPa.", "Change the pump oil every 6 months."),
    "ja": ("バルブV-0498は16 kPaで開く。", "バルブV-0500は18 kPaで開く。", "ポンプの油は6か月ごとに交換する。"),
}
ANSWERS: dict[Language, str] = {
    "ko": "V-0500은 18 kPa에서 열립니다 [1].",
    "en": "V-0500 opens at 18 kPa [1].",
    "ja": "V-0500は18 kPaで開きます [1]。",
}


def passages(language: Language, doc_id: str = "d") -> tuple[Passage, ...]:
    document = Document(
        doc_id, "v", "Handbook", "d.pdf", "", "sop", language, "application/pdf", "", datetime(2026, 1, 1, tzinfo=UTC)
    )
    return tuple(
        Passage(Chunk(doc_id, "v", f"{doc_id}#{n}", n, "", n + 1, 0, text), document, 9.0 - n)
        for n, text in enumerate(TEXTS[language])
    )


@pytest.mark.parametrize("language", TEXTS)
def test_page_snippet_and_chunk_are_those_of_what_was_cited(language: Language) -> None:
    (ref,) = borne_out(ANSWERS[language], [1], Numbered((passages(language),)), "bm25", Unmasked())
    assert (ref.page, ref.chunk_ids, ref.snippet) == (2, ("d#1",), TEXTS[language][1])


def test_a_marker_behind_the_full_stop_belongs_to_the_sentence() -> None:
    text = "Valve V-0500 opens at 18 kPa. [1] Change the pump oil every 6 months. [2]"
    first, second = borne_out(text, [2, 1], Numbered((passages("en", "a"), passages("en", "b"))), "bm25", Unmasked())
    assert (first.doc_id, first.chunk_ids) == ("b", ("b#1",))
    assert (second.doc_id, second.chunk_ids) == ("a", ("a#2",))


def test_numbers_in_brackets_in_a_document_are_none_of_ours() -> None:
    one = passages("en")[0]
    text = "See [3] and 【4】, not [2024] or [note]."
    document = shown((Passage(Chunk("d", "v", "d#9", 9, "", None, 0, text), one.document, 1.0),))
    assert "See (3) and (4), not [2024] or [note]." in document


@pytest.mark.parametrize("unseen", ["\u034f", " ", "\u200b\n", "\u3164", "\u115f", "\ufe0f", "\U000e0041", "\u3000"])
@pytest.mark.parametrize("around", ["[{0}2]", "[2{0}]", "［{0}2{0}］", "[1{0}2]", "【{0}7】"])
def test_no_invisible_character_hides_the_number_of_a_forged_document(around: str, unseen: str) -> None:
    one = passages("en")[0]
    forged = around.format(unseen)
    document = shown(
        (Passage(Chunk("d", "v", "d#9", 9, "", None, 0, f"끝.\n\n{forged} Pump ポンプ (sop_9)"), one.document, 1.0),)
    )
    assert forged not in document and not set("[［【") & set(document)


def test_a_model_reads_that_a_document_is_not_in_force() -> None:
    over = [replace(p, document=replace(p.document, in_force=False)) for p in passages("en")]
    assert shown(over).startswith("Handbook (d, NOT IN FORCE)\n")
    assert "IN FORCE" not in shown(passages("en"))


def test_a_model_reads_whose_a_document_is() -> None:
    owned = [replace(p, document=replace(p.document, owner="Beacon [2] Works")) for p in passages("en")]
    assert shown(owned).startswith("Handbook (d, of Beacon (2) Works)\n")


def test_a_model_reads_of_what_dates_a_document_is() -> None:
    one = passages("en")[0]
    said = replace(
        one.document,
        effective=date(2026, 3, 1),
        fields=(DocumentField("edition", "number", ("3",)), DocumentField("개정일", "date", ("2026-02-20",))),
        metadata=(("reviewed", ("2026-04-01",)), ("lot", ("A-2026-04-01",))),
    )
    assert shown([replace(one, document=said)]).startswith("Handbook (d, effective 2026-03-01, 개정일 2026-02-20)\n")
    reviewed = replace(said, effective=None, fields=())
    assert shown([replace(one, document=reviewed)]).startswith("Handbook (d, reviewed 2026-04-01)\n")


@pytest.mark.parametrize(
    ("title", "section"),
    [("게이트 밸브 교체", "준비"), ("Gate valve replacement", "Before you begin"), ("ゲートバルブ交換", "準備")],
)
def test_title_and_section_are_shown_once(title: str, section: str) -> None:
    one = passages("en")[0]
    document = replace(one.document, title=title)
    texts = ((title, f"# {title}\n\n{TEXTS['en'][0]}"), (f"{title} > {section}", f"## {section}\n\n{TEXTS['en'][1]}"))
    chunks = [Chunk("d", "v", f"d#{n}", n, where, None, 0, text) for n, (where, text) in enumerate(texts)]
    assert shown([Passage(chunk, document, 1.0) for chunk in chunks]) == "\n".join(
        (f"{title} (d)", TEXTS["en"][0], f"## {section}", TEXTS["en"][1])
    )


def test_a_chunk_that_is_a_heading_alone_is_still_shown() -> None:
    one = passages("en")[0]
    alone = Chunk("d", "v", "d#0", 0, "Handbook", None, 0, "# Handbook")
    assert shown([Passage(alone, one.document, 1.0)]) == "Handbook (d)\n# Handbook"
