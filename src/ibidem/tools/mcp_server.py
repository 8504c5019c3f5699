"""The tools of ibidem for assistants that speak the Model Context Protocol (https://modelcontextprotocol.io)."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from importlib.metadata import version
from typing import Annotated, ParamSpec, TypeVar
from uuid import uuid4

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from ibidem.app import App
from ibidem.domain.access import Access, Scope
from ibidem.domain.conversation import Mode, Question, Turn, TurnQuery
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.domain.errors import IbidemError
from ibidem.domain.events import TurnDone, TurnFailed
from ibidem.domain.gate import check_text
from ibidem.language.bounding import bounded
from ibidem.language.paging import page_of
from ibidem.search.turns import find_turns
from ibidem.shapes.answers import ChatResponse
from ibidem.shapes.tools import (
    ToolAnswer,
    ToolPassage,
    ToolPassages,
    ToolSource,
    ToolSources,
    ToolText,
    ToolTurn,
    ToolTurns,
    ToolWholeTurn,
)

INSTRUCTIONS = (
    "ibidem answers questions from the documents of this installation, in Korean, English or Japanese, and cites them. Use `ask` "
    "for a question, and give its session_id again for a follow-up, which may refer back ('show me document 1'). Use "
    "`search_documents` and `read_document` to read for yourself. `[n]` in an answer is the source with that slot."
)
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
MOST = 100

SessionId = Annotated[str, Field(description="The session_id that `ask` gave.")]
TurnId = Annotated[int, Field(ge=1, description="The number of the turn in its session; 1 is the first.")]
Limit = Annotated[int, Field(ge=1, le=MOST, description="How many at most.")]
Offset = Annotated[int, Field(ge=0, le=2**31 - 1, description="How many to pass over.")]
Names = Annotated[list[str], Field(max_length=MOST)]

Place = Callable[[], AbstractContextManager[None]]
P = ParamSpec("P")
T = TypeVar("T")


def mcp_server(app: App, access: Callable[[], Access], place: Place = nullcontext) -> MCPServer[None]:
    """A server of the tools over an App; `access` says whom a call is made for. A turn and a search run in a `place`."""
    server: MCPServer[None] = MCPServer(
        "ibidem", instructions=INSTRUCTIONS, version=version("ibidem"), log_level="WARNING", subscriptions=False
    )
    tools = Tools(app, access, place)
    server.add_tool(in_words(tools.ask), annotations=ADDS)
    server.add_tool(in_words(tools.search_documents), annotations=READS)
    server.add_tool(in_words(tools.read_document), annotations=READS)
    server.add_tool(in_words(tools.list_turns), annotations=READS)
    server.add_tool(in_words(tools.search_turns), annotations=READS)
    server.add_tool(in_words(tools.get_turn), annotations=READS)
    server.add_tool(in_words(tools.get_turn_docs), annotations=READS)
    return server


def in_words(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """The tool, whose errors of ours reach the caller as what they say; of any other it learns only that there was one."""

    @wraps(tool)
    async def called(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await tool(*args, **kwargs)
        except IbidemError as error:
            raise ToolError(str(error)) from error

    return called


class Tools:
    """Each public method is a tool; its docstring is what the assistant reads."""

    def __init__(self, app: App, access: Callable[[], Access], place: Place) -> None:
        self._app = app
        self._access = access
        self._place = place

    def _with(self, scope: Scope) -> Principal:
        """Whom the call is made for. Raises Forbidden without the scope."""
        access = self._access()
        access.require(scope)
        return access.principal

    async def ask(
        self,
        message: Annotated[str, Field(description="The question, or the reply to what the last turn asked.")],
        session_id: Annotated[str | None, Field(description="The conversation to go on with; without it a new one.")] = None,
        mode: Annotated[Mode, Field(description="`verified` answers only what passed every check.")] = "fast",
    ) -> ToolAnswer:
        """Answer a question from the documents, with a numbered source behind every statement, as a turn that is stored."""
        with self._place():
            question = Question(message, session_id or uuid4().hex, mode)
            async for event in self._app.ask(question, self._with("ask")):
                match event:
                    case TurnDone() as done:
                        return ToolAnswer.of(ChatResponse.of(done, self._app.settings.pause_hours))
                    case TurnFailed(message=why):
                        raise ToolError(why)
                    case _:
                        pass
        raise ToolError("the turn ended without an answer; nothing was stored")

    async def search_documents(
        self,
        query: str,
        limit: Limit = 5,
        devices: Names = [],  # noqa: B006
        doc_types: Names = [],  # noqa: B006
    ) -> ToolPassages:
        """Find passages for a query, best first; optionally only of documents about these devices or of these types."""
        filters = SearchFilters(devices=tuple(devices), doc_types=tuple(doc_types))
        with self._place():
            found = await self._app.search(query, filters, limit, self._with("read"))
        return ToolPassages(passages=[ToolPassage.of(passage) for passage in found])

    async def read_document(
        self,
        doc_id: str,
        offset: Annotated[Offset, Field(description="Where to begin, in characters: next_offset of the page before.")] = 0,
        version: Annotated[str | None, Field(description="A version that was cited; without it the current one.")] = None,
    ) -> ToolText:
        """Read a document's text, a page at a time."""
        document = await self._app.documents.get(doc_id, self._with("read"), version)
        page = page_of(await self._app.documents.text(doc_id, self._with("read"), document.version), offset)
        return ToolText(
            doc_id=doc_id,
            title=document.title,
            version=document.version,
            offset=offset,
            text=page.text,
            next_offset=page.next_offset,
        )

    async def list_turns(self, session_id: SessionId, limit: Limit = 20, offset: Offset = 0) -> ToolTurns:
        """List the turns of a conversation in their order, each with its question and a summary of its answer."""
        turns = await self._app.turns.turns(session_id, self._with("ask"), limit, offset)
        session = await self._app.turns.session(session_id, self._with("ask"))
        return ToolTurns(session_id=session_id, total=session.turns, turns=[ToolTurn.of(turn) for turn in turns])

    async def search_turns(self, session_id: SessionId, query: str, limit: Limit = 5) -> ToolTurns:
        """Find the turns of a conversation that are about something, best first, however long it is."""
        principal = self._with("ask")
        session = await self._app.turns.session(session_id, principal)
        masking = await self._app.maskings.of(session_id, principal)
        wanted = TurnQuery(session_id, bounded(masking.questions.text(check_text("query", query))), limit)
        vectors = None if self._app.meaning is None else await self._app.meaning.opened()
        with self._place():
            found = await find_turns(wanted, self._app.turns, vectors, principal)
        # A turn may be found for those around it, or in words of another language; it is shown only where no other holds a word.
        shown = [one for one in found if one.held > 0] or found
        return ToolTurns(session_id=session_id, total=session.turns, turns=[ToolTurn.of(one.turn) for one in shown])

    async def get_turn(self, session_id: SessionId, turn_id: TurnId) -> ToolWholeTurn:
        """Read one turn of a conversation: the question, the whole answer, and its sources."""
        return ToolWholeTurn.of(await self._turn(session_id, turn_id))

    async def get_turn_docs(self, session_id: SessionId, turn_id: TurnId) -> ToolSources:
        """List the documents that a turn of a conversation cites, under their slots."""
        turn = await self._turn(session_id, turn_id)
        return ToolSources(sources=[ToolSource.of(ref) for ref in turn.content.doc_refs])

    async def _turn(self, session_id: str, turn_id: int) -> Turn:
        return await self._app.turns.turn(session_id, turn_id, self._with("ask"))
