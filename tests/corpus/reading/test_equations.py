import pytest
from lxml import etree

from ibidem.corpus.reading.equations import mathml, office_math

_M = "http://schemas.openxmlformats.org/officeDocument/2006/math"


def office(xml: str) -> str:
    return office_math(etree.fromstring(f'<m:oMath xmlns:m="{_M}">{xml}</m:oMath>'))


def r(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def e(name: str, *inner: str) -> str:
    return f"<m:{name}>{''.join(inner)}</m:{name}>"


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        (r("F=12.5 kN"), "F=12.5 kN"),
        (r("p=") + e("f", e("num", r("F")), e("den", r("2A"))), "p=F/2A"),
        (e("f", e("num", r("a+b")), e("den", r("c"))), "(a+b)/c"),
        (e("sSup", e("e", r("x")), e("sup", r("2"))), "x^2"),
        (e("sSubSup", e("e", r("x")), e("sub", r("i+1")), e("sup", r("2"))), "x_(i+1)^2"),
        (e("rad", "<m:radPr/>", "<m:deg/>", e("e", r("2gh"))), "√(2gh)"),
        (e("rad", e("deg", r("3")), e("e", r("V"))), "V^(1/3)"),
        (
            e("nary", '<m:naryPr><m:chr m:val="∑"/></m:naryPr>', e("sub", r("i=1")), e("sup", r("n")), e("e", r("x"))),
            "∑_(i=1)^n x",
        ),
        (e("d", '<m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>', e("e", r("a")), e("e", r("b"))), "[a|b]"),
        (e("func", e("fName", r("sin")), e("e", r("α"))), "sin α"),
        (e("m", e("mr", e("e", r("1")), e("e", r("0"))), e("mr", e("e", r("0")), e("e", r("1")))), "[1, 0; 0, 1]"),
    ],
)
def test_office_math_is_written_in_one_line(xml: str, text: str) -> None:
    assert office(xml) == text


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        ("<mi>F</mi><mo>=</mo><mn>12.5</mn><mtext> kN</mtext>", "F=12.5 kN"),
        ("<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>", "a/(b+1)"),
        ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup><msqrt><mi>y</mi></msqrt>", "x_1^2√(y)"),
        ("<mroot><mi>V</mi><mn>3</mn></mroot>", "V^(1/3)"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>", "∑_i^n"),
        ("<semantics><mi>x</mi><annotation>\\mathrm{x}</annotation></semantics>", "x"),
        ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>", "[1, 2]"),
    ],
)
def test_mathml_is_written_in_one_line(xml: str, text: str) -> None:
    assert mathml(etree.fromstring(f'<math xmlns="http://www.w3.org/1998/Math/MathML">{xml}</math>')) == text


def test_equations_in_equations_are_bounded() -> None:
    assert office("<m:e>" * 240 + r("x") + "</m:e>" * 240) == "x"
