"""Finds in a question what the corpus holds: devices, document types, and what holds on from earlier turns."""

import asyncio

from ibidem.domain.documents import CorpusWords
from ibidem.domain.events import StepNoted
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.devices import device_finder, kin_of
from ibidem.turn.focus import Focus, focus
from ibidem.turn.regenerating import kept_for
from ibidem.turn.routing import find_doc_types, route_by_model, route_by_words
from ibidem.turn.translating import translations
from ibidem.turn.values import OpenQuestion, ParsedQuestion
from ibidem.turn.wording import WORDINGS


async def parse_question(question: OpenQuestion, context: TurnContext) -> ParsedQuestion:
    """The question with its devices and document types; a question that leaves the device out keeps that of its focus.

    A model translates it into the other languages of the corpus, and beside that says what kind of question it is where no word
    of it does. A question to documents that were pointed at is about those, whatever devices it names.
    """
    message, language = question.text, question.recalled.asked.language
    focused = focus(message, question.recalled.history)
    words = await context.documents.words(context.principal)
    if question.looked_up is not None:
        pointed_at = frozenset(document.doc_id for document in question.looked_up.documents)
        held: tuple[Language, ...] = tuple(dict.fromkeys(document.language for document in question.looked_up.documents))
        told = await translations(message, language, held, context)
        return ParsedQuestion(question, (), (), Focus(focused.turns, pointed_at), told)
    if kept_for(question):
        return ParsedQuestion(question, question.devices, (), focused)
    devices, kin = question.devices or named_devices(message, focused, words, context), ()
    if not devices:
        kin = kin_of(message, context.profile.devices, words.devices)
    doc_types = find_doc_types(message, context.profile.doc_types, frozenset(words.doc_types))
    told, suggested = await asyncio.gather(
        translations(message, language, words.languages, context), suggested_route(question, doc_types, context)
    )
    understood = told_back(devices, doc_types, language, context)
    return ParsedQuestion(question, devices, doc_types, focused, told, kin, suggested, understood)


def told_back(devices: tuple[str, ...], doc_types: tuple[str, ...], language: Language, context: TurnContext) -> str:
    """Tells the person which devices and kinds of document were understood; "" where there were none."""
    labels = {t.name: t.label.get(language, t.name) for t in context.profile.doc_types}
    parts = (*devices, *(labels.get(name, name) for name in doc_types))
    if not parts:
        return ""
    text = WORDINGS[language].understood.format(", ".join(parts))
    context.journal.emit(StepNoted("parse_question", text))
    return text


def named_devices(message: str, focused: Focus, words: CorpusWords, context: TurnContext) -> tuple[str, ...]:
    """The devices that a message names, or leaves out because they hold on."""
    finder = device_finder(context.profile.devices, words.devices)
    return finder.named(message) or finder.by_tail(message, focused.devices) or focused.devices


async def suggested_route(question: OpenQuestion, doc_types: tuple[str, ...], context: TurnContext) -> str | None:
    """The route that a model suggests for a verified answer, where no word of the question tells; else None.

    A fast answer does not wait for it: the route only prefers some documents and chooses the words of the prompt.
    """
    asked = question.recalled.asked
    if asked.question.mode == "fast" or route_by_words(question.text, doc_types, context.profile) is not None:
        return None
    return await route_by_model(question.text, asked.language, context)
