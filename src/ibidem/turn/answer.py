"""Makes the answer: quoted passages, an honest "not in these documents", or a courtesy returned."""

from collections.abc import Sequence

from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import Passage
from ibidem.domain.events import AnswerDelta, SourcesShown
from ibidem.domain.languages import Language
from ibidem.profile import AnswerLength
from ibidem.turn.context import TurnContext
from ibidem.turn.extract import Extract, Quote, extract
from ibidem.turn.values import Accepted, NoEvidence, Reading, SearchPlan, SmallTalk
from ibidem.turn.wording import WORDINGS

RETRIEVAL_METHOD = "bm25+second-phase"
NEAREST_TITLES = 3
SNIPPET = 300  # characters


async def answer(reading: Reading, context: TurnContext) -> Accepted | NoEvidence:
    """The sentences or steps that answer, quoted exactly, each with the slot of its document."""
    plan = reading.found.plan
    language = asked_language(plan)
    most = max_characters(context.profile.answer_length, language)
    extracted = extract(plan.query, reading.ranking, most, plan.routed.parsed.focus.doc_ids)
    if extracted is None:
        return NoEvidence(plan, reading.ranking.passages, reading.ranking.confidence)
    refs = slots_of(extracted.quotes)
    text = cited_text(extracted, refs)
    context.journal.emit(SourcesShown(refs))
    context.journal.emit(AnswerDelta(text))
    return accepted(plan, text, refs, WORDINGS[language].quoted, reading.ranking.passages, reading.ranking.confidence)


async def answer_without_documents(nothing: NoEvidence, context: TurnContext) -> Accepted:
    """Says that the documents do not tell, and names the titles that came nearest."""
    wording = WORDINGS[asked_language(nothing.plan)]
    words = await context.documents.words(context.principal)
    titles = tuple(dict.fromkeys(p.document.title for p in nothing.nearest))[:NEAREST_TITLES]
    lines = [wording.not_here if words.documents else wording.empty_corpus]
    if titles:
        lines.append(wording.nearest + " · ".join(titles))
    text = "\n".join(lines)
    context.journal.emit(SourcesShown(()))
    context.journal.emit(AnswerDelta(text))
    return accepted(nothing.plan, text, (), None, nothing.nearest, nothing.confidence)


async def answer_small_talk(small_talk: SmallTalk, context: TurnContext) -> Accepted:
    """Returns the courtesy."""
    text = WORDINGS[small_talk.recalled.asked.language].courtesies[small_talk.courtesy]
    context.journal.emit(AnswerDelta(text))
    return Accepted(small_talk.recalled, text, (), "chat", None, None, (), (), (), 0, None)


def accepted(
    plan: SearchPlan,
    text: str,
    refs: tuple[DocRef, ...],
    notice: str | None,
    passages: Sequence[Passage],
    confidence: float,
) -> Accepted:
    """The answer with what the trace keeps of its plan."""
    parsed = plan.routed.parsed
    return Accepted(
        recalled=parsed.open.recalled,
        text=text,
        refs=refs,
        route=plan.routed.route,
        notice=notice,
        lookup_source=None,
        queries=(plan.query,),
        devices=parsed.devices,
        doc_types=parsed.doc_types,
        hits=len(passages),
        confidence=confidence,
    )


def slots_of(quotes: Sequence[Quote]) -> tuple[DocRef, ...]:
    """One slot a document, in the order in which the answer cites them, from 1."""
    by_document: dict[str, list[Quote]] = {}
    for quote in quotes:
        by_document.setdefault(quote.passage.document.doc_id, []).append(quote)
    return tuple(slot_of(number, cited) for number, cited in enumerate(by_document.values(), 1))


def slot_of(number: int, cited: Sequence[Quote]) -> DocRef:
    """The slot of the document that these quotes are from; its page and score are those of its first quote."""
    first = cited[0].passage
    document = first.document
    return DocRef(
        slot=number,
        doc_id=document.doc_id,
        version=document.version,
        title=document.title,
        source=document.source,
        uri=document.uri,
        page=first.chunk.page,
        chunk_ids=tuple(dict.fromkeys(q.passage.chunk.chunk_id for q in cited)),
        snippet=cited[0].text[:SNIPPET],
        score=round(first.score, 4),
        retrieval_method=RETRIEVAL_METHOD,
    )


def cited_text(extracted: Extract, refs: Sequence[DocRef]) -> str:
    """The quotes, each on a line of its own and followed by its slot."""
    slots = {ref.doc_id: ref.slot for ref in refs}
    return "\n".join(f"{q.text} [{slots[q.passage.document.doc_id]}]" for q in extracted.quotes)


def asked_language(plan: SearchPlan) -> Language:
    """The language of the question that the plan is for."""
    return plan.routed.parsed.open.recalled.asked.language


def max_characters(lengths: AnswerLength, language: Language) -> int:
    """The most characters that the profile lets an extractive answer in this language hold."""
    return {"ko": lengths.ko, "en": lengths.en, "ja": lengths.ja}[language]
