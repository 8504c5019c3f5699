"""Reads what a message asks about the service itself: its documents, or what it is and does."""

from ibidem.domain.conversation import ShownList
from ibidem.domain.documents import CorpusWords, SearchFilters
from ibidem.language.normal import normalise
from ibidem.language.service_questions import DEVICE, KIND, LONGEST, service_question
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import latest_citing
from ibidem.turn.documents.inventory import LIST_PAGE, inventory_of
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.devices import Mention, device_finder, names_of
from ibidem.turn.question.message import Message
from ibidem.turn.question.owners import owner_finder
from ibidem.turn.question.routes import words_pattern
from ibidem.turn.values.asking import ListWanted, ServiceAsked
from ibidem.understanding.further import page_wanted

_LONGEST = 2 * LONGEST  # characters, with the names of devices


async def about_the_service(message: Message, inquiry: Inquiry, context: TurnContext) -> ListWanted | ServiceAsked | None:
    """The list that the message asks for, narrowed to the devices, owners and kinds of document that it names; or that it asks
    about ibidem.

    "Show all documents" means those of the answer before, where it cited any.
    """
    if len(message.text) > _LONGEST:
        return None
    words = await context.documents.words(context.principal)
    masked, named = without_names(message.text, words, context)
    match service_question(masked):
        case "service":
            return ServiceAsked(inquiry)
        case "show" if not (named.devices or named.owners) and message.pointer is not None and latest_citing(inquiry) is not None:
            return None
        case "list" | "show":
            given = inquiry.filters
            filters = SearchFilters(
                named.devices or given.devices, named.doc_types or given.doc_types, given.doc_ids, named.owners or given.owners
            )
            return ListWanted(inquiry, ShownList(filters))
        case None:
            return None


def without_names(message: str, words: CorpusWords, context: TurnContext) -> tuple[str, SearchFilters]:
    """The message with signs in place of the devices, owners and kinds of document that it names, and these."""
    finder = device_finder(context.profile.devices, words.devices)
    text, owners = normalise(message), owner_finder(context.profile.owners, words.owners)
    of_owners = owners.names(text)
    found = sorted({*finder.mentions(message), *finder.families_in(message)}, key=lambda one: one.start)
    mentions = [one for one in found if not one.excluded]
    for one in reversed(distinct(sorted((*mentions, *of_owners), key=lambda one: one.start))):
        text = f"{text[: one.start]}{DEVICE}{text[one.end :]}"
    text = text.casefold()
    doc_types: list[str] = []
    for doc_type in context.profile.doc_types:
        if doc_type.words and (pattern := words_pattern(doc_type.words)).search(text) is not None:
            text = pattern.sub(KIND, text)
            doc_types.append(doc_type.name)
    return text, SearchFilters(names_of(mentions), tuple(doc_types), owners=names_of(of_owners))


def distinct(mentions: list[Mention]) -> list[Mention]:
    """Those that do not begin within another."""
    kept: list[Mention] = []
    for one in mentions:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


async def further_list_page(inquiry: Inquiry, context: TurnContext) -> ListWanted | None:
    """The page of the list that the message asks for, where the documents shown last are a list."""
    latest = latest_citing(inquiry)
    shown = None if latest is None else latest.content.shown_list
    wanted = None if shown is None else page_wanted(inquiry.message)
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
