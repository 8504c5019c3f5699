"""Finds in a question what the corpus holds: devices, document types, and what holds on from earlier turns."""

import asyncio
from dataclasses import dataclass, replace

from ibidem.domain.documents import CorpusWords
from ibidem.domain.events import StepNoted
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Focus, Inquiry
from ibidem.turn.question.devices import device_finder, kin_of, names_of
from ibidem.turn.question.focus import focus
from ibidem.turn.question.regenerating import kept_for
from ibidem.turn.question.routes import find_doc_types, route_by_model, route_by_words
from ibidem.turn.question.subjects import asked_instead, devices_said, set_aside_by
from ibidem.turn.question.translations import translations
from ibidem.turn.values import OpenQuestion, ParsedQuestion
from ibidem.turn.wording import WORDINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What is searched for, the devices that are meant, those whose documents are searched, and those that are set aside.

    `kin` are the devices that share the name which was said, where it names no single one. `held` says that those meant only
    hold on.
    """

    query: str
    devices: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    kin: tuple[str, ...] = ()
    held: bool = False


async def parse_question(question: OpenQuestion, context: TurnContext) -> ParsedQuestion:
    """The question with its devices and document types; a question that leaves them out keeps those of its focus, and one that
    only names another device asks of it what was asked before.

    A model translates it into the other languages of the corpus, and beside that says what kind of question it is where no word
    of it does. A question to documents that were pointed at is about those, whatever devices it names.
    """
    inquiry = question.inquiry
    text, language = inquiry.text, inquiry.language
    focused = focus(text, inquiry.history)
    words = await context.documents.words(context.principal)
    if inquiry.looked_up is not None:
        documents = inquiry.looked_up.documents
        held: tuple[Language, ...] = tuple(dict.fromkeys(document.language for document in documents))
        translated = await translations(text, language, held, context)
        on_these = replace(focused, doc_ids=frozenset(document.doc_id for document in documents), named=False)
        # They are not searched for, but what the next question leaves out is about them.
        devices = tuple(dict.fromkeys(device for document in documents for device in document.devices))
        return ParsedQuestion(inquiry=inquiry, query=text, devices=devices, doc_types=(), focus=on_these, translations=translated)
    if kept_for(inquiry):
        picked = inquiry.devices
        return ParsedQuestion(inquiry=inquiry, query=text, devices=picked, doc_types=(), focus=focused, among=picked)
    understood = understand(inquiry, focused, words, context)
    doc_types = find_doc_types(text, context.profile.doc_types, frozenset(words.doc_types)) or focused.subject.doc_types
    translated, suggested = await asyncio.gather(
        translations(understood.query, language, words.languages, context),
        suggested_route(inquiry, understood.query, doc_types, context),
    )
    return ParsedQuestion(
        inquiry=inquiry,
        query=understood.query,
        devices=understood.devices,
        doc_types=doc_types,
        focus=focused,
        among=understood.among,
        aside=understood.aside,
        translations=translated,
        kin=understood.kin,
        suggested_route=suggested,
        understood=report_understood(understood, doc_types, language, context),
        held=understood.held,
    )


def understand(inquiry: Inquiry, focused: Focus, words: CorpusWords, context: TurnContext) -> Understood:
    """The devices that a question names, or leaves out because they hold on, and what is searched for in their documents.

    Devices that are set aside are not searched, and where the question names none instead, all others are. The name of a family
    replaces what holds on by all that the corpus has of it.
    """
    finder = device_finder(context.profile.devices, words.devices)
    history = inquiry.history
    held = focused.subject.devices
    mentions = devices_said(inquiry.text, history, held, finder)
    aside = set_aside_by(mentions)
    query = asked_instead(inquiry.text, mentions, history, finder)
    if inquiry.devices:
        return Understood(query=query, devices=inquiry.devices, among=inquiry.devices, aside=aside)
    if meant := [mention for mention in mentions if not mention.aside]:
        devices = names_of(meant)
        kin = devices if all(mention.family for mention in meant) else ()
        return Understood(query=query, devices=devices, among=devices, aside=aside, kin=kin)
    if aside:
        return Understood(query=query, among=tuple(name for name in words.devices if name not in aside), aside=aside)
    if held:
        return Understood(query=query, devices=held, among=held, held=True)
    return Understood(query=query, kin=kin_of(inquiry.text, context.profile.devices, words.devices))


def report_understood(understood: Understood, doc_types: tuple[str, ...], language: Language, context: TurnContext) -> str:
    """Tells the person which devices and kinds of document were understood; "" where there were none."""
    wording = WORDINGS[language]
    labels = {t.name: t.label.get(language, t.name) for t in context.profile.doc_types}
    without = () if understood.devices else tuple(wording.without.format(name) for name in understood.aside)
    parts = (*understood.devices, *without, *(labels.get(name, name) for name in doc_types))
    if not parts:
        return ""
    text = wording.understood.format(", ".join(parts))
    context.journal.emit(StepNoted("parse_question", text))
    return text


async def suggested_route(inquiry: Inquiry, query: str, doc_types: tuple[str, ...], context: TurnContext) -> str | None:
    """The route that a model suggests for a verified answer, where no word of what is searched for tells; else None.

    A fast answer does not wait for it: the route only prefers some documents and chooses the words of the prompt.
    """
    if inquiry.mode == "fast" or route_by_words(query, doc_types, context.profile) is not None:
        return None
    return await route_by_model(query, inquiry.language, context)
