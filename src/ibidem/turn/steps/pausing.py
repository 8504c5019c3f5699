"""Stops a turn to ask a person: which device is meant, whether the sources are right, whether a draft may be shown."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.conversation import Choice, HeldDraft, HeldWork, Pause
from ibidem.domain.documents import Passage, SearchFilters
from ibidem.domain.trace import Trace
from ibidem.language.shortening import shorten
from ibidem.search.extract import Quote
from ibidem.turn.answers.accepting import accepted, candidates
from ibidem.turn.answers.quoting import slot_of
from ibidem.turn.context import TurnContext
from ibidem.turn.pauses.wording import PAUSE_WORDINGS
from ibidem.turn.question.devices import device_key
from ibidem.turn.question.routes import GENERAL
from ibidem.turn.steps.expand import PAGES
from ibidem.turn.values import Accepted, DeviceChoice, Evidence, Found, OpenQuestion, ReviewRequest, SourcesToConfirm

SNIPPET = 120  # characters; a line to recognise the document by


async def ask_device(choice: DeviceChoice, context: TurnContext) -> Accepted:
    """Asks which of the devices is meant that share the name which the question gives."""
    parsed = choice.parsed
    opened = parsed.open
    question = opened.recalled.asked.question
    wording = PAUSE_WORDINGS[opened.recalled.asked.language]
    names = {device_key(name): name for name in reversed(parsed.kin)}
    choices = tuple(Choice(None, None, name) for name in reversed(names.values()))
    work = HeldWork(GENERAL, question.filters, question.confirm_sources, devices=parsed.kin, doc_types=parsed.doc_types)
    pause = Pause("device", wording.which_device, choices, opened.text, "use", work)
    listed = [f"{number}. {one.title}" for number, one in zip(pause.numbers, choices, strict=True)]
    text = "\n".join([pause.question, *listed, wording.how_device])
    context.say(text)
    trace = Trace(devices=parsed.kin, doc_types=parsed.doc_types, translations=parsed.translations, understood=parsed.understood)
    return Accepted(opened.recalled, text, (), GENERAL, opened.notice, trace=trace, pause=pause)


async def confirm_sources(found: Found, context: TurnContext) -> Evidence | SourcesToConfirm:  # noqa: ARG001
    """What was found, to be answered from; to be confirmed first where the question wants that and names no document itself."""
    opened = found.plan.routed.parsed.open
    if opened.recalled.asked.question.confirm_sources and opened.looked_up is None:
        return SourcesToConfirm(found)
    return Evidence(found, PAGES)


async def ask_sources(to_confirm: SourcesToConfirm, context: TurnContext) -> Accepted:
    """Shows the documents that would be read, each under a number, and asks whether to answer from them.

    They are kept with the turn as its sources, so that they stay readable and can be pointed at.
    """
    found = to_confirm.found
    plan, parsed = found.plan, found.plan.routed.parsed
    wording = PAUSE_WORDINGS[parsed.open.recalled.asked.language]
    by_document: dict[str, list[Passage]] = {}
    for passage in found.ranking.passages:
        by_document.setdefault(passage.document.doc_id, []).append(passage)
    shown = {
        doc_id: [Quote(shorten(beginning(passage.chunk.text), SNIPPET), passage) for passage in passages]
        for doc_id, passages in by_document.items()
    }
    refs = tuple(slot_of(number, quotes, found.ranking.method) for number, quotes in enumerate(shown.values(), 1))
    choices = tuple(Choice(ref.doc_id, ref.version, ref.title, ref.slot, ref.page, ref.snippet) for ref in refs)
    held = tuple(passage for passage in found.kept or found.ranking.passages if passage.document.doc_id in by_document)
    work = replace(held_work(found, held), confirm_sources=True)
    pause = Pause("sources", wording.confirm_sources, choices, parsed.open.text, "use", work)
    listed = [
        f"{choice.slot}. {choice.title} ({where(choice.doc_id or '', choice.page, wording.page)})\n   {choice.snippet}"
        for choice in choices
    ]
    text = "\n".join([pause.question, *listed, wording.how_sources])
    context.cite(refs)
    context.say(text)
    return replace(accepted(plan, text, refs, (), held, found.ranking.confidence), pause=pause)


async def ask_review(request: ReviewRequest, context: TurnContext) -> Accepted:
    """Shows the best draft with its sources and what speaks against it, and asks whether it may be used as the answer."""
    draft, attempts = request.draft, request.attempts
    found = draft.reading.found
    parsed = found.plan.routed.parsed
    wording = PAUSE_WORDINGS[parsed.open.recalled.asked.language]
    last = (attempts.best_made,) if attempts.best_made is not None else attempts.made[-1:]
    issues = tuple(dict.fromkeys(i for one in last for i in (*one.failed_checks, *(i for v in one.verdicts for i in v.issues))))
    work = replace(
        held_work(found, found.kept or found.ranking.passages),
        draft=HeldDraft(draft.text, draft.refs, issues, draft.model),
        attempts=attempts.made,
    )
    pause = Pause("review", wording.review, (), parsed.open.text, "use", work)
    sources = [f"[{ref.slot}] {ref.title} ({where(ref.doc_id, ref.page, wording.page)})" for ref in draft.refs]
    parts = [pause.question, draft.text]
    parts += ["\n".join([wording.sources, *sources])] if sources else []
    parts += ["\n".join([wording.against, *(f"- {issue}" for issue in issues)])] if issues else []
    text = "\n\n".join([*parts, wording.how_review])
    context.cite(draft.refs)
    context.say(text)
    shown = accepted(found.plan, text, draft.refs, (), found.kept or found.ranking.passages, found.ranking.confidence)
    trace = replace(shown.trace, attempts=attempts.made, model=draft.model, faithful=False, dropped_citations=draft.dropped)
    return replace(shown, trace=trace, pause=pause)


def held_work(found: Found, passages: Sequence[Passage]) -> HeldWork:
    """What was done to find these passages. A question to documents that were pointed at stays one to them."""
    plan, parsed = found.plan, found.plan.routed.parsed
    return HeldWork(
        route=plan.routed.route,
        filters=within(parsed.open, plan.filters),
        queries=(plan.query or parsed.open.text, *plan.further),
        devices=parsed.devices,
        doc_types=parsed.doc_types,
        passages=candidates(passages),
    )


def within(opened: OpenQuestion, planned: SearchFilters) -> SearchFilters:
    """The filters that came with a question, or those of the documents that it is put to."""
    return opened.recalled.asked.question.filters if opened.looked_up is None else planned


def beginning(text: str) -> str:
    """A passage on one line, without its headings where there is anything else."""
    lines = text.splitlines()
    said = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return " ".join(" ".join(said or lines).split())


def where(doc_id: str, page: int | None, page_wording: str) -> str:
    """The id of a document, with the page where there is one."""
    return doc_id if page is None else f"{doc_id}, {page_wording.format(page)}"
