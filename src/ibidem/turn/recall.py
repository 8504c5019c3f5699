"""Brings back the last turns of the session, or those that the client brought along."""

from dataclasses import replace
from datetime import UTC, datetime

from ibidem.domain.conversation import ClientTurn, DocRef, NewTurn, Turn
from ibidem.language.detection import detect_language, tells_language
from ibidem.turn.context import TurnContext
from ibidem.turn.values import AskedQuestion, RecalledQuestion

CLIENT_TURNS = 5  # of a client's history, the last ones
FROM_CLIENT = "client"


async def recall(asked: AskedQuestion, context: TurnContext) -> RecalledQuestion:
    """The question with the session's last turns, as many as the profile wants; stored turns win over the client's."""
    question = asked.question
    stored = await context.turns.last_turns(question.session_id, context.profile.history_turns, context.principal)
    if stored and not tells_language(question.message):
        asked = replace(asked, language=stored[-1].content.language)
    if stored or not question.history:
        return RecalledQuestion(asked, tuple(stored))
    last = question.history[-CLIENT_TURNS:]
    if not tells_language(question.message):
        asked = replace(asked, language=detect_language(last[-1].user_text, asked.language))
    turns = tuple(client_turn(number, turn, asked, context) for number, turn in enumerate(last, 1))
    return RecalledQuestion(asked, turns, from_client=True)


def client_turn(number: int, told: ClientTurn, asked: AskedQuestion, context: TurnContext) -> Turn:
    """A turn of the client's history in the shape of a stored one; "" stands for the versions, which we do not know."""
    titles = (*told.titles, *told.doc_ids[len(told.titles) :])
    refs = tuple(
        DocRef(slot, doc_id, "", title, "", "", None, (), "", None, FROM_CLIENT)
        for slot, (doc_id, title) in enumerate(zip(told.doc_ids, titles, strict=False), 1)
    )
    content = NewTurn(asked.question.session_id, told.user_text, told.summary, told.summary, asked.language, FROM_CLIENT, refs)
    return Turn(number, datetime.now(UTC), context.principal.name, content)
