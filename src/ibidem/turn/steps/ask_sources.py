"""Pauses a turn to ask whether the sources found are the right ones."""

from dataclasses import replace

from ibidem.answering.choosing import Quote
from ibidem.domain.conversation import Choice, Pause
from ibidem.domain.documents import Passage
from ibidem.language.shortening import shorten
from ibidem.turn.answers.accepting import accepted
from ibidem.turn.answers.quoting import slot_of
from ibidem.turn.context import TurnContext
from ibidem.turn.pauses.held_work import held_work, where
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import SourcesToConfirm

LINE = 120  # characters, to recognise the document by


async def ask_sources(to_confirm: SourcesToConfirm, context: TurnContext) -> Accepted:
    """Shows the documents to be read, each under a number, and asks whether to answer from them.

    They are stored as the turn's sources, so that they stay readable and can be referred to.
    """
    found = to_confirm.found
    inquiry = found.plan.inquiry
    wording = PAUSE_WORDINGS[inquiry.language]
    by_document: dict[str, list[Passage]] = {}
    for passage in found.ranking.passages:
        by_document.setdefault(passage.document.doc_id, []).append(passage)
    safe = context.masking.answers
    shown = {
        doc_id: [Quote(shorten(first_words(safe.text(passage.chunk.text)), LINE), passage, 0, "context") for passage in passages]
        for doc_id, passages in by_document.items()
    }
    refs = tuple(slot_of(number, quotes, found.ranking.method, safe) for number, quotes in enumerate(shown.values(), 1))
    choices = tuple(Choice(ref.doc_id, ref.version, ref.title, ref.slot, ref.page, ref.snippet) for ref in refs)
    held = tuple(passage for passage in found.kept or found.ranking.passages if passage.document.doc_id in by_document)
    work = replace(held_work(found, held), confirm_sources=True)
    pause = Pause("sources", wording.confirm_sources, choices, inquiry.text, "use", work)
    listed = [
        f"{choice.slot}. {choice.title} ({where(choice.doc_id or '', choice.page, wording.page)})\n   {choice.snippet}"
        for choice in choices
    ]
    text = "\n".join([pause.question, *listed, wording.how_sources])
    context.cite(refs)
    context.say(text)
    return replace(accepted(found.plan, text, refs, (), held, found.ranking.confidence), pause=pause)


def first_words(text: str) -> str:
    """A passage on one line, without its headings where there is other text."""
    lines = text.splitlines()
    said = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return " ".join(" ".join(said or lines).split())
