"""Has a model write the answer from numbered passages, and rewrites its citations as they arrive."""

import re
import unicodedata
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from ibidem.checks.claims import read_statements
from ibidem.checks.language import is_in, says_nothing
from ibidem.domain.conversation import DocRef
from ibidem.domain.languages import Language
from ibidem.domain.trace import CallOutcome
from ibidem.language.normal import normalise
from ibidem.turn.answers.citing import CitationStream
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.documents.numbering import Numbered, borne_out, numbered, slots
from ibidem.turn.models.calling import Ended, stream
from ibidem.turn.models.inputs import bullet_list
from ibidem.turn.models.reply_parsers import json_objects
from ibidem.turn.models.route_prompts import prompt_of_route
from ibidem.turn.question.asked import as_asked
from ibidem.turn.question.remembering import quoted
from ibidem.turn.values.searching import Reading

# A tag of the prompt, or its first line.
_OF_THE_PROMPT = re.compile(r"</?(?:question|today|conversation|passages|feedback)>|^Task: \w+$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The result of a model's writing: the text with its slots. `refused`: it found no answer in the passages. `unusable` is what
    it wrote that is no answer."""

    text: str
    refs: tuple[DocRef, ...]
    dropped: int
    refused: bool
    outcome: CallOutcome
    unusable: str = ""


@dataclass(slots=True, kw_only=True)
class Speech:
    """Shows an answer while it is written: each piece as it arrives, the sources as soon as one is cited.

    Nothing is shown before the first source, since an answer without any is replaced by quotes.
    """

    documents: Numbered
    method: str
    context: TurnContext
    language: Language
    begun: str = ""  # not shown yet
    tried: int = 0  # sources cited when it was last seen whether this is an answer
    said: list[str] = field(default_factory=list[str])
    held: str = ""  # trailing white space, removed at the end of the answer
    sources: int = 0

    def say(self, text: str, cited: Sequence[int]) -> None:
        """Shows the next piece, or keeps it until the text is an answer. `cited` are the numbers cited so far, in order."""
        if not self.said:
            self.begun += text
            if len(cited) > self.tried:
                self.tried = len(cited)
                self.begin(cited)
            return
        self.show(self.held + text, cited)

    def begin(self, cited: Sequence[int]) -> None:
        """Shows what was kept, if it is an answer and nothing is shown yet."""
        if not self.said and is_answer(self.begun, cited, self.language):
            self.show(self.begun.lstrip(), cited)

    def show(self, text: str, cited: Sequence[int]) -> None:
        """Shows a piece without the white space at its end, which is kept."""
        whole = text.rstrip()
        self.held = text[len(whole) :]
        if len(cited) > self.sources:
            self.sources = len(cited)
            refs = slots(cited, self.documents, self.method, self.context.masking.answers)
            self.context.cite(refs)
        if whole:
            self.said.append(whole)
            self.context.say(whole)


async def write(reading: Reading, models: Models, context: TurnContext) -> Written:
    """The complete answer, before anything of it is shown."""
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
    if is_of_the_prompt(text):
        return Written(text="", refs=(), dropped=0, refused=False, outcome="unreadable", unusable=text)
    refs = borne_out(text, citations.order, documents, reading.ranking.method, context.masking.answers)
    return Written(text=text, refs=refs, dropped=citations.dropped, refused=citations.refused, outcome=outcome)


async def speak(reading: Reading, models: Models, context: TurnContext) -> Written:
    """The answer, shown while it is written."""
    documents = numbered(reading)
    citations = CitationStream(len(documents.documents))
    language = reading.plan.inquiry.language
    speech = Speech(documents=documents, method=reading.ranking.method, context=context, language=language)
    outcome: CallOutcome = "empty"
    async with aclosing(answering(reading, documents, models, context)) as written:
        async for piece in written:
            if isinstance(piece, Ended):
                outcome = piece.outcome
            elif text := citations.feed(piece):
                speech.say(text, citations.order)
    if rest := citations.close():
        speech.say(rest, citations.order)
    speech.begin(citations.order)
    text = "".join(speech.said)
    unusable = ""
    if speech.begun.strip() and not text and not citations.refused and outcome in ("ok", "cut"):
        outcome, unusable = "unreadable", speech.begun.strip()
    refs = borne_out(text, citations.order, documents, reading.ranking.method, context.masking.answers)
    if refs:
        context.cite(refs)  # now that it is known what each was cited for
    return Written(text=text, refs=refs, dropped=citations.dropped, refused=citations.refused, outcome=outcome, unusable=unusable)


def is_of_the_prompt(text: str) -> bool:
    """Whether a text repeats the prompt, or is data: neither says anything to a person."""
    return _OF_THE_PROMPT.search(text) is not None or (text.startswith(("{", "[{")) and bool(json_objects(text)))


def is_answer(text: str, cited: Sequence[int], language: Language) -> bool:
    """Whether a text, or its beginning, can be an answer: it has words and a source, and is in the expected language."""
    if not cited or is_of_the_prompt(text.strip()):
        return False
    plain, _ = read_statements(normalise(text))
    if says_nothing(plain) or not is_in(plain, language):
        return False
    return not any(unicodedata.category(char) == "Cc" and char not in "\n\r\t" for char in text)


def answering(reading: Reading, documents: Numbered, models: Models, context: TurnContext) -> AsyncGenerator[str | Ended]:
    """The pieces of the answer from the main model."""
    plan, feedback = reading.plan, reading.attempts.feedback
    prompt = prompt_of_route("answer", plan.route, plan.inquiry.language, models, context)
    inputs = {
        "question": as_asked(plan.parsed),
        "today": context.today,
        "conversation": quoted(plan.parsed, context.profile.history),
        "passages": documents.text(),
        "feedback": bullet_list(feedback),
    }
    return stream(models.main, prompt, inputs, context)
