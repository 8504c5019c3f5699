"""Brings back the last turns of the session, or those that the client brought along."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ibidem.domain.conversation import ClientTurn, DocRef, NewTurn, Turn
from ibidem.domain.documents import CorpusWords
from ibidem.domain.trace import Trace
from ibidem.language.bounding import bounded
from ibidem.language.detection import detect_language, tells_language
from ibidem.turn.context import TurnContext
from ibidem.turn.devices import device_finder, names_of
from ibidem.turn.focus import focus
from ibidem.turn.lookup import MOST_DOCUMENTS, readable
from ibidem.turn.pointing.reading import read_pointer
from ibidem.turn.routing import find_doc_types
from ibidem.turn.subjects import FROM_CLIENT, devices_said
from ibidem.turn.values import AskedQuestion, RecalledQuestion

CLIENT_TURNS = 5  # of a client's history, the last ones


async def recall(asked: AskedQuestion, context: TurnContext) -> RecalledQuestion:
    """The question with the session's last turns, as many as the profile wants; stored turns win over the client's.

    What was said in them is bounded like the message, for it is read again.
    """
    question = asked.question
    last_turns = await context.turns.last_turns(question.session_id, context.profile.history_turns, context.principal)
    stored = [replace(turn, content=replace(turn.content, user_text=bounded(turn.content.user_text))) for turn in last_turns]
    if stored and not tells_language(question.message):
        asked = replace(asked, language=stored[-1].content.language)
    if stored or not question.history:
        return RecalledQuestion(asked, tuple(stored))
    last = [replace(told, user_text=bounded(told.user_text)) for told in question.history[-CLIENT_TURNS:]]
    if not tells_language(question.message):
        asked = replace(asked, language=detect_language(last[-1].user_text, asked.language))
    return RecalledQuestion(asked, await client_turns(last, asked, context), from_client=True)


async def client_turns(told: Sequence[ClientTurn], asked: AskedQuestion, context: TurnContext) -> tuple[Turn, ...]:
    """The turns of the client's history in the shape of stored ones, each with the subject that it had."""
    words = await context.documents.words(context.principal)
    turns: tuple[Turn, ...] = ()
    for number, one in enumerate(told, 1):
        trace = await subject_told(one, turns, words, context)
        turns = (*turns, client_turn(number, one, trace, asked, context))
    return turns


async def subject_told(told: ClientTurn, before: Sequence[Turn], words: CorpusWords, context: TurnContext) -> Trace:
    """The devices and document types that a client's turn was about: named in it, held on from the turns before it, or those of
    the documents that it pointed at, as far as they may be read."""
    held = focus(told.user_text, before).subject
    doc_types = find_doc_types(told.user_text, context.profile.doc_types, frozenset(words.doc_types)) or held.doc_types
    finder = device_finder(context.profile.devices, words.devices)
    mentions = devices_said(told.user_text, before, held.devices, finder)
    if mentions:
        return Trace(devices=names_of(mention for mention in mentions if not mention.aside), doc_types=doc_types)
    if told.doc_ids and read_pointer(told.user_text, context.profile) is not None:
        documents = [await readable(doc_id, None, context) for doc_id in told.doc_ids[:MOST_DOCUMENTS]]
        devices = tuple(dict.fromkeys(device for one in documents if one is not None for device in one.devices))
        return Trace(devices=devices or held.devices)
    return Trace(devices=held.devices, doc_types=doc_types)


def client_turn(number: int, told: ClientTurn, trace: Trace, asked: AskedQuestion, context: TurnContext) -> Turn:
    """A turn of the client's history in the shape of a stored one; "" stands for the versions, which we do not know."""
    titles = (*told.titles, *told.doc_ids[len(told.titles) :])
    refs = tuple(
        DocRef(slot, doc_id, "", title, "", "", None, (), "", None, FROM_CLIENT)
        for slot, (doc_id, title) in enumerate(zip(told.doc_ids, titles, strict=False), 1)
    )
    content = NewTurn(
        asked.question.session_id, told.user_text, told.summary, told.summary, asked.language, FROM_CLIENT, refs, trace=trace
    )
    return Turn(number, datetime.now(UTC), context.principal.name, content)
