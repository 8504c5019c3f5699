"""Answers with quotes when no model is configured or none replies: exact sentences, each with its slot."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.answering.choosing import Quote
from ibidem.answering.extract import Extract, extract
from ibidem.answering.twins import twinned
from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import Document, Passage
from ibidem.domain.languages import Language
from ibidem.finding.passages import Ranking
from ibidem.language.scripts import is_written_alike
from ibidem.language.sentences import sentence_spans
from ibidem.privacy.turn_masking import TextMasking
from ibidem.turn.answers.accepting import accepted, newer_offer, of_other_owners
from ibidem.turn.answers.calculations import Calculated
from ibidem.turn.answers.noted import is_of_another, noted
from ibidem.turn.answers.presenting import part_of, presented
from ibidem.turn.answers.read_columns import read_extreme, with_columns
from ibidem.turn.answers.table_answers import is_unproven, table_answer
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.doc_refs import SNIPPET, doc_ref
from ibidem.turn.documents.procedures import count_of_steps, procedure_of
from ibidem.turn.inquiry import Focus
from ibidem.turn.question.focus import expected
from ibidem.turn.question.no_words import says_nothing
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import NoEvidence, NothingInParticular, NotInDocument, Reading, SearchPlan
from ibidem.turn.wording import WORDINGS

BEGINNING = 3  # times the length of an answer, and enough chunks for that length


async def quote(
    reading: Reading, notice: str, context: TurnContext
) -> Accepted | NoEvidence | NotInDocument | NothingInParticular:
    """The sentences or steps that answer, quoted exactly, each with the slot of its document; `notice` says why they are
    quoted."""
    plan, ranking = reading.plan, reading.ranking
    language = plan.inquiry.language
    most = context.profile.answer_length.of(language)
    looked_up = plan.inquiry.looked_up
    likely = expected(plan.parsed.focus, ranking.passages)
    if looked_up is None:
        extracted = extract(plan.query, ranking, most, likely, plan.parsed.owners)
        if (made := await _from_tables(plan, ranking, extracted, likely, context)) is not None:
            return quoted(plan, await _noted(plan, made, context), (notice,), ranking, context, made.said)
        if extracted is None or says_nothing(plan, ranking):
            return NoEvidence(plan, ranking.passages, ranking.confidence)
        extracted = await with_columns(plan, extracted, context)
        if is_unproven(plan.query, extracted) or await is_of_another(plan.query, extracted, context):
            extracted = replace(extracted, degree="closest")
        extracted = await noted(extracted, context)
        notices = (*await not_mentioned(extracted, language, context), await steps_left(extracted, language, context), notice)
        return quoted(plan, extracted, notices, ranking, context)
    if not plan.query:
        return NothingInParticular(plan, looked_up, notice)
    # A question about several documents is answered from each.
    each = most // len(looked_up.documents)
    # Words that are alike are everywhere in a document; a reader has read what was pointed at.
    likely |= frozenset(document.doc_id for document in looked_up.documents) if ranking.lines else frozenset()
    asked = [(d, extract(plan.query, of_document(ranking, d.doc_id), each, likely)) for d in looked_up.documents]
    if len(asked) == 1 and (made := await _from_tables(plan, ranking, asked[0][1], likely, context)) is not None:
        return quoted(plan, await _noted(plan, made, context), (notice,), ranking, context, made.said)
    found = [(d, one) for d, one in asked if one is not None]
    if not found:
        return NotInDocument(plan, looked_up)
    without = [WORDINGS[language].not_in_one.format(d.title) for d, one in asked if one is None]
    quotes = tuple(quote for _, one in found for quote in one.quotes)
    answered = any(one.degree == "answered" for _, one in found)
    together = Extract(quotes, "answered" if answered else "closest")
    return quoted(plan, together, (*without, notice), ranking, context)


async def _from_tables(
    plan: SearchPlan, ranking: Ranking, extracted: Extract | None, likely: frozenset[str], context: TurnContext
) -> Calculated | None:
    """What tables answer; None where the question asks for the rows of several owners."""
    if len(plan.parsed.owners) > 1:
        return None
    looked_up = plan.inquiry.looked_up
    about = likely if looked_up is None else frozenset(document.doc_id for document in looked_up.documents)
    wording = WORDINGS[plan.inquiry.language]
    made = await table_answer(plan.query, ranking, extracted, about, wording, context)
    if made is not None or extracted is None:
        return made
    return await read_extreme(plan, ranking, extracted, wording, context)


async def _noted(plan: SearchPlan, made: Calculated, context: TurnContext) -> Extract:
    """What tables answer, with the columns and the notes of a row that is quoted for what it says."""
    return made.extracted if made.said else await noted(await with_columns(plan, made.extracted, context), context)


def known(focused: Focus) -> frozenset[str]:
    """The document that the answer before was from, where it was one: a follow-up to it need not name it again, unless it has a
    twin."""
    return focused.doc_ids if len(focused.doc_ids) == 1 else frozenset()


async def not_mentioned(extracted: Extract, language: Language, context: TurnContext) -> tuple[str, ...]:
    """The notice that names what the question names and no document holds; nothing of a name that documents in the languages
    held may write in other letters."""
    if not extracted.unknown:
        return ()
    held = (await context.corpus_words()).languages
    names = [name for name in extracted.unknown if is_written_alike(name, held)]
    return (WORDINGS[language].not_mentioned.format(", ".join(names)),) if names else ()


async def steps_left(extracted: Extract, language: Language, context: TurnContext) -> str:
    """The notice that says up to which step the quoted lists are shown, where not to their ends; "" where they are. The passages
    hold long lists in part only: the document is asked."""
    shown, left = extracted.steps
    if not shown:
        return ""
    last = {quote.passage.document.doc_id: part_of(quote, None) for quote in extracted.quotes if quote.kind == "step"}
    versions = {quote.passage.document.doc_id: quote.passage.chunk.version for quote in extracted.quotes}
    lists = [(await procedure_of(part, doc_id, versions[doc_id], context), part) for doc_id, part in last.items()]
    if all(lines for lines, _ in lists):
        shown = sum(count_of_steps([line for line in lines if (line.start or 0) <= (part.start or 0)]) for lines, part in lists)
        left = sum(count_of_steps(lines) for lines, _ in lists) - shown
    return WORDINGS[language].steps_left.format(shown, shown + left) if left else ""


def of_document(ranking: Ranking, doc_id: str) -> Ranking:
    """The part of a ranking that comes from one document."""
    pairs = [pair for pair in zip(ranking.passages, ranking.tokens, strict=True) if pair[0].document.doc_id == doc_id]
    return replace(ranking, passages=tuple(p for p, _ in pairs), tokens=tuple(t for _, t in pairs))


def quoted(
    plan: SearchPlan, extracted: Extract, notices: Sequence[str], ranking: Ranking, context: TurnContext, said: str = ""
) -> Accepted:
    """The quotes as an answer, shown, after what is `said` of them, if anything; with the offer to answer from newer versions
    where a document has changed."""
    safe = context.masking.answers.beside(*dict.fromkeys(quote.passage.chunk.text for quote in extracted.quotes))
    refs = slots_of(extracted.quotes, ranking.method, safe)
    found = [passage.document for passage in ranking.passages]
    unnamed = (extracted.unnamed - (known(plan.parsed.focus) - twinned(ranking))) | of_others(found, owners_known(plan))
    answer = presented(extracted.quotes, refs, WORDINGS[plan.inquiry.language], unnamed, found, said)
    text = answer.text
    degree = "closest" if of_other_owners(plan, refs) else extracted.degree
    if degree == "closest":
        text = WORDINGS[plan.inquiry.language].closest + text
    offer = newer_offer(plan, refs)
    if offer is not None:
        text = f"{text}\n{offer.question}"
    text = safe.text(text)
    context.cite(refs)
    context.say(text)
    answered = accepted(plan, text, refs, notices, ranking.passages, ranking.confidence)
    return replace(answered, pause=offer, found=degree, parts=answer.parts)


def of_others(documents: Sequence[Document], owners: Sequence[str]) -> frozenset[str]:
    """The ids of the documents that have an owner, who is none of these."""
    return frozenset(document.doc_id for document in documents if document.owner and document.owner not in owners)


def owners_known(plan: SearchPlan) -> tuple[str, ...]:
    """The owners that go without saying: those that are meant, or those of the documents that were pointed at."""
    looked_up = plan.inquiry.looked_up
    return plan.parsed.owners_known if looked_up is None else tuple(document.owner for document in looked_up.documents)


async def beginning(document: Document, most: int, context: TurnContext) -> tuple[Quote, ...]:
    """The first sentences of a document, at most so many characters together, at least one."""
    chunks = await context.documents.chunks(document.doc_id, document.version, 0, BEGINNING, context.principal)
    quotes: list[Quote] = []
    length = 0
    for chunk in chunks:
        passage = Passage(chunk, document, 0.0)
        for start, end in sentence_spans(chunk.text):
            length += end - start
            if quotes and length > most:
                return tuple(quotes)
            quotes.append(Quote(chunk.text[start:end], passage, start, "context"))
    return tuple(quotes)


def slots_of(quotes: Sequence[Quote], method: str, masking: TextMasking) -> tuple[DocRef, ...]:
    """One slot a document, in the order in which the answer cites them, from 1."""
    by_document: dict[str, list[Quote]] = {}
    for quote in quotes:
        by_document.setdefault(quote.passage.document.doc_id, []).append(quote)
    return tuple(slot_of(number, cited, method, masking) for number, cited in enumerate(by_document.values(), 1))


def slot_of(number: int, cited: Sequence[Quote], method: str, masking: TextMasking) -> DocRef:
    """The slot of the document that these quotes come from; page, score and snippet are those of its first quote."""
    passages = [quote.passage for quote in cited]
    places = [quote.passage.chunk.offset + quote.start for quote in cited]
    return doc_ref(number, passages[0].document, masking.text(cited[0].text)[:SNIPPET], method, passages, places)
