r"""Signs, accents and commands inside a line of LaTeX, as a reader sees them."""

import re
import unicodedata

_MATH = re.compile(r"(?<!\\)\$[^$]{1,2000}\$|\\\([\s\S]{1,2000}?\\\)")
_ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307"}
_LETTER_ACCENTS = {"c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a"}
_ACCENT = re.compile(r"\\(?:(['`^\"~=.])|([cvuHkr])(?=[\s{]))\s*(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))")
_WORDS = {
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "S": "§",
    "P": "¶",
    "copyright": "©",
    "pounds": "£",
    "euro": "€",
    "ldots": "…",
    "dots": "…",
    "textdegree": "°",
    "degree": "°",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "textbackslash": "\\",
    "newline": "\n",
    "quad": " ",
    "qquad": " ",
    "textbar": "|",
    "textemdash": "—",
    "textendash": "–",
    "textmu": "µ",
    "texttimes": "×",
    "i": "ı",
    "today": "",
}
# What stands in their braces is for the program: labels, files, lengths.
_SILENT = (
    r"label|ref|eqref|pageref|cite[a-zA-Z]*|autoref|cref|Cref|includegraphics|input|include|bibliography|bibliographystyle|vspace|hspace"
    r"|usepackage|documentclass|pagestyle|thispagestyle|setlength|addtolength|newcommand|renewcommand|index|maketitle|hypersetup|graphicspath"
)
_DROPPED = re.compile(rf"\\(?:{_SILENT})\b\*?(?:\s*\[[^\]\n]{{0,300}}\]|\s*\{{[^{{}}]{{0,500}}\}}){{0,4}}")
_LINK = re.compile(r"\\href\s*\{([^{}\n]{1,300})\}\s*\{([^{}]{1,500})\}")
_FOOTNOTE = re.compile(r"\\footnote\s*\{((?:[^{}]|\{[^{}]{0,300}\}){1,2000})\}")
_UNIT = re.compile(r"\\SI\s*(?:\[[^\]]{0,100}\])?\{([^{}]{1,60})\}\{([^{}]{1,60})\}")
_COMMAND = re.compile(r"\\([A-Za-z@]+)\*?(?:\[[^\]\n]{0,200}\])?(?:[ \t]+(?=\S)|(?=\W|\Z)|)")
_ESCAPED = re.compile(r"\\([%&#_${} ,;:!/-])")


def plain_signs(text: str) -> str:
    """The text without commands; equations in it stay between their dollars."""
    shown: list[str] = []
    at = 0
    for equation in _MATH.finditer(text):
        shown += _prose(text[at : equation.start()]), _dollars(equation.group())
        at = equation.end()
    return "".join([*shown, _prose(text[at:])])


def _dollars(equation: str) -> str:
    inner = equation[1:-1] if equation.startswith("$") else equation[2:-2]
    return f"${' '.join(inner.split())}$"


def _prose(text: str) -> str:
    text = _LINK.sub(r"\2 (\1)", _FOOTNOTE.sub(r" (\1)", _UNIT.sub(r"\1 \2", text)))
    text = _ACCENT.sub(_accented, _DROPPED.sub("", text))
    text = re.sub(r"\\\\(?:\[[^\]\n]{0,40}\])?", "\n", text)
    text = _COMMAND.sub(lambda found: _WORDS.get(found[1], ""), text)
    text = _ESCAPED.sub(
        lambda found: {",": " ", ";": " ", ":": " ", "!": "", "/": "", "-": ""}.get(found[1], f"\0{found[1]}"), text
    )
    text = re.sub(r"(?<!\0)[{}]", "", text).replace("~", " ").replace("\0", "")
    return text.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”")


def _accented(found: re.Match[str]) -> str:
    mark = _ACCENTS[found[1]] if found[1] else _LETTER_ACCENTS[found[2]]
    return unicodedata.normalize("NFC", (found[3] or found[4]) + mark)
