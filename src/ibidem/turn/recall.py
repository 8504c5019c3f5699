"""Brings back the last turns of the session."""

from ibidem.turn.context import TurnContext
from ibidem.turn.values import AskedQuestion, RecalledQuestion


async def recall(asked: AskedQuestion, context: TurnContext) -> RecalledQuestion:
    """The question with as many of the session's last turns as the profile looks back on."""
    history = await context.turns.last_turns(asked.question.session_id, context.profile.history_turns, context.principal)
    return RecalledQuestion(asked, tuple(history))
