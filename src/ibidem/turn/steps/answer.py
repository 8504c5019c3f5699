"""Makes the answer from what was read: written by a model, or quoted."""

from dataclasses import replace

from ibidem.checks.draft import check_answer
from ibidem.checks.issue import issue
from ibidem.domain.trace import Attempt, CallOutcome
from ibidem.turn.answers.drafts import accepted_draft, failed_checks
from ibidem.turn.answers.quoting import quote
from ibidem.turn.answers.writing import is_of_the_prompt, speak, write
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted, NothingNew
from ibidem.turn.values.searching import Draft, NoEvidence, NothingInParticular, NotInDocument, Reading, RoutedQuestion
from ibidem.turn.wording import WORDINGS, Wording


async def answer(
    reading: Reading, context: TurnContext
) -> Draft | Accepted | NoEvidence | NotInDocument | NothingInParticular | NothingNew | RoutedQuestion:
    """A draft to be checked, in verified mode; an answer shown while it was written, in fast mode; quotes where no model is
    configured or none replies. A model may find that the passages hold no answer; the question is then searched for with
    further queries, once."""
    inquiry, models = reading.plan.inquiry, context.models
    wording = WORDINGS[inquiry.language]
    if models is None:
        return await quote(reading, wording.quoted, context)
    fast = inquiry.mode == "fast"
    writing = speak if fast else write
    written = await writing(reading, models, context)
    if written.unusable:
        written = await writing(with_reason(reading, written.unusable), models, context)
    if written.refused:
        return without_answer(reading)
    if not written.text and reading.attempts.best is not None:
        return NothingNew(reading.plan, reading.attempts)
    if not written.text:
        return await quote(of_those_read(reading), why_quoted(written.outcome, wording), context)
    draft = Draft(
        reading=reading,
        text=written.text,
        refs=written.refs,
        model=models.main.name,
        dropped=written.dropped,
        cut=written.outcome != "ok",
    )
    return shown_as_written(draft, context.today) if fast else draft


def with_reason(reading: Reading, unusable: str) -> Reading:
    """The reading with the reason why a text is no answer, for one more try."""
    inquiry = reading.plan.inquiry
    issues = () if is_of_the_prompt(unusable) else check_answer(unusable, {}, inquiry.text, inquiry.language)
    reasons = tuple(map(str, issues or (issue("empty", inquiry.language),)))
    return replace(reading, attempts=replace(reading.attempts, feedback=reasons))


def of_those_read(reading: Reading) -> Reading:
    """The passages that were found, without their surroundings, which are too wide to quote from; and none that the model did not
    read, which may be about something else."""
    ranking = reading.found.ranking
    both = zip(ranking.passages, ranking.tokens, strict=True)
    kept = [(passage, tokens) for passage, tokens in both if passage.chunk.chunk_id in reading.chunks]
    if not kept:
        return replace(reading, ranking=ranking)
    passages, tokens = zip(*kept, strict=True)
    return replace(reading, ranking=replace(ranking, passages=passages, tokens=tokens))


def why_quoted(outcome: CallOutcome, wording: Wording) -> str:
    """Why passages are quoted although a model is configured."""
    match outcome:
        case "refused":
            return wording.model_refused
        case "unreadable":
            return wording.model_unusable
        case "empty" | "ok" | "cut":
            return wording.model_silent
        case "late":
            return wording.model_late
        case "unavailable":
            return wording.no_model


def without_answer(reading: Reading) -> NoEvidence | NotInDocument | NothingNew | RoutedQuestion:
    """The outcome where the model finds no answer in the passages: further queries for a verified question that was searched for
    only as it stands, and once for a fast one, nothing for a further attempt after one that failed, else a refusal."""
    plan, ranking, attempts = reading.plan, reading.ranking, reading.attempts
    fast = plan.inquiry.mode == "fast"
    further = not attempts.read and plan.inquiry.looked_up is None if fast else not plan.parsed.doubted
    if further and not attempts.made:
        return RoutedQuestion(plan.parsed, plan.route, replace(attempts, read=reading.chunks))
    if len(attempts.made) == 1 and attempts.best is not None:
        return NothingNew(plan, attempts)
    if attempts.made:
        attempts = replace(attempts, made=(*attempts.made, Attempt(attempts.rung, drafted=False)))
    plan = replace(plan, attempts=attempts)
    looked_up = plan.inquiry.looked_up
    if looked_up is not None:
        return NotInDocument(plan, looked_up)
    return NoEvidence(plan, ranking.passages, ranking.confidence)


def shown_as_written(draft: Draft, today: str) -> Accepted:
    """A draft that was shown while it was written; its notice reports failed checks."""
    failed = failed_checks(draft, today)
    wording = WORDINGS[draft.plan.inquiry.language]
    notice = wording.unconfirmed.format("; ".join(failed)) if failed else None
    attempt = Attempt("first", failed)
    return accepted_draft(draft, (notice,), (attempt,), faithful=False if failed else None)
