"""Numbers that keep counting in a list while its documents are looked at one by one, and questions that refer to one of them,
or to the document just looked at, without a word for a document."""

import re
from dataclasses import replace

from ibidem.answering.degree import degree
from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import SearchFilters
from ibidem.finding.passages import find_passages
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.cited import latest_citing
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.values.asking import DocumentRequest, PlainMessage, PointingMessage
from ibidem.understanding.bare import BareNumber
from ibidem.understanding.cited import CitingTurn
from ibidem.understanding.pointer import LatestCiting, Slots
from ibidem.understanding.resolve import Resolution, Resolved, Unclear, target_of

_PASSAGES = 5


def in_the_list(message: PointingMessage, resolution: Resolution) -> Resolution:
    """The resolution, in the list that the latest answer picked its documents from, where the number belongs to that list.

    It does where the latest answer has no such number ("and the third document?"), and where it shows a single document and the
    number has no noun: nobody says "the first one" of one.
    """
    pointer = message.pointer
    if not isinstance(pointer, Slots) or pointer.scope != LatestCiting() or (found := picked_from(message.inquiry)) is None:
        return resolution
    latest, origin = found
    alone = len(latest.refs) == 1 and message.number is not None
    if not alone and not (isinstance(resolution, Unclear) and resolution.reason == "no_such_slot"):
        return resolution
    refs = origin.by_number()
    if not all(number in refs for number in pointer.numbers):
        return resolution
    targets = tuple(target_of(origin.turn_id, refs[number]) for number in dict.fromkeys(pointer.numbers))
    return Resolved(targets, pointer.intent, "history")


# References without a word for a document: 거기에, "in there", これによると.
_THERE = re.compile(
    r"(?<![가-힣])(?:거기|여기)(?:에서는|에서|에는|에|서|선|엔)?(?=\s|$)|(?<![가-힣])(?:그|이)\s?(?:안|속)(?:에서|에는|에|엔)(?=\s|$)"
    r"|\b(?:in|from) (?:there|it)\b|\baccording to it\b"
    r"|(?:これ|それ)に(?:よると|よれば)、?|(?:そこ|ここ|その中|この中)(?:には|では|に|で)",
    re.IGNORECASE,
)


def asked_there(message: str) -> str | None:
    """The question without the words that refer to the document just looked at; None where there are none."""
    there = _THERE.search(message)
    return None if there is None else f"{message[: there.start()]} {message[there.end() :]}".strip()


async def question_to_listed_document(message: PlainMessage, context: TurnContext) -> DocumentRequest | None:
    """A question about a document that it names only by a number without a noun, or as "there", the document just looked at.
    Only where that document holds an answer: "two of them, the second one leaks" is about something else."""
    inquiry = message.inquiry
    latest = latest_citing(inquiry)
    if latest is None:
        return None
    if message.number is not None:
        return await _asked_by_number(message.number, CitingTurn(latest.turn_id, latest.content.doc_refs), inquiry, context)
    alone = latest is inquiry.history[-1] and latest.content.lookup_source is not None and len(latest.content.doc_refs) == 1
    if message.there is None or not alone:
        return None
    return await _supported_request(latest.content.doc_refs[0], latest.turn_id, message.there, inquiry, context)


async def _asked_by_number(
    bare: BareNumber, latest: CitingTurn, inquiry: Inquiry, context: TurnContext
) -> DocumentRequest | None:
    found = picked_from(inquiry)
    listed = latest if found is None else found[1]
    ref = listed.by_number().get(bare.number)
    if ref is None or len(listed.refs) < 2:
        return None
    return await _supported_request(ref, listed.turn_id, bare.rest, inquiry, context)


async def _supported_request(
    ref: DocRef, turn_id: int, question: str, inquiry: Inquiry, context: TurnContext
) -> DocumentRequest | None:
    """A request to answer the question from that document, where it holds an answer."""
    filters = SearchFilters(doc_ids=(ref.doc_id,))
    glossary = context.profile.glossary
    ranking = await find_passages(question, (), filters, _PASSAGES, context.index, context.principal, glossary)
    if degree(question, replace(ranking, chunks=len(ranking.passages))) != "answered":
        return None
    return DocumentRequest(replace(inquiry, text=question), Resolved((target_of(turn_id, ref),), "use", "history"))


def picked_from(inquiry: Inquiry) -> tuple[CitingTurn, CitingTurn] | None:
    """The latest answer, and the earlier one with more documents from which it picked its own by number, if any."""
    cited = [turn for turn in inquiry.history if turn.content.doc_refs]
    if not cited or cited[-1].content.lookup_source != "history":
        return None
    latest = cited[-1].content.doc_refs
    for turn in reversed(cited[:-1]):
        listed = turn.content.doc_refs
        if {ref.doc_id for ref in latest} < {ref.doc_id for ref in listed}:
            return CitingTurn(cited[-1].turn_id, latest), CitingTurn(turn.turn_id, listed)
        if turn.content.lookup_source != "history":
            return None
    return None
