"""Lists in pages: `limit` and `offset` are asked for, `next_offset` leads on."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
MAX_LIMIT, MAX_OFFSET = 1000, 2**31 - 1


def paged(found: Sequence[T], limit: int, offset: int) -> tuple[Sequence[T], int | None]:
    """The page, of what was looked up with a limit one higher than its own, and where the next page begins; None on the last."""
    return found[:limit], offset + limit if len(found) > limit else None
