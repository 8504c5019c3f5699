"""The tools of ibidem for assistants that speak the Model Context Protocol (https://modelcontextprotocol.io)."""

import inspect
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from importlib.metadata import version
from inspect import Parameter
from typing import Annotated, Any, ParamSpec, TypeVar
from uuid import uuid4

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, GetPromptResult, ToolAnnotations
from pydantic import Field

from ibidem.app import App
from ibidem.domain.access import Access, Scope
from ibidem.domain.conversation import Mode, Question
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.domain.errors import IbidemError, StoreUnavailable
from ibidem.domain.events import TurnDone, TurnFailed
from ibidem.language.paging import page_of
from ibidem.shapes.answers import ChatResponse
from ibidem.shapes.requests import GivenFilters, filters_of_fields
from ibidem.shapes.tools import ToolAnswer, ToolPassage, ToolPassages, ToolText
from ibidem.turn.exploring.environment import DOCUMENT_TOOLS, TURN_TOOLS, Conversation, From, Library, Limit

INSTRUCTIONS = (
    "ibidem answers questions from the documents of this installation, in Korean, English or Japanese, and cites them. Use `ask` "
    "for a question, and give its session_id again for a follow-up, which may refer back ('show me document 1'). Use "
    "`search_documents` and `read_document` to read for yourself. `[n]` in an answer is the source with that slot."
)
# Which names and origins may speak to the service is decided before anything of the protocol is read (web.guards).
UNGUARDED = TransportSecuritySettings(enable_dns_rebinding_protection=False)
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
MOST = 100

SessionId = Annotated[str, Field(description="The session_id that `ask` gave.")]
Names = Annotated[list[str], Field(max_length=MOST)]
Fields = Annotated[
    GivenFilters,
    Field(max_length=MOST, description='Only documents with these values, such as {"year": {"from": 2020, "to": 2024}}.'),
]

Place = Callable[[], AbstractContextManager[None]]
P = ParamSpec("P")
T = TypeVar("T")


def mcp_server(app: App, access: Callable[[], Access], place: Place = nullcontext) -> MCPServer[None]:
    """A server of the tools over an App; `access` says whom a call is made for. A turn and a search run in a `place`."""
    server = ToolServer("ibidem", instructions=INSTRUCTIONS, version=version("ibidem"), log_level="WARNING", subscriptions=False)
    tools = Tools(app, access, place)
    server.add_tool(in_words(tools.ask), annotations=ADDS)
    server.add_tool(in_words(tools.search_documents), annotations=READS)
    server.add_tool(in_words(tools.read_document), annotations=READS)
    for tool in TURN_TOOLS:
        server.add_tool(in_words(tools.of_session(tool)), annotations=READS)
    for tool in DOCUMENT_TOOLS:
        server.add_tool(in_words(tools.of_documents(tool)), annotations=READS)
    return server


class ToolServer(MCPServer[None]):
    """A server of tools alone, which says so to whoever asks for a prompt."""

    async def get_prompt(self, name: str, arguments: dict[str, Any] | None = None, context: Any = None) -> GetPromptResult:  # noqa: ARG002
        """There is none. Raises MCPError; what the library raises here goes into the log as if something had failed."""
        raise MCPError(code=INVALID_PARAMS, message=f"there is no prompt {name[:100]!r}; there are tools alone")


def in_words(tool: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """The tool, whose errors of ours reach the caller as what they say; of any other it learns only that there was one."""

    @wraps(tool)
    async def called(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await tool(*args, **kwargs)
        except StoreUnavailable as error:
            raise ToolError(error.problem) from error
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
        fields: Fields = {},  # noqa: B006
    ) -> ToolAnswer:
        """Answer a question from the documents, with a numbered source behind every statement, as a turn that is stored."""
        with self._place():
            filters = SearchFilters(fields=filters_of_fields(fields, self._app.profile))
            question = Question(message, session_id or uuid4().hex, mode, filters)
            async for event in self._app.ask(question, self._with("ask")):
                match event:
                    case TurnDone() as done:
                        return ToolAnswer.of(
                            ChatResponse.of(done, self._app.settings.pause_hours, self._access(), self._app.profile.response)
                        )
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
        fields: Fields = {},  # noqa: B006
    ) -> ToolPassages:
        """Find passages for a query, best first; optionally only of documents about these devices, of these types, or with these
        values of fields."""
        narrowed = filters_of_fields(fields, self._app.profile)
        filters = SearchFilters(devices=tuple(devices), doc_types=tuple(doc_types), fields=narrowed)
        with self._place():
            found = await self._app.search(query, filters, limit, self._with("read"))
        return ToolPassages(passages=[ToolPassage.of(passage) for passage in found])

    async def read_document(
        self,
        doc_id: str,
        offset: From = 0,
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

    async def _conversation(self, session_id: str) -> Conversation:
        principal = self._with("ask")
        await self._app.turns.session(session_id, principal)
        masking = await self._app.maskings.of(session_id, principal)
        return Conversation(
            session_id=session_id,
            store=self._app.turns,
            vectors=await self._app.opened_vectors(),
            principal=principal,
            masking=masking.questions,
        )

    async def _library(self) -> Library:
        return Library(
            store=self._app.documents,
            index=self._app.index,
            vectors=await self._app.opened_vectors(),
            principal=self._with("read"),
            synonyms=self._app.profile.glossary,
            masking=self._app.maskings.outside().questions,
        )

    def of_session(self, tool: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
        """A tool of a conversation, to be called with its session_id too."""

        async def called(session_id: str, **arguments: Any) -> T:
            with self._place():
                return await tool(await self._conversation(session_id), **arguments)

        return _signed(called, tool, Parameter("session_id", Parameter.POSITIONAL_OR_KEYWORD, annotation=SessionId))

    def of_documents(self, tool: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
        """A tool of the documents."""

        async def called(**arguments: Any) -> T:
            with self._place():
                return await tool(await self._library(), **arguments)

        return _signed(called, tool)


def _signed(
    called: Callable[..., Awaitable[T]], tool: Callable[..., Awaitable[T]], *first: Parameter
) -> Callable[..., Awaitable[T]]:
    """The function under the name, the docstring and the parameters of a tool, whose `self` it has in another way."""
    signature = inspect.signature(tool, eval_str=True)
    called.__name__, called.__doc__ = tool.__name__, tool.__doc__
    own = [parameter for name, parameter in signature.parameters.items() if name != "self"]
    vars(called)["__signature__"] = signature.replace(parameters=[*first, *own])
    return called
