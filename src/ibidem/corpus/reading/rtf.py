# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false
"""RTF by way of striprtf: paragraphs and tables; it says nothing of headings."""

from itertools import groupby
from typing import cast

from striprtf.striprtf import rtf_to_text

from ibidem.corpus.reading.blocks import ReadText, TextBuilder
from ibidem.domain.errors import UnreadableDocument


def read_rtf(name: str, original: bytes) -> ReadText:
    """Reads the text; a row of a table is a line that ends in "|". Raises UnreadableDocument for a file that is none."""
    if not original.lstrip().startswith(b"{\\rtf"):
        raise UnreadableDocument(
            name, "not RTF, although its name says so", "give it the extension of what it is, or leave it out"
        )
    text = cast("str", rtf_to_text(original.decode("latin-1"), errors="replace"))
    builder = TextBuilder()
    for in_table, lines in groupby(text.split("\n"), key=lambda line: line.endswith("|")):
        if in_table:
            builder.table([line.split("|")[:-1] for line in lines])
        else:
            for line in lines:
                builder.paragraph(line)
    return builder.finish()
