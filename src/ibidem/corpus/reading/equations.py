# pyright: reportPrivateUsage=false
"""Equations in one line, as people type them: Office Math (ECMA-376 part 1, 22.1) and MathML (W3C MathML 3).

A fraction is `a/b`, what stands above and below is `x^2` and `x_1`, a root `√(x)`, a matrix `[a, b; c, d]`.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from lxml import etree

_ALONE = re.compile(r"[^\W_]+(?:[.,]\d+)?|\([^()]*\)|.", re.DOTALL)
_UNSEEN = re.compile("[\u2061-\u2064\u200b]")  # function application, invisible times and the like
_DEEPEST = 100
_PROPERTIES = re.compile(r"[a-zA-Z]+Pr")


def office_math(equation: etree._Element) -> str:
    """The words and signs of an `m:oMath` or `m:oMathPara`."""
    return _said(equation, _OFFICE, 0)


def mathml(equation: etree._Element) -> str:
    """The words and signs of a `math` element, with or without its namespace."""
    return _said(equation, _MATHML, 0)


_Writer = Callable[[etree._Element, Sequence[str]], str]


def _said(element: etree._Element, writers: Mapping[str, _Writer], depth: int) -> str:
    name = _name(element)
    if depth > _DEEPEST:
        return "".join(str(text) for text in element.itertext())
    if name == "semantics":  # what follows its first child says the same in another notation
        return _said(element[0], writers, depth + 1) if len(element) else ""
    if name in ("t", "mi", "mn", "mo", "mtext", "ms"):
        text = "".join(str(text) for text in element.itertext())
        return _UNSEEN.sub("", text if name == "t" else " ".join(text.split()) if name != "mtext" else text)
    inner = [_said(child, writers, depth + 1) for child in element if not _PROPERTIES.fullmatch(_name(child))]
    return writers[name](element, inner) if name in writers else "".join(inner)


def _name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _property(element: etree._Element, name: str, default: str) -> str:
    """A value of Office Math's properties, such as the sign that opens a bracket."""
    found = next(iter(element.iterfind(f"{{*}}{_name(element)}Pr/{{*}}{name}")), None)
    if found is None:
        return default
    return next((str(value) for key, value in found.attrib.items() if str(key).endswith("val")), default)


def _one(text: str) -> str:
    """In brackets, where it would be taken apart otherwise."""
    return text if _ALONE.fullmatch(text.strip()) else f"({text.strip()})"


def _at(parts: Sequence[str], place: int) -> str:
    return parts[place].strip() if place < len(parts) else ""


def _fraction(_: etree._Element, parts: Sequence[str]) -> str:
    return f"{_one(_at(parts, 0))}/{_one(_at(parts, 1))}"


def _above(_: etree._Element, parts: Sequence[str]) -> str:
    return f"{_one(_at(parts, 0))}^{_one(_at(parts, 1))}"


def _below(_: etree._Element, parts: Sequence[str]) -> str:
    return f"{_one(_at(parts, 0))}_{_one(_at(parts, 1))}"


def _both(_: etree._Element, parts: Sequence[str]) -> str:
    return f"{_one(_at(parts, 0))}_{_one(_at(parts, 1))}^{_one(_at(parts, 2))}"


def _limit(_: etree._Element, parts: Sequence[str]) -> str:
    return f"{_at(parts, 0)}_{_one(_at(parts, 1))} "


def _root(_: etree._Element, parts: Sequence[str]) -> str:
    degree, of = (_at(parts, 0), _at(parts, 1)) if len(parts) > 1 else ("", _at(parts, 0))
    return f"{_one(of)}^(1/{degree})" if degree else f"√({of})"


def _square_root(_: etree._Element, parts: Sequence[str]) -> str:
    return f"√({''.join(parts).strip()})"


def _degree_last(element: etree._Element, parts: Sequence[str]) -> str:
    return _root(element, (_at(parts, 1), _at(parts, 0)))


def _sum(element: etree._Element, parts: Sequence[str]) -> str:
    low, high, of = (_at(parts, place) for place in range(3))
    return f"{_property(element, 'chr', '∫')}{f'_{_one(low)}' if low else ''}{f'^{_one(high)}' if high else ''} {of}"


def _brackets(element: etree._Element, parts: Sequence[str]) -> str:
    between = _property(element, "sepChr", "|").join(part.strip() for part in parts)
    return f"{_property(element, 'begChr', '(')}{between}{_property(element, 'endChr', ')')}"


def _fenced(element: etree._Element, parts: Sequence[str]) -> str:
    return f"{element.get('open', '(')}{', '.join(parts)}{element.get('close', ')')}"


def _function(_: etree._Element, parts: Sequence[str]) -> str:
    of = _at(parts, 1)
    return f"{_at(parts, 0)}{of if of.startswith('(') else f' {of}'}"


def _row(_: etree._Element, parts: Sequence[str]) -> str:
    return ", ".join(part.strip() for part in parts)


def _matrix(_: etree._Element, parts: Sequence[str]) -> str:
    return f"[{'; '.join(part.strip() for part in parts)}]"


def _lines(_: etree._Element, parts: Sequence[str]) -> str:
    return "; ".join(part.strip() for part in parts)


def _accent(element: etree._Element, parts: Sequence[str]) -> str:
    return "".join(parts) + _property(element, "chr", "\u0302")


def _space(_: etree._Element, __: Sequence[str]) -> str:
    return " "


def _nothing(_: etree._Element, __: Sequence[str]) -> str:
    return ""


_OFFICE: dict[str, _Writer] = {
    "f": _fraction,
    "sSup": _above,
    "sSub": _below,
    "sSubSup": _both,
    "rad": _root,
    "nary": _sum,
    "d": _brackets,
    "func": _function,
    "limLow": _limit,
    "limUpp": _above,
    "m": _matrix,
    "mr": _row,
    "eqArr": _lines,
    "acc": _accent,
    "oMathPara": _lines,
}
_MATHML: dict[str, _Writer] = {
    "mfrac": _fraction,
    "msup": _above,
    "msub": _below,
    "msubsup": _both,
    "msqrt": _square_root,
    "mroot": _degree_last,
    "munder": _below,
    "mover": _above,
    "munderover": _both,
    "mfenced": _fenced,
    "mtable": _matrix,
    "mtr": _row,
    "mspace": _space,
    "annotation": _nothing,
    "annotation-xml": _nothing,
}
