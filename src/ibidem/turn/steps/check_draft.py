"""Checks a draft by rule, before a model judges it."""

from ibidem.turn.answers.drafts import failed_checks
from ibidem.turn.context import TurnContext
from ibidem.turn.values import CheckedDraft, Draft, Unfaithful


async def check_draft(draft: Draft, context: TurnContext) -> CheckedDraft | Unfaithful:
    """What rules can tell of a draft: whether it came to its end, and whether its values, codes and quotes stand in its sources.

    They come before the judge, which is not asked about a draft that they speak against.
    """
    failed = failed_checks(draft)
    if failed:
        return Unfaithful(draft, failed)
    context.progress.draft = draft
    return CheckedDraft(draft)
