"""The document that a message names by its title: the title alone, a request to show it, or words of it and "document"."""

import re
from collections.abc import Container, Iterable, Sequence

from ibidem.domain.conversation import DocRef
from ibidem.language.normal import normalise
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import cited_documents
from ibidem.turn.documents.title_search import MOST_FITTING, found_for, name_of
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.message import Message
from ibidem.understanding.resolve import PossibleDocument, Resolved, Target, Unclear, target_of

_LONGEST = 120  # characters: who asks for a document says little else
_MOST_CITED = 1000  # documents of a session that are looked through


async def document_named(inquiry: Inquiry, context: TurnContext) -> Resolved | Unclear | None:
    """The document to be shown; the choice where several fit, and None where none does or something else is asked."""
    message = Message(inquiry.message, context.profile)
    if len(message.text) > _LONGEST or not (message.said.shows or is_name(message)):
        return None
    words = message.said.beside_a_document if message.said.shows else ()
    if words and len(cited := fitting_citations(words, inquiry)) == 1:
        return Resolved(tuple(cited.values()), "whole", "history")
    found = {document.doc_id: document.title for document in await found_for(message.text, context)}
    named = {doc_id: title for doc_id, title in found.items() if asks_for(title, message, context)}
    if not named and words:
        named = {doc_id: title for doc_id, title in found.items() if holds(title, words)}
    if not named or len(named) > MOST_FITTING:
        return cited_when_asked(words, inquiry) if words else None
    if len(named) == 1:
        return Resolved((Target(next(iter(named))),), "whole", "query")
    if len(cited := await cited_before(named, inquiry, context)) == 1:
        return Resolved(tuple(cited), "whole", "history")
    choices = tuple(PossibleDocument(place, title, Target(doc_id)) for place, (doc_id, title) in enumerate(named.items(), 1))
    return Unclear("two_readings", choices, "whole")


def is_name(message: Message) -> bool:
    """Whether the message may be a title alone; one that asks is a question."""
    return message.said.only_names and not message.text.rstrip().endswith(("?", "？"))


def fitting_citations(words: Sequence[str], inquiry: Inquiry) -> dict[str, Target]:
    """Those of the documents that the last turns cited whose titles hold most of the words, where that is half of their letters
    or more; each where it was cited last."""
    cited: dict[str, tuple[int, DocRef]] = {}
    for turn in inquiry.history:
        cited.update({ref.doc_id: (turn.turn_id, ref) for ref in turn.content.doc_refs})
    held = {doc_id: sum(len(word) for word in words if holds(ref.title, (word,))) for doc_id, (_, ref) in cited.items()}
    most = max(held.values(), default=0)
    if 2 * most < len("".join(words)):
        return {}
    return {doc_id: target_of(*cited[doc_id]) for doc_id, letters in held.items() if letters == most}


async def cited_before(doc_ids: Container[str], inquiry: Inquiry, context: TurnContext) -> list[Target]:
    """Those of the documents that the session cited, however long ago, each where it was cited last."""
    if inquiry.from_client or not inquiry.history:
        return []
    session_id, turns = inquiry.question.session_id, cited_documents(inquiry, context)
    numbered = await context.turns.cited_documents(session_id, context.principal, _MOST_CITED)
    found = [(one.doc_id, await turns.turn(one.turns[-1])) for one in numbered if one.doc_id in doc_ids]
    return [target_of(turn.turn_id, ref) for doc_id, turn in found if turn for ref in turn.refs if ref.doc_id == doc_id]


def cited_when_asked(words: Sequence[str], inquiry: Inquiry) -> Resolved | Unclear | None:
    """The documents that the latest turn cited whose question holds the words, which their titles may say otherwise; the choice
    where there are several."""
    for turn in reversed(inquiry.history):
        refs = turn.content.doc_refs
        if refs and holds(turn.content.user_text, words):
            targets = [target_of(turn.turn_id, ref) for ref in refs]
            if len(targets) == 1:
                return Resolved(tuple(targets), "whole", "history")
            named = zip(refs, targets, strict=True)
            choices = (PossibleDocument(place, ref.title, target) for place, (ref, target) in enumerate(named, 1))
            return Unclear("two_readings", tuple(choices), "whole")
    return None


def holds(title: str, words: Iterable[str]) -> bool:
    """Whether the title holds every word."""
    name = name_of(title)
    return all(name_of(word) in name for word in words)


def asks_for(title: str, message: Message, context: TurnContext) -> bool:
    """Whether the message is the title, or the title and a request to show it."""
    letters = name_of(title)
    if not letters:
        return False
    text = normalise(message.text).casefold()
    stands = re.search(r"[\W_]*".join(map(re.escape, letters)), text)
    if stands is None:
        return False
    rest = f"{text[: stands.start()]} {text[stands.end() :]}"
    if not name_of(rest):
        return True
    left = Message(rest, context.profile)
    return left.said.shows and not left.said.asks
