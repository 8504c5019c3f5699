"""Documents that were pointed at are fetched by id, in the version that was cited, and only for those who may read them."""

from dataclasses import replace

import pytest

from ibidem.domain.documents import Principal
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.look_up_documents import look_up_documents
from ibidem.turn.values.asking import OpenQuestion, WholeDocument
from ibidem.turn.wording import WORDINGS
from ibidem.understanding.resolve import Target
from turn.library import SECRET, TEXTS, cite, request, store

SHOW: dict[Language, str] = {"ko": "보여줘", "en": "show it to me", "ja": "見せてください"}
LANGUAGES: list[Language] = ["ko", "en", "ja"]


async def test_the_first_is_shown_whole_and_the_others_stand_beside_it(context: TurnContext) -> None:
    await store(context, TEXTS["ko"], TEXTS["en"])
    found = await look_up_documents(await request(context, SHOW["ko"], "whole", Target("sop_1203"), Target("sop_1422")), context)
    assert isinstance(found, WholeDocument)
    assert (found.document.doc_id, [d.doc_id for d in found.others]) == ("sop_1203", ["sop_1422"])
    assert "12 N·m" in found.text and found.inquiry.notice is None and found.newer == ()


async def test_what_is_to_be_used_is_a_question_to_those_documents(context: TurnContext) -> None:
    await store(context, TEXTS["ko"], TEXTS["en"])
    found = await look_up_documents(await request(context, "토크는?", "use", Target("sop_1203"), Target("sop_1422")), context)
    assert isinstance(found, OpenQuestion) and found.inquiry.looked_up is not None
    assert [d.doc_id for d in found.inquiry.looked_up.documents] == ["sop_1203", "sop_1422"]
    assert (found.inquiry.text, found.inquiry.looked_up.newer, found.inquiry.notice) == ("토크는?", (), None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("intent", ["whole", "use"])
async def test_missing_and_not_readable_are_told_alike(context: TurnContext, language: Language, intent: str) -> None:
    await store(context, SECRET)
    told: list[str | None] = []
    for doc_id in ("sop_4040", "sop_9999"):
        asked = await request(context, SHOW[language], "whole" if intent == "whole" else "use", Target(doc_id))
        found = await look_up_documents(asked, context)
        assert isinstance(found, OpenQuestion) and found.inquiry.looked_up is None
        assert found.inquiry.notice == WORDINGS[language].not_readable.format(doc_id)
        told.append(found.inquiry.notice.replace(doc_id, ""))
    assert told[0] == told[1]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_at_most_three_are_used_and_what_is_left_out_is_told(context: TurnContext, language: Language) -> None:
    await store(context, *((f"sop_100{n}", f"# 문서 {n}\n\n내용 {n}.\n") for n in range(1, 6)))
    targets = [Target(f"sop_100{n}") for n in range(1, 6)]
    found = await look_up_documents(await request(context, SHOW[language], "whole", *targets), context)
    assert isinstance(found, WholeDocument)
    assert [found.document.doc_id, *(d.doc_id for d in found.others)] == ["sop_1001", "sop_1002", "sop_1003"]
    assert found.inquiry.notice == WORDINGS[language].too_many.format(3)


async def test_a_document_that_is_named_twice_is_one(context: TurnContext) -> None:
    await store(context, TEXTS["ko"])
    found = await look_up_documents(
        await request(context, "둘 다 보여줘", "whole", Target("sop_1203"), Target("sop_1203", "")), context
    )
    assert isinstance(found, WholeDocument) and found.others == ()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_changed_since_is_given_as_cited_with_the_new_one_beside_it(context: TurnContext, language: Language) -> None:
    doc_id, text = TEXTS[language]
    (before,) = await store(context, (doc_id, text))
    await cite(context, doc_id, before)
    (after,) = await store(context, (doc_id, text + "\nNew.\n"))
    found = await look_up_documents(await request(context, SHOW[language], "whole", Target(doc_id, before)), context)
    assert isinstance(found, WholeDocument)
    assert (found.document.version, [one.version for one in found.newer]) == (before, [after])
    assert "New." not in found.text
    assert found.inquiry.notice == WORDINGS[language].changed.format(found.document.title)
    used = await look_up_documents(await request(context, SHOW[language], "use", Target(doc_id, before)), context)
    assert isinstance(used, OpenQuestion) and used.inquiry.looked_up is not None
    assert [d.version for d in used.inquiry.looked_up.newer] == [after]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_was_deleted_is_given_as_cited(context: TurnContext, language: Language) -> None:
    doc_id, text = TEXTS[language]
    (version,) = await store(context, (doc_id, text))
    await cite(context, doc_id, version)
    await context.documents.delete(doc_id, context.principal)
    found = await look_up_documents(await request(context, SHOW[language], "whole", Target(doc_id, version)), context)
    assert isinstance(found, WholeDocument) and found.newer == ()
    assert found.inquiry.notice == WORDINGS[language].deleted.format(found.document.title)
    by_id = await look_up_documents(await request(context, SHOW[language], "whole", Target(doc_id)), context)
    assert isinstance(by_id, OpenQuestion), "only what cited it leads to it"


async def test_a_version_that_there_never_was_is_the_document_as_it_is(context: TurnContext) -> None:
    (version,) = await store(context, TEXTS["en"])
    found = await look_up_documents(await request(context, "show it", "whole", Target("sop_1422", "0" * 16)), context)
    assert isinstance(found, WholeDocument)
    assert (found.document.version, found.newer, found.inquiry.notice) == (version, (), None)


async def test_whoever_left_the_group_gets_no_cited_version(context: TurnContext) -> None:
    (version,) = await store(context, SECRET)
    await cite(context, "sop_4040", version)
    asked = await request(context, "보여줘", "whole", Target("sop_4040", version))
    assert isinstance(await look_up_documents(asked, context), OpenQuestion)
    member = replace(context, principal=Principal("local", frozenset({"safety"})))
    assert isinstance(await look_up_documents(asked, member), WholeDocument)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_id_alone_in_a_new_session_is_answered_in_the_language_of_the_document(
    context: TurnContext, language: Language
) -> None:
    doc_id, text = TEXTS[language]
    await store(context, (doc_id, text))
    found = await look_up_documents(await request(context, doc_id, "whole", Target(doc_id), Target("sop_9999")), context)
    assert isinstance(found, WholeDocument)
    assert found.inquiry.language == language
    assert found.inquiry.notice == WORDINGS[language].not_readable.format("sop_9999")
