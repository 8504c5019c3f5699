"""Makes the answer: written by a model, quoted, an honest "not in these documents", or a courtesy returned."""

from ibidem.domain.trace import Attempt, CallOutcome
from ibidem.turn.answers.accepting import accepted, asked_language
from ibidem.turn.answers.quoting import quote
from ibidem.turn.answers.refusing import refusal
from ibidem.turn.answers.writing import speak, write
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.judging import accepted_draft, failed_checks
from ibidem.turn.values import Accepted, Draft, NoEvidence, NothingInParticular, NothingNew, NotInDocument, Reading, SmallTalk
from ibidem.turn.wording import WORDINGS, Wording


async def answer(
    reading: Reading, context: TurnContext
) -> Draft | Accepted | NoEvidence | NotInDocument | NothingInParticular | NothingNew:
    """A draft to be checked, in verified mode; an answer that was shown while it was written, in fast mode; quotes where no model
    is configured or none answers. A model may find that the passages hold no answer."""
    wording = WORDINGS[asked_language(reading.found.plan)]
    models = context.models
    if models is None:
        return quote(reading, wording.quoted, context)
    fast = reading.found.plan.routed.parsed.open.recalled.asked.question.mode == "fast"
    written = await (speak if fast else write)(reading, models, context)
    if written.refused or (not written.text and reading.found.plan.routed.attempts.best is not None):
        return without_answer(reading)
    if not written.text:
        # What a model reads is too wide to be quoted from.
        return quote(Reading(reading.found, reading.found.ranking), why_quoted(written.outcome, wording), context)
    draft = Draft(reading, written.text, written.refs, models.main.name, written.dropped, cut=written.outcome != "ok")
    return shown_as_written(draft) if fast else draft


def why_quoted(outcome: CallOutcome, wording: Wording) -> str:
    """Why passages are quoted although a model is configured."""
    match outcome:
        case "refused":
            return wording.model_refused
        case "empty" | "ok" | "cut" | "unreadable":
            return wording.model_silent
        case "late":
            return wording.model_late
        case "unavailable":
            return wording.no_model


def without_answer(reading: Reading) -> NoEvidence | NotInDocument | NothingNew:
    """What it means that the passages hold no answer: for a further attempt nothing, else that the documents do not tell."""
    plan, ranking = reading.found.plan, reading.ranking
    if plan.routed.attempts.best is not None:
        return NothingNew(plan)
    looked_up = plan.routed.parsed.open.looked_up
    if looked_up is not None:
        return NotInDocument(plan, looked_up)
    return NoEvidence(plan, ranking.passages, ranking.confidence)


def shown_as_written(draft: Draft) -> Accepted:
    """A draft that was shown while it was written; what the checks find afterwards is told."""
    failed = failed_checks(draft)
    wording = WORDINGS[asked_language(draft.reading.found.plan)]
    notice = wording.unconfirmed.format("; ".join(failed)) if failed else None
    attempt = Attempt("first", failed)
    return accepted_draft(draft, (notice,), (attempt,), faithful=False if failed else None)


async def answer_without_documents(nothing: NoEvidence, context: TurnContext) -> Accepted:
    """Says that the documents do not tell, or that they cannot be searched now, and names the titles that came nearest."""
    text = await refusal(nothing, context)
    context.cite(())
    context.say(text)
    return accepted(nothing.plan, text, (), (), nothing.nearest, nothing.confidence)


async def answer_small_talk(small_talk: SmallTalk, context: TurnContext) -> Accepted:
    """Returns the courtesy."""
    text = WORDINGS[small_talk.recalled.asked.language].courtesies[small_talk.courtesy]
    context.say(text)
    return Accepted(small_talk.recalled, text, (), "chat", small_talk.notice)
