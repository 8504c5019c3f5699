# pyright: reportPrivateUsage=false
"""Charts of Office documents (DrawingML, ECMA-376 part 1, 21.2): the numbers that they draw, as a table."""

from lxml import etree

from ibidem.corpus.reading.blocks import TextBuilder, one_line
from ibidem.corpus.reading.cell_formats import shown_number

_MOST_POINTS = 10_000  # of a series


def add_chart(builder: TextBuilder, chart: etree._Element) -> None:
    """Adds a chart's title, and a table with its categories as rows and its series as columns."""
    builder.paragraph(chart_title(chart))
    series = list(chart.iter("{*}ser"))
    names = [_points(one.find("{*}tx")).get(0, "") for one in series]
    values = [_points(one.find("{*}val") if one.find("{*}val") is not None else one.find("{*}yVal")) for one in series]
    categories: dict[int, str] = {}
    for one in series:
        found = _points(one.find("{*}cat") if one.find("{*}cat") is not None else one.find("{*}xVal"))
        categories = found | categories
    places = sorted({at for points in (categories, *values) for at in points})
    if any(values):
        rows = [[categories.get(at, str(at + 1)), *(points.get(at, "") for points in values)] for at in places]
        builder.table([["", *names] if any(names) else ["", *map(str, range(1, len(names) + 1))], *rows], heads=1)


def chart_title(chart: etree._Element) -> str:
    """What stands above a chart, "" where nothing does; what is drawn from a cell is as the chart last knew it."""
    title = chart.find(".//{*}chart/{*}title")
    if title is None:
        return ""
    return one_line("".join(part.text or "" for part in title.iter("{*}t"))) or _points(title).get(0, "")


def _points(data: etree._Element | None) -> dict[int, str]:
    """By its place, what the chart last knew of each cell that it draws."""
    if data is None:
        return {}
    code = data.findtext(".//{*}formatCode") or ""
    found: dict[int, str] = {}
    for number, point in enumerate(data.iter("{*}pt")):
        at = point.get("idx") or ""
        value = one_line(point.findtext("{*}v") or "")
        if number < _MOST_POINTS and at.isascii() and at.isdigit() and len(at) < 8:
            found[int(at)] = _formatted(value, point.get("formatCode") or code)
    literal = data.findtext("{*}v")
    return found or ({0: one_line(literal)} if literal else {})


def _formatted(value: str, code: str) -> str:
    if not code or code.casefold() == "general":
        return value
    try:
        return shown_number(float(value), code) or value
    except ValueError:
        return value
