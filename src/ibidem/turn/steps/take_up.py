"""Goes on where a turn had stopped to ask a person, with what the person said."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from ibidem.domain.conversation import DocRef, HeldDraft, HeldWork, Question
from ibidem.domain.documents import Document, Passage, SearchFilters
from ibidem.domain.gate import cited_slots
from ibidem.domain.trace import Candidate, Decision, Trace
from ibidem.language.search_text import passage_tokens
from ibidem.pointing.replies import StillUnclear
from ibidem.pointing.resolve import Target
from ibidem.search.history import Exchange
from ibidem.search.passages import find_passages
from ibidem.turn.context import TurnContext
from ibidem.turn.pauses.replies import DevicesPicked, DraftApproved, DraftEdited, OtherQuery, Rejected, SourcesApproved
from ibidem.turn.pauses.wording import PAUSE_WORDINGS, PauseWording
from ibidem.turn.question.focus import focus
from ibidem.turn.steps.expand import PAGES
from ibidem.turn.steps.look_up_documents import fetch, readable
from ibidem.turn.steps.retrieve import PASSAGES
from ibidem.turn.steps.route import narrowed
from ibidem.turn.values import (
    Accepted,
    Attempts,
    Evidence,
    Found,
    OpenQuestion,
    ParsedQuestion,
    PauseTaken,
    RecalledQuestion,
    RoutedQuestion,
    SearchPlan,
)
from ibidem.turn.wording import WORDINGS


@dataclass(frozen=True, slots=True)
class Held:
    """The passages of held work that are still what they were, and what is to be told of the others."""

    passages: tuple[Passage, ...]
    notices: tuple[str, ...]


async def take_up(taken: PauseTaken, context: TurnContext) -> OpenQuestion | Evidence | Accepted:
    """What becomes of the question that waited: it is searched for, answered from what was found, answered, or put again."""
    match taken.reply:
        case DevicesPicked(devices):
            return OpenQuestion(taken.recalled, taken.pause.message, devices=devices)
        case OtherQuery(text):
            return OpenQuestion(taken.recalled, text)
        case SourcesApproved(places):
            return await from_sources(taken, places, context)
        case DraftApproved():
            held, work = draft_of(taken)
            return await from_draft(taken, work, held, held.text, "approve", context)
        case DraftEdited(text):
            held, work = draft_of(taken)
            return await from_draft(taken, work, held, text, "edit", context)
        case Rejected(reason) if reason and taken.pause.kind == "review":
            return await written_anew(taken, reason, context)
        case Rejected():
            return rejected(taken, context)
        case StillUnclear():
            return await asked_again(taken, context)
        case _:
            assert_never(taken.reply)


async def from_sources(taken: PauseTaken, places: Sequence[int], context: TurnContext) -> Evidence | Accepted:
    """The sources that were approved, and no others, as what is answered from; an honest end where none of them is left."""
    work = work_of(taken)
    chosen = tuple(doc_id for place in places if (doc_id := taken.pause.choices[place].doc_id) is not None)
    held = await still_held([one for one in work.passages if one.doc_id in chosen], taken, context)
    if not held.passages:
        return ended(taken, wording_of(taken).nothing_left, held.notices, context)
    filters = replace(work.filters, doc_ids=tuple(dict.fromkeys(p.document.doc_id for p in held.passages)))
    recalled = replace(taken.recalled, asked=replace(taken.recalled.asked, question=confirmed(taken.recalled, filters)))
    return Evidence(await found_again(recalled, taken, work, held, Attempts(made=work.attempts), context), PAGES)


async def written_anew(taken: PauseTaken, reason: str, context: TurnContext) -> Evidence | Accepted:
    """What the draft was written from, to be written from once more with what the person said against it.

    The review is the last rung, so the person is not asked a second time; the draft that was rejected is not kept as the best.
    """
    work = work_of(taken)
    held = await still_held(work.passages, taken, context)
    if not held.passages:
        return ended(taken, wording_of(taken).nothing_left, held.notices, context)
    recalled = replace(taken.recalled, asked=replace(taken.recalled.asked, question=confirmed(taken.recalled, work.filters)))
    attempts = Attempts("review", work.attempts, feedback=(reason,), queries=work.queries)
    return Evidence(await found_again(recalled, taken, work, held, attempts, context), PAGES)


async def from_draft(
    taken: PauseTaken, work: HeldWork, draft: HeldDraft, text: str, decision: Decision, context: TurnContext
) -> Accepted:
    """The draft, or what the person made of it, as the answer, with those of its sources that it still cites.

    It is held back when one of these may no longer be read. Raises InvalidInput when the text cites what the draft did not.
    """
    wording = wording_of(taken)
    cited = cited_slots(text, draft.refs)
    refs = draft.refs if decision == "approve" else tuple(ref for ref in draft.refs if ref.slot in cited)
    notices = [wording.approved if decision == "approve" else wording.edited]
    for ref in refs:
        told = await told_of(ref, taken, context)
        if told is None:
            return ended(taken, wording.draft_gone, (), context)
        notices += told
    context.cite(refs)
    context.say(text)
    return Accepted(
        recalled=taken.recalled,
        text=text,
        refs=refs,
        route=work.route,
        notice=" ".join(notices),
        trace=replace(traced(work), model=draft.model, faithful=False, reviewed=decision),
    )


async def told_of(ref: DocRef, taken: PauseTaken, context: TurnContext) -> list[str] | None:
    """What is to be told of a document that a draft cites; None when that version may no longer be read."""
    fetched = await fetch(Target(ref.doc_id, ref.version), context)
    if fetched is None or fetched.document.version != ref.version:
        return None
    wording = WORDINGS[taken.recalled.asked.language]
    if fetched.gone:
        return [wording.deleted.format(ref.title)]
    return [wording.changed.format(ref.title)] if fetched.newer is not None else []


def rejected(taken: PauseTaken, context: TurnContext) -> Accepted:
    """Nothing is answered from what was rejected, and the person is told how to go on."""
    wording = wording_of(taken)
    if taken.pause.kind != "review":
        return ended(taken, wording.sources_rejected, (), context)
    answer = ended(taken, wording.draft_rejected, (), context)
    return replace(answer, trace=replace(answer.trace, faithful=False, reviewed="reject"))


def ended(taken: PauseTaken, text: str, notices: Sequence[str], context: TurnContext) -> Accepted:
    """An answer without sources that says why there is none."""
    work = work_of(taken)
    context.cite(())
    context.say(text)
    return Accepted(taken.recalled, text, (), work.route, " ".join(notices) or None, trace=traced(work))


async def asked_again(taken: PauseTaken, context: TurnContext) -> Accepted:
    """The same question with its choices once more, those that may still be read: the reply fits none of them."""
    work, wording = work_of(taken), wording_of(taken)
    doc_ids = [choice.doc_id for choice in taken.pause.choices if choice.doc_id is not None]
    may_read = await context.documents.readable(doc_ids, context.principal)
    left = tuple(choice for choice in taken.pause.choices if choice.doc_id is None or choice.doc_id in may_read)
    if taken.pause.choices and not left:
        return ended(taken, wording.nothing_left, (), context)
    pause = replace(taken.pause, choices=left)
    listed = [f"{number}. {choice.title}" for number, choice in zip(pause.numbers, pause.choices, strict=True)]
    how = {"device": wording.how_device, "sources": wording.how_sources}.get(pause.kind, wording.how_review)
    text = "\n".join([pause.question, *listed, how])
    context.say(text)
    return Accepted(taken.recalled, text, (), work.route, trace=traced(work), pause=pause)


async def still_held(candidates: Sequence[Candidate], taken: PauseTaken, context: TurnContext) -> Held:
    """The passages of these candidates, for what may still be read and has not changed; read at the store, as ever."""
    documents: dict[str, Document | None] = {}
    for one in candidates:
        if one.doc_id not in documents:
            documents[one.doc_id] = await readable(one.doc_id, None, context)
    passages: list[Passage] = []
    notices: dict[str, str] = {}
    for one in candidates:
        document = documents[one.doc_id]
        if document is None:
            notices[one.doc_id] = WORDINGS[taken.recalled.asked.language].not_readable.format(one.doc_id)
        elif document.version != one.version:
            notices[one.doc_id] = wording_of(taken).changed.format(document.title)
        else:
            chunks = await context.documents.chunks(one.doc_id, one.version, one.order, one.order, context.principal)
            passages += [Passage(chunk, document, one.score) for chunk in chunks]
    return Held(tuple(passages), tuple(notices.values()))


async def found_again(
    recalled: RecalledQuestion, taken: PauseTaken, work: HeldWork, held: Held, attempts: Attempts, context: TurnContext
) -> Found:
    """The held passages as they were found, in their order, with what a search says of the worth of the question's words."""
    focused = focus(taken.pause.message, recalled.history)
    opened = OpenQuestion(recalled, taken.pause.message, notice=" ".join(held.notices) or None)
    query, *further = work.queries
    parsed = ParsedQuestion(opened, query, work.devices, work.doc_types, focused, among=work.devices)
    within = narrowed(recalled.asked.question.filters, work.devices)
    plan = SearchPlan(RoutedQuestion(parsed, work.route, attempts), query, within, frozenset(), tuple(further))
    doc_ids = tuple(dict.fromkeys(passage.document.doc_id for passage in held.passages))
    again = await find_passages(
        query,
        tuple(Exchange(turn.content.user_text, turn.content.assistant_text) for turn in focused.turns),
        SearchFilters(doc_ids=doc_ids),
        PASSAGES,
        context.index,
        context.principal,
        context.profile.glossary,
    )
    read = held.passages[:PASSAGES]
    tokens = tuple(passage_tokens(passage.chunk.text, passage.document.title) for passage in read)
    return Found(plan, replace(again, passages=read, tokens=tokens), held.passages)


def confirmed(recalled: RecalledQuestion, filters: SearchFilters) -> Question:
    """The question within these filters, its sources confirmed."""
    return replace(recalled.asked.question, filters=filters, confirm_sources=False)


def work_of(taken: PauseTaken) -> HeldWork:
    """What the turn had done; a pause of these kinds always holds it."""
    assert taken.pause.work is not None, "a turn that waits for a person keeps its work"
    return taken.pause.work


def draft_of(taken: PauseTaken) -> tuple[HeldDraft, HeldWork]:
    """The draft that waits for its review, and the work that led to it."""
    work = work_of(taken)
    assert work.draft is not None, "a review is of a draft"
    return work.draft, work


def wording_of(taken: PauseTaken) -> PauseWording:
    """The sentences in the language of the turn that paused."""
    return PAUSE_WORDINGS[taken.recalled.asked.language]


def traced(work: HeldWork) -> Trace:
    """What the trace keeps of held work."""
    return Trace(work.queries, work.devices, work.doc_types, len(work.passages), candidates=work.passages, attempts=work.attempts)
