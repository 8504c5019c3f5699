"""Names that stand once above a group of columns, without a merged cell: "GDP" over the first of "June 2019 | Dec 2019"."""

from collections.abc import Sequence
from itertools import pairwise


def column_groups(upper: Sequence[str | None], lower: Sequence[str | None]) -> Sequence[range]:
    """The columns that each name of a row reaches over, where it stands above the heads of a table; () where it is no such row.

    The heads say that it is one: they come again, though never within a group, and each name stands above the first one of its
    group, with nothing unnamed behind it.
    """
    starts = [at for at, cell in enumerate(upper) if _said(cell)]
    if len(starts) < 2:
        return ()
    end = max((at for at, cell in enumerate(lower) if _said(cell)), default=0) + 1
    groups = [range(start, after) for start, after in pairwise([*starts, max(end, starts[-1] + 1)])]
    heads = [[_said(lower[at]) for at in group if at < len(lower)] for group in groups]
    whole = all(group and all(group) for group in heads)
    alone = all(len(set(group)) == len(group) for group in heads)
    said = [head for group in heads for head in group]
    return groups if whole and alone and len(set(said)) < len(said) else ()


def _said(cell: str | None) -> str:
    return "" if cell is None else cell.strip()
