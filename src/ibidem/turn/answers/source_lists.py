"""The list of sources that a model writes under its answer, left out while the answer streams.

Its titles and addresses are the model's own, checked by nobody, and a document named only there bears nothing out: what an
answer rests on is shown from its citations. It is a line that says nothing but "Sources", "출처", "参考文献" and the like, with
lines of a list under it, or such a word with a list behind it. A line that says more than that, or that prose stands under, is
a part of the answer; so is "Source: [1]", which cites.
"""

import re
import unicodedata
from typing import Literal

# "참고", "근거" and "参考" alone head notes and reasons as often, so they are none.
_LABELS = (
    *(
        "source",
        "sources",
        "sources cited",
        "sources used",
        "cited sources",
        "list of sources",
        "source list",
        "source documents",
    ),
    *("source document", "reference", "references", "references cited", "reference list", "list of references", "citations"),
    *("citation", "cited documents", "documents cited", "reference documents", "works cited", "bibliography"),
    *("출처", "출처 목록", "출처 문서", "인용 출처", "인용 문서", "인용문헌", "인용 문헌", "참고문헌", "참고 문헌"),
    *("참고자료", "참고 자료", "참고문서", "참고 문서", "참고한 문서", "참고 목록", "참조 문서", "근거 문서", "근거 자료"),
    *("出典", "出典一覧", "参考文献", "参考文献一覧", "参考資料", "参考文書", "参照文書", "参照資料", "参照元"),
    *("引用元", "引用文献", "引用文書", "情報源"),
)
# Hangul is compared letter by letter: the beginning of a word then is the beginning of its spelling, however a text is cut.
_SPELT = tuple(unicodedata.normalize("NFKD", label) for label in _LABELS)
_STARTS = frozenset(label[:n] for label in _SPELT for n in range(len(label) + 1))
_BY_LENGTH = sorted(_SPELT, key=len, reverse=True)
_INVISIBLE = dict.fromkeys((0xAD, *range(0x200B, 0x2010), 0x2060, 0xFEFF))

_LONGEST_LEAD = 12  # characters of "### **" before the word, and of a rule above it
_LEAD = re.compile(r"[ \t#>*_`=-]*[\[【<(]?[*_`]*")
_RULE = re.compile(r"[ \t]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:=[ \t]*){3,})$")
_REST = re.compile(r"[*_`\]】>)]*+\s*+(?::\s*+)?(?:[*_`#=:]++\s*+)?$")
_ITEMS = re.compile(r"[*_`\]】>)]*\s*:[*_`]*\s*")

_DOCUMENT = r"(?:문서|자료|출처|documents?|doc\.?|sources?|references?|ref\.?|文書|資料|出典)"
_ADDRESS = r"(?:<?(?:https?|ftp|file)://|<?www\.)"
_MARKER = rf"[\[［【]{{1,2}}\s*(?:[\^#]?\d|{_DOCUMENT}\s*[:#]?\s*\d)"
_LISTS = re.compile(
    rf"\s*(?:[-*+•·–—▪‣>]\s*|\d{{1,3}}[.)]\s*)?[*_`]*(?:{_MARKER}|[(（]\d{{1,3}}[)）]|{_ADDRESS}|{_DOCUMENT}\s*#?\s*\d)",
    re.IGNORECASE,
)
# What a list of anything begins with, and what goes on an item of the line before.
_LISTS_TOO = re.compile(r"\s*(?:[-*+•·–—▪‣]\s|[*_`]*\d{1,3}[.):]|[①-⑳]|[\[［【|])|(?:\t| {2})\s*+\S")
_ENOUGH = 20  # characters by which a line of a list is known for one: "- **[Document 12"
_AND = "|".join(unicodedata.normalize("NFKD", word) for word in ("and", "및", "와", "과", "と"))
_ONLY_MARKERS = re.compile(rf"\s*(?:[\[［【]{{1,2}}[^\[\]［］【】\n]{{1,24}}[\]］】]{{1,2}}(?:[\s,、;·&.。)）*_`]|{_AND})*)+$")
_LONGEST_LINE = 200  # characters after which "Sources: [1] …" is known to be more than citations

_Kind = Literal["unknown", "blank", "rule", "heading", "listed", "prose"]


class SourceLists:
    """Leaves lists of sources out of a text that comes in pieces. How it is cut changes nothing of what comes out."""

    def __init__(self) -> None:
        self._held = ""  # whole lines that are left out if a list follows
        self._line = ""  # a line of which is not known what it is
        self._state: Literal["text", "line", "heading", "list", "item"] = "line"

    def feed(self, part: str, *, cited: bool) -> str:
        """What may be shown by now of a text, given line by line or in parts of a line; `cited`: something was cited so far."""
        if self._state == "text":
            self._state = "line" if part.endswith("\n") else "text"
            return part
        if self._state == "item":
            self._state = "list" if part.endswith("\n") else "item"
            return ""
        self._line += part
        return self._read(self._kind(cited=cited, ended=part.endswith("\n")))

    def close(self, *, cited: bool) -> str:
        """What was waiting at the end of the text."""
        given = ""
        if self._line:
            kind = self._kind(cited=cited, ended=True)
            given = self._read("prose" if kind in ("blank", "rule", "heading") and self._state != "list" else kind)
        given += self._held if self._state != "list" else ""
        self._held, self._line, self._state = "", "", "line"
        return given

    def _read(self, kind: _Kind) -> str:
        if kind == "unknown":
            return ""
        line, self._line = self._line, ""
        ended = line.endswith("\n")
        match kind:
            case "blank" | "rule" if self._state == "heading" or (self._held and kind == "blank"):
                self._held += line
                return ""
            case "blank":
                return "" if self._state == "list" else line
            case "rule":  # drawn above a list, it goes with it
                given, self._held = self._held, line
                return given
            case "heading":
                given = self._released() if self._state == "heading" else ""
                self._held += line
                self._state = "heading"
                return given
            case "listed":
                self._held = ""
                self._state = "list" if ended else "item"
                return ""
            case _:
                self._state = "line" if ended else "text"
                return self._released() + line

    def _released(self) -> str:
        held, self._held = self._held, ""
        return held

    def _kind(self, *, cited: bool, ended: bool) -> _Kind:
        line = self._line
        written = line.rstrip("\n")
        if not written.strip():
            return "prose" if len(written) > _LONGEST_LEAD else "blank" if ended else "unknown"
        if ended and len(written) <= _LONGEST_LEAD and _RULE.match(written):
            return "rule"
        if self._state in ("heading", "list"):
            enough = len(line) - len(line.lstrip()) + _ENOUGH
            if not ended and len(line) < enough:
                return "unknown"
            if _LISTS.match(line[:enough]) or (cited and _LISTS_TOO.match(line[:enough])):
                return "listed"
        return _named(line, ended=ended)


def _named(line: str, *, ended: bool) -> _Kind:
    """What a line is by the word that it begins with."""
    long = len(line) > _LONGEST_LINE
    line = line[:_LONGEST_LINE]
    lead = _LEAD.match(line)
    begin = lead.end() if lead else 0
    if begin > _LONGEST_LEAD:
        return "prose"
    body = unicodedata.normalize("NFKD", line[begin:].translate(_INVISIBLE)).lower()
    if not ended and body in _STARTS:
        return "prose" if long else "unknown"
    for label in _BY_LENGTH:
        if not body.startswith(label):
            continue
        rest = body[len(label) :]
        if _REST.match(rest):
            return "prose" if long else "heading" if ended else "unknown"
        if (items := _ITEMS.match(rest)) and (behind := rest[items.end() :]):
            if not _LISTS.match(behind[:_ENOUGH]):
                return "prose" if ended or len(behind) >= _ENOUGH else "unknown"
            if not ended and not long:
                return "unknown"
            return "prose" if _ONLY_MARKERS.match(behind) else "listed"
    return "prose"
