"""What there is to ask: the documents, page by page, and ibidem itself."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ibidem.domain.conversation import NewTurn
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.inventory import INVENTORY_WORDINGS
from ibidem.turn.wording import WORDINGS
from ibidem.understanding.acts import read_acts
from turn.acting import turn_of
from turn.library import SECRET, TEXTS, store

REFERENCES = Path(__file__).parents[2] / "references"
WHAT: dict[Language, str] = {"ko": "어떤 문서가 있어?", "en": "What documents do you have?", "ja": "どんな文書がありますか?"}
NEXT: dict[Language, str] = {"ko": "다음 페이지", "en": "next page", "ja": "次のページ"}
SECOND: dict[Language, str] = {"ko": "2번 문서 보여줘", "en": "show me document 2", "ja": "2番の文書を見せて"}
OF_A_DEVICE: dict[Language, str] = {
    "ko": "수프라 XP 문서 목록",
    "en": "list the SUPRA XP documents",
    "ja": "スープラXPの文書一覧",
}
OF_A_FAMILY: dict[Language, str] = {"ko": "SUPRA 문서 보여줘", "en": "list the SUPRA documents", "ja": "SUPRAの文書を見せて"}
OF_A_TYPE: dict[Language, str] = {"ko": "티켓 목록", "en": "what tickets do you have?", "ja": "どんなチケットがある?"}
WHO: dict[Language, str] = {"ko": "너 누구야?", "en": "What can you do?", "ja": "何ができますか?"}
EVERY: dict[Language, str] = {"ko": "모든 문서 보여줘", "en": "show all documents", "ja": "すべての文書を見せて"}


def with_head(title: str, doc_type: str, *devices: str) -> str:
    return f"---\ndoc_type: {doc_type}\ndevices: [{', '.join(devices)}]\n---\n# {title}\n\nNothing to see.\n"


async def stock(context: TurnContext) -> None:
    """Fourteen documents that may be read, and one that may not."""
    of_devices = [("gcb_1", with_head("Lid", "gcb", "SUPRA XP")), ("tick_2", with_head("Alarm", "ticket", "SUPRA XP", "SUPRA N"))]
    others = [(f"sop_{number}", with_head(f"Step {number}", "sop", "ECOLITE 3000")) for number in range(1001, 1013)]
    await store(context, SECRET, *of_devices, *others)


async def said(context: TurnContext, message: str) -> NewTurn:
    return (await turn_of(context, message, "fast")).content


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_documents_are_counted_and_listed_page_by_page(context: TurnContext, language: Language) -> None:
    await stock(context)
    wording = INVENTORY_WORDINGS[language]
    first = await said(context, WHAT[language])
    lines = first.assistant_text.splitlines()
    sop = {"ko": "작업 표준서", "en": "SOP", "ja": "作業手順書"}[language]
    ticket = {"ko": "티켓", "en": "Ticket", "ja": "チケット"}[language]
    assert lines[:4] == [
        wording.documents.format(14),
        wording.by_type.format(f"{sop} 12, gcb 1, {ticket} 1"),
        wording.by_device.format("ECOLITE 3000 12, SUPRA XP 2, SUPRA N 1"),
        "",
    ]
    assert lines[4:7] == [wording.page.format(14, 1, 10), "- Lid (gcb_1) [1]", "- Step 1001 (sop_1001) [2]"]
    assert [ref.slot for ref in first.doc_refs] == list(range(1, 11))
    assert SECRET[0] not in first.assistant_text
    second = await said(context, NEXT[language])
    assert second.assistant_text.splitlines()[:2] == [wording.page.format(14, 11, 14), "- Step 1010 (sop_1010) [1]"]
    assert [ref.doc_id for ref in second.doc_refs] == ["sop_1010", "sop_1011", "sop_1012", "tick_2"]
    assert wording.how_on not in second.assistant_text
    opened = await said(context, SECOND[language])
    assert opened.shown is not None and opened.shown.doc_id == "sop_1011"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_after_the_last_page_the_list_ends_and_pages_go_back(context: TurnContext, language: Language) -> None:
    await stock(context)
    wording = INVENTORY_WORDINGS[language]
    for message in (WHAT[language], NEXT[language]):
        await said(context, message)
    end = await said(context, NEXT[language])
    assert (end.assistant_text, end.doc_refs) == (wording.end.format(14), ())
    back = await said(context, {"ko": "이전 페이지", "en": "previous page", "ja": "前のページ"}[language])
    assert back.doc_refs[0].doc_id == "gcb_1"
    last = await said(context, {"ko": "마지막 페이지", "en": "last page", "ja": "最後のページ"}[language])
    assert last.doc_refs[0].doc_id == "sop_1010"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_list_is_narrowed_to_the_devices_and_types_that_are_named(context: TurnContext, language: Language) -> None:
    await stock(context)
    wording = INVENTORY_WORDINGS[language]
    device = await said(context, OF_A_DEVICE[language])
    assert device.assistant_text.splitlines()[0] == wording.documents_of.format("SUPRA XP", 2)
    assert [ref.doc_id for ref in device.doc_refs] == ["gcb_1", "tick_2"]
    assert [ref.doc_id for ref in (await said(context, OF_A_FAMILY[language])).doc_refs] == ["gcb_1", "tick_2"]
    assert [ref.doc_id for ref in (await said(context, OF_A_TYPE[language])).doc_refs] == ["tick_2"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_filters_of_the_request_narrow_the_list(context: TurnContext, language: Language) -> None:
    await stock(context)
    one = SearchFilters(doc_ids=("sop_1003", SECRET[0]))
    done = (await turn_of(context, WHAT[language], "fast", filters=one)).content
    assert [ref.doc_id for ref in done.doc_refs] == ["sop_1003"]
    assert done.assistant_text.startswith(INVENTORY_WORDINGS[language].documents.format(1))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_where_nothing_may_be_read_nothing_is_listed(context: TurnContext, language: Language) -> None:
    assert (await said(context, WHAT[language])).assistant_text == WORDINGS[language].empty_corpus
    await store(context, SECRET)
    assert (await said(context, WHAT[language])).assistant_text == WORDINGS[language].empty_corpus
    of_device = (await said(context, OF_A_DEVICE[language])).assistant_text
    assert of_device == INVENTORY_WORDINGS[language].none_of.format("SUPRA XP")
    safety = replace(context, principal=Principal("local", frozenset({"safety"})))
    listed = (await turn_of(safety, WHAT[language], "fast", "other")).content
    assert [ref.doc_id for ref in listed.doc_refs] == [SECRET[0]]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_ibidem_introduces_itself(context: TurnContext, language: Language) -> None:
    await store(context, TEXTS[language], SECRET)
    done = await said(context, WHO[language])
    assert done.assistant_text == INVENTORY_WORDINGS[language].introduction.format(1)
    assert done.doc_refs == ()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_documents_are_those_of_the_answer_before_where_there_are_any(context: TurnContext, language: Language) -> None:
    await stock(context)
    assert len((await said(context, EVERY[language])).doc_refs) == 10
    await turn_of(context, "show me sop 1001 and sop 1002", "fast", "other")
    cited = (await turn_of(context, EVERY[language], "fast", "other")).content
    assert cited.shown_list is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_question_after_a_list_is_not_read_with_it(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    await said(context, WHAT[language])
    question = {"ko": "볼트 토크는?", "en": "and the cover screws?", "ja": "ドレンプラグは?"}[language]
    assert (await said(context, question)).doc_refs[0].doc_id == TEXTS[language][0]


def test_of_the_messages_that_refer_back_none_is_taken_for_a_question_about_the_corpus() -> None:
    """But those that are one: "show document list"; "show me all of the documents" is left to the answer before."""
    taken: list[str] = []
    read = 0
    for file in sorted(REFERENCES.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if "message" not in row or len(row["message"]) > 40 or "ordinary" in row["expect"]:
                continue
            read += 1
            if read_acts(row["message"]).doing("open") in ("service", "inventory"):
                taken.append(row["message"])
    assert len(taken) <= 0.003 * read, taken
