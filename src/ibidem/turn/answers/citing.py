"""Citations as models write them, settled while the answer streams: each number in brackets that is given out names a source.

`[1]`, `[1, 2]`, `[1-3]`, `[[1]]`, `【1】`, `［１］`, `[^1]`, `[문서 1]`, `[Document 2, p. 3]`, `【1†L3】` all become `[n]`, n in
the order of first citation. What names no source that was shown goes, with the space before it. A number of one to three digits
in brackets is a citation wherever it stands, also right after a word ("bolt[1]", "볼트[1]") and in code ("arr[0]"): whoever
reads the answer later takes it for one, and answers from manuals cite far more often than they index. "[2024]" stays.

A citation that the model made a link, `[1](http://…)`, is `[1]`: where it leads is told by its source. A list of sources under
the answer is left out, and cites nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ibidem.language.normal import normalise
from ibidem.turn.answers.source_lists import SourceLists

# The longest marker that is waited for: "[Document 12, Document 14]" and "【12†L102-L110】" fit.
LONGEST_MARKER = 32
# The refusal is recognised behind so many characters of white space and quotes.
LONGEST_LEAD = 16

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_OPENING = re.compile(r"[\[［【]")
_CLOSING = re.compile(r"[\]］】]")
_ENDS = re.compile(r"[\]］】\[［【\n]")  # where it is known whether a bracket began a marker

_LABELS = (
    *("문서", "자료", "출처", "참고문헌", "참고", "근거", "인용"),
    *(
        "documents",
        "document",
        "docs",
        "doc.",
        "doc",
        "sources",
        "source",
        "src",
        "references",
        "reference",
        "refs",
        "ref.",
        "ref",
    ),
    *("passages", "passage", "citations", "citation", "cite", "no.", "#", "^"),
    *("文書", "資料", "出典", "参考文献", "参考", "参照", "引用", "文献"),
)
_NUMBER = rf"(?:(?:{'|'.join(map(re.escape, _LABELS))})\s*+(?:[:#]\s*+)?)*+(\d{{1,3}})(?:\s*+(?:번째|번))?(?:\s*+(?:문서|자료))?"
_PART = re.compile(rf"\s*+{_NUMBER}(?:\s*+[-–—~〜]\s*+{_NUMBER})?\s*")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_BETWEEN = re.compile(r"[,、;·&/|]|\band\b|및|와|과|と")
# Where in the document: a page, or lines as some servers add them.
_PLACE = re.compile(
    r"†.*|[,、:]?\s{0,3}(?:(?:pp?\.?|pages?)\s{0,3}\d{1,6}(?:\s{0,3}[-–~]\s{0,3}\d{1,6})?|\d{1,6}(?:\s{0,3}[-–~]\s{0,3}\d{1,6})?\s{0,3}(?:쪽|페이지|頁|ページ))\s*$",
    re.DOTALL,
)
# What a link leads to, right behind its citation; other words in parentheses there get a space before them.
_TARGET = re.compile(
    r"\(\s*(?:\)|<?(?:(?:https?|ftp|file|mailto|data|javascript):(?=\S)|www\.|\.{0,2}/[^\s()]|#[^\s()]*\)"
    r"|(?:[\w-]+\.)+[a-z]{2,}(?:[/?#:]|\s*\))))",
    re.IGNORECASE | re.ASCII,
)
_TARGET_ENDS = re.compile(r"[)\n]")
_NO_ANSWER = r"\s{0,3}no[\s_-]{0,3}answer\s{0,3}"
_REFUSAL = re.compile(rf"[\[［【]{{1,2}}{_NO_ANSWER}[\]］】]{{1,2}}", re.IGNORECASE)
_REFUSAL_INSIDE = re.compile(_NO_ANSWER, re.IGNORECASE)
_LEAD = re.compile(r"[\s\"'`*_“”‘’>#-]*")
_BETWEEN_LETTERS = re.compile(r"[\s\[［【_-]+")
_TRAIL = " \n\t\r.。,!:\"'`*_’”]］】-–—"

_State = Literal["beginning", "refusing", "answering"]


class CitationStream:
    """Reads an answer for which the sources 1..`shown` were shown. How it is cut into pieces changes nothing of what comes out.

    `order` are the numbers shown to the model in the order of their first citation: order[0] is given out as [1]. `dropped`
    counts the numbers that were cited and had not been shown. An answer that begins with `[[no answer]]` is given out only if
    something is cited after that.
    """

    def __init__(self, shown: int) -> None:
        self.order: list[int] = []
        self.dropped = 0
        self._shown = shown
        self._state: _State = "beginning"
        self._held = ""
        self._withheld = ""
        self._in_bracket = False
        self._lists = SourceLists()
        self._behind = False  # a citation
        self._target = 0  # parentheses that are open in the target of a link

    @property
    def refused(self) -> bool:
        """Whether the model said that the passages hold no answer, and cited nothing all the same. Settled once closed."""
        return self._state == "refusing"

    def feed(self, piece: str) -> str:
        """What may be shown by now; a marker that has not ended, and a space that may be before one, wait for the next piece."""
        return "".join(self._read(self._lists.feed(line, cited=bool(self.order))) for line in _LINE.findall(piece))

    def _read(self, text: str) -> str:
        text = self._held + text
        self._held = ""
        if self._state == "beginning":
            text = self._begin(text)
        settled = self._settle(text)
        if self._state != "refusing":
            return settled
        self._withheld += settled
        if not self.order:
            return ""
        self._state = "answering"
        return self._withheld.lstrip(_TRAIL)

    def close(self) -> str:
        """What was waiting. A marker that never ended is left out."""
        given = self._read(self._lists.close(cited=bool(self.order)))
        if self._state == "beginning":
            self._state = "answering"
            text, self._held = self._held, ""
            given += self._settle(text)
        if self._state == "answering" and self._behind and self._held:
            text, self._held, self._behind = self._held, "", False
            given += "" if _TARGET.match(text) else f" {self._settle(text)}"
        if self._state == "answering" and not _is_half_a_marker(self._held):
            given += self._held
        self._held = ""
        return given

    def _begin(self, text: str) -> str:
        """What follows a refusal, or the text once it is known that it does not begin with one. Holds it until then."""
        lead = _LEAD.match(text)
        rest = text[lead.end() :] if lead else text
        within = len(text) - len(rest) <= LONGEST_LEAD
        refusal = _REFUSAL.match(rest) if within else None
        if refusal:
            self._state = "refusing"
            return rest[refusal.end() :]
        letters = _BETWEEN_LETTERS.sub("", rest).casefold()
        may_follow = not rest or (_OPENING.match(rest) is not None and "noanswer".startswith(letters))
        if within and may_follow and len(rest) < LONGEST_MARKER:
            self._held = text
            return ""
        self._state = "answering"
        return text

    def _settle(self, text: str) -> str:
        """The text with its markers settled. Holds what may be the beginning of one."""
        given: list[str] = []
        at = self._past_target(text, 0, given)
        while at is not None and (opening := _OPENING.search(text, at)):
            begin = opening.start()
            marker = _marker(text, begin)
            before = text[at:begin]
            if marker == "unfinished":
                spaced = begin - 1 if before.endswith(" ") else begin
                self._held = text[spaced:]
                return "".join(given) + self._passed(text[at:spaced])
            parts = _cited(marker.inside) if marker else None
            if marker is None or parts is None:
                given.append(self._passed(before) + text[begin])
                self._in_bracket = True
                at = begin + 1
                continue
            given.append(self._marked(self._passed(before), self._slots(parts)))
            self._behind = True
            at = self._past_target(text, marker.end, given)
        if at is None:
            return "".join(given)
        rest = text[at:]
        if rest.endswith(" "):
            self._held = " "
            rest = rest[:-1]
        return "".join(given) + self._passed(rest)

    def _past_target(self, text: str, at: int, given: list[str]) -> int | None:
        """Where the text goes on behind a citation, after what the citation was made a link to; None while that is not known."""
        while at < len(text) and (self._target or self._behind):
            if not self._target:
                if text[at] != "(":
                    self._behind = False
                    break
                ending = _TARGET_ENDS.search(text, at, at + LONGEST_MARKER)
                if ending is None and len(text) - at < LONGEST_MARKER:
                    self._held = text[at:]
                    return None
                if not _TARGET.match(text[at : ending.end() if ending else at + LONGEST_MARKER]):
                    self._behind = False
                    given.append(" ")
                    break
            at = self._within_target(text, at)
        return at

    def _within_target(self, text: str, at: int) -> int:
        self._behind = True
        for index in range(at, len(text)):
            match text[index]:
                case "(":
                    self._target += 1
                case ")" if self._target == 1:
                    self._target = 0
                    return index + 1
                case ")":
                    self._target -= 1
                case "\n":
                    self._target = 0
                    return index
                case _:
                    pass
        return len(text)

    def _passed(self, text: str) -> str:
        """Text that is given out as it is."""
        if _CLOSING.search(text) or "\n" in text:
            self._in_bracket = False
        return text

    def _marked(self, before: str, slots: Sequence[int]) -> str:
        """The text before a marker, and what the marker becomes."""
        if slots:
            self._in_bracket = False
            return before + "".join(f"[{slot}]" for slot in slots)
        # "[1[99]2]" must not become a citation of 12.
        return f"{before} " if self._in_bracket else before.removesuffix(" ")

    def _slots(self, parts: Sequence[tuple[int, int]]) -> Sequence[int]:
        """The numbers under which the cited sources are given out, each once."""
        slots: dict[int, None] = {}
        for first, last in parts:
            self.dropped += sum(not 1 <= number <= self._shown for number in {first, last})
            for number in range(max(first, 1), min(last, self._shown) + 1):
                if number not in self.order:
                    self.order.append(number)
                slots[self.order.index(number) + 1] = None
        return tuple(slots)


@dataclass(frozen=True, slots=True)
class _Marker:
    """What stands in brackets, and where the text goes on after them."""

    inside: str
    end: int


def _marker(text: str, begin: int) -> _Marker | Literal["unfinished"] | None:
    """The brackets that open at `begin`, single or double; None when they do not close near by."""
    inside = begin + 2 if text[begin : begin + 2] == "[[" else begin + 1
    ending = _ENDS.search(text, inside, begin + LONGEST_MARKER)
    if ending is None:
        return "unfinished" if len(text) - begin < LONGEST_MARKER else None
    end = ending.end()
    if not _CLOSING.match(ending.group()):
        return None
    if inside == begin + 2:
        if end == len(text):
            return "unfinished"
        if text[end] != "]":
            return None
        end += 1
    return _Marker(text[inside : ending.start()], end)


def _cited(inside: str) -> Sequence[tuple[int, int]] | None:
    """The numbers cited, as ranges from and to; none for a refusal in the middle of a text; None for what is no citation."""
    if _REFUSAL_INSIDE.fullmatch(inside):
        return ()
    named = _PLACE.sub("", normalise(inside).casefold())
    found = [_PART.fullmatch(part) for part in _BETWEEN.split(named)]
    if not all(found) or _THOUSANDS.fullmatch(named):
        return None
    ranges = [(int(part[1]), int(part[2] or part[1])) for part in found if part]
    return [(min(numbers), max(numbers)) for numbers in ranges]


def _is_half_a_marker(held: str) -> bool:
    """Whether what stands at the end of an answer could have become a marker."""
    if not _OPENING.search(held):
        return False
    inside = normalise(held).casefold().lstrip(" [【")
    return inside[:1].isdecimal() or any(
        label.startswith(inside) or inside.startswith(label) for label in (*_LABELS, "no answer")
    )
