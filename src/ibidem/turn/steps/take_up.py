"""Continues a turn that paused to ask a person, with the reply."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from ibidem.domain.conversation import Choice, DocRef, HeldDraft, HeldWork
from ibidem.domain.documents import Document, Passage, SearchFilters
from ibidem.domain.gate import cited_slots
from ibidem.domain.trace import Candidate, Decision, Trace
from ibidem.finding.history import Exchange
from ibidem.finding.passages import find_passages
from ibidem.finding.versions import VersionIndex
from ibidem.language.search_text import passage_tokens
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.fetching import fetch, present, readable
from ibidem.turn.documents.relevance_cutoff import PAGES, PASSAGES
from ibidem.turn.pauses.choices import titles_of
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS, PauseWording
from ibidem.turn.pauses.reply_readers import devices_of
from ibidem.turn.question.devices import device_key
from ibidem.turn.question.focus import focus
from ibidem.turn.question.queries import narrowed
from ibidem.turn.replies import (
    ChoicesPicked,
    Declined,
    DevicesPicked,
    DocumentsNamed,
    DraftApproved,
    DraftEdited,
    OtherQuery,
    Rejected,
    SourcesApproved,
    WhichUnclear,
)
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.asking import DocumentRequest, OpenQuestion, ParsedQuestion, PauseAnswered, SmallTalk, UnclearReference
from ibidem.turn.values.searching import Attempts, Evidence, Found, SearchPlan
from ibidem.turn.wording import WORDINGS
from ibidem.understanding.picking import StillUnclear
from ibidem.understanding.resolve import Resolved, Target


@dataclass(frozen=True, slots=True)
class Held:
    """The passages of held work that have not changed, and the notices about the others."""

    passages: tuple[Passage, ...]
    notices: tuple[str, ...]


async def take_up(
    answered: PauseAnswered, context: TurnContext
) -> DocumentRequest | UnclearReference | SmallTalk | OpenQuestion | Evidence | Accepted:
    """The continuation of the question that waited: documents are looked up, a search is made, or it is answered from what was
    found, answered, asked again, or dropped."""
    inquiry = answered.inquiry
    match answered.reply:
        case ChoicesPicked(places, asks):
            return await from_choices(answered, places, asks, context)
        case DocumentsNamed(resolved, text):
            return DocumentRequest(replace(inquiry, text=text), resolved)
        case WhichUnclear(unclear):
            return UnclearReference(inquiry, unclear)
        case Declined(courtesy):
            return SmallTalk(inquiry, courtesy)
        case DevicesPicked(devices):
            return OpenQuestion(replace(inquiry, devices=devices))
        case OtherQuery(text):
            return OpenQuestion(replace(inquiry, text=text))
        case _:
            return await go_on(answered, answered.reply, context)


async def go_on(
    answered: PauseAnswered,
    reply: SourcesApproved | DraftApproved | DraftEdited | Rejected | StillUnclear,
    context: TurnContext,
) -> Evidence | Accepted:
    """The continuation of the sources or the draft that waited."""
    match reply:
        case SourcesApproved(places):
            return await from_sources(answered, places, context)
        case DraftApproved():
            return await from_draft(answered, draft_of(answered).text, "approve", context)
        case DraftEdited(text):
            return await from_draft(answered, text, "edit", context)
        case Rejected(reason) if reason and answered.pause.kind == "review":
            return await written_anew(answered, reason, context)
        case Rejected():
            return rejected(answered, context)
        case StillUnclear():
            return await asked_again(answered, context)
        case _:
            assert_never(reply)


async def from_choices(
    answered: PauseAnswered, places: Sequence[int], asks: str, context: TurnContext
) -> DocumentRequest | OpenQuestion:
    """The question that waited, or the one that replaces it, to be answered from the picked choices."""
    pause, inquiry = answered.pause, answered.inquiry
    choices = [pause.choices[place] for place in places]
    if pause.kind == "device":
        held = (await context.corpus_words()).devices
        picked = devices_of([device_key(choice.title) for choice in choices], pause, held, context.profile)
        return OpenQuestion(replace(inquiry, devices=picked.devices))
    targets = [
        await newer_target(choice, answered, context)
        if pause.kind == "offer"
        else Target(choice.doc_id or "", choice.version, choice.slot)
        for choice in choices
    ]
    intent = "use" if asks else pause.intent
    return DocumentRequest(replace(inquiry, text=asks or inquiry.text), Resolved(tuple(targets), intent, "history"))


async def newer_target(choice: Choice, answered: PauseAnswered, context: TurnContext) -> Target:
    """The current version of an offered document; the cited one where it has been deleted since, so that the notice says so."""
    doc_id = choice.doc_id or ""
    ref = next((ref for ref in answered.refs if ref.doc_id == doc_id), None)
    if ref is None or await readable(doc_id, None, context) is not None:
        return Target(doc_id)
    return Target(doc_id, ref.version, ref.slot, answered.turn_id)


async def from_sources(answered: PauseAnswered, places: Sequence[int], context: TurnContext) -> Evidence | Accepted:
    """The approved sources, and no others, as evidence; an honest end where none is left."""
    work = work_of(answered)
    chosen = tuple(doc_id for place in places if (doc_id := answered.pause.choices[place].doc_id) is not None)
    held = await still_held([one for one in work.passages if one.doc_id in chosen], answered, context)
    if not held.passages:
        return ended(answered, wording_of(answered).nothing_left, held.notices, context)
    filters = replace(work.filters, doc_ids=tuple(dict.fromkeys(p.document.doc_id for p in held.passages)))
    attempts = Attempts(made=work.attempts)
    return Evidence(await found_again(answered, filters, held, attempts, context), PAGES, attempts)


async def written_anew(answered: PauseAnswered, reason: str, context: TurnContext) -> Evidence | Accepted:
    """The passages of the draft, to write another one that considers the person's reason.

    The review is the last rung, so the person is not asked a second time; the rejected draft is not kept as the best.
    """
    work = work_of(answered)
    held = await still_held(work.passages, answered, context)
    if not held.passages:
        return ended(answered, wording_of(answered).nothing_left, held.notices, context)
    attempts = Attempts(rung="review", made=work.attempts, feedback=(reason,), queries=work.queries)
    return Evidence(await found_again(answered, work.filters, held, attempts, context), PAGES, attempts)


async def from_draft(answered: PauseAnswered, text: str, decision: Decision, context: TurnContext) -> Accepted:
    """The draft, or the person's edit of it, as the answer, with those of its sources that it still cites.

    It is withheld when one of these may no longer be read. Raises InvalidInput when the text cites a slot that the draft did
    not.
    """
    work, draft, wording = work_of(answered), draft_of(answered), wording_of(answered)
    cited = cited_slots(text, draft.refs)
    refs = draft.refs if decision == "approve" else tuple(ref for ref in draft.refs if ref.slot in cited)
    notices = [wording.approved if decision == "approve" else wording.edited]
    for ref in refs:
        changes = await changes_of(ref, answered, context)
        if changes is None:
            return ended(answered, wording.draft_gone, (), context)
        notices += changes
    context.cite(refs)
    context.say(text)
    return Accepted(
        inquiry=answered.inquiry,
        text=text,
        refs=refs,
        route=work.route,
        notice=" ".join(notices),
        trace=replace(traced(work), model=draft.model, faithful=False, reviewed=decision),
    )


async def changes_of(ref: DocRef, answered: PauseAnswered, context: TurnContext) -> list[str] | None:
    """The notices about a document that a draft cites; None when that version may no longer be read."""
    fetched = await fetch(Target(ref.doc_id, ref.version), context)
    if fetched is None or fetched.document.version != ref.version:
        return None
    wording = WORDINGS[answered.inquiry.language]
    if fetched.gone:
        return [wording.deleted.format(ref.title)]
    return [wording.changed.format(ref.title)] if fetched.newer is not None else []


def rejected(answered: PauseAnswered, context: TurnContext) -> Accepted:
    """Answers nothing from the rejected sources or draft: asks what to search for instead of the sources, once, or says how to
    continue."""
    wording = wording_of(answered)
    if answered.pause.kind != "review":
        answer = ended(answered, wording.sources_rejected, (), context)
        pause = replace(answered.pause, question=wording.sources_rejected, choices=())
        return replace(answer, pause=pause if answered.pause.choices else None)
    answer = ended(answered, wording.draft_rejected, (), context)
    return replace(answer, trace=replace(answer.trace, faithful=False, reviewed="reject"))


def ended(answered: PauseAnswered, text: str, notices: Sequence[str], context: TurnContext) -> Accepted:
    """An answer without sources that gives the reason."""
    work = work_of(answered)
    context.cite(())
    context.say(text)
    notice = " ".join(notices) or None
    return Accepted(inquiry=answered.inquiry, text=text, route=work.route, notice=notice, trace=traced(work))


async def asked_again(answered: PauseAnswered, context: TurnContext) -> Accepted:
    """The same question with its choices that may still be read: the reply fits none of them."""
    work, wording = work_of(answered), wording_of(answered)
    left = tuple(
        [
            choice
            for choice in answered.pause.choices
            if choice.doc_id is None or await present(choice.doc_id, choice.version or "", context) is not None
        ]
    )
    if answered.pause.choices and not left:
        return ended(answered, wording.nothing_left, (), context)
    pause = replace(answered.pause, choices=left)
    how = {"device": wording.how_device, "sources": wording.how_sources}.get(pause.kind, wording.how_review)
    text = "\n".join([pause.question, *titles_of(pause), how])
    context.say(text)
    return Accepted(inquiry=answered.inquiry, text=text, route=work.route, trace=traced(work), pause=pause)


async def still_held(candidates: Sequence[Candidate], answered: PauseAnswered, context: TurnContext) -> Held:
    """The passages of these candidates that may still be read and have not changed; read from the store, as always."""
    documents: dict[str, Document | None] = {}
    for one in candidates:
        if one.doc_id not in documents:
            documents[one.doc_id] = await present(one.doc_id, one.version, context)
    passages: list[Passage] = []
    notices: dict[str, str] = {}
    for one in candidates:
        document = documents[one.doc_id]
        if document is None:
            notices[one.doc_id] = WORDINGS[answered.inquiry.language].not_readable.format(one.doc_id)
        elif document.version != one.version:
            notices[one.doc_id] = wording_of(answered).changed.format(document.title)
        else:
            chunks = await context.documents.chunks(one.doc_id, one.version, one.order, one.order, context.principal)
            passages += [Passage(chunk, document, one.score) for chunk in chunks]
    return Held(tuple(passages), tuple(notices.values()))


async def found_again(
    answered: PauseAnswered, filters: SearchFilters, held: Held, attempts: Attempts, context: TurnContext
) -> Found:
    """The held passages in their order, with the term statistics of a new search; the question has these filters, and its
    sources are confirmed."""
    work = work_of(answered)
    question = replace(answered.inquiry.question, filters=filters, confirm_sources=False)
    inquiry = replace(answered.inquiry, question=question, notice=" ".join(held.notices) or None)
    focused = focus(inquiry.text, inquiry.history)
    query, *further = work.queries
    parsed = ParsedQuestion(
        inquiry=inquiry,
        query=query,
        devices=work.devices,
        doc_types=work.doc_types,
        focus=focused,
        among=work.devices,
        owners=work.owners,
    )
    plan = SearchPlan(
        parsed=parsed,
        route=work.route,
        query=query,
        filters=narrowed(filters, work.devices, work.owners),
        further=tuple(further),
        attempts=attempts,
    )
    documents = {passage.document.doc_id: passage.document for passage in held.passages}
    past = not all(document.current for document in documents.values())
    index = VersionIndex(tuple(documents.values()), context.documents, context.index) if past else context.index
    again = await find_passages(
        query,
        tuple(Exchange(turn.content.user_text, turn.content.assistant_text) for turn in focused.turns),
        SearchFilters(doc_ids=tuple(documents)),
        PASSAGES,
        index,
        context.principal,
        context.profile.glossary,
    )
    read = held.passages[:PASSAGES]
    tokens = tuple(passage_tokens(passage.chunk.text, passage.document.title) for passage in read)
    return Found(plan, replace(again, passages=read, tokens=tokens), held.passages)


def work_of(answered: PauseAnswered) -> HeldWork:
    """The work of the turn that paused; a pause of these kinds always holds it."""
    assert answered.pause.work is not None, "a turn that waits for a person keeps its work"
    return answered.pause.work


def draft_of(answered: PauseAnswered) -> HeldDraft:
    """The draft that waits for its review."""
    draft = work_of(answered).draft
    assert draft is not None, "a review is of a draft"
    return draft


def wording_of(answered: PauseAnswered) -> PauseWording:
    """The sentences in the language of the turn that paused."""
    return PAUSE_WORDINGS[answered.inquiry.language]


def traced(work: HeldWork) -> Trace:
    """The trace of held work."""
    return Trace(
        work.queries,
        work.devices,
        work.doc_types,
        len(work.passages),
        candidates=work.passages,
        attempts=work.attempts,
        owners=work.owners,
    )
