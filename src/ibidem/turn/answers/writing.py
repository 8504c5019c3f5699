"""The answer as a model writes it: from numbered passages, with its citations settled while it comes."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from ibidem.domain.conversation import DocRef
from ibidem.domain.trace import CallOutcome
from ibidem.turn.answers.citing import CitationStream
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.documents.numbering import Numbered, borne_out, numbered, slots
from ibidem.turn.models.calling import Ended, stream
from ibidem.turn.models.inputs import NOTHING, conversation, listed
from ibidem.turn.values import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What came of a model's writing: the text with its slots. `refused`: it found no answer in the passages."""

    text: str
    refs: tuple[DocRef, ...]
    dropped: int
    refused: bool
    outcome: CallOutcome


@dataclass(slots=True, kw_only=True)
class Speech:
    """An answer that is shown while it is written: each piece as it comes, the sources as soon as one is cited."""

    documents: Numbered
    method: str
    context: TurnContext
    said: list[str] = field(default_factory=list[str])
    held: str = ""  # white space at the end, which an answer does not end with
    sources: int = 0

    def say(self, text: str, cited: Sequence[int]) -> None:
        """Shows a further piece. `cited` are the numbers cited so far, in their order."""
        text = self.held + text
        if not self.said:
            text = text.lstrip()
        whole = text.rstrip()
        self.held = text[len(whole) :]
        if len(cited) > self.sources:
            self.sources = len(cited)
            refs = slots(cited, self.documents, self.method)
            self.context.cite(refs)
        if whole:
            self.said.append(whole)
            self.context.say(whole)


async def write(reading: Reading, models: Models, context: TurnContext) -> Written:
    """The answer, written out before anything of it is shown."""
    documents = numbered(reading)
    citations = CitationStream(len(documents.documents))
    pieces: list[str] = []
    outcome: CallOutcome = "empty"
    async with aclosing(answering(reading, documents, models, context)) as written:
        async for piece in written:
            if isinstance(piece, Ended):
                outcome = piece.outcome
            else:
                pieces.append(citations.feed(piece))
    pieces.append(citations.close())
    text = "".join(pieces).strip()
    refs = borne_out(text, citations.order, documents, reading.ranking.method)
    return Written(text=text, refs=refs, dropped=citations.dropped, refused=citations.refused, outcome=outcome)


async def speak(reading: Reading, models: Models, context: TurnContext) -> Written:
    """The answer, shown while it is written."""
    documents = numbered(reading)
    citations = CitationStream(len(documents.documents))
    speech = Speech(documents=documents, method=reading.ranking.method, context=context)
    outcome: CallOutcome = "empty"
    async with aclosing(answering(reading, documents, models, context)) as written:
        async for piece in written:
            if isinstance(piece, Ended):
                outcome = piece.outcome
            elif text := citations.feed(piece):
                speech.say(text, citations.order)
    if rest := citations.close():
        speech.say(rest, citations.order)
    text = "".join(speech.said)
    refs = borne_out(text, citations.order, documents, reading.ranking.method)
    if refs:
        context.cite(refs)  # now that it is known what each was cited for
    return Written(text=text, refs=refs, dropped=citations.dropped, refused=citations.refused, outcome=outcome)


def answering(reading: Reading, documents: Numbered, models: Models, context: TurnContext) -> AsyncGenerator[str | Ended]:
    """The pieces of the answer as the main model gives them."""
    plan, feedback = reading.plan, reading.attempts.feedback
    prompt = models.prompts.for_route("answer", plan.route, plan.inquiry.language)
    inputs = {
        "question": plan.inquiry.text,
        "conversation": conversation(plan.parsed.focus.turns),
        "passages": documents.text(),
        "feedback": listed(feedback) if feedback else NOTHING,
    }
    return stream(models.main, prompt, inputs, context)
