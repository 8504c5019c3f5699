"""The session of a client that sends the whole conversation with each message, and no id of it."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.domain.conversation import ClientTurn, Session, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.gate import MAX_MESSAGE
from ibidem.ports.stores import TurnStore
from ibidem.privacy.sessions import Maskings

MOST_SESSIONS = 200  # the latest ones, among which the conversation is looked for
MOST_TURNS = 5  # of a conversation are compared, and taken over where it goes another way
_NUMBERED = re.compile(r"<([A-Z_]{1,32})_[0-9]{1,9}>")
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
    """The session whose turns are these exchanges, which are compared as the session has them: masked by its placeholders.

    Where a person edited an earlier question or asked for another answer, the stored session has gone another way: then a new one
    begins with the documents that the kept turns cite. Where nothing is stored of the conversation, only its words are left.
    """
    history = tuple(ClientTurn(one.asked[:MAX_MESSAGE], one.answered[:MAX_MESSAGE]) for one in exchanges)
    outside = maskings.outside().questions
    questions = [_unnumbered(outside.text(_normal(one.asked))) for one in exchanges]
    branch: tuple[ClientTurn, ...] | None = None
    for session in await turns.sessions(principal, MOST_SESSIONS):
        opening = _unnumbered(_normal(session.first_question))
        for begin in (place for place, question in enumerate(questions) if question == opening):
            masking = (await maskings.of(session.session_id, principal)).questions
            masked = [Exchange(masking.text(_normal(one.asked)), one.answered) for one in exchanges[begin:]]
            stored = await _same_turns(masked, session, turns, principal)
            if stored and session.turns == len(exchanges) - begin:
                return KeptConversation(session.session_id)
            if stored and branch is None:
                branch = (*history[: len(history) - len(stored)], *map(_client_turn, stored))
    return KeptConversation(None, history if branch is None else branch)


async def _same_turns(exchanges: Sequence[Exchange], session: Session, turns: TurnStore, principal: Principal) -> Sequence[Turn]:
    """The stored turns of the last exchanges, where the session's first turns are these exchanges; else none."""
    if session.turns < len(exchanges):
        return ()
    compared = exchanges[-MOST_TURNS:]
    stored = await turns.turns(session.session_id, principal, len(compared), len(exchanges) - len(compared))
    same = len(stored) == len(compared) and all(map(_same, stored, compared))
    return stored if same else ()


def _same(turn: Turn, exchange: Exchange) -> bool:
    content, sent = turn.content, _letters(exchange.answered)
    answer = _letters(content.assistant_text)
    begins = sent.startswith(answer) if answer else not sent
    return begins and _normal(content.user_text) == _normal(exchange.asked)


def _unnumbered(text: str) -> str:
    """The text with placeholders that say no more than the kind: their numbers are the session's."""
    return _NUMBERED.sub(r"<\1>", text)


def _normal(text: str) -> str:
    return unicodedata.normalize("NFC", text.strip())


def _letters(text: str) -> str:
    """The beginning of a text without what is no letter and no digit, which a client may have changed."""
    return "".join(c for c in _normal(text[: 4 * MOST_LETTERS]) if c.isalnum())[:MOST_LETTERS]


def _client_turn(turn: Turn) -> ClientTurn:
    content = turn.content
    refs = content.doc_refs
    return ClientTurn(content.user_text, content.summary, tuple(ref.title for ref in refs), tuple(ref.doc_id for ref in refs))
