"""What becomes of a question that waited, by what was answered to its pause."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import Choice, DocRef, HeldWork, Intent, Pause
from ibidem.domain.documents import SearchFilters
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.pauses.held_work import held_work
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from ibidem.turn.replies import (
    ChoicesPicked,
    Declined,
    DevicesPicked,
    DocumentsNamed,
    OtherQuery,
    PauseReply,
    Rejected,
    SourcesApproved,
    WhichUnclear,
)
from ibidem.turn.steps.retrieve import retrieve
from ibidem.turn.steps.take_up import take_up
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import DocumentRequest, OpenQuestion, PauseAnswered, SmallTalk, UnclearReference
from ibidem.turn.values.searching import Evidence
from ibidem.understanding.picking import StillUnclear
from ibidem.understanding.resolve import Resolved, Target, Unclear
from turn.acting import QUESTIONS
from turn.library import TEXTS, cite, inquiry_of, plan_for, store

DEVICES = Pause(
    "device",
    "?",
    (Choice(None, None, "SUPRA XP"), Choice(None, None, "SUPRA N")),
    "?",
    "use",
    HeldWork("general", devices=("SUPRA XP", "supra-xp", "SUPRA N")),
)


def answered(pause: Pause, reply: PauseReply, language: Language = "en", refs: tuple[DocRef, ...] = ()) -> PauseAnswered:
    inquiry = inquiry_of(QUESTIONS[language])
    return PauseAnswered(inquiry=inquiry, pause=pause, refs=refs, turn_id=1, reply=reply)


def offer(doc_id: str, version: str, intent: Intent = "whole") -> Pause:
    return Pause("offer", "?", (Choice(doc_id, version, doc_id, 1),), "?", intent)


async def test_a_device_picked_by_number_is_meant_by_every_name_that_it_has(context: TurnContext) -> None:
    taken = await take_up(answered(DEVICES, ChoicesPicked((0,))), context)
    assert isinstance(taken, OpenQuestion) and taken.inquiry.devices == ("SUPRA XP", "supra-xp")
    named = await take_up(answered(DEVICES, DevicesPicked(("SUPRA N",))), context)
    assert isinstance(named, OpenQuestion) and named.inquiry.devices == ("SUPRA N",)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_waited_goes_on_and_other_words_take_its_place(context: TurnContext, language: Language) -> None:
    resolved = Resolved((Target("sop_1203"),), "use", "query")
    named = await take_up(answered(DEVICES, DocumentsNamed(resolved, "토크는?"), language), context)
    assert isinstance(named, DocumentRequest) and (named.inquiry.text, named.resolved) == ("토크는?", resolved)
    unclear = Unclear("two_readings", (), "use")
    which = await take_up(answered(DEVICES, WhichUnclear(unclear), language), context)
    assert isinstance(which, UnclearReference) and (which.inquiry.text, which.unclear) == (QUESTIONS[language], unclear)
    searched = await take_up(answered(DEVICES, OtherQuery("누설 시험"), language), context)
    assert isinstance(searched, OpenQuestion) and searched.inquiry.text == "누설 시험"
    declined = await take_up(answered(DEVICES, Declined("declined"), language), context)
    assert isinstance(declined, SmallTalk) and declined.courtesy == "declined"


@pytest.mark.parametrize("language", QUESTIONS)
async def test_an_offer_is_of_the_document_as_it_is_or_as_it_was_cited_where_it_is_gone(
    context: TurnContext, language: Language
) -> None:
    doc_id, text = TEXTS[language]
    (version,) = await store(context, (doc_id, text))
    await cite(context, doc_id, version, language)
    refs = (await context.turns.last_turns("s", 1, context.principal))[0].content.doc_refs
    taken = await take_up(answered(offer(doc_id, version), ChoicesPicked((0,)), language, refs), context)
    assert isinstance(taken, DocumentRequest) and taken.resolved == Resolved((Target(doc_id),), "whole", "history")
    asked = await take_up(answered(offer(doc_id, version), ChoicesPicked((0,), "?"), language, refs), context)
    assert isinstance(asked, DocumentRequest) and (asked.resolved.intent, asked.inquiry.text) == ("use", "?")
    await context.documents.delete(doc_id, context.principal)
    gone = await take_up(answered(offer(doc_id, version), ChoicesPicked((0,)), language, refs), context)
    assert isinstance(gone, DocumentRequest) and gone.resolved.targets == (Target(doc_id, version, 1, 1),)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_only_the_sources_approved_are_read_and_no_others_come_back(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    evidence = await retrieve(await plan_for(context, inquiry_of(QUESTIONS[language])), context)
    assert isinstance(evidence, Evidence)
    kept = evidence.found.kept
    doc_ids = tuple(dict.fromkeys(passage.document.doc_id for passage in kept))
    choices = tuple(Choice(doc_id, "v", doc_id, slot) for slot, doc_id in enumerate(doc_ids, 1))
    pause = Pause("sources", "?", choices, QUESTIONS[language], "use", held_work(evidence.found, kept))
    taken = await take_up(answered(pause, SourcesApproved((0,)), language), context)
    assert isinstance(taken, Evidence)
    assert {passage.document.doc_id for passage in taken.found.ranking.passages} == {doc_ids[0]}
    plan = taken.found.plan
    assert plan.filters == SearchFilters(doc_ids=(doc_ids[0],)) and not plan.inquiry.question.confirm_sources


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_fits_no_choice_is_asked_again_and_what_is_rejected_ends(context: TurnContext, language: Language) -> None:
    wording = PAUSE_WORDINGS[language]
    again = await take_up(answered(DEVICES, StillUnclear(), language), context)
    assert isinstance(again, Accepted) and again.pause == DEVICES
    assert again.text == "\n".join(["?", "1. SUPRA XP", "2. SUPRA N", wording.how_device])
    sources = replace(DEVICES, kind="sources", choices=())
    ended = await take_up(answered(sources, Rejected(), language), context)
    assert isinstance(ended, Accepted) and (ended.text, ended.pause) == (wording.sources_rejected, None)
