"""Splits an answer into statements, each with the sources it cites.

A marker stands in its sentence or right after it. At the end of a paragraph or of an item it applies to all sentences before it
there; in the line that leads up to a list, or alone on the line after it, it applies to the items without markers of their own.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from ibidem.language.sentences import is_step, sentence_spans
from ibidem.language.tables import is_row

_MARKERS = re.compile(r"\[\d{1,3}\](?:[ \t]*\[\d{1,3}\])*")
_SLOT = re.compile(r"\d+")
# "… 합니다. [1]에 따르면 …": the marker begins the next sentence instead of ending this one.
_BEGINS = re.compile(r"에 (?:따르|의하|나와|있|적)|에서|번 문서|によ(?:る|れば)|に(?:記|書)")
_STOPS = ".!?。！？"
_LEADS_ON = re.compile(
    r"[:：](?:\*\*)?$|(?:다음|아래|이하)(?:[과와]| (?:순서|절차|단계|방법|조치|항목|내용|표)).*$|"
    r"(?:次|以下)の(?:とおり|通り|手順|順|方法|よう|表|点).*$|"
    r"\b(?:as follows|(?:following|these) (?:steps|procedure|order|points|items|values|table)|(?:steps|table|list) below)\b.*$",
    re.IGNORECASE,
)
_ALL_BOLD = re.compile(r"(?:\*\*|__)[^*_]+(?:\*\*|__):?$")
_COURTESY = re.compile(
    r"안녕하세요|반갑습니다|(?:^|\s)네[,.! ]|물론입니다|알겠습니다|감사합니다|도움이 (?:되|필요)|궁금하?[신한]|문의해 ?주|"
    r"말씀해 ?주|"
    r"(?:더|추가로|다른) ?(?:질문|문의|필요)|알려 ?(?:주세요|주십시오|드리겠|드릴)|(?:정리|설명|안내)해? ?드[리립릴]|답변드리|"
    r"살펴보겠|"
    r"\b(?:sure|certainly|of course|hello|hi|thanks?|thank you|glad to help|happy to help|hope this helps|let me know|feel free|"
    r"if you (?:need|have|want|would like)|(?:i|we) (?:can|could|will|would)|here(?:'s| is| are)|below (?:is|are))\b|"
    r"こんにちは|承知(?:しま|いたしま)|かしこまり|お役に立|ご不明|ご質問|お気軽|お尋ね|お問い合わせ|お知らせください|"
    r"(?:ご説明|ご案内|お答え|ご紹介)(?:し|いたし)ます|まとめます",
    re.IGNORECASE,
)
# A statement of absence has no place to cite.
_ABSENCE = re.compile(
    r"(?:없|않|못)(?:습니다|다|음|았|었|아|어|으며|으므로|지만)|확인(?:이|할 수) (?:불가|없)|"
    r"\b(?:not|no|none|nothing|neither|doesn't|don't|isn't|aren't|cannot|can't)\b|ありません|ない|ません|なし|不明",
    re.IGNORECASE,
)
_OF_DOCUMENTS = re.compile(
    r"문서|자료|출처|본문|\b(?:documents?|sources?|passages?|manuals?|provided)\b|文書|資料|出典|記載", re.IGNORECASE
)
# Says so without naming the documents.
_NOT_SAID = re.compile(
    r"(?:언급|명시|기재)(?:은|이|도|되어|돼|되|하고)? ?(?:있지 않|없|지 않)|"
    r"\bnot (?:stated|mentioned|specified)\b|"
    r"(?:示され|明記され|触れられ|言及され)ては?い(?:ません|ない)|言及は?(?:ありません|ない)",
    re.IGNORECASE,
)
# "The values above are those of the procedure [1].": applies to the list or the table before it.
_POINTS_BACK = re.compile(
    r"(?:위|이상|상기)(?:의|에|는|은)? |(?:上記|以上|上の)|"
    r"(?:the above|(?:the )?(?:table|list|values?|steps|figures) above|"
    r"(?:these|this) (?:figures|values|numbers|limits|steps|table|list))\b",
    re.IGNORECASE,
)
_SHORTEST_CLAIM = 6  # letters; "네.", "はい。" and "Yes." claim nothing

Role = Literal["claim", "courtesy", "frame"]
LineKind = Literal["prose", "item", "row", "heading"]


@dataclass(slots=True)
class _Block:
    """A paragraph, an item or a row: its sentences, the slots each of them cites, and how far it is indented."""

    kind: LineKind
    indent: int
    sentences: list[str]
    cited: list[tuple[int, ...]]
    after: bool = False  # a blank line stands before it
    covered: set[int] = field(default_factory=set[int])

    @property
    def slots(self) -> set[int]:
        return {slot for cited in self.cited for slot in cited} | self.covered


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence without its markers. `slots` are the sources that it cites, in order; none: it cites nothing.

    `group` is the same number for the sentences of one paragraph, and for those of a list with the line that leads up to it;
    `heads` says that it is a heading, or the titles of a table.
    """

    text: str
    slots: tuple[int, ...]
    group: int
    heads: bool

    @property
    def role(self) -> Role:
        """Only a claim needs a source; a courtesy does so if it holds a value; a heading, an introductory line, a question, and
        a statement of absence ("frame") do not."""
        text = self.text
        if self.heads or text.endswith(("?", "？")) or _LEADS_ON.search(text):
            return "frame"
        if len(text) < 4 * _SHORTEST_CLAIM and sum(char.isalpha() for char in text) < _SHORTEST_CLAIM:
            return "courtesy"
        if self.is_of_absence:
            return "frame"
        return "courtesy" if _COURTESY.search(text) else "claim"

    @property
    def is_of_absence(self) -> bool:
        """Whether it says that the documents do not contain something."""
        of_documents = _ABSENCE.search(self.text) is not None and _OF_DOCUMENTS.search(self.text) is not None
        return of_documents or _NOT_SAID.search(self.text) is not None


def read_statements(text: str) -> tuple[str, tuple[Statement, ...]]:
    """An answer without its citations (rewritten as [n]), and its statements in order."""
    clean, markers = _without_markers(text)
    blocks = _blocks(clean, markers)
    groups = _groups(blocks)
    statements: list[Statement] = []
    for group, following in pairwise([*groups, []]):
        _cover(group, following)
    for number, group in enumerate(groups):
        titles = next((block for block in group if block.kind == "row"), None)
        for block in group:
            last = max((index for index, cited in enumerate(block.cited) if cited), default=-1)
            every, heads = block.slots, block is titles or block.kind == "heading"
            for index, sentence in enumerate(block.sentences):
                slots = set(block.cited[index]) or (every if index < last else block.covered)
                statements.append(Statement(sentence, tuple(sorted(slots)), number, heads))
    return clean, tuple(statements)


@dataclass(frozen=True, slots=True)
class _Marker:
    """Slots cited at `offset` of the clean text; `alone` on a line of their own."""

    offset: int
    slots: tuple[int, ...]
    alone: bool


def _without_markers(text: str) -> tuple[str, list[_Marker]]:
    pieces: list[str] = []
    markers: list[_Marker] = []
    length = end = 0
    before = "\n"
    for match in _MARKERS.finditer(text):
        whole = text[end : match.start()]
        kept = whole.rstrip(" \t")
        before = kept[-1:] or before
        end = match.end()
        following = text[end : end + 8]
        offset = length + len(kept)
        if following[:1].isalnum() and not before.isalnum():
            kept = whole
            if before in _STOPS and _BEGINS.match(following):
                offset = length + len(kept) + 1
        length += len(kept)
        pieces.append(kept)
        alone = before == "\n" and following.lstrip(" \t.。)")[:1] in ("\n", "")
        markers.append(_Marker(offset, tuple(int(slot) for slot in _SLOT.findall(match.group())), alone))
    pieces.append(text[end:])
    return "".join(pieces), markers


def _blocks(clean: str, markers: Sequence[_Marker]) -> list[_Block]:
    spans = sentence_spans(clean)
    cited: list[list[int]] = [[] for _ in spans]
    alone: set[int] = set()
    starts = [start for start, _ in spans]
    for marker in markers:
        # The last sentence that begins before the marker; a marker in front of everything belongs to the first.
        index = max(0, bisect_left(starts, marker.offset) - 1)
        if spans:
            cited[index] += marker.slots
            if marker.alone:
                alone.add(index)
    blocks: list[_Block] = []
    last_end = 0
    for index, (start, end) in enumerate(spans):
        line = clean.rfind("\n", 0, start) + 1
        between, sentence = clean[last_end:start], clean[start:end]
        indent = len(clean[line:start]) - len(clean[line:start].lstrip())
        kind = _kind(clean[line:start].strip(), sentence)
        blank = between.count("\n") > 1
        begins_line = line >= last_end
        if not blocks or (begins_line and (blank or kind != "prose" or blocks[-1].kind in ("row", "heading"))):
            blocks.append(_Block(kind, indent, [], [], blank))
        blocks[-1].sentences.append(" ".join(sentence.split()))
        blocks[-1].cited.append(tuple(cited[index]))
        if index in alone:
            blocks[-1].covered |= set(cited[index])
        last_end = end
    return blocks


def _kind(mark: str, sentence: str) -> LineKind:
    if mark.startswith("#") or sentence.startswith("#") or _ALL_BOLD.match(sentence):
        return "heading"
    if is_row(sentence):
        return "row"
    return "item" if mark or is_step(sentence) else "prose"


def _groups(blocks: Sequence[_Block]) -> list[list[_Block]]:
    """Paragraphs, and lists or tables together with the line in front of them and with what stands within their items."""
    groups: list[list[_Block]] = []
    for block in blocks:
        listed = block.kind in ("item", "row")
        last = groups[-1][-1] if groups else None
        if last is not None and (
            (listed and last.kind in ("item", "row"))
            or (listed and last.kind == "prose" and (not block.after or _LEADS_ON.search(last.sentences[-1])))
            or (block.kind == "prose" and last.kind in ("item", "row") and block.indent > 0)
        ):
            groups[-1].append(block)
        else:
            groups.append([block])
    return groups


def _cover(group: Sequence[_Block], following: Sequence[_Block]) -> None:
    """Gives the blocks of a group without citations the markers that apply to them."""
    if len(group) == 1:
        return
    lead = group[0] if group[0].kind == "prose" else None
    closing = set(group[-1].covered)
    if following and following[0].kind == "prose" and _POINTS_BACK.match(following[0].sentences[0]):
        closing |= following[0].slots
    listed = [block for block in group if block is not lead]
    leading = set(lead.slots) if lead is not None and lead.cited[-1] else set[int]()
    in_rows = {slot for block in listed if block.kind == "row" for slot in block.slots}
    outer: list[_Block] = []  # those that stand around the next one, each further in than the one before it
    for block in listed:
        while outer and outer[-1].indent >= block.indent:
            outer.pop()
        above = outer[-1] if outer else None
        outer.append(block)
        if any(block.cited):
            continue
        block.covered |= (
            (above.slots if above is not None else set[int]())
            or (in_rows if block.kind == "row" else set[int]())
            or leading
            or closing
        )
    everything = {slot for block in listed for slot in block.slots}
    for block, below in pairwise([*group, group[-1]]):
        if not any(block.cited) and (block is lead or below.indent > block.indent) and _LEADS_ON.search(block.sentences[-1]):
            block.covered |= everything
