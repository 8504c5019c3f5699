"""Checks a draft by rule, before a model judges it."""

import asyncio

from ibidem.turn.answers.drafts import failed_checks
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import CheckedDraft, Unfaithful
from ibidem.turn.values.searching import Draft


async def check_draft(draft: Draft, context: TurnContext) -> CheckedDraft | Unfaithful:
    """The rule checks of a draft: whether it is complete, and whether its values, codes and quotes occur in its sources.

    The judge is asked only about drafts that pass.
    """
    # A second, of long tables; others are answered meanwhile.
    failed = await asyncio.to_thread(failed_checks, draft, context.today)
    if failed:
        return Unfaithful(draft, failed)
    context.progress.draft = draft
    return CheckedDraft(draft)
