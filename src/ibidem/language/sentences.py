"""Sentences of Korean, English and Japanese text, as offsets into it: what an extractive answer quotes.

A text is read line by line first. Headings, list items, numbered steps and table rows are units of their own; other lines are
prose, and a line that was only wrapped, as in text taken from a PDF, runs on into the next. Prose is then split at its stops.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from ibidem.language.tables import columns, is_row

Span = tuple[int, int]

_CIRCLED = "\u2460-\u2473\u2776-\u277f\u24f5-\u24fe"
_STEP = re.compile(
    rf"""(?: \d{{1,2}}[.)．](?:\s+|(?=[^\W\d_]))(?!\d{{1,2}}\.)   # 1. or 1), and not the date 2019. 3. 1.
        | [(（]\d{{1,2}}[)）]
        | [{_CIRCLED}]
        | (?:step|단계|手順|ステップ)\s*\d{{1,2}}\s*[.:)：、]
        | \d{{1,2}}\s*단계\s*[.:)：]
        | [가-하][.)]\s+ )""",
    re.VERBOSE | re.IGNORECASE,
)
_MARKER = re.compile(r"(?:#{1,6}|>|[-*+•‣·・●○■□▪◦※])\s+(?=\S)|[•・●○■□▪◦](?=[^\W_])")
_HEADING = re.compile(r"#{1,6}\s")
_RULE = re.compile(r"(?:[-=*_~`]\s*+){3,}+\w*$|[|+:\s]*+-[:\-\s]*+[|+][|+:\-\s]*+$")

_CLOSERS = r"[)\]}）］｝」』】〉》”’\"'*_]"
_SHOWN = re.compile(r"\S")
_STOP = re.compile(rf"(?P<stop>[.!?。！？｡．]+)(?P<closers>{_CLOSERS}*)(?P<space>\s*)")
_ENDS = re.compile(rf"[.!?。！？｡:：;]{_CLOSERS}*$")
_PAIRS = {")": "(", "]": "[", "）": "（", "］": "［", "」": "「", "』": "『", "】": "【", "〉": "〈", "》": "《", "”": "“"}
_OPENERS = frozenset(_PAIRS.values())
_BRACKET = re.compile("[" + re.escape("".join([*_PAIRS, *_OPENERS, '"'])) + "]")
_LONGEST_BRACKET = 240  # characters; a bracket that closes later than this was most likely never closed where it should have been

_BEFORE_NAME = re.compile(
    r"(?<![A-Za-z])(?:dr|mr|mrs|ms|prof|gen|col|sgt|capt|lt|hon|mt|st|vs|cf|ca|approx|e\.g|i\.e|viz)$", re.IGNORECASE
)
_BEFORE_NUMBER = re.compile(
    r"(?<![A-Za-z])(?:no|nos|fig|figs|eq|eqs|sec|ch|vol|art|pp?|rev|max|min|temp|ref|ext|tel|item|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$",
    re.IGNORECASE,
)
# What stands before a question or an answer in a list of them: "Q3.", 問1.
_ASKER = re.compile(r"\W{0,4}(?:Q|A|질문|문|답변?|問|答)\s?\d{0,3}")
_DATE = re.compile(r"\d{1,4}\.\s*\d{1,2}(?:\.\s*\d{1,2})?$")
_SELDOM_LAST = re.compile(
    r"(?<![A-Za-z])(?:[A-Z]|(?:[A-Za-z]\.){1,12}[A-Za-z]|inc|ltd|co|corp|jr|sr|etc|al|bros|ave|blvd|univ|est)$", re.IGNORECASE
)
_BEGINS = re.compile(
    r"(?:the|this|that|these|those|it|its|he|she|they|we|you|i|in|on|at|by|for|from|if|when|while|after|before|as|a|an|and|but|"
    r"however|although|then|there|his|her|their|our|once|since|until|do|does|did|is|are|see|to|with|no|not|all|some|many)\b",
    re.IGNORECASE,
)
_QUOTATIVE = re.compile(r"(?:이?라[고는며면]|하[고며는]|고 |는 |며 |と|って|という)")
_PARTICLE = re.compile(r"[のがをにとではもや、]")
_NOTE_END = re.compile(
    r"(?:[있없했됐었았였겠]음|(?<!포)함|됨|[할될말을릴질둘줄] ?것|요망|바람|금지|니다|세요|시오|까요|[한된이있없였했었았]다|"
    r"です|ます|ません|こと)$"
)
_MID_WORD = re.compile(
    r"(?:[,、，・\-(（「『“/]|\b(?:the|a|an|of|to|in|and|or|for|with|by|is|are|be|on|at|from|that|which))$", re.IGNORECASE
)
_NEAR = 24  # characters; longer than any abbreviation, date or ending
_SHORTEST_WRAP = 30  # columns; a narrower page is not set, so a shorter line was ended by its writer


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    indent: int
    kind: str  # "prose", "item", "row", "heading"


def is_step(sentence: str) -> bool:
    """Whether a unit is a numbered step: "1. ", "2)", "(3)", "④", "Step 5:", "6단계:", "手順7："."""
    return _STEP.match(sentence) is not None


def sentence_spans(text: str) -> tuple[Span, ...]:
    """The [start, end) offsets of the sentences of `text`, in their order, trimmed, never overlapping.

    Everything in `text` stands in a sentence but white space and markup: bullets, "#" of headings, rules, fences. Numbers of
    steps are part of their step. A sentence that was wrapped over lines holds its line breaks.
    """
    spans: list[Span] = []
    for lines in _paragraphs(text):
        start, end = lines[0].start, lines[-1].end
        found = _split(text, start, end) if lines[0].kind == "prose" else [(start, end)]
        spans += [unmarked for span in found if (unmarked := _unmarked(text, *span))]
    return tuple(spans)


def _lines(text: str) -> Iterator[_Line | None]:
    """The lines that hold text; None for one that holds none and so ends a paragraph."""
    offset = 0
    for line in text.splitlines(keepends=True):
        body = line.strip()
        indent = len(line) - len(line.lstrip())
        start = offset + indent
        offset += len(line)
        if not body or _RULE.match(body):
            yield None
            continue
        kind = "prose"
        if _HEADING.match(body):
            kind = "heading"
        elif is_row(body):
            kind = "row"
        elif _MARKER.match(body) or is_step(body):
            kind = "item"
        yield _Line(start, start + len(body), indent, kind)


def _paragraphs(text: str) -> Iterator[list[_Line]]:
    """Lines that belong together: wrapped prose, an item with the lines that go on with it, a row or heading alone."""
    block: list[_Line] = []
    for line in [*_lines(text), None]:
        if line is not None and line.kind in ("prose", "item"):
            block.append(line)
            continue
        yield from _joined(text, block)
        block = []
        if line is not None:
            yield [line]


def _joined(text: str, block: list[_Line]) -> Iterator[list[_Line]]:
    widest = max(columns(text[line.start : line.end]) for line in block) if len(block) > 1 else 0
    together: list[_Line] = []
    for line in block:
        if together and line.kind == "prose" and _runs_on(text, together, line, widest):
            together.append(line)
            continue
        if together:
            yield together
        together = [line]
    if together:
        yield together


def _runs_on(text: str, together: list[_Line], following: _Line, widest: int) -> bool:
    """Whether the writer did not end the last line of `together`: only the width of the page did."""
    first, last = together[0], together[-1]
    if first.kind == "item" and following.indent > first.indent:
        return True
    body, ending = text[last.start : last.end], text[max(last.start, last.end - _NEAR) : last.end]
    if _ENDS.search(ending):
        name, number = _BEFORE_NAME.search(ending[:-1]), _BEFORE_NUMBER.search(ending[:-1]) and text[following.start].isdigit()
        return ending.endswith(".") and bool(name or number)
    if _MID_WORD.search(ending) or re.match(r"[a-z),;]", text[following.start : following.end]):
        return True
    width = columns(body)
    full = width >= _SHORTEST_WRAP and width >= 0.75 * widest
    return full and _NOTE_END.search(ending) is None


def _split(text: str, start: int, end: int) -> list[Span]:
    brackets = _brackets(text, start, end)
    spans: list[Span] = []
    begin = start
    for match in _STOP.finditer(text, start, end):
        stop = match.end("closers")
        if stop >= end or _inside(brackets, stop - 1) or not _ends_sentence(text, begin, end, match):
            continue
        spans.append((begin, stop))
        begin = match.end()
    if begin < end:
        spans.append((begin, end))
    return spans


def _brackets(text: str, start: int, end: int) -> list[Span]:
    """The outermost bracketed stretches, in their order."""
    opened: dict[str, list[int]] = {}
    found: list[Span] = []
    for match in _BRACKET.finditer(text, start, end):
        char, position = match.group(), match.start()
        if char == '"' and not opened.get(char):
            if position == start or not text[position - 1].isalnum():  # else an inch: 6"
                opened[char] = [position]
        elif char in _OPENERS:
            opened.setdefault(char, []).append(position)
        elif (openers := opened.get(_PAIRS.get(char, char))) and position - (opener := openers.pop()) <= _LONGEST_BRACKET:
            while found and found[-1][0] > opener:
                found.pop()
            if not found or found[-1][1] <= opener:
                found.append((opener, position))
            else:
                found[-1] = (found[-1][0], position)
    return found


def _inside(brackets: list[Span], position: int) -> bool:
    index = bisect_right(brackets, (position, position)) - 1
    return index >= 0 and brackets[index][0] < position < brackets[index][1]


def _ends_sentence(text: str, begin: int, end: int, match: re.Match[str]) -> bool:
    stop, closers, space = match["stop"], match["closers"], match["space"]
    is_mark = match.end("closers") - begin <= _NEAR and _STEP.fullmatch(text, begin, match.end())
    if is_mark or not _SHOWN.search(text, begin, match.start()):
        return False
    # Only what stands next to the stop decides, and the patterns below would search through all of it.
    before, after = text[max(begin, match.start() - _NEAR) : match.start()], text[match.end() : min(end, match.end() + _NEAR)]
    if stop[-1] in "。｡":
        return not (closers and not space)
    if stop[-1] in "！？":
        return not (closers and not space) and not (not space and _PARTICLE.match(after))
    if not space:
        # "했다.그러나": Korean written without the space. After a closer the sentence goes on: "온다."라고.
        return not closers and re.search(r"[다요까죠음함]$", before) is not None and re.match(r"[가-힣A-Z]{2}", after) is not None
    if closers and _QUOTATIVE.match(after):
        return False
    if re.match(r"[a-z,;:)]", after):
        return re.search(r"[가-힣ぁ-んァ-ヶ一-龥]$", before) is not None
    if stop in ".．":
        if _ASKER.fullmatch(text, begin, match.start()):
            return False
        if re.match(r"\d", after) and (before[-1].isdigit() or _BEFORE_NUMBER.search(before)):
            return False
        if _BEFORE_NAME.search(before) or (_DATE.search(before) and re.match(r"[가-힣]", after)):
            return False
        if _SELDOM_LAST.search(before):
            return _BEGINS.match(after) is not None or re.match(r"[가-힣ぁ-んァ-ヶ一-龥]", after) is not None
    return True


def _unmarked(text: str, start: int, end: int) -> Span | None:
    """The span without white space around it and without markup in front; None when nothing is left."""
    while True:
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
        marker = _MARKER.match(text, start, end)
        if marker is None:
            return (start, end) if start < end else None
        start = marker.end()
