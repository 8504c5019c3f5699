"""Searching inside versions that the index no longer holds."""

from dataclasses import replace

import pytest

from ibidem.domain.documents import Document, Principal, SearchFilters
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.finding.passages import find_passages
from ibidem.finding.versions import VersionIndex
from ibidem.turn.context import TurnContext
from ibidem.turn.wording import WORDINGS
from turn.acting import turn_of
from turn.library import SECRET, TEXTS, cite, store

QUESTIONS = {
    "ko": ("볼트는 몇 N·m로 조이나요?", "12 N·m"),
    "en": ("What torque do the cover screws get?", "3.5 N·m"),
    "ja": ("ドレンプラグは何N·mで締めますか?", "18 N·m"),
}


async def replaced(context: TurnContext, doc_id: str, text: str) -> Document:
    """The first version of a document that has another one now."""
    (version,) = await store(context, (doc_id, text))
    await cite(context, doc_id, version)
    await store(context, (doc_id, "# 새 판\n\n전혀 다른 내용이다.\n"))
    return await context.documents.get(doc_id, context.principal, version)


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
async def test_a_replaced_version_is_searched(context: TurnContext, language: str) -> None:
    documents = [await replaced(context, doc_id, text) for doc_id, text in TEXTS.values()]
    question, words = QUESTIONS[language]
    index = VersionIndex(documents, context.documents, context.index)
    ranking = await find_passages(question, (), SearchFilters(), 5, index, context.principal)
    assert words in ranking.passages[0].chunk.text
    assert ranking.passages[0].document in documents and not ranking.passages[0].document.current
    assert ranking.chunks == 3


async def test_it_is_narrowed_to_documents_with_the_same_statistics(context: TurnContext) -> None:
    documents = [await replaced(context, doc_id, text) for doc_id, text in TEXTS.values()]
    index = VersionIndex(documents, context.documents, context.index)
    everything = await find_passages("N·m", (), SearchFilters(), 5, index, context.principal)
    one = await find_passages("N·m", (), SearchFilters(doc_ids=("sop_1422",)), 5, index, context.principal)
    assert {p.document.doc_id for p in everything.passages} == {"sop_1203", "sop_1422", "sop_2101"}
    assert {p.document.doc_id for p in one.passages} == {"sop_1422"}
    assert one.worth == everything.worth and one.chunks == everything.chunks


async def test_what_may_not_be_read_is_not_found(context: TurnContext) -> None:
    member = replace(context, principal=Principal("local", frozenset({"safety"})))
    document = await replaced(member, *SECRET)
    index = VersionIndex([document], context.documents, context.index)
    assert (await find_passages("아무도", (), SearchFilters(), 5, index, member.principal)).passages
    assert not (await find_passages("아무도", (), SearchFilters(), 5, index, Principal("local"))).passages


async def test_no_words_find_nothing(context: TurnContext) -> None:
    document = await replaced(context, *TEXTS["ko"])
    index = VersionIndex([document], context.documents, context.index)
    assert not (await find_passages("비행기", (), SearchFilters(), 5, index, context.principal)).passages


# Of what is asked, the document holds one word and nothing holds the other.
CLEANING: dict[Language, tuple[str, str, str]] = {
    "ko": (
        "# 냉각수 필터 청소 절차\n\n필터는 6개월마다 청소한다. 청소 전에 밸브를 잠근다.\n\n볼트는 12 N·m로 조인다.\n",
        "그 문서에서 청소 주기는?",
        "6개월마다",
    ),
    "en": (
        "# Coolant filter cleaning\n\nThe filter is cleaned every 6 months. The valve is shut first.\n",
        "which cleaning schedule does that document name?",
        "6 months",
    ),
    "ja": (
        "# 冷却水フィルター清掃手順\n\nフィルターは6か月ごとに清掃する。先にバルブを閉める。\n",
        "その文書で清掃の頻度は?",
        "6か月ごと",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_version_that_was_cited_answers_like_the_current_one(context: TurnContext, language: Language) -> None:
    text, question, answer = CLEANING[language]
    await store(context, ("sop_7001", text), *TEXTS.values())
    await turn_of(context, "sop 7001", "fast")
    now = (await turn_of(context, question, "fast")).content
    await store(context, ("sop_7001", text.replace("6", "3")))
    then = (await turn_of(context, question, "fast")).content
    assert answer in now.assistant_text and answer in then.assistant_text
    assert then.doc_refs[0].version == now.doc_refs[0].version
    assert WORDINGS[language].not_in_document not in (then.notice or "")
