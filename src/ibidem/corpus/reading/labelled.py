"""Forms: tables of labels with their values beside them, which have no head."""

from collections.abc import Iterator, Sequence

_COLONS = (":", "：")
_MOST_COLUMNS = 6
_LONGEST_LABEL = 40  # characters
_MOST_MARKED = 0.8  # of the labels end in a colon where labels do
_MOST_NUMBERED = 0.2  # of the labels; more are rows of a table that are counted

Grid = Sequence[Sequence[str]]


def labelled(rows: Grid, fonts: Grid) -> list[str]:
    """The lines "label: value" of a form, row by row; none for a table of another kind. `fonts` are those of the cells.

    It is a form where its labels end in colons or are printed in another font than its values, its first row too, or where a
    value of the first row holds a digit, as no head does.
    """
    width = len(rows[0])
    if len(rows) < 2 or width % 2 or width > _MOST_COLUMNS:
        return []
    labels = [cell for row in rows for cell in row[::2] if cell]
    if not all(row[0] for row in rows) or not are_names(labels):
        return []
    marked = sum(label.endswith(_COLONS) for label in labels) >= _MOST_MARKED * len(labels)
    if not marked and not _is_headless(rows, fonts):
        return []
    return [line for row in rows for line in _lines(row)]


def are_names(labels: Sequence[str]) -> bool:
    """Whether each of them can be the name of a value."""
    short = all(len(label) <= _LONGEST_LABEL and any(map(str.isalpha, label)) for label in labels)
    numbered = sum(any(map(str.isdigit, label)) for label in labels)
    return short and numbered <= _MOST_NUMBERED * len(labels) and len(set(labels)) == len(labels)


def _is_headless(rows: Grid, fonts: Grid) -> bool:
    shown = [
        (number, column % 2, faces[column])
        for number, (row, faces) in enumerate(zip(rows, fonts, strict=True))
        for column, cell in enumerate(row)
        if cell
    ]
    labels, values = ({font for _, side, font in shown if side == part} for part in (0, 1))
    if not labels & values:
        return True
    first, others = {font for row, _, font in shown if row == 0}, {font for row, _, font in shown if row > 0}
    return bool(first & others) and any(any(map(str.isdigit, value)) for value in rows[0][1::2])


def _lines(row: Sequence[str]) -> Iterator[str]:
    for label, value in zip(row[::2], row[1::2], strict=True):
        if label and value:
            yield f"{label} {value}" if label.endswith(_COLONS) else f"{label}: {value}"
        elif label or value:
            yield label or value
