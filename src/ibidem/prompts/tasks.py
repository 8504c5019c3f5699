"""What ibidem asks models for: every task with the inputs that its prompt takes and the kind of reply that is read from it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.prompts.prompt import ReplyKind

RouteTask = Literal["answer", "queries", "judge"]


@dataclass(frozen=True, slots=True)
class Task:
    """The contract between a prompt and the step that fills it and reads the reply."""

    inputs: frozenset[str]
    reply: ReplyKind


# What a route may have texts of its own for: its prompts are `answer_ROUTE`, `queries_ROUTE` and `judge_ROUTE`.
ROUTE_TASKS: dict[RouteTask, Task] = {
    "answer": Task(frozenset({"question", "today", "conversation", "passages", "feedback"}), "text"),
    "queries": Task(frozenset({"question", "conversation", "tried"}), "queries"),
    "judge": Task(frozenset({"question", "today", "conversation", "passages", "others", "answer"}), "verdict"),
}
SHIPPED: Mapping[Language, Path] = {
    language: Path(__file__).parents[1] / "languages" / language / "prompts" for language in LANGUAGES
}
FALLBACK_ROUTE = "general"  # the route that every profile has; one without texts takes those of this

TASKS: dict[str, Task] = {
    "translate": Task(frozenset({"question", "conversation", "target"}), "text"),
    "complete": Task(frozenset({"question", "conversation"}), "text"),
    "route": Task(frozenset({"question", "routes"}), "choice"),
    "gate": Task(frozenset({"question", "conversation"}), "yes_no"),
    "settle": Task(frozenset({"question", "conversation", "queries"}), "queries"),
    "refine": Task(frozenset({"question", "conversation", "queries", "issues", "hint"}), "queries"),
    "reference": Task(frozenset({"message", "documents"}), "yes_no"),
    "select": Task(frozenset({"question", "turns"}), "numbers"),
    "summary": Task(frozenset({"question", "answer"}), "text"),
    "general_help": Task(frozenset({"question", "conversation"}), "text"),
    "refusal": Task(frozenset({"question", "nearest"}), "text"),
    "transform": Task(frozenset({"request", "answer", "passages"}), "text"),
    "explore": Task(frozenset({"question", "conversation", "tools", "notes", "steps", "state"}), "tool_call"),
    "sub_ask": Task(frozenset({"question", "piece"}), "text"),
    "hosted": Task(frozenset({"question", "today"}), "text"),
}


def tasks_of(routes: Collection[str]) -> dict[str, Task]:
    """Every task with its name: those of all questions, and one of each kind for each of the routes."""
    return TASKS | {f"{kind}_{route}": task for kind, task in ROUTE_TASKS.items() for route in routes}
