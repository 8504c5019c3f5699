"""An answer of a hosted search: what it is asked with, its text while it is written, and the citations that its grounding gives.

The grounding comes with the end of an answer, so that a text which is shown while it is written has no `[n]` yet: the answer as
it is stored has. Numbers in brackets that the service writes itself cite nothing, and are removed.
"""

from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from itertools import chain

from ibidem.domain.conversation import DocRef, Turn
from ibidem.domain.hosted import Grounding, HostedPassage, HostedQuestion, Utterance
from ibidem.domain.languages import FACTS, Language
from ibidem.domain.models import ModelEvent, ModelRequest, TextDelta
from ibidem.domain.text import made_storable
from ibidem.domain.trace import CallOutcome
from ibidem.language.shortening import shorten
from ibidem.privacy.turn_masking import TurnMasking
from ibidem.turn.answers.citing import CitationStream
from ibidem.turn.answers.summaries import CITATION
from ibidem.turn.context import Hosted, TurnContext
from ibidem.turn.documents.doc_refs import SNIPPET, doc_ref
from ibidem.turn.documents.fetching import readable
from ibidem.turn.documents.quoted import HOSTED
from ibidem.turn.models.calling import Ended, stream
from ibidem.turn.values.searching import SearchPlan

# Of the conversation that a question is sent with: some ten short exchanges, little beside what the service reads itself.
HISTORY_CHARACTERS = 4_000
ANSWER_CHARACTERS = 600  # of each earlier answer
# Of what was quoted from a document that is not kept here: a few passages, for there is nothing else to show of it.
QUOTED_CHARACTERS = 4_000
STOPS = " \n\t.。!！?？"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostedAnswer:
    """The text as the service wrote it, safe, and what it rests on. `refused`: it found no answer in its stores."""

    raw: str
    grounding: Grounding
    dropped: int
    refused: bool
    outcome: CallOutcome


@dataclass(slots=True)
class Spoken:
    """Shows an answer while it is written, from its first word."""

    context: TurnContext
    begun: bool = False

    def say(self, piece: str) -> None:
        """Shows the next piece."""
        text = piece if self.begun else piece.lstrip()
        if text:
            self.begun = True
            self.context.say(text)


@dataclass(slots=True)
class HostedConversation:
    """A hosted search as an answer is streamed from it; `grounding` stands at its end, and is of the text as it was `written`."""

    hosted: Hosted
    plan: SearchPlan
    tenant: str
    entries: int
    grounding: Grounding = field(default_factory=Grounding)
    written: list[str] = field(default_factory=list[str])

    @property
    def name(self) -> str:
        """As in ChatModel."""
        return self.hosted.corpus.name

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """As in ChatModel."""
        inquiry = self.plan.inquiry
        question = HostedQuestion(
            request=request,
            stores=self.hosted.stores,
            history=conversation_of(inquiry.history, self.entries),
            tenant=None if self.hosted.foreign else self.tenant,
            filters=inquiry.filters,
        )
        async with aclosing(self.hosted.corpus.ask(question)) as events:
            async for event in events:
                if isinstance(event, Grounding):
                    self.grounding = event
                    continue
                if isinstance(event, TextDelta):
                    self.written.append(made_storable(event.text))
                yield event


def conversation_of(history: Sequence[Turn], entries: int) -> tuple[Utterance, ...]:
    """The last turns, as many as fit and have so many `entries` together: each question, and its answer without citations and
    shortened, where there is one. Of a question whose answer is not known, or may no longer be read, the question alone."""
    room = HISTORY_CHARACTERS
    said: list[Sequence[Utterance]] = []
    for turn in reversed(history):
        answer = shorten(CITATION.sub("", turn.content.assistant_text), ANSWER_CHARACTERS)
        room -= len(turn.content.user_text) + len(answer)
        if room < 0:
            break
        asked = Utterance("user", turn.content.user_text)
        said.append([asked, Utterance("model", answer)])
    last = [one for one in chain.from_iterable(reversed(said)) if one.text][-entries:] if entries else []
    begins = last[1:] if last and last[0].role == "model" and len(last) == entries else last  # with a question, where it was cut
    return tuple(begins)


async def hosted_answer(plan: SearchPlan, hosted: Hosted, say: Callable[[str], None], context: TurnContext) -> HostedAnswer:
    """What the service answers; `say` gets its text piece by piece."""
    inquiry = plan.inquiry
    entries = context.profile.hosted_entries
    most = entries.streamed if inquiry.question.streamed else entries.whole
    conversation = HostedConversation(hosted, plan, context.principal.tenant, most)
    prompt = hosted.prompts.get("hosted", inquiry.language)
    citations = CitationStream(0)
    raw: list[str] = []
    outcome: CallOutcome = "empty"
    async with aclosing(stream(conversation, prompt, {"question": inquiry.text, "today": context.today}, context)) as pieces:
        async for piece in pieces:
            if isinstance(piece, Ended):
                outcome = piece.outcome
            else:
                raw.append(piece)
                say(citations.feed(piece))
    say(citations.close())
    return HostedAnswer(
        raw="".join(raw),
        grounding=_masked(conversation, context.masking),
        dropped=citations.dropped,
        refused=citations.refused,
        outcome=outcome,
    )


def _masked(conversation: HostedConversation, masking: TurnMasking) -> Grounding:
    """What the service quotes, also of documents that ibidem did not upload, and which words of the safe text rest on it."""
    passages, documents = conversation.grounding.passages, masking.documents
    if documents is not None:
        passages = tuple(replace(one, text=documents.piece(one.text), title=documents.piece(one.title)) for one in passages)
    whole = masking.answers.whole("".join(conversation.written))
    supports = tuple(
        replace(one, start=whole.start(one.start), end=whole.end(one.end)) for one in conversation.grounding.supports
    )
    return Grounding(masking.answers.value(passages), supports)


def cited(grounding: Grounding) -> Mapping[str, Sequence[HostedPassage]]:
    """The passages that the answer rests on by their documents, these in the order of their first citation."""
    documents: dict[str, list[HostedPassage]] = {}
    for support in sorted(grounding.supports, key=lambda one: one.end):
        for passage in (grounding.passages[place] for place in support.passages):
            passages = documents.setdefault(key_of(passage), [])
            if passage not in passages:
                passages.append(passage)
    return documents


def key_of(passage: HostedPassage) -> str:
    """The id of a passage's document. That of a document which ibidem did not upload names its store, so that it is no id of a
    document kept here."""
    return passage.doc_id or f"{passage.store or HOSTED}/{passage.title}"


def marked(raw: str, grounding: Grounding, language: Language) -> str:
    """The text with the slots of its sources, each after the words that rest on it and before their full stop."""
    slots = {key: slot for slot, key in enumerate(cited(grounding), 1)}
    places: dict[int, set[int]] = {}
    for support in grounding.supports:
        end = len(raw[: support.end].rstrip(STOPS))
        places.setdefault(end, set()).update(slots[key_of(grounding.passages[place])] for place in support.passages)
    citations, at, written = CitationStream(0), 0, list[str]()
    for place, numbers in sorted(places.items()):
        written += [citations.feed(raw[at:place]), FACTS[language].gap, *(f"[{number}]" for number in sorted(numbers))]
        at = place
    return "".join((*written, citations.feed(raw[at:]), citations.close())).strip()


async def refs_of(documents: Mapping[str, Sequence[HostedPassage]], context: TurnContext) -> tuple[DocRef, ...] | None:
    """The cited documents under their slots: as they are kept here, else as the service names and quotes them. None where one is
    kept here that the caller may not read."""
    refs: list[DocRef] = []
    for slot, (doc_id, passages) in enumerate(documents.items(), 1):
        first = passages[0]
        document = await readable(doc_id, first.version, context) or await readable(doc_id, None, context)
        quoted = shorten(first.text, SNIPPET)
        if document is not None:
            ref = replace(doc_ref(slot, document, quoted, HOSTED), version=first.version or document.version, page=first.page)
        elif await context.documents.current_version(doc_id, context.principal.tenant) is not None:
            return None
        else:
            ref = foreign_ref(slot, doc_id, passages)
        refs.append(ref)
    return tuple(refs)


def foreign_ref(slot: int, doc_id: str, passages: Sequence[HostedPassage]) -> DocRef:
    """The slot of a document that is not kept here: its snippet is all that was quoted from it."""
    first = passages[0]
    return DocRef(
        slot=slot,
        doc_id=doc_id,
        version=first.version or "",
        title=first.title or doc_id,
        source=first.store,
        uri="",
        page=first.page,
        chunk_ids=(),
        snippet=quoted_text(passages)[:QUOTED_CHARACTERS],
        score=None,
        retrieval_method=HOSTED,
    )


def quoted_text(passages: Iterable[HostedPassage]) -> str:
    """What was quoted, each text once."""
    return "\n\n".join(dict.fromkeys(passage.text for passage in passages))


def texts_by_slot(documents: Mapping[str, Sequence[HostedPassage]]) -> dict[int, str]:
    """What an answer is checked against: all that was quoted from each document, under its title."""
    return {slot: f"{passages[0].title}\n{quoted_text(passages)}" for slot, passages in enumerate(documents.values(), 1)}
