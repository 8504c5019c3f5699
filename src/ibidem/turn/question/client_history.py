"""Turns that a client keeps itself, in the shape of stored ones."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

from ibidem.domain.conversation import ClientTurn, DocRef, NewTurn, Turn
from ibidem.domain.documents import CorpusWords
from ibidem.domain.languages import Language
from ibidem.domain.trace import Trace
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.fetching import MOST_DOCUMENTS, readable
from ibidem.turn.question.devices import device_finder, names_of
from ibidem.turn.question.focus import focus
from ibidem.turn.question.owners import owner_finder
from ibidem.turn.question.routes import find_doc_types
from ibidem.turn.question.subjects import FROM_CLIENT, mentions_in
from ibidem.understanding.pointer_reader import read_pointer


async def client_turns(sent: Sequence[ClientTurn], session_id: str, language: Language, context: TurnContext) -> tuple[Turn, ...]:
    """The turns of the client's history in the shape of stored ones, each with its subject."""
    words = await context.corpus_words()
    turns: tuple[Turn, ...] = ()
    for number, one in enumerate(sent, 1):
        trace = await subject_of_client_turn(one, turns, words, context)
        content = client_turn(one, trace, session_id, language)
        turns = (*turns, Turn(number, datetime.now(UTC), context.principal.name, content))
    return turns


async def subject_of_client_turn(sent: ClientTurn, before: Sequence[Turn], words: CorpusWords, context: TurnContext) -> Trace:
    """The devices, document types and owners of a client's turn: named in it, carried over from earlier turns, or the devices of
    the readable documents that it pointed at.

    Others are answered between its parts: each takes up to 0.1 s for a text that is nothing but names and numbers.
    """
    await asyncio.sleep(0)
    held = focus(sent.user_text, before).subject
    await asyncio.sleep(0)
    doc_types = find_doc_types(sent.user_text, context.profile.doc_types, frozenset(words.doc_types)) or held.doc_types
    owners = owner_finder(context.profile.owners, words.owners).named(sent.user_text).owners or held.owners
    finder = device_finder(context.profile.devices, words.devices)
    await asyncio.sleep(0)
    mentions = mentions_in("\n".join((sent.user_text, *sent.entities)), before, held.devices, finder)
    if mentions:
        devices = names_of(mention for mention in mentions if not mention.excluded)
        return Trace(devices=devices, doc_types=doc_types, owners=owners)
    await asyncio.sleep(0)
    if sent.doc_ids and read_pointer(sent.user_text, context.profile) is not None:
        documents = [await readable(doc_id, None, context) for doc_id in sent.doc_ids[:MOST_DOCUMENTS]]
        devices = tuple(dict.fromkeys(device for one in documents if one is not None for device in one.devices))
        return Trace(devices=devices or held.devices)
    return Trace(devices=held.devices, doc_types=doc_types, owners=owners)


def client_turn(sent: ClientTurn, trace: Trace, session_id: str, language: Language) -> NewTurn:
    """A turn of the client's history in the shape of a stored one; its versions are "", because they are unknown."""
    titles = (*sent.titles, *sent.doc_ids[len(sent.titles) :])
    refs = tuple(
        DocRef(slot, doc_id, "", title, "", "", None, (), "", None, FROM_CLIENT)
        for slot, (doc_id, title) in enumerate(zip(sent.doc_ids, titles, strict=False), 1)
    )
    return NewTurn(session_id, sent.user_text, sent.summary, sent.summary, language, FROM_CLIENT, refs, trace=trace)
