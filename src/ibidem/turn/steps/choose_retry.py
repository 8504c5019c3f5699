"""What to try after an unsupported draft: each rung once, within the turn's limits, and an honest end."""

from dataclasses import replace

from ibidem.domain.trace import Attempt, Rung
from ibidem.turn.answers.drafts import accepted_draft, show
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.around import with_pages
from ibidem.turn.documents.relevance_cutoff import MORE_PAGES, PAGES
from ibidem.turn.values.answering import Accepted, NothingNew, Refinement, ReviewRequest, Unfaithful
from ibidem.turn.values.searching import Attempts, Draft, Evidence, RoutedQuestion
from ibidem.turn.wording import WORDINGS

NEXT: dict[Rung, Rung] = {"first": "wider", "wider": "refined", "refined": "anew", "anew": "review"}


async def choose_retry(
    failed: Unfaithful | NothingNew, context: TurnContext
) -> Evidence | Refinement | RoutedQuestion | ReviewRequest | Accepted:
    """The next rung: the same passages again where only rules fault the draft; the same with more around them, queries refined by
    the judge's hint, new queries, a person's review. What a judge missed is searched for at once where nothing more stands around
    the passages. The best draft so far, marked as unverified, when no rung is left or the budget is spent."""
    attempts = with_attempt(failed)
    best = attempts.best
    assert best is not None, "the first rung comes from a draft"
    context.progress.draft = best
    rung = next_rung(failed, attempts)
    if rung == "review" and not context.budget.spent:
        return ReviewRequest(best, replace(attempts, rung=rung))
    if rung is None or rung == "review" or not may_go_on(rung, attempts, context):
        return unverified(best, attempts, context)
    attempts = replace(attempts, rung=rung)
    if rung == "rewritten":
        assert isinstance(failed, Unfaithful)
        return Evidence(failed.draft.reading.found, MORE_PAGES if failed.draft.attempts.rung == "wider" else PAGES, attempts)
    if rung == "wider":
        wider = Evidence(best.reading.found, MORE_PAGES, attempts)
        if not is_doubted(failed) or (await with_pages(wider, context)).chunks - attempts.read:
            return wider
        attempts = replace(attempts, rung="refined")
        rung = "refined"
    plan = failed.plan if isinstance(failed, NothingNew) else failed.draft.plan
    routed = RoutedQuestion(plan.parsed, plan.route, attempts)
    return Refinement(routed) if rung == "refined" else routed


def is_doubted(failed: Unfaithful | NothingNew) -> bool:
    """Whether a judge missed something in a draft that passed the checks by rule; one that failed them can be written better from
    the same passages."""
    return isinstance(failed, Unfaithful) and not failed.failed


def next_rung(failed: Unfaithful | NothingNew, attempts: Attempts) -> Rung | None:
    """The rung after an attempt. A draft that only rules fault is written again from the same passages, once, and where rules
    fault it again a person is asked: searching further helps where something is missing."""
    by_rule = isinstance(failed, Unfaithful) and not failed.verdicts
    if by_rule and attempts.rung == "rewritten":
        return "review"
    if by_rule and all(one.rung != "rewritten" for one in attempts.made):
        return "rewritten"
    climbed: list[Rung] = [one.rung for one in attempts.made if one.rung != "rewritten"]
    return NEXT.get(climbed[-1] if climbed else attempts.rung)


def with_attempt(failed: Unfaithful | NothingNew) -> Attempts:
    """The attempts including this one, the better of its draft and the best before, and the problems found."""
    if isinstance(failed, NothingNew):
        attempts = failed.attempts
        made = (*attempts.made, Attempt(attempts.rung, drafted=False))
        return replace(attempts, made=made, queries=searched(failed.plan.query, failed.plan.further, attempts))
    draft = failed.draft
    plan, attempts = draft.plan, draft.attempts
    made = Attempt(attempts.rung, failed.failed, failed.verdicts)
    issues = tuple(issue for verdict in failed.verdicts for issue in verdict.issues)
    best = draft if attempts.best is None or better(made, attempts) else attempts.best
    return Attempts(
        rung=attempts.rung,
        made=(*attempts.made, made),
        best=best,
        best_made=made if best is draft else attempts.best_made,
        feedback=tuple(dict.fromkeys((*failed.failed, *issues))),
        hint=next((verdict.hint for verdict in reversed(failed.verdicts) if verdict.hint), ""),
        queries=searched(plan.query, plan.further, attempts),
        read=attempts.read | draft.reading.chunks,
    )


def better(made: Attempt, attempts: Attempts) -> bool:
    """Whether a draft has fewer problems than the best before: it is about the question, then fewer failed checks, then fewer
    issues."""
    return attempts.best_made is None or against(made) < against(attempts.best_made)


def against(made: Attempt) -> tuple[bool, int, int]:
    """The problems of a draft: whether it is about something else than the question, its failed checks, and the issues of the
    last look, which repeats those of the first in its own words."""
    last = made.verdicts[-1:]
    return any(one.elsewhere for one in last), len(made.failed_checks), sum(len(set(one.issues)) for one in last)


def searched(query: str, further: tuple[str, ...], attempts: Attempts) -> tuple[str, ...]:
    """All queries that were searched so far."""
    return tuple(dict.fromkeys((*attempts.queries, query, *further)))


def may_go_on(rung: Rung, attempts: Attempts, context: TurnContext) -> bool:
    """Whether the budget allows a further attempt, and there is time for one as long as those before were. Writing again what
    only rules faulted searches nothing and takes no retry, while one is left."""
    budget = context.budget
    taken = budget.elapsed_ms / 1000 / max(1, len(attempts.made))
    if budget.spent or budget.remaining <= taken:
        return False
    return budget.has_retry() if rung == "rewritten" else budget.take_retry()


def unverified(best: Draft, attempts: Attempts, context: TurnContext) -> Accepted:
    """The best draft as the answer, with its problems."""
    made = attempts.best_made
    reasons = () if made is None else (*made.failed_checks, *(i for v in made.verdicts[-1:] for i in v.issues))
    wording = WORDINGS[best.plan.inquiry.language]
    notice = wording.unverified.format("; ".join(reasons) or wording.doubted)
    show(best, context)
    return accepted_draft(best, (notice,), attempts.made, faithful=False)
