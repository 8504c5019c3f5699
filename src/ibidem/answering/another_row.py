"""Whether a question names another row than the one that was found: 電動かき氷機 beside a row of 手動かき氷器."""

from collections.abc import Sequence

from ibidem.answering.conditions import tokens_of
from ibidem.answering.whole_tables import Record, WholeTable
from ibidem.language.calculations import words_of
from ibidem.language.normal import normalise
from ibidem.language.tables import cells_of


def names_another_row(question: str, row: str, around: str, tables: Sequence[WholeTable]) -> bool:
    """Whether some row of these tables is named by words of the question that this row and what stands `around` it lack, and by
    all those that name this row."""
    words = words_of(normalise(question))
    own = tokens_of(row) & words
    missing = words - own - words_of(normalise(around))
    if not missing:
        return False
    naming = tokens_of(next(filter(None, cells_of(row)), "")) & words
    said = tuple(word[1:] for word in missing)  # without the letter that says what kind of token it is
    for table in tables:
        for record in table.records:
            name = _name(record, table)
            if any(word in name.casefold() for word in said) and (found := tokens_of(name) & words) > naming and found & missing:
                return True
    return False


def _name(record: Record, table: WholeTable) -> str:
    """What names a row: its first cell, and those up to the one that no other row has."""
    return " ".join(normalise(cell) for cell in record.cells[: table.key + 1])
