"""The loop: a model looks around with tools, a call at a time, until it has what answers the question or a limit is reached.

After Recursive Language Models (Zhang, Kraska and Khattab 2025, arXiv:2512.24601): the conversation stays outside the prompt, and
the model asks for the pieces that it needs. The protocol is text, one JSON object a reply, which any model can write.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ibidem.domain.errors import IbidemError
from ibidem.domain.trace import CallOutcome, ExploreEnding
from ibidem.language.shortening import shorten
from ibidem.turn.context import Models, TurnContext
from ibidem.turn.exploring.allowance import Allowance
from ibidem.turn.exploring.environment import DOCUMENT_TOOLS, TURN_TOOLS, Conversation, Library
from ibidem.turn.exploring.exploring_wording import EXPLORING_WORDINGS
from ibidem.turn.exploring.notebook import Notebook
from ibidem.turn.exploring.own_tools import FromChunks, FromTurns, OwnTools
from ibidem.turn.exploring.tool_wording import TOOL_WORDINGS
from ibidem.turn.exploring.toolbox import NotCalled, Tool, ToolCall, called, read_tool_call, tool_of
from ibidem.turn.exploring.whole import said_so_far
from ibidem.turn.models.calling import ask
from ibidem.turn.models.inputs import bullet_list
from ibidem.turn.values.searching import SearchPlan

MOST_UNREADABLE = 3  # replies in a row
MOST_REPEATED = 2  # calls that were made before: the first is answered with a warning
FIRST_CHUNKS = 3  # of the question's own search, before the first call
SHOWN_WORDS = 80  # characters of a query, in the note to the person
UNREADABLE = ToolCall("unreadable", {})
_AGAIN: frozenset[CallOutcome] = frozenset(("unreadable", "empty", "cut"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Explored:
    """What came of it: what was seen and noted, why it ended, and what is to be answered from where the model said so."""

    notebook: Notebook
    conversation: Conversation
    library: Library
    ended: ExploreEnding
    end: FromChunks | FromTurns | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Loop:
    plan: SearchPlan
    models: Models
    notebook: Notebook
    allowance: Allowance
    tools: Sequence[Tool]
    turns: int
    said: str
    context: TurnContext

    async def run(self) -> ExploreEnding | FromChunks | FromTurns:
        unreadable = repeated = 0
        while (spent := self.allowance.spent()) is None:
            call = await self.next_call()
            if not isinstance(call, ToolCall):
                return call
            unreadable = unreadable + 1 if call is UNREADABLE else 0
            if unreadable == MOST_UNREADABLE:
                return "unreadable"
            if call is UNREADABLE:
                self.notebook.refuse(call, self.notebook.wording.no_call)
                continue
            if (before := self.notebook.made(call)) is not None:
                repeated += 1
                if repeated == MOST_REPEATED:
                    return "repeated"
                self.notebook.refuse(call, self.notebook.wording.made_before.format(before))
                continue
            try:
                self.say(call)
                result = await called(self.notebook.with_ids(call), self.tools, self.notebook.wording)
            except NotCalled as problem:
                self.notebook.refuse(call, str(problem))
                continue
            if isinstance(result, FromChunks | FromTurns):
                self.notebook.end(call)
                return result
            self.notebook.add(call, result)
        return spent

    async def next_call(self) -> ToolCall | ExploreEnding:
        """The call that the model writes, or why there is none to be had."""
        prompt = self.models.prompts.get("explore", self.plan.inquiry.language)
        made = len(self.context.record.calls)
        call = await ask(self.models.main, prompt, self.inputs(), read_tool_call, self.context)
        if call is not None:
            return call
        if len(self.context.record.calls) == made:
            return self.allowance.of_the_turn()
        return UNREADABLE if self.context.record.calls[-1].outcome in _AGAIN else "unavailable"

    def inputs(self) -> Mapping[str, str]:
        inquiry, wording = self.plan.inquiry, self.notebook.wording
        return {
            "question": inquiry.text,
            "conversation": self.said,
            "tools": bullet_list(tool.described(wording) for tool in self.tools),
            "notes": bullet_list(self.notebook.notes),
            "steps": self.notebook.transcript(),
            "state": wording.state.format(self.context.today, self.turns, self.allowance.calls_left),
        }

    def say(self, call: ToolCall) -> None:
        """Tells the person what is being looked for."""
        wording = EXPLORING_WORDINGS[self.plan.inquiry.language]
        query, turn_id = call.arguments.get("query"), call.arguments.get("turn_id")
        if call.tool == "search_turns" and isinstance(query, str):
            self.context.note("explore", wording.in_turns.format(shorten(query, SHOWN_WORDS)))
        elif call.tool == "search_chunks" and isinstance(query, str):
            self.context.note("explore", wording.in_documents.format(shorten(query, SHOWN_WORDS)))
        elif call.tool == "get_turn" and isinstance(turn_id, int):
            self.context.note("explore", wording.reading.format(turn_id))


async def look_around(plan: SearchPlan, models: Models, context: TurnContext) -> Explored:
    """Has the main model look around for the question. Whatever it does, something comes of it; the record has all of it, also
    where the turn is stopped meanwhile."""
    notebook, session = Notebook(TOOL_WORDINGS[plan.inquiry.language]), plan.inquiry.question.session_id
    turns = Conversation(
        session_id=session,
        store=context.turns,
        vectors=context.vectors,
        principal=context.principal,
        masking=context.masking.questions,
    )
    library = Library(
        store=context.documents,
        index=context.index,
        vectors=context.vectors,
        principal=context.principal,
        synonyms=context.profile.glossary,
    )
    own = OwnTools(conversation=turns, library=library, notebook=notebook, inquiry=plan.inquiry, models=models, context=context)
    tools = [tool_of(method.__get__(turns)) for method in TURN_TOOLS]
    tools += [tool_of(method.__get__(library)) for method in (*DOCUMENT_TOOLS, Library.list_documents)]
    tools += [tool_of(run) for run in (own.note, own.sub_ask, own.answer_from_chunks, own.answer_from_turns)]
    allowance = Allowance(notebook, context)
    count = plan.inquiry.history[-1].turn_id
    said = await said_so_far(plan.inquiry, turns)
    loop = _Loop(
        plan=plan,
        models=models,
        notebook=notebook,
        allowance=allowance,
        tools=tools,
        turns=count,
        said=said,
        context=context,
    )
    ended: ExploreEnding = "stopped"
    end: FromChunks | FromTurns | None = None
    try:
        async with asyncio.timeout_at(allowance.until):
            await look_up_question(plan, library, notebook)
            done = await loop.run()
        if isinstance(done, FromChunks | FromTurns):
            ended, end = "answered", done
        else:
            ended = done
    except TimeoutError:
        ended = "seconds"
    finally:
        context.record.exploration = notebook.ended(ended)
    return Explored(notebook=notebook, conversation=turns, library=library, ended=ended, end=end)


async def look_up_question(plan: SearchPlan, library: Library, notebook: Notebook) -> None:
    """Puts what a search for the question itself finds into the first prompt, as if the model had made that call; nothing where
    the search fails, as the model then sees for itself."""
    call = ToolCall("search_chunks", {"query": plan.query, "limit": FIRST_CHUNKS})
    try:
        found = await library.search_chunks(plan.query, FIRST_CHUNKS)
    except IbidemError:
        return
    if found.chunks:
        notebook.begin(call, found)
