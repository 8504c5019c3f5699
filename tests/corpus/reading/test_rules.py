"""The rules of a page, however a program draws them."""

import io
from collections.abc import Callable

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from ibidem.corpus.reading.rules import Rule, Rules, rules_of


def rules(draw: Callable[[Canvas], object], rotation: int = 0) -> Rules:
    file = io.BytesIO()
    canvas = Canvas(file, pageCompression=0)
    canvas.setPageRotation(rotation)
    draw(canvas)
    canvas.save()
    with pypdfium2.PdfDocument(file.getvalue()) as document:
        page = document[0]
        try:
            return rules_of(page)
        finally:
            page.close()


def rounded(found: Rules) -> tuple[list[Rule], ...]:
    return tuple(
        [Rule(round(rule.at), round(rule.begin), round(rule.end)) for rule in kind] for kind in (found.level, found.upright)
    )


def scaled_form(canvas: Canvas) -> None:
    canvas.beginForm("box")
    canvas.rect(0, 0, 50, 20)
    canvas.endForm()
    canvas.translate(100, 200)
    canvas.scale(2, 2)
    canvas.doForm("box")


def dashes(canvas: Canvas) -> None:
    for begin in range(100, 200, 5):
        canvas.line(begin, 200, begin + 3, 200)
        canvas.line(begin, 240, begin + 3, 240)
    canvas.lines([(100, 200, 100, 240), (101.5, 200, 101.5, 240), (200, 200, 200, 240)])


@pytest.mark.parametrize(
    "draw",
    [
        pytest.param(lambda canvas: canvas.rect(100, 200, 100, 40), id="a box"),
        pytest.param(lambda canvas: canvas.rect(100, 200, 100, 40, stroke=0, fill=1), id="a shade"),
        pytest.param(lambda canvas: canvas.grid([100, 200], [200, 240]), id="lines"),
        pytest.param(scaled_form, id="a form in another scale"),
        pytest.param(dashes, id="dashes and a double line"),
    ],
)
def test_edges_are_rules(draw: Callable[[Canvas], None]) -> None:
    level, upright = rounded(rules(draw))
    assert [rule.at for rule in level] == [200, 240] and [rule.at for rule in upright] == [100, 200]
    assert all(abs(rule.begin - 100) <= 2 and abs(rule.end - 200) <= 2 for rule in level)
    assert all((rule.begin, rule.end) == (200, 240) for rule in upright)


@pytest.mark.parametrize(
    "draw",
    [
        pytest.param(lambda canvas: canvas.line(100, 100, 200, 150), id="slanted"),
        pytest.param(lambda canvas: canvas.circle(100, 100, 50), id="round"),
        pytest.param(lambda canvas: canvas.rect(100, 100, 100, 100, stroke=0, fill=0), id="not drawn"),
        pytest.param(lambda canvas: [canvas.line(100, y / 4, 300, y / 4) for y in range(9_000)], id="a drawing"),
    ],
)
def test_what_is_drawn_otherwise_is_none(draw: Callable[[Canvas], object]) -> None:
    assert rules(draw) == Rules()


def test_a_turned_page_has_none() -> None:
    assert rules(lambda canvas: canvas.rect(100, 200, 100, 40), rotation=90) == Rules()
