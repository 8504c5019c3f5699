"""Reads what a message asks about the service itself: its documents, or what it is and does."""

from dataclasses import replace

from ibidem.domain.conversation import ShownList
from ibidem.domain.documents import CorpusWords, SearchFilters
from ibidem.language.normal import normalise
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import latest_citing
from ibidem.turn.documents.inventory import LIST_PAGE, inventory_of
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.devices import Mention, device_finder, names_of
from ibidem.turn.question.message import Message
from ibidem.turn.question.owners import owner_finder
from ibidem.turn.question.routes import words_pattern
from ibidem.turn.values.asking import ListWanted, ServiceAsked
from ibidem.understanding.acts import read_acts

_LONGEST = 160  # characters of a request for a list, with the names in it


async def service_asked(_message: Message, inquiry: Inquiry, _context: TurnContext) -> ServiceAsked:
    """A question about ibidem itself."""
    return ServiceAsked(inquiry)


async def list_asked(message: Message, inquiry: Inquiry, context: TurnContext) -> ListWanted | None:
    """The list that the message asks for, narrowed to the devices, owners and kinds of document that it names.

    "Show all documents" means those of the answer before, where it cited any.
    """
    _, named = without_names(message.text, await context.corpus_words(), context)
    cited = message.pointer is not None and latest_citing(inquiry) is not None
    return None if cited and not (named.devices or named.owners) else list_of(named, inquiry)


async def list_of_named(message: Message, inquiry: Inquiry, context: TurnContext) -> ListWanted | None:
    """The list that a message asks for where its names, which nobody taught, hide that it does."""
    if len(message.text) > _LONGEST:
        return None
    rest, named = without_names(message.text, await context.corpus_words(), context)
    asks = bool(named.devices or named.owners) and read_acts(rest).doing("open") == "inventory"
    return list_of(named, inquiry) if asks else None


def list_of(named: SearchFilters, inquiry: Inquiry) -> ListWanted:
    """The list of the documents that are named, else of those of the filters that came with the question."""
    given = inquiry.filters
    filters = replace(
        given,
        devices=named.devices or given.devices,
        doc_types=named.doc_types or given.doc_types,
        owners=named.owners or given.owners,
    )
    return ListWanted(inquiry, ShownList(filters))


def without_names(message: str, words: CorpusWords, context: TurnContext) -> tuple[str, SearchFilters]:
    """The message without the devices and owners that it names, and these with the kinds of document."""
    finder = device_finder(context.profile.devices, words.devices)
    text = normalise(message)
    of_owners = owner_finder(context.profile.owners, words.owners).names(text)
    found = sorted({*finder.mentions(message), *finder.families_in(message)}, key=lambda one: one.start)
    mentions = [one for one in found if not one.excluded]
    for one in reversed(distinct(sorted((*mentions, *of_owners), key=lambda one: one.start))):
        text = f"{text[: one.start]} {text[one.end :]}"
    text = text.casefold()
    doc_types = (one.name for one in context.profile.doc_types if one.words and words_pattern(one.words).search(text) is not None)
    return text, SearchFilters(names_of(mentions), tuple(doc_types), owners=names_of(of_owners))


def distinct(mentions: list[Mention]) -> list[Mention]:
    """Those that do not begin within another."""
    kept: list[Mention] = []
    for one in mentions:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


async def further_list_page(message: Message, inquiry: Inquiry, context: TurnContext) -> ListWanted | None:
    """The page of the list that the message asks for, where the documents shown last are a list."""
    latest = latest_citing(inquiry)
    shown = None if latest is None else latest.content.shown_list
    wanted = None if shown is None else message.page
    if shown is None or wanted is None:
        return None
    documents = (await inventory_of(shown.filters, context)).documents
    match wanted:
        case "next":
            offset = shown.offset + LIST_PAGE
        case "previous":
            offset = shown.offset - LIST_PAGE
        case number:
            offset = (number - 1 if number > 0 else (documents - 1) // LIST_PAGE) * LIST_PAGE
    return ListWanted(inquiry, ShownList(shown.filters, max(0, offset)))
