"""A checked table as a LangGraph StateGraph with one channel, which holds the value that travels.

A node names the next one itself (`Command(goto=...)`): measured over 12 steps, conditional edges cost twice the time.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# LangGraph's own signatures are partly unknown to pyright.

from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypedDict

from langgraph.errors import GraphRecursionError
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from ibidem.flow.arrows import Context, Row, Table, nearest
from ibidem.flow.journal import Run

# Far above any ladder of retries, and low enough that two steps which send a value back and forth are stopped at once.
MOST_STEPS = 250


class _State(TypedDict):
    value: object


class Engine(Generic[Context]):
    """Runs a table; `do` runs one of its steps."""

    def __init__(self, name: str, table: Table, do: Callable[[Row, object, Run[Context]], Awaitable[object]]) -> None:
        self._name = name
        self._table = table
        self._do = do
        graph: StateGraph[_State, Run[Any]] = StateGraph(_State, context_schema=Run)
        for row in table.rows.values():
            self._add(row, graph)
        graph.add_conditional_edges(START, self._start, list(dict.fromkeys(table.starts.values())))
        self._compiled = graph.compile(name=name)

    async def run(self, value: object, run: Run[Context]) -> object:
        """The value that leaves by an arrow to END."""
        try:
            state = await self._compiled.ainvoke(_State(value=value), {"recursion_limit": MOST_STEPS}, context=run)
        except GraphRecursionError:
            raise RuntimeError(f"{self._name} took more than {MOST_STEPS} steps: a value goes in circles") from None
        return state["value"]

    def _add(self, row: Row, graph: "StateGraph[_State, Run[Any]]") -> None:
        async def node(state: _State, runtime: Runtime[Run[Any]]) -> Command[str]:
            given = await self._do(row, state["value"], runtime.context)
            arrow = row.arrow(type(given))
            assert arrow is not None, "checked when the step gave it"
            return Command(update=_State(value=given), goto=row.arrows[arrow] or END)

        graph.add_node(row.name, node, destinations=tuple(target or END for target in row.arrows.values()))

    def _start(self, state: _State) -> str:
        taken = nearest(type(state["value"]), self._table.starts)
        assert taken is not None, "checked when the run began"
        return self._table.starts[taken]
