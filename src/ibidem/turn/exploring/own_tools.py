"""The tools of a model that explores beside those that read: notes, questions about one piece, and the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field

from ibidem.domain.documents import Passage
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.exploring.environment import ChunkId, Conversation, Library, TurnId
from ibidem.turn.exploring.from_turns import not_said, said_in
from ibidem.turn.exploring.notebook import LONGEST_NOTE, MOST_NOTES, Notebook
from ibidem.turn.exploring.tool_wording import TOOL_WORDINGS, ToolWording
from ibidem.turn.exploring.toolbox import NotCalled
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.models.calling import ask
from ibidem.turn.models.reply_parsers import read_text

PIECE = 6_000  # characters that one call reads: some 3,000 tokens
PARTS = 3  # of a longer piece, each asked by itself
MOST_CHUNKS, MOST_TURNS = 10, 50
REPLY = 1_500  # characters of what is answered about a piece

ChunkIds = Annotated[list[ChunkId], Field(max_length=MOST_CHUNKS)]


class Noted(BaseModel):
    """How many notes there are."""

    notes: int


class Reply(BaseModel):
    """What was answered about a piece; `read` is what of it was read, in characters."""

    reply: str
    read: int
    length: int


class FromChunks(BaseModel):
    """The end: an answer is to be written from these chunks."""

    chunk_ids: list[str]


class FromTurns(BaseModel):
    """The end: an answer that rests on turns of the conversation alone."""

    answer: str
    turn_ids: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTools:
    """Each public method is a tool; `tool_wording` says what it is for."""

    conversation: Conversation
    library: Library
    notebook: Notebook
    inquiry: Inquiry
    models: Models
    context: TurnContext

    @property
    def _wording(self) -> ToolWording:
        return TOOL_WORDINGS[self.inquiry.language]

    async def note(
        self,
        text: Annotated[str, Field(min_length=1, max_length=LONGEST_NOTE)],
        chunk_ids: ChunkIds = [],  # noqa: B006
    ) -> Noted:
        """Write down a finding in the language of the question, with the chunks that say it: notes stay when results are no
        longer shown, and are all that is left where a limit is reached."""
        if len(self.notebook.notes) == MOST_NOTES:
            raise NotCalled(self._wording.notes_full.format(MOST_NOTES))
        for chunk_id in chunk_ids:
            await self.library.passage(chunk_id)
        self.notebook.notes.append(text.strip())
        self.notebook.noted_chunks.update(dict.fromkeys(chunk_ids))
        return Noted(notes=len(self.notebook.notes))

    async def sub_ask(
        self,
        question: Annotated[str, Field(min_length=1, max_length=500)],
        chunk_id: ChunkId | None = None,
        turn_id: TurnId | None = None,
    ) -> Reply:
        """Have another model answer a question about one long piece, a chunk or a turn, without reading it yourself."""
        depth = self.context.profile.explore.depth
        if (chunk_id is None) == (turn_id is None):
            raise NotCalled(self._wording.either)
        if depth == 0:
            raise NotCalled(self._wording.off)
        piece = await self._piece(chunk_id, turn_id)
        reply = await self._asked(question, piece, depth)
        if reply is None:
            raise NotCalled(self._wording.no_reply)
        return Reply(reply=reply, read=min(len(piece), PIECE * PARTS ** (depth - 1)), length=len(piece))

    async def answer_from_chunks(self, chunk_ids: Annotated[ChunkIds, Field(min_length=1)]) -> FromChunks:
        """End: these chunks hold the answer. It is written from them, with citations, by somebody who reads nothing else."""
        for chunk_id in chunk_ids:
            await self.library.passage(chunk_id)
        return FromChunks(chunk_ids=list(dict.fromkeys(chunk_ids)))

    async def answer_from_turns(
        self,
        answer: Annotated[str, Field(min_length=1, max_length=4_000)],
        turn_ids: Annotated[list[TurnId], Field(min_length=1, max_length=MOST_TURNS)],
    ) -> FromTurns:
        """End: only the conversation itself holds the answer, and no document: what the person said or asked, or was answered.
        Give the answer in the language of the question, naming the turns, and their numbers."""
        numbers = sorted(set(turn_ids))
        known = "\n".join([said_in(await self.conversation.turn(number)) for number in numbers])
        if unsaid := not_said(answer, known, self.inquiry):
            raise NotCalled(self._wording.not_said.format(", ".join(unsaid)))
        return FromTurns(answer=answer.strip(), turn_ids=numbers)

    async def _piece(self, chunk_id: str | None, turn_id: int | None) -> str:
        if chunk_id is not None:
            passage: Passage = await self.library.passage(chunk_id)
            return f"{passage.document.title}\n{passage.chunk.section}\n{passage.chunk.text}"
        assert turn_id is not None
        content = (await self.conversation.turn(turn_id)).content
        return f"{content.user_text}\n\n{content.assistant_text}"

    async def _asked(self, question: str, piece: str, depth: int) -> str | None:
        """The reply about a piece. One that is longer than a call reads is divided while depth is left, and its beginning is read
        where none is; then the replies about the parts are asked in its place."""
        if len(piece) > PIECE and depth > 1:
            replies = [await self._asked(question, part, depth - 1) for part in _divided(piece)]
            piece = "\n".join(filter(None, replies))
            if not piece:
                return None
        prompt = self.models.prompts.get("sub_ask", self.inquiry.language)
        reply = await ask(self.models.light, prompt, {"question": question, "piece": piece[:PIECE]}, read_text, self.context)
        return None if reply is None else reply[:REPLY]


def _divided(piece: str) -> Sequence[str]:
    size = -(-len(piece) // PARTS)
    return [piece[at : at + size] for at in range(0, len(piece), size)]
