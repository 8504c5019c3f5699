"""The list that numbers go on to count in while its documents are looked at one by one, and what is asked by a number alone, or
of what was just looked at.
"""

import re
from dataclasses import replace

from ibidem.domain.conversation import DocRef, Turn
from ibidem.domain.documents import SearchFilters
from ibidem.turn.context import TurnContext
from ibidem.turn.pointing.bare import BareNumber, bare_number
from ibidem.turn.pointing.pointer import LatestCiting, Pointer, Slots
from ibidem.turn.pointing.resolve import Resolution, Resolved, Target, Unclear
from ibidem.turn.searching import find_passages
from ibidem.turn.support import supported
from ibidem.turn.values import DocumentRequest, RecalledQuestion

_PASSAGES = 5


def in_the_list(pointer: Pointer, resolution: Resolution, recalled: RecalledQuestion, context: TurnContext) -> Resolution:
    """The resolution, in the list that the latest answer picked its documents from, where the number is of that list.

    That is so where the latest answer has no such number ("and the third document?"), and where it shows one document alone and
    the number has no noun: nobody says "the first one" of one.
    """
    if not isinstance(pointer, Slots) or pointer.scope != LatestCiting() or (found := picked_from(recalled)) is None:
        return resolution
    latest, origin = found
    alone = len(latest.content.doc_refs) == 1 and bare_number(recalled.asked.question.message, context.profile) is not None
    if not alone and not (isinstance(resolution, Unclear) and resolution.reason == "no_such_slot"):
        return resolution
    refs = _by_number(origin.content.doc_refs)
    if not all(number in refs for number in pointer.numbers):
        return resolution
    targets = tuple(target_of(origin, refs[number]) for number in dict.fromkeys(pointer.numbers))
    return Resolved(targets, pointer.intent, "history")


# Where something may be written, and no word for a document: 거기에, "in there", これによると.
_THERE = re.compile(
    r"(?<![가-힣])(?:거기|여기)(?:에서는|에서|에는|에|서|선|엔)?(?=\s|$)|(?<![가-힣])(?:그|이)\s?(?:안|속)(?:에서|에는|에|엔)(?=\s|$)"
    r"|\b(?:in|from) (?:there|it)\b|\baccording to it\b"
    r"|(?:これ|それ)に(?:よると|よれば)、?|(?:そこ|ここ|その中|この中)(?:には|では|に|で)",
    re.IGNORECASE,
)


async def asked_of_a_document(recalled: RecalledQuestion, context: TurnContext) -> DocumentRequest | None:
    """The document that a question without a word for one may be put to: that of a number that has no noun, or the one that was
    just looked at, where the question asks what stands "there". Taken where that document holds an answer: "two of them, the
    second one leaks" is about something else, and no document of the list answers it."""
    latest = next((turn for turn in reversed(recalled.history) if turn.content.doc_refs), None)
    if latest is None:
        return None
    message = recalled.asked.question.message
    if (bare := bare_number(message, context.profile)) is not None:
        return await _asked_by_number(bare, latest, recalled, context)
    there = _THERE.search(message)
    alone = latest is recalled.history[-1] and latest.content.lookup_source is not None and len(latest.content.doc_refs) == 1
    if there is None or not alone:
        return None
    rest = f"{message[: there.start()]} {message[there.end() :]}".strip()
    return await _put_to(latest.content.doc_refs[0], latest, rest, recalled, context)


async def _asked_by_number(
    bare: BareNumber, latest: Turn, recalled: RecalledQuestion, context: TurnContext
) -> DocumentRequest | None:
    found = picked_from(recalled)
    listed = latest if found is None else found[1]
    ref = _by_number(listed.content.doc_refs).get(bare.number)
    if ref is None or len(listed.content.doc_refs) < 2:
        return None
    return await _put_to(ref, listed, bare.rest, recalled, context)


async def _put_to(
    ref: DocRef, turn: Turn, question: str, recalled: RecalledQuestion, context: TurnContext
) -> DocumentRequest | None:
    """The question put to that document, where it holds an answer."""
    filters = SearchFilters(doc_ids=(ref.doc_id,))
    glossary = context.profile.glossary
    ranking = await find_passages(question, (), filters, _PASSAGES, context.index, context.principal, glossary)
    if not supported(question, replace(ranking, chunks=len(ranking.passages))):
        return None
    return DocumentRequest(recalled, Resolved((target_of(turn, ref),), "use", "history"), question)


def picked_from(recalled: RecalledQuestion) -> tuple[Turn, Turn] | None:
    """The latest answer and the earlier one with more documents from which it picked its own by their numbers, if it did."""
    citing = [turn for turn in recalled.history if turn.content.doc_refs]
    if not citing or citing[-1].content.lookup_source != "history":
        return None
    latest = citing[-1]
    picked = {ref.doc_id for ref in latest.content.doc_refs}
    for turn in reversed(citing[:-1]):
        listed = {ref.doc_id for ref in turn.content.doc_refs}
        if picked < listed:
            return latest, turn
        if turn.content.lookup_source != "history":
            return None
    return None


def target_of(turn: Turn, ref: DocRef) -> Target:
    """The document as that turn cited it."""
    return Target(ref.doc_id, ref.version or None, ref.slot, turn.turn_id)


def _by_number(refs: tuple[DocRef, ...]) -> dict[int, DocRef]:
    return {ref.slot: ref for ref in refs} | {place - len(refs): ref for place, ref in enumerate(refs)}
