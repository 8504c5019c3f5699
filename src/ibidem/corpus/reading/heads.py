"""Headings that no format marks and every reader sees: 제3조, 第34条, Article 5, 1.2.3, capitals, a line underlined.

One table for whatever was read: plain text, PDF, Word or Markdown. The text stays as it is, only its blocks change. A form counts
as a heading where its numbers run on through the document, so that a reference to an article at the start of a line is none.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ibidem.corpus.reading.blocks import Block, Head, Heading, ListItem, Paragraph, one_line
from ibidem.language.numbered_parts import PART, part_of

# Below those that a format marks.
_LEVELS = {"part": 7, "chapter": 8, "supplement": 8, "division": 9, "subdivision": 10, "article": 11, "section": 12}
_ROMAN_LEVEL, _NUMBERED_LEVEL = 13, 14
_CITED = frozenset({"article", "section"})
_LONGEST = 80  # characters of a line that is a heading
_LONGEST_TITLE = 40  # of an article that has its title without brackets
_WIDEST_GAP = 10  # articles that were repealed and left out
_MOST_CAPITALS = 0.1  # of a text; more of it is shouted
_SHORTEST_SECTION = 200  # characters under a heading on average; steps have less, which are numbered in the same way

_LINE = r"^[ \t\u3000]*+"
_CAPTION = r"[(（【\[〔][^()（）\[\]【】〔〕\n]{1,60}[)）】\]〕]"
_PART_LINE = re.compile(
    rf"{_LINE}(?P<above>{_CAPTION}(?:[ \t]*\n){{1,2}}[ \t\u3000]*)?(?P<part>{PART.pattern})"
    rf"(?:[ \t\u3000]?(?P<caption>{_CAPTION})(?![에의를을는은와과및を]))?(?P<after>[^\n]*+)",
    re.MULTILINE,
)
# What goes on with a particle, a paragraph's number or "and" refers to a part.
_REFERS = re.compile(
    r"[ \t\u3000]*(?:제 ?\d|第[\d一-十]|및|또는|내지|부터|까지|에서|중|又は|及び|若しくは|から|[,、，])"
    r"|[^\s.:：—–(（【\[①-⑳-]|\s+[a-z]"
)
_SUPPLEMENT = re.compile(
    rf"{_LINE}(?P<name>(?:부[ \t]{{0,4}}칙|附[ \t\u3000]{{0,4}}則|付[ \t\u3000]{{0,4}}則"
    r"|[\[【<]?(?:별[표지]|別[表紙])[ \t]{0,2}(?:[제第]?[ \t]?[\d一二三四五六七八九十]{1,3})?"
    r"(?:호(?:의[ \t]?\d)?(?:[ \t]?서식)?)?[\]】>]?"
    r"|(?:Appendix|APPENDIX|Annex|ANNEX|Schedule|SCHEDULE)[ \t]{1,3}[A-Z\d]{1,3})"
    r"(?:[ \t\u3000]*[(（<＜\[【:：.—–-][^\n]{0,80}|(?<=[\d\]】>])[ \t\u3000]{1,4}[^\n]{1,40})?)[ \t\u3000]*$",
    re.MULTILINE,
)
_NUMBERED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2}){1,4}\.?|\d{1,2}\.)[ \t\u3000]{1,4}(?=[^\W\d_])\S.{0,79}")
_ROMAN = re.compile(r"(?P<number>[IVX]{1,5}|[Ⅰ-Ⅻ])\.?[ \t\u3000]{1,4}(?=[^\W\d_])\S.{0,79}")
_ROMAN_NUMBERS = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10, "XI": 11, "XII": 12}
_CAPITALS = re.compile(r"(?=(?:[^A-Z]*[A-Z]){4})[A-Z][A-Z0-9 &/'’(),:–-]{3,60}")
_UNDERLINED = re.compile(r"(?P<title>[^\s=~^*|-].{0,79})\n[ \t]*(?P<line>={3,}|-{3,}|~{3,})")
_TO_A_PAGE = re.compile(r"(?:[.·…‥] ?){3,}\s*\d*\s*$|[ \t]\d{1,4}\s*$")
_SENTENCE = re.compile(r"(?:[.!?。！？,、;；:：][\"')\]」』”’]*|[다요]|です|ます|する|した)\s*$")
_ENDED = re.compile(r"(?:\A|\n[ \t]*\n|[.!?。！？:：;)）\]」』】>＞-])\s*$")
_BLANK_BEFORE, _BLANK_AFTER = re.compile(r"(?:\A|\n[ \t]*\n)[ \t\u3000]*\Z"), re.compile(r"[ \t]*(?:\n[ \t]*\n|\Z)")
_HINT = re.compile(
    r"제 ?\d|第[ \d０-９一二三四五六七八九十百]|(?:Article|ARTICLE|Section|SECTION|Chapter|CHAPTER|Clause|CLAUSE) +[\dIVXLC]"
)
_REPEALED = re.compile(r"[(\[<〈]?(?:삭제|削除|(?i:deleted|repealed|reserved))")
_NARROW = {0xFF10 + digit: 0x30 + digit for digit in range(10)}
_CLOSING = ")）】]〕"
_NO_TEXT = " \t\n\u3000.:：-—–"


@dataclass(frozen=True, slots=True)
class _Found:
    """A heading at [start, end) of the text; `kind` is its form, and its numbers run on among those of its kind."""

    start: int
    end: int
    kind: str
    number: tuple[int, ...]
    title: str
    level: int


def with_heads(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks, those split that hold such a heading, in the same order and covering the same text."""
    prose = [block for block in blocks if isinstance(block, Paragraph | ListItem)]
    marked = sum(isinstance(block, Heading) for block in blocks)
    found = _parts(text) if _HINT.search(text) else []
    if not found and marked < 2:
        found = _outline(text, prose)
    starts = [block.start for block in prose]
    inside = [one for one in found if (at := bisect_right(starts, one.start) - 1) >= 0 and one.start < prose[at].end]
    return tuple(_split(map(_cited, blocks), text, inside)) if inside or found else tuple(map(_cited, blocks))


def begins_part(line: str) -> bool:
    """Whether a line begins a numbered part, or is the caption that stands above one in Japanese."""
    match = _PART_LINE.match(line.translate(_NARROW))
    return match is not None and (bool(match["caption"]) or not _REFERS.match(match["after"]))


def _cited(block: Block) -> Block:
    """A heading that is marked and numbered is cited like one that is not."""
    if not isinstance(block, Heading) or (match := PART.match(unicodedata.normalize("NFKC", block.title))) is None:
        return block
    return Head(block.start, block.end, block.page, block.level, block.title, cited=part_of(match).unit in _CITED)


def _parts(text: str) -> list[_Found]:
    """The parts of rules, with what is added at their end. Their numbers run on, and begin anew in each rule and supplement."""
    narrow = text.translate(_NARROW)
    parts = [one for match in _PART_LINE.finditer(narrow) if (one := _part(text, narrow, match)) is not None]
    supplements = [
        _Found(m.start("name"), m.end("name"), "supplement", (), one_line(m["name"]), _LEVELS["supplement"])
        for m in _SUPPLEMENT.finditer(narrow)
        if not _SENTENCE.search(m["name"]) and not _TO_A_PAGE.search(m["name"][4:])
    ]
    ordered = _with_text(text, _in_order(sorted([*parts, *supplements], key=lambda one: one.start)))
    return ordered if sum(one.kind in _CITED for one in ordered) > 1 else []


def _part(text: str, narrow: str, match: re.Match[str]) -> _Found | None:
    after, caption = match["after"], match["caption"]
    if (caption is None and _REFERS.match(after)) or _TO_A_PAGE.search(after):
        return None
    if match["en"] is not None and not (
        match["en_unit"][0].isupper() and _ENDED.search(narrow, max(0, match.start() - 9), match.start())
    ):
        return None  # in a sentence that was wrapped
    part = part_of(match)
    start, end = match.start("part"), match.end("caption" if caption else "part")
    said = after.strip(_NO_TEXT)
    titled = (
        not (caption or match["above"]) and len(said) <= _LONGEST_TITLE and not (_SENTENCE.search(after) or _REPEALED.match(said))
    )
    end = match.start("after") + len(after.rstrip()) if titled else end
    title = one_line(text[start:end]) + (match["above"] or "").strip()
    return _Found(match.start("above") if match["above"] else start, end, part.unit, part.number, title, _LEVELS[part.unit])


def _in_order(found: Iterable[_Found]) -> Iterator[_Found]:
    """Those whose number follows the one before of their kind. They begin anew in a supplement, and from 1 with a caption."""
    last: dict[str, tuple[int, ...]] = {}
    for one in found:
        if one.kind == "supplement":
            last.clear()
        else:
            before = last.get(one.kind, (0,))
            anew = one.number[0] == 1 and (one.kind not in _CITED or one.title[-1] in _CLOSING)
            near = one.title[-1] in _CLOSING or one.number[0] - before[0] <= _WIDEST_GAP
            if not anew and not (before < one.number and (before == (0,) or near)):
                continue
            last[one.kind] = one.number
        yield one


def _with_text(text: str, found: Iterable[_Found]) -> list[_Found]:
    """Without those that nothing stands under, as in a table of contents; but a chapter may begin with its first article."""
    kept: list[_Found] = []
    end, below = len(text), 0
    for one in reversed(list(found)):
        if below > one.level or text[one.end : end].strip(_NO_TEXT):
            kept.append(one)
            below = one.level
        end = one.start
    return kept[::-1]


def _outline(text: str, prose: Sequence[Block]) -> list[_Found]:
    """The headings of a text that numbers, capitalises or underlines them: each alone in its paragraph, short and no sentence."""
    alone = (block for block in prose if _is_alone(text, block))
    lines = [one for block in alone if (one := _outlined(block, text[block.start : block.end])) is not None]
    found: list[_Found] = []
    for kind in ("numbered", "roman"):
        running = list(_running(line for line in lines if line.kind == kind))
        if len(running) > 1 and _length_under(text, running, lines) >= _SHORTEST_SECTION:
            found += running
    capitals = [line for line in lines if line.kind == "capitals"]
    if len(capitals) > 1 and sum(one.end - one.start for one in capitals) <= _MOST_CAPITALS * len(text):
        found += capitals
    return sorted([*found, *(line for line in lines if line.kind == "underlined")], key=lambda one: one.start)


def _is_alone(text: str, block: Block) -> bool:
    before, after = text[max(0, block.start - 9) : block.start], text[block.end : block.end + 9]
    return _BLANK_BEFORE.search(before) is not None and _BLANK_AFTER.match(after) is not None


def _outlined(block: Block, line: str) -> _Found | None:
    if len(line) > 3 * _LONGEST or _TO_A_PAGE.search(line):
        return None
    if (match := _UNDERLINED.fullmatch(line)) is not None and len(match["line"]) >= 0.8 * len(match["title"].strip()):
        level = 7 if match["line"][0] == "=" else 8
        return _Found(block.start, block.end, "underlined", (), one_line(match["title"]), level)
    if "|" in line or "\n" in line or _SENTENCE.search(line):
        return None
    if (match := _NUMBERED.fullmatch(line)) is not None:
        number = tuple(int(part) for part in match["number"].rstrip(".").split("."))
        return _Found(block.start, block.end, "numbered", number, one_line(line), _NUMBERED_LEVEL + len(number))
    if (match := _ROMAN.fullmatch(line)) is not None and (
        roman := unicodedata.normalize("NFKC", match["number"])
    ) in _ROMAN_NUMBERS:
        return _Found(block.start, block.end, "roman", (_ROMAN_NUMBERS[roman],), one_line(line), _ROMAN_LEVEL)
    return _Found(block.start, block.end, "capitals", (), line, _ROMAN_LEVEL) if _CAPITALS.fullmatch(line) else None


def _running(lines: Iterable[_Found]) -> Iterator[_Found]:
    """Those that count on from the one before: 1, 1.1, 1.2, 2."""
    before: tuple[int, ...] = (0,)
    for one in lines:
        following = [(*before, 1), *((*before[:depth], before[depth] + 1) for depth in range(len(before)))]
        if one.number in following or (before == (0,) and set(one.number) <= {0, 1}):
            yield one
            before = one.number


def _length_under(text: str, running: Sequence[_Found], lines: Sequence[_Found]) -> float:
    """The characters that stand under each on average, where something stands under it at all."""
    after = running[-1].end
    end = next((line.start for line in lines if line.start > after and line.kind != running[-1].kind), len(text))
    return (end - running[0].start) / len(running)


def _split(blocks: Iterable[Block], text: str, heads: Sequence[_Found]) -> Iterator[Block]:
    """The blocks with the headings cut out of those that they stand in; a heading may end in the block after its caption."""
    waiting = list(reversed(heads))
    done = 0
    for block in blocks:
        start = max(block.start, done)
        while waiting and isinstance(block, Paragraph | ListItem) and waiting[-1].start < block.end:
            head = waiting.pop()
            if (before := _part_of(block, text, start, head.start)) is not None:
                yield before
            yield Head(head.start, head.end, block.page, head.level, head.title, cited=head.kind in _CITED)
            start = done = head.end
        if start == block.start:
            yield block
        elif (rest := _part_of(block, text, start, block.end)) is not None:
            yield rest


def _part_of(block: Block, text: str, start: int, end: int) -> Block | None:
    shown = text[start:end].strip()
    if start >= end or not shown:
        return None
    start = text.index(shown[0], start)
    return replace(block, start=start, end=start + len(shown))
