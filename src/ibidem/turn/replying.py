"""What a message makes of a pause that waits for it: a choice, another document, yes to an offer, or a question of its own."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.conversation import HeldWork, LookupSource, Pause
from ibidem.domain.languages import Language
from ibidem.language.normal import normalise
from ibidem.turn.choice_replies import any_of_them, none_of_them
from ibidem.turn.cited import cited_documents
from ibidem.turn.context import TurnContext
from ibidem.turn.courtesy import courtesy_of
from ibidem.turn.decisions import cancels, rejects
from ibidem.turn.lookup import readable
from ibidem.turn.offer_replies import asks_of_newer, number_alone, takes_offer
from ibidem.turn.pause_replies import OtherQuery, Rejected
from ibidem.turn.people import read_device, read_review, read_sources
from ibidem.turn.pointing.ids import read_asked_number
from ibidem.turn.pointing.lexicon import lexicon_of
from ibidem.turn.pointing.pointer import DocumentIds, NamedId, looks_elsewhere
from ibidem.turn.pointing.positions import kinds_of
from ibidem.turn.pointing.reading import read_pointer
from ibidem.turn.pointing.replies import ChangedMind, Picked, StillUnclear, read_choice, read_reply, unsure
from ibidem.turn.pointing.resolve import Choice, Ordinary, Resolved, Target, Unclear, resolve
from ibidem.turn.pointing.scanning import scan
from ibidem.turn.titles import MOST_FITTING, exactly_titled, titled
from ibidem.turn.values import DocumentRequest, PauseTaken, RecalledQuestion, SmallTalk, UnclearReference

Answered = DocumentRequest | UnclearReference | SmallTalk


async def reply_to(pause: Pause, recalled: RecalledQuestion, context: TurnContext) -> Answered | PauseTaken | None:
    """What the message makes of a pending pause; None when it asks something of its own, and the pause is dropped.

    What waited is answered in the language and the mode that it was asked in, even if a title in another language picks the
    document. What is said to the message itself is said in its own language.
    """
    answered = await read_as_reply(pause, recalled, context)
    spoken = recalled.asked.language
    match answered:
        case SmallTalk() | UnclearReference() | PauseTaken(reply=StillUnclear()):
            return replace(answered, recalled=in_language(answered.recalled, spoken))
        case DocumentRequest(resolved=Resolved(intent="whole")) if re.search("[SW]", said_by(recalled, context)):
            return replace(answered, recalled=in_language(answered.recalled, spoken))
        case _:
            return answered


def said_by(recalled: RecalledQuestion, context: TurnContext) -> str:
    """The kinds of the words of the message, a letter each: S asks to show, W is the whole."""
    text = normalise(recalled.asked.question.message).lower()
    return kinds_of(list(scan(text, lexicon_of(context.profile), {}).tokens))


def in_language(recalled: RecalledQuestion, language: Language) -> RecalledQuestion:
    """The question, to be answered in this language."""
    return replace(recalled, asked=replace(recalled.asked, language=language))


async def read_as_reply(pause: Pause, recalled: RecalledQuestion, context: TurnContext) -> Answered | PauseTaken | None:
    """What the message makes of the pause, as it would be answered in the language and the mode of the turn that paused."""
    paused = recalled.history[-1].content
    question = replace(recalled.asked.question, mode=paused.mode)
    recalled = replace(recalled, asked=replace(recalled.asked, question=question, language=paused.language))
    if question.decision is None and cancels(normalise(question.message).strip()):
        return SmallTalk(recalled, "declined")
    if pause.work is not None and pause.kind in ("device", "sources", "review"):
        return await taken(pause, pause.work, recalled, context)
    if pause.kind == "offer":
        return await to_offer(pause, recalled, context)
    return await to_which(pause, recalled, context)


async def to_which(pause: Pause, recalled: RecalledQuestion, context: TurnContext) -> Answered | None:
    """What the message answers to the question which document is meant; None when it asks something of its own."""
    question = recalled.asked.question
    message = question.message
    targets = targets_of(pause)
    if question.choices:
        return waiting(pause, recalled, [targets[pause.numbers.index(number)] for number in question.choices])
    if read_reply(message) == "no":
        return SmallTalk(recalled, "declined")
    if rejects(normalise(message).strip()) or none_of_them(message, len(targets)):
        return SmallTalk(recalled, "none of these")
    if targets and any_of_them(message):
        return waiting(pause, recalled, targets[:1])
    if courtesy_of(message) is not None:
        return None
    choices = tuple(Choice(n, c.title, t) for n, c, t in zip(pause.numbers, pause.choices, targets, strict=True))
    if unsure(message):
        return UnclearReference(recalled, Unclear("two_readings", choices, pause.intent), pause.message)
    if (another := await pointed_elsewhere(pause, recalled, context)) is not None:
        return another
    if not choices:
        return await asked_number(pause, recalled, context) or await asked_title(pause, recalled, context)
    match read_choice(message, choices, context.profile):
        case Picked(places):
            return waiting(pause, recalled, [targets[place] for place in places])
        case StillUnclear(missing):
            return UnclearReference(recalled, Unclear("two_readings", choices, pause.intent, missing), pause.message)
        case ChangedMind():
            named = await exactly_titled(message, context)
            return waiting(pause, recalled, [Target(named[0].doc_id)], "query") if len(named) == 1 else None


async def to_offer(pause: Pause, recalled: RecalledQuestion, context: TurnContext) -> Answered | None:
    """What the message answers to the offer of newer versions: yes, no, a question to them, or None for one of its own.

    What was offered and is gone since is answered with what was cited, so that it is told that it was deleted.
    """
    question = recalled.asked.question
    message = question.message
    if read_reply(message) == "no":
        return SmallTalk(recalled, "declined")
    if unsure(message):
        return SmallTalk(recalled, "acknowledged")
    # A number that is typed is that of a document in the answer; one that is none of these is no choice.
    by_slot = all(choice.slot is not None for choice in pause.choices)
    typed = number_alone(message) if by_slot else None
    numbers = question.choices or (() if typed is None else (typed,))
    every = tuple(range(len(pause.choices)))
    asks = asks_of_newer(message)
    if numbers and all(one in pause.numbers for one in numbers):
        places = tuple(pause.numbers.index(one) for one in numbers)
    elif takes_offer(message) or asks:
        places = every
    else:
        return None
    cited = {ref.doc_id: ref for ref in recalled.history[-1].content.doc_refs}
    targets: list[Target] = []
    for doc_id in (pause.choices[place].doc_id or "" for place in places):
        ref = cited.get(doc_id)
        if ref is None or await readable(doc_id, None, context) is not None:
            targets.append(Target(doc_id))
        else:
            targets.append(Target(doc_id, ref.version, ref.slot, recalled.history[-1].turn_id))
    if asks:
        return DocumentRequest(recalled, Resolved(tuple(targets), "use", "history"), message)
    return waiting(pause, recalled, targets)


async def taken(pause: Pause, work: HeldWork, recalled: RecalledQuestion, context: TurnContext) -> Answered | PauseTaken | None:
    """What the message answers to a turn that waits for a device, its sources or a review; None when it asks its own."""
    question = recalled.asked.question
    outright = bool(question.choices) or question.decision is not None
    match pause.kind:
        case "device":
            held = (await context.documents.words(context.principal)).devices
            reply = read_device(question, pause, held, context.profile)
            if reply is None and read_reply(question.message) == "no":
                return SmallTalk(recalled, "declined")
            if reply is None and none_of_them(question.message, len(pause.choices)):
                return SmallTalk(recalled, "none of these")
        case "sources":
            reply = read_sources(question, pause, context.profile)
        case _ if question.decision == "edit":  # what is not read, but shown, is shown as it came
            reply = read_review(replace(question, message=recalled.asked.written))
        case _:
            reply = read_review(question)
    if not outright and pause.kind != "review" and not isinstance(reply, OtherQuery | Rejected):
        another = await pointed_elsewhere(pause, recalled, context)
        if another is not None:
            return another
    if reply is None and not outright and unsure(question.message):
        reply = StillUnclear()
    if reply is None:
        return None
    # The turn that asked would lead a search astray, above all one for other words.
    question = replace(question, filters=work.filters, confirm_sources=work.confirm_sources)
    recalled = replace(recalled, asked=replace(recalled.asked, question=question), history=recalled.history[:-1])
    return PauseTaken(recalled, pause, reply)


async def pointed_elsewhere(
    pause: Pause, recalled: RecalledQuestion, context: TurnContext
) -> DocumentRequest | UnclearReference | None:
    """The document that the message names by its id, or in an answer or a session that it names: never the choice of that number.

    It is what waited that is answered from it, unless the message asks to be shown it, or asks its own. None where the message
    names none, or sources that are among the choices.
    """
    message = recalled.asked.question.message
    pointer = read_pointer(message, context.profile)
    if pointer is None or not looks_elsewhere(pointer):
        return None
    found = await resolve(pointer, cited_documents(recalled, context), context.profile)
    if isinstance(pointer, DocumentIds) and not (
        found.lookup_source == "query" if isinstance(found, Resolved) else pointer.otherwise is None
    ):
        return None  # no id after all
    kinds = said_by(recalled, context)
    match found:
        case Resolved(targets, "use") if re.search("[fUu]", kinds) is not None:
            return DocumentRequest(recalled, replace(found, targets=as_offered(targets, pause)), message)
        case Resolved(targets):
            offered = as_offered(targets, pause)
            if pause.kind == "sources" and isinstance(pointer, DocumentIds) and all(one.slot is not None for one in offered):
                return None
            intent = "whole" if re.search("[SW]", kinds) is not None else pause.intent
            return DocumentRequest(recalled, replace(found, targets=offered, intent=intent), pause.message)
        case Unclear():
            return UnclearReference(recalled, replace(found, intent=pause.intent), pause.message)
        case Ordinary():
            return None


def as_offered(targets: Sequence[Target], pause: Pause) -> tuple[Target, ...]:
    """Documents named by their ids in the versions that the pause offers, where it does: those are what was cited."""
    offered = {target.doc_id: target for target in targets_of(pause)}
    return tuple(target if target.version else offered.get(target.doc_id, target) for target in targets)


async def asked_number(
    pause: Pause, recalled: RecalledQuestion, context: TurnContext
) -> DocumentRequest | UnclearReference | None:
    """The document whose number the message is, after a number was asked for; None when the message is no number.

    A number that no document has is looked up all the same: to say so.
    """
    message = recalled.asked.question.message
    named = [read_asked_number(message, pattern) for pattern in context.profile.ids]
    # The number may be one of several families: only what the store holds counts.
    ids = tuple(NamedId(one.doc_id, one.spelled, certain=False) for one in named if one is not None)
    if not ids:
        return None
    pointer = DocumentIds(ids, pause.intent)
    match await resolve(pointer, cited_documents(recalled, context), context.profile):
        case Resolved() as resolved:
            return DocumentRequest(recalled, resolved, pause.message)
        case Unclear() as unclear:
            return UnclearReference(recalled, unclear, pause.message)
        case Ordinary():
            missing = Resolved((Target(ids[0].spelled),), pause.intent, "query")
            return DocumentRequest(recalled, missing, message)


async def asked_title(
    pause: Pause, recalled: RecalledQuestion, context: TurnContext
) -> DocumentRequest | UnclearReference | None:
    """The document whose title the message is, after a title was asked for; None when no title is like it.

    Several that fit are asked about; where too many do, the words are no title.
    """
    named = await titled(recalled.asked.question.message, context)
    if not named or len(named) > MOST_FITTING:
        return None
    if len(named) == 1:
        return waiting(pause, recalled, [Target(named[0].doc_id)], "query")
    choices = tuple(Choice(place, one.title, Target(one.doc_id)) for place, one in enumerate(named, 1))
    return UnclearReference(recalled, Unclear("two_readings", choices, pause.intent), pause.message)


def targets_of(pause: Pause) -> tuple[Target, ...]:
    """The choices of a pause as documents."""
    return tuple(Target(choice.doc_id or "", choice.version, choice.slot) for choice in pause.choices)


def waiting(
    pause: Pause, recalled: RecalledQuestion, targets: Sequence[Target], source: LookupSource = "history"
) -> DocumentRequest:
    """What waited, to be answered from these documents."""
    return DocumentRequest(recalled, Resolved(tuple(targets), pause.intent, source), pause.message)
