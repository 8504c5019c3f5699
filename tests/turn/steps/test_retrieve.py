"""What a search gives: evidence, sources to confirm, nothing, or nothing new."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ibidem.domain.documents import Principal, ScoredChunk, SearchFilters, TextQuery
from ibidem.domain.errors import StoreUnavailable
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.relevance_cutoff import PAGES
from ibidem.turn.inquiry import LookedUp
from ibidem.turn.steps.expand import expand
from ibidem.turn.steps.retrieve import retrieve
from ibidem.turn.values.answering import NothingNew
from ibidem.turn.values.searching import (
    Attempts,
    Draft,
    Evidence,
    NoEvidence,
    NothingInParticular,
    NotInDocument,
    SourcesToConfirm,
)
from turn.acting import QUESTIONS
from turn.library import TEXTS, inquiry_of, plan_for, store

OF_ITSELF: dict[Language, str] = {"ko": "그 문서 요약해줘", "en": "summarise that document", "ja": "その文書を要約して"}
UNRELATED: dict[Language, str] = {
    "ko": "구내식당 메뉴는?",
    "en": "What is on the menu of the canteen?",
    "ja": "社員食堂の献立は？",
}


async def looked_up(context: TurnContext, language: Language) -> LookedUp:
    await store(context, TEXTS[language])
    return LookedUp((await context.documents.get(TEXTS[language][0], context.principal),), "query")


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_is_found_is_evidence_with_the_plan_and_the_attempts(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    plan = await plan_for(context, inquiry_of(QUESTIONS[language]))
    found = await retrieve(plan, context)
    assert isinstance(found, Evidence)
    assert found.found.ranking.passages[0].document.doc_id == TEXTS[language][0]
    assert (found.found.plan, found.pages, found.attempts) == (plan, PAGES, plan.attempts)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_sources_are_confirmed_where_the_question_wants_that_and_names_no_document(
    context: TurnContext, language: Language
) -> None:
    documents = await looked_up(context, language)
    asking = inquiry_of(QUESTIONS[language], confirm_sources=True)
    assert isinstance(await retrieve(await plan_for(context, asking), context), SourcesToConfirm)
    named = replace(asking, looked_up=documents)
    assert isinstance(await retrieve(await plan_for(context, named), context), Evidence)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_documents_that_are_asked_nothing_in_particular_or_nothing_that_they_hold(
    context: TurnContext, language: Language
) -> None:
    documents = await looked_up(context, language)
    plan = await plan_for(context, inquiry_of(OF_ITSELF[language], looked_up=documents))
    assert plan.query == "" and isinstance(await retrieve(plan, context), NothingInParticular)
    plan = await plan_for(context, inquiry_of(UNRELATED[language], looked_up=documents))
    assert plan.query and isinstance(await retrieve(plan, context), NotInDocument)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_device_that_was_only_understood_gives_way_where_nothing_is_found(
    context: TurnContext, language: Language
) -> None:
    doc_id, text = TEXTS[language]
    await store(context, (doc_id, f"---\ndevices: [SUPRA XP]\n---\n{text}"))
    plan = await plan_for(context, inquiry_of(f"ECOLITE 3000: {QUESTIONS[language]}"))
    assert plan.filters.devices == ("ECOLITE 3000",)
    found = await retrieve(plan, context)
    assert isinstance(found, Evidence) and found.found.plan.filters == SearchFilters()
    assert found.found.ranking.passages[0].document.doc_id == doc_id


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_further_search_that_brings_nothing_unread_says_so(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    plan = await plan_for(context, inquiry_of(QUESTIONS[language], "verified"))
    first = await retrieve(plan, context)
    assert isinstance(first, Evidence)
    reading = await expand(first, context)
    best = Draft(reading=reading, text="?", refs=(), model="scripted")
    read = Attempts(rung="refined", best=best, read=reading.chunks)
    again = await retrieve(replace(plan, attempts=read), context)
    assert isinstance(again, NothingNew) and again.attempts is read
    unread = Attempts(rung="refined", best=best)
    assert isinstance(await retrieve(replace(plan, attempts=unread), context), Evidence)


class Gone:
    """An index that cannot be reached."""

    async def search(self, query: TextQuery, principal: Principal) -> Sequence[ScoredChunk]:
        raise StoreUnavailable("the index is gone")


@pytest.mark.parametrize("language", QUESTIONS)
async def test_an_index_that_cannot_be_reached_is_no_evidence_and_is_written_down(
    context: TurnContext, language: Language
) -> None:
    plan = await plan_for(context, inquiry_of(QUESTIONS[language]))
    found = await retrieve(plan, replace(context, index=Gone()))  # pyright: ignore[reportArgumentType]
    assert isinstance(found, NoEvidence) and not found.reachable
    assert context.record.troubles == ["search unavailable"]
