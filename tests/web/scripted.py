"""An App whose turns do what a test tells them to: for what a real one does only when something breaks."""

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime

from ibidem.domain.conversation import NewTurn, Question, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.events import TurnEvent
from ibidem.settings import Settings

Script = Callable[[Question], AsyncIterator[TurnEvent]]


class ScriptedApp:
    """What the chat route uses of an App."""

    def __init__(self, settings: Settings, script: Script) -> None:
        self.settings = settings
        self.principal = Principal("local")
        self.script = script
        self.closed = False

    def ask(self, question: Question, principal: Principal) -> AsyncIterator[TurnEvent]:
        assert principal == self.principal
        return self.script(question)

    async def close(self) -> None:
        self.closed = True


def turn_of(question: Question, answer: str) -> Turn:
    """A stored turn that answers a question without sources."""
    content = NewTurn(question.session_id, question.message, answer, answer, "en", "general")
    return Turn(1, datetime.now(UTC), "local", content)
