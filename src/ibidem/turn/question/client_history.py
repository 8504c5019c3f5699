"""The turns that a client keeps itself, in the shape of stored ones."""

from collections.abc import Sequence
from datetime import UTC, datetime

from ibidem.domain.conversation import ClientTurn, DocRef, NewTurn, Turn
from ibidem.domain.documents import CorpusWords
from ibidem.domain.languages import Language
from ibidem.domain.trace import Trace
from ibidem.pointing.reading import read_pointer
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.fetching import MOST_DOCUMENTS, readable
from ibidem.turn.question.devices import device_finder, names_of
from ibidem.turn.question.focus import focus
from ibidem.turn.question.routes import find_doc_types
from ibidem.turn.question.subjects import FROM_CLIENT, devices_said


async def client_turns(sent: Sequence[ClientTurn], session_id: str, language: Language, context: TurnContext) -> tuple[Turn, ...]:
    """The turns of the client's history in the shape of stored ones, each with the subject that it had."""
    words = await context.documents.words(context.principal)
    turns: tuple[Turn, ...] = ()
    for number, one in enumerate(sent, 1):
        trace = await subject_told(one, turns, words, context)
        content = client_turn(one, trace, session_id, language)
        turns = (*turns, Turn(number, datetime.now(UTC), context.principal.name, content))
    return turns


async def subject_told(told: ClientTurn, before: Sequence[Turn], words: CorpusWords, context: TurnContext) -> Trace:
    """The devices and document types that a client's turn was about: named in it, carried over from the turns before it, or those
    of the documents that it pointed at, as far as they may be read."""
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


def client_turn(told: ClientTurn, trace: Trace, session_id: str, language: Language) -> NewTurn:
    """A turn of the client's history in the shape of a stored one; "" stands for the versions, which we do not know."""
    titles = (*told.titles, *told.doc_ids[len(told.titles) :])
    refs = tuple(
        DocRef(slot, doc_id, "", title, "", "", None, (), "", None, FROM_CLIENT)
        for slot, (doc_id, title) in enumerate(zip(told.doc_ids, titles, strict=False), 1)
    )
    return NewTurn(session_id, told.user_text, told.summary, told.summary, language, FROM_CLIENT, refs, trace=trace)
