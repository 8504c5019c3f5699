"""Replaces personal data in every text of a value."""

from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

T = TypeVar("T")

# What something is found by again, and what was masked when it came in.
LEFT = frozenset(
    (
        "session_id",
        "client_turn_id",
        "doc_id",
        "doc_ids",
        "version",
        "storage_pointer",
        "chunk_id",
        "chunk_ids",
        "figure_id",
        "inquiry",
    )
)


def masked_value(value: T, mask: Callable[[str], str]) -> T:
    """The value with every text in it masked, in its dataclasses and tuples to any depth; but for the fields that are LEFT."""
    return cast("T", _masked(value, mask))


def _masked(value: Any, mask: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, tuple):
        members = cast("tuple[Any, ...]", value)
        safe = tuple(_masked(member, mask) for member in members)
        return members if all(new is old for new, old in zip(safe, members, strict=True)) else safe
    if is_dataclass(value) and not isinstance(value, type):
        changed: dict[str, Any] = {}
        for name in _texts_of(type(value)):
            old = getattr(value, name)
            if (new := _masked(old, mask)) is not old:
                changed[name] = new
        return replace(value, **changed) if changed else value
    return value


@lru_cache(maxsize=256)
def _texts_of(kind: type) -> tuple[str, ...]:
    members: tuple[Field[Any], ...] = fields(kind)
    return tuple(member.name for member in members if member.name not in LEFT)
