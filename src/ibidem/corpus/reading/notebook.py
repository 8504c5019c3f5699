"""Jupyter notebooks (nbformat 4): Markdown as such, code as listings, and what it printed."""

import json
from typing import Any, cast

from ibidem.corpus.reading.blocks import ReadText, TextBuilder
from ibidem.corpus.reading.markdown import read_markdown
from ibidem.corpus.reading.plain import read_plain
from ibidem.domain.errors import UnreadableDocument

_LONGEST_OUTPUT = 20_000  # characters of one cell; more is a log or data


def read_notebook(name: str, text: str) -> ReadText:
    """Reads the cells in their order. Raises UnreadableDocument for what is no notebook."""
    try:
        given: Any = json.loads(text)
        sheets = given.get("worksheets", [given])  # nbformat 3 has its cells in sheets
        cells = [cell for sheet in sheets for cell in sheet["cells"]]
        language = str(given.get("metadata", {}).get("kernelspec", {}).get("language", ""))
        builder = TextBuilder()
        for cell in cells:
            _add(builder, cast("dict[str, Any]", cell), language)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadableDocument(name, "not a Jupyter notebook, although its name says so", "save it again in Jupyter") from error
    return builder.finish()


def _add(builder: TextBuilder, cell: dict[str, Any], language: str) -> None:
    source = _joined(cell.get("source", cell.get("input", "")))
    match cell["cell_type"]:
        case "markdown":
            builder.include(read_markdown(source))
        case "heading":
            builder.heading(int(cell.get("level", 1)), source)
        case "code":
            builder.code(source, language)
            for output in cell.get("outputs", []):
                builder.code(_printed(output)[:_LONGEST_OUTPUT])
        case _:
            builder.include(read_plain(source))


def _printed(output: dict[str, Any]) -> str:
    """What a person sees of an output as text; pictures and the traces of errors are left out."""
    if output.get("output_type") == "error" or output.get("output_type") == "pyerr":
        return f"{output.get('ename', '')}: {output.get('evalue', '')}"
    data = output.get("data", {})
    return _joined(output.get("text", data.get("text/markdown", data.get("text/plain", ""))))


def _joined(lines: object) -> str:
    return "".join(map(str, cast("list[object]", lines))) if isinstance(lines, list) else str(lines)
