"""Describes documents when no particular question is asked: quotes their most representative sentences."""

from collections import Counter
from collections.abc import Sequence

from ibidem.answering.choosing import Quote
from ibidem.answering.extract import Extract
from ibidem.answering.lines import is_lead
from ibidem.domain.documents import Document, Passage
from ibidem.finding.passages import Ranking
from ibidem.finding.versions import MOST_CHUNKS
from ibidem.language.everyday import everyday_tokens
from ibidem.language.search_text import WORD, passage_tokens
from ibidem.language.sentences import sentence_spans
from ibidem.language.tables import is_row
from ibidem.turn.answers.quoting import BEGINNING, beginning, quoted
from ibidem.turn.context import TurnContext
from ibidem.turn.values.answering import Accepted
from ibidem.turn.values.searching import NothingInParticular


async def tell_of_documents(nothing: NothingInParticular, context: TurnContext) -> Accepted:
    """Quotes of each document its most representative sentences, in order, up to three times the length of an answer."""
    plan, documents = nothing.plan, nothing.looked_up.documents
    most = BEGINNING * context.profile.answer_length.of(plan.inquiry.language) // len(documents)
    quotes = [quote for document in documents for quote in await representative_quotes(document, most, context)]
    return quoted(plan, Extract(tuple(quotes), "answered"), (nothing.notice,), Ranking((), (), 0.0, ()), context)


async def representative_quotes(document: Document, most: int, context: TurnContext) -> Sequence[Quote]:
    """The most representative sentences of a document, at most so many characters together; its beginning where none fits."""
    chunks = await context.documents.chunks(document.doc_id, document.version, 0, MOST_CHUNKS - 1, context.principal)
    everyday = everyday_tokens()
    quotes: list[Quote] = []
    held: list[frozenset[str]] = []
    for chunk in chunks:
        spans = sentence_spans(chunk.text)
        lines = passage_tokens(chunk.text).split("\n")[1:]
        for order, ((start, end), line) in enumerate(zip(spans, lines, strict=True)):
            if is_lead(chunk, spans, order) or is_row(chunk.text[start:end]):
                continue
            quotes.append(Quote(chunk.text[start:end], Passage(chunk, document, 0.0), start, "context"))
            held.append(frozenset(token for token in line.split() if token[0] == WORD) - everyday)
    places = most_representative(held, [len(quote.text) + 1 for quote in quotes], most)
    return [quotes[place] for place in places] or await beginning(document, most, context)


def most_representative(held: Sequence[frozenset[str]], lengths: Sequence[int], most: int) -> list[int]:
    """The indexes of the most representative sentences, in order; `held` are their words, `lengths` together are at most
    `most`.

    SumBasic (Nenkova and Vanderwende, 2005): repeatedly takes the sentence with the highest mean word probability among those
    that contain the most probable word; the probabilities of its words are then squared.
    """
    counts = Counter(word for words in held for word in words)
    weights = {word: count / counts.total() for word, count in counts.items()}
    left = {place for place, words in enumerate(held) if words}
    taken: list[int] = []
    said: set[frozenset[str]] = set()
    while left := {place for place in left if lengths[place] <= most and held[place] not in said}:
        likeliest = max((word for place in left for word in held[place]), key=lambda word: (weights[word], word))
        among = sorted(place for place in left if likeliest in held[place])
        best = max(among, key=lambda place: sum(weights[word] for word in held[place]) / len(held[place]))
        taken.append(best)
        said.add(held[best])
        most -= lengths[best]
        for word in held[best]:
            weights[word] **= 2
    return sorted(taken)
