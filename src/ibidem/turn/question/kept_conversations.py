"""The session of a client that sends the whole conversation with each message, and no id of it."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.domain.conversation import ClientTurn, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput
from ibidem.domain.gate import MAX_MESSAGE, MOST_HISTORY, check_text
from ibidem.flow.holding import read_in_time
from ibidem.ports.turn_store import SessionTurns, TurnStore
from ibidem.privacy.session_masking import Maskings
from ibidem.privacy.turn_masking import TextMasking

MOST_ALIKE = 20  # turns with the last question, the latest ones, that are compared: "the next page" is asked again and again
MOST_LETTERS = 200  # of an answer are compared: clients trim it, and what was shown below it is sent back with it


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and its answer as a client kept them; the answer with whatever was shown below it."""

    asked: str
    answered: str = ""


@dataclass(frozen=True, slots=True)
class KeptConversation:
    """Where a conversation goes on: in its session; or, without a `session_id`, in a new one that has this history."""

    session_id: str | None
    history: tuple[ClientTurn, ...] = ()


async def find_conversation(
    exchanges: Sequence[Exchange], turns: TurnStore, maskings: Maskings, principal: Principal
) -> KeptConversation:
    """The session whose last turns are the last of these exchanges, which are compared as the session has them: masked by its
    placeholders. However long the conversation is, only its last MOST_HISTORY exchanges are read, and no session but those in
    which the last question was asked.

    Where a person edited an earlier question or asked for another answer, the stored session has gone another way: then a new one
    begins with the documents that the kept turns cite. Where nothing is stored of the conversation, only its words are left.
    Raises InvalidInput for `messages` that take too long to read.
    """
    latest = exchanges[-MOST_HISTORY:]
    history = tuple(ClientTurn(one.asked[:MAX_MESSAGE], one.answered[:MAX_MESSAGE]) for one in latest)
    branch: tuple[ClientTurn, ...] | None = None
    with read_in_time("messages"):
        sent = [Exchange(_message(one.asked), _letters(one.answered)) for one in latest]
        asked = maskings.outside().questions.text(sent[-1].asked)
        for turn in await turns.asking(asked, principal, MOST_ALIKE):
            session_id = turn.content.session_id
            stored = await _same_turns(turn, sent, turns, principal)
            if not stored or not _same_questions(stored, sent, (await maskings.of(session_id, principal)).questions):
                continue
            if (await turns.session(session_id, principal)).turns == turn.turn_id:
                return KeptConversation(session_id)
            if branch is None:
                branch = (*history[: len(history) - len(stored)], *map(_client_turn, stored))
    return KeptConversation(None, history if branch is None else branch)


async def _same_turns(last: Turn, sent: Sequence[Exchange], turns: SessionTurns, principal: Principal) -> Sequence[Turn]:
    """The session's turns up to this one, at most MOST_HISTORY, where they were answered as the last of these exchanges; none
    where one was not, or fewer exchanges were sent."""
    count = min(last.turn_id, MOST_HISTORY)
    if count > len(sent) or not _same_answer(last, sent[-1]):
        return ()
    stored = await turns.turns(last.content.session_id, principal, count, last.turn_id - count)
    same = len(stored) == count and all(map(_same_answer, stored, sent[-count:]))
    return stored if same else ()


def _same_answer(turn: Turn, exchange: Exchange) -> bool:
    answer = _letters(turn.content.assistant_text)
    return exchange.answered.startswith(answer) if answer else not exchange.answered


def _same_questions(stored: Sequence[Turn], sent: Sequence[Exchange], masking: TextMasking) -> bool:
    return all(turn.content.user_text == masking.text(one.asked) for turn, one in zip(stored, sent[-len(stored) :], strict=True))


def _message(text: str) -> str:
    """The text as a turn has it; "" for one that no turn can have asked."""
    try:
        return check_text("messages", text)
    except InvalidInput:
        return ""


def _letters(text: str) -> str:
    """The beginning of a text without what is no letter and no digit, which a client may have changed."""
    beginning = unicodedata.normalize("NFC", text[: 4 * MOST_LETTERS])
    return "".join(c for c in beginning if c.isalnum())[:MOST_LETTERS]


def _client_turn(turn: Turn) -> ClientTurn:
    content = turn.content
    refs = content.doc_refs
    return ClientTurn(content.user_text, content.summary, tuple(ref.title for ref in refs), tuple(ref.doc_id for ref in refs))
