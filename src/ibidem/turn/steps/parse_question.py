"""Finds the devices, document types and owners that a question names or carries over from earlier turns."""

from dataclasses import dataclass, replace

from ibidem.domain.documents import CorpusWords
from ibidem.domain.languages import Language
from ibidem.language.placeholders import without_carried
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Focus, Inquiry
from ibidem.turn.question.devices import device_finder, is_open, kin_of, names_of
from ibidem.turn.question.focus import focus
from ibidem.turn.question.owners import owner_finder
from ibidem.turn.question.regenerating import reusable_candidates
from ibidem.turn.question.remembering import turns_in_question
from ibidem.turn.question.routes import find_doc_types, route_by_model, route_by_words
from ibidem.turn.question.subjects import excluded_devices, mentions_in, of_carried, previous_query, query_of
from ibidem.turn.question.unheard_of import unheard_sibling
from ibidem.turn.values.asking import OpenQuestion, ParsedQuestion
from ibidem.turn.wording import WORDINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """The query, the devices that are meant, those whose documents are searched, and the excluded ones.

    `kin` are the devices that share the name given, where it identifies no single one. `carried_over` says that the devices
    come from earlier turns only. `owners` are those that are meant, and `among_owners` those whose documents are searched.
    """

    query: str
    devices: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    kin: tuple[str, ...] = ()
    carried_over: bool = False
    owners: tuple[str, ...] = ()
    among_owners: tuple[str, ...] = ()


async def parse_question(question: OpenQuestion, context: TurnContext) -> ParsedQuestion:
    """The question with its devices and document types; a question without any carries them over, and one that only names
    another device repeats the previous question for it. From here on the completed question is the one to answer; a model may
    complete it further while it is searched for.

    Where the words do not decide the route, a question that follows up another takes its route, and for any other a model
    suggests one. A question to documents that were pointed at is about those,
    whichever devices it names.
    """
    inquiry = question.inquiry
    text, language = inquiry.text, inquiry.language
    focused = of_named_turn(focus(text, turns_in_question(inquiry)), inquiry)
    words = await context.corpus_words()
    if inquiry.looked_up is not None:
        documents = inquiry.looked_up.documents
        on_these = replace(focused, doc_ids=frozenset(document.doc_id for document in documents), named=False)
        # They are not searched for, but they carry over to the next question.
        devices = tuple(dict.fromkeys(device for document in documents for device in document.devices))
        return ParsedQuestion(inquiry=inquiry, query=without_carried(text), devices=devices, doc_types=(), focus=on_these)
    if reusable_candidates(inquiry):
        picked = inquiry.devices
        return ParsedQuestion(
            inquiry=inquiry, query=without_carried(text), devices=picked, doc_types=(), focus=focused, among=picked
        )
    understood = understand_owners(inquiry, focused, words, context)
    doc_types = find_doc_types(text, context.profile.doc_types, frozenset(words.doc_types)) or focused.subject.doc_types
    # A question that has to wait for a choice of devices gets its route once it is chosen.
    asking = replace(context, models=None) if is_open(understood.kin, inquiry) else context
    return ParsedQuestion(
        inquiry=replace(inquiry, text=await completed(understood, context)),
        query=without_carried(understood.query),
        devices=understood.devices,
        doc_types=doc_types,
        focus=focused,
        among=understood.among,
        excluded=understood.excluded,
        kin=understood.kin,
        suggested_route=route_carried_over(focused, context)
        or await suggested_route(inquiry, understood.query, doc_types, asking),
        understood=report_understood(understood, doc_types, language, context),
        carried_over=understood.carried_over,
        owners=understood.owners,
        among_owners=understood.among_owners,
        owners_known=understood.owners or (words.owners if len(words.owners) == 1 else ()),
    )


def of_named_turn(focused: Focus, inquiry: Inquiry) -> Focus:
    """The focus on the documents of the one turn that the message names, where it names one."""
    turn = inquiry.gone_back_to
    if turn is None or inquiry.recalled != (turn,) or not turn.content.doc_refs:
        return focused
    return replace(focused, turns=(turn,), doc_ids=frozenset(ref.doc_id for ref in turn.content.doc_refs), named=True)


def understand_owners(inquiry: Inquiry, focused: Focus, words: CorpusWords, context: TurnContext) -> Understood:
    """What a question means, without the owners that it names or carries over, and these; one that only names an owner repeats
    the previous question for it.

    What an owner's documents say need not hold its name, so that it is no word of the query.
    """
    named = owner_finder(context.profile.owners, words.owners).named(inquiry.text)
    before = "" if named.rest else previous_query(inquiry.history, device_finder(context.profile.devices, words.devices))
    understood = understand(replace(inquiry, text=named.rest or before or inquiry.text), focused, words, context)
    if named.excluded and not named.owners:
        return replace(understood, among_owners=tuple(name for name in words.owners if name not in named.excluded))
    owners = named.owners or focused.subject.owners
    return replace(understood, owners=owners, among_owners=owners)


def understand(inquiry: Inquiry, focused: Focus, words: CorpusWords, context: TurnContext) -> Understood:
    """The devices that a question names or carries over, and the query to search their documents for.

    Excluded devices are not searched; where the question names none instead, all others are. The name of a family replaces the
    carried-over devices by all that the corpus has of it.
    """
    finder = device_finder(context.profile.devices, words.devices)
    history = inquiry.history
    held = focused.subject.devices
    mentions = mentions_in(inquiry.text, history, held, finder)
    excluded = excluded_devices(mentions)
    query = query_of(inquiry.text, mentions, history, finder)
    if inquiry.devices:
        return Understood(query=query, devices=inquiry.devices, among=inquiry.devices, excluded=excluded)
    if meant := [mention for mention in mentions if not mention.excluded]:
        devices = names_of(meant)
        kin = devices if all(mention.family for mention in meant) else ()
        return Understood(query=query, devices=devices, among=devices, excluded=excluded, kin=kin)
    if excluded:
        return Understood(query=query, among=tuple(name for name in words.devices if name not in excluded), excluded=excluded)
    if held:
        return Understood(query=query, devices=held, among=held, carried_over=True)
    return Understood(query=query, kin=kin_of(inquiry.text, context.profile.devices, words.devices))


async def completed(understood: Understood, context: TurnContext) -> str:
    """The question with the owners that were cut from it and the devices that it leaves out. Neither is searched for: the
    documents that are searched all hold them. A question that names a sibling of its own, though no document has it, leaves
    none out."""
    carried = understood.devices if understood.carried_over else ()
    if carried and await unheard_sibling(understood.query, carried, context) is not None:
        carried = ()
    left_out = (*understood.owners, *carried)
    return of_carried(understood.query, left_out) if left_out else understood.query


def report_understood(understood: Understood, doc_types: tuple[str, ...], language: Language, context: TurnContext) -> str:
    """Reports the owners, devices and document types that were understood; "" where there were none."""
    wording = WORDINGS[language]
    labels = {t.name: t.label.get(language, t.name) for t in context.profile.doc_types}
    without = () if understood.devices else tuple(wording.without.format(name) for name in understood.excluded)
    parts = (*understood.owners, *understood.devices, *without, *(labels.get(name, name) for name in doc_types))
    if not parts:
        return ""
    text = wording.understood.format(", ".join(parts))
    context.note("parse_question", text)
    return text


def route_carried_over(focused: Focus, context: TurnContext) -> str | None:
    """The route of the turn that a question follows up; None for a question that stands alone."""
    followed = focused.turns[-1].content.route if focused.doc_ids else None
    return followed if followed in {route.name for route in context.profile.routes} else None


async def suggested_route(inquiry: Inquiry, query: str, doc_types: tuple[str, ...], context: TurnContext) -> str | None:
    """The route that a model suggests for a verified answer, where no word of the query decides; else None.

    A fast answer does not wait for it: the route only prefers some documents and selects the words of the prompt.
    """
    if inquiry.mode == "fast" or route_by_words(query, doc_types, context.profile) is not None:
        return None
    return await route_by_model(query, inquiry.language, context)
