"""A document's title where nobody gave one: found in its text, in what its format says of it, or in its name."""

import re
from itertools import islice

from ibidem.corpus.ids import naming_stem
from ibidem.corpus.reading.blocks import Fields, Heading, Paragraph, ReadText, one_line
from ibidem.language.tables import columns

_SNIPPET = 60
_FIRST_HEADINGS = 8  # among them stands the title, though a banner or a date may stand above it
_LONGEST_LINE = 100  # columns; what is longer was written as a sentence
_UNWRAPPED = 50  # columns; a page is wider, so that a shorter line was ended by its writer
# What programs and templates write where a title belongs, with or without a number behind it.
_NO_TITLE = frozenset(
    {
        *("all", "home", "index", "readme", "document", "new document", "untitled", "untitled document", "no title", "contents"),
        *("table of contents", "toc", "presentation", "powerpoint presentation", "slide", "sheet", "book1", "workbook"),
        *("skip to content", "draft", "final", "copy", "new", "blank", "template", "scan", "untitled presentation"),
        *(
            "목차",
            "차례",
            "홈",
            "전체",
            "제목",
            "제목 없음",
            "문서",
            "새 문서",
            "빈 문서",
            "프레젠테이션",
            "powerpoint 프레젠테이션",
            "통합 문서",
            "시트",
            "초안",
            "사본",
        ),
        *(
            "目次",
            "ホーム",
            "すべて",
            "無題",
            "タイトル",
            "文書",
            "新規文書",
            "プレゼンテーション",
            "powerpoint プレゼンテーション",
            "ブック",
            "シート",
            "下書き",
            "コピー",
        ),
    }
)
# Of these a person may write, but a program that names its file so means itself.
_PROGRAMS = frozenset(
    {
        *(
            "word",
            "excel",
            "powerpoint",
            "writer",
            "impress",
            "calc",
            "acrobat",
            "latex",
            "tex",
            "pdftex",
            "hwp",
            "pages",
            "keynote",
        ),
        *(
            "microsoft word",
            "microsoft excel",
            "microsoft powerpoint",
            "adobe acrobat",
            "libreoffice",
            "google docs",
            "한글",
            "한컴오피스",
        ),
    }
)
_MADE_BY = re.compile(
    r"^Microsoft (?:Office )?(?:Word|PowerPoint|Excel) - "
    r"|\.(?:docx?|docm|dotx?|pptx?|xlsx?|hwpx?|pdf|txt|rtf|odt|odp|ods|html?|md)$",
    re.IGNORECASE,
)
# What a file is called that is no document, and the commands of TeX.
_FILE = re.compile(
    r"[^\s/]+\.(?:exe|dll|bin|bat|com|msi|tmp|bak|zip|t?gz|tar|7z|dvi|e?ps|tex|indd|qxd|pub|p65|pmd|wpd|lwp|jpe?g|png|gif|tiff?|bmp)$"
    r"|\\[a-zA-Z@]+",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?<=\w)[\s_-]*(?:\d{1,4}|\(\d{1,4}\))$")
_ONE_WORD = re.compile(r"[\x21-\x7e]+")
_DATA = re.compile(r"[\[{]\s*[\"'{\[]|\S*://\S*$|\S+@\S+$|#!|\d{4}-\d\d-\d\d[T ]\d\d:|[\w.-]*[/\\][\w./\\-]*$")
_SUBJECT = re.compile(r"(?:subject|title|제목|건명|件名|題名|タイトル)\s*[:：]\s*(?=\S)", re.IGNORECASE)
_FIELD = re.compile(r"[^\W\d][^\d:：]{0,20}[:：](?:\s|\S)")
_SENTENCE = re.compile(r"[.!?。！？,、，;][\"')\]」』”’]*$")


def found_title(name: str, read: ReadText, given_id: str) -> str:
    """The title that a document without a given one is known by. `given_id` is the id that its writer gave it, or ""."""
    found = _heading(read) or _carried(read.title) or given_id or _first_line(read) or _from_name(name)
    if found:
        return found
    words = one_line(read.text[: 4 * _SNIPPET])
    return words if len(words) <= _SNIPPET else words[:_SNIPPET].rsplit(" ", 1)[0] + "…"


def _heading(read: ReadText) -> str:
    """The first of the highest headings near the beginning."""
    marked = (block for block in read.blocks if read.headed and isinstance(block, Heading))
    near = [(block.level, title) for block in islice(marked, _FIRST_HEADINGS) if (title := _sensible(block.title))]
    highest = min((level for level, _ in near), default=0)
    return next((title for level, title in near if level == highest), "")


def _first_line(read: ReadText) -> str:
    """The first line, where it is one that a writer puts above a text."""
    first = next((block for block in read.blocks if not isinstance(block, Fields)), None)
    if not isinstance(first, Paragraph):
        return ""
    line, _, below = read.text[first.start : first.end].partition("\n")
    if (subject := _SUBJECT.match(line)) is not None:
        return _sensible(line[subject.end() :])
    wrapped = columns(line) > (_UNWRAPPED if below else _LONGEST_LINE)
    return "" if wrapped or _SENTENCE.search(line.rstrip()) or _FIELD.match(line) else _sensible(line)


def _carried(title: str) -> str:
    """The title that a format carries; "" where a program wrote it, of its own name or that of the file."""
    plain = one_line(title)
    shown = _sensible(plain)
    of_file = _MADE_BY.search(plain) is not None and _ONE_WORD.fullmatch(shown) is not None
    return "" if of_file or shown.casefold() in _PROGRAMS else shown


def _sensible(title: str) -> str:
    """The title without what programs add to it; "" when no person would call a document so."""
    title = _MADE_BY.sub("", _MADE_BY.sub("", one_line(title))).rstrip(":： ")
    letters = sum(char.isalpha() for char in title[:_SNIPPET])
    named = title.casefold() in _NO_TITLE | {"title"} or _NUMBERED.sub("", title.casefold()) in _NO_TITLE
    return "" if letters < 2 or _DATA.match(title) or _FILE.match(title) or named else title


def _from_name(name: str) -> str:
    """The file's name as words; that of its folder for a page that stands for its folder."""
    stem = one_line(naming_stem(name).replace("_", " "))
    return stem if any(char.isalpha() for char in stem) else ""
