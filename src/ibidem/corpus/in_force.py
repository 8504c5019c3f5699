"""Whether a document is in force: as its metadata say, else as plain words of its title or first lines do.

A subject is no status: "Abolition of slavery", "旧市街" and a page on what was replaced by something else are in force. So a word
counts where it stands alone in a title, in brackets or after a dash, or where a sentence says it of the document itself.
"""

import re
from collections.abc import Sequence
from datetime import date

from ibidem.corpus.reading.blocks import Heading, ReadText
from ibidem.language.normal import normalise

_HEAD = 400  # characters of text below the first heading: a notice stands in the first lines
_LONGEST_PART = 60

# As `status` may give it; what other programs write there ("published", "accepted") says nothing.
DRAFT = frozenset({"draft", "초안", "시안", "草案", "下書き", "起案中"})
_IN_FORCE = frozenset(
    {"in force", "effective", "active", "current", "시행", "시행 중", "시행중", "현행", "施行", "施行中", "有効", "現行"}
)
_OVER = frozenset(
    {
        *("superseded", "repealed", "obsolete", "deprecated", "withdrawn", "expired", "retired", "no longer in force"),
        *("폐지", "폐지됨", "폐기됨", "실효", "대체됨", "만료됨", "효력 없음"),
        *("廃止", "廃止済み", "廃止済", "失効", "失効済み", "旧", "旧版"),
    }
)

# Of a folded title. Outside brackets, commas stand between subjects: "Making, changing, 폐지" is about rules.
_BETWEEN = re.compile(r"[()\[\]{}【】〔〕〈〉;|:]|\s[-~]\s|[–—]")
_BRACKETED = re.compile(r"[(\[{【〔〈]([^()\[\]{}【】〔〕〈〉]*)")
_COMMA = re.compile("[,、]")
# A part of a title that ends so, or begins so: "2024년 8월까지", "2024年8月31日まで", "valid until 2023", "until 31 August 2024".
_UNTIL = re.compile(
    r"(?P<year>\d{4})(?:[-./년年 ]{1,2}(?P<month>\d{1,2}))?[-./년年월月\d ]{0,6}[일日]? ?(?:까지|まで)$"
    r"|^(?:(?:valid|in force|effective) )?(?:until|through) (?:\d{1,2} )?(?:(?P<named>[a-z]{3})[a-z]{0,6} )?(?P<last>\d{4})$",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATED = re.compile(r"^(?:\d{4}[-./년年]?[-.\d/ 월月일日]{0,12})\s?|\s?(?:\d{4}[-./년年]?[-.\d/ 월月일日]{0,12})$")
# A part of a title that begins or ends so.
_TITLE_PART = re.compile(
    r"^(?:superseded|replaced|obsoleted) by\b|^(?:no longer|not) (?:in force|valid|in use)\b"
    r"|^(?:old|former|previous|obsolete|superseded) [\w ]{0,40}\b"
    r"(?:policy|policies|rules?|version|edition|handbook|manual|guidelines?|procedures?|terms)\b"
    r"|^(?:구|옛) ?(?:규정|규칙|버전|판|지침|매뉴얼|약관)"
    r"|(?:더 이상|더는) (?:쓰지|사용하지|유효하지) 않음$|(?:으로|로) 대체(?:됨)?$"
    r"|^旧\S{0,12}(?:規程|規則|規定|制度|版|手順書?|マニュアル|約款|要領|ガイドライン)|より廃止$",
    re.IGNORECASE,
)

# What the first lines say of the document itself, or without any subject: after no more than a mark, a label, a day and an id.
_SENTENCE_END = re.compile(r"[.!?。\n]|\s[·|/]\s|\s(?=※)")
_ITSELF = re.compile(
    r"\bthis (?:document|policy|rule|version|edition|page|procedure|guide|guideline|manual|handbook|standard|notice)\b"
    r"|(?:이|본) ?(?:문서|규정|규칙|지침|정책|절차서?|매뉴얼|약관|기준서?|안내|페이지|판)[은는이가]"
    r"|(?:この|本|当)(?:文書|規程|規則|規定|制度|手順書?|マニュアル|約款|要領|ガイドライン|ページ|版)[はが]",
    re.IGNORECASE,
)
_NO_SUBJECT = re.compile(
    r"[\s>*#※]*(?:(?:status|note|상태|비고|참고|状態|状況|備考) ?: ?)?"
    r"(?:\d{4}[년年-][\d 월月일日-]{0,10}(?:에|に|を?もって)?[、, ]*)?"
    r"(?:[A-Za-z][\w-]{0,30}\d(?:으로|로|に|へ) ?)?"
    r"(?:(?:신판|새 ?판|개정판|새 규정) ?시행(?:과 함께|으로|에 따라) ?"
    r"|の?(?:新版|新規程|改[訂正定]版|新制度)の?施行(?:により|に伴い|をもって)[、, ]?)?",
    re.IGNORECASE,
)
# What another document does to a third one stands after a comma, an object or a subject: "이 판이 시행되면서 3판은 폐지되었다".
_UP_TO_THERE = (
    r"(?:(?!which|that|replaces|supersedes"
    r"|(?:판|규정|규칙|지침|기준서?|절차서?|문서)[은는이가] |(?:版|規程|規則|手順書?|文書)[はが])[^,、を]){0,80}?"
)
_OVER_SAID = (
    r"(?:(?:superseded|replaced|obsoleted|repealed|withdrawn|abolished) (?:by|on|in|as of|since)\b"
    r"|(?:is|was|been) (?:superseded|repealed|withdrawn|abolished|obsolete)\b"
    r"|(?:expired|lapsed|ceased to apply|ceased to be in force) (?:on|with|when|as of)\b"
    r"|no longer (?:in force|in effect|in use|valid|applies|applicable|used)\b"
    r"|(?:폐지|대체)(?:되|됨)|폐지$|효력을 잃|효력이 (?:없|끝나|끝났|종료|만료)"
    r"|(?:더 이상|더는) (?:쓰|쓰이|사용하|사용되|적용하|적용되|유효하)지 않"
    r"|廃止(?:され|しました|した|となり|済)|廃止$|失効|効力を(?:失|有し)|置き換えられ"
    r"|現在は(?:適用|使用|利用)(?:しません|していません|しない|していない|されません))"
)
_OVER_OF_ITSELF = re.compile(_UP_TO_THERE + _OVER_SAID, re.IGNORECASE)
_OVER_AT_ONCE = re.compile(_OVER_SAID, re.IGNORECASE)


def in_force(title: str, read: ReadText, status: str) -> bool:
    """Whether it is in force, by the `status` that was given, or by the words of its title and its first lines."""
    status = _folded(status)
    if status in _IN_FORCE:
        return True
    if status in _OVER or status in DRAFT:
        return False
    parts = _parts(title)
    if not _IN_FORCE.isdisjoint(map(_folded, parts)):
        return True
    return not (_over_in_title(parts) or any(map(_is_notice, _SENTENCE_END.split(_first_lines(read)))))


def is_draft(status: str) -> bool:
    """Whether the status that was given is that of a draft, which supersedes nothing yet."""
    return _folded(status) in DRAFT


def _parts(title: str) -> Sequence[str]:
    """What stands in a title between brackets, dashes and the like, and between commas in brackets."""
    title = normalise(title)
    in_brackets = (part for inside in _BRACKETED.findall(title) for part in _COMMA.split(inside))
    return [part.strip() for part in (*_BETWEEN.split(title), *in_brackets)]


def _over_in_title(parts: Sequence[str]) -> bool:
    if any(map(_has_ended, parts)):
        return True
    undated = [_DATED.sub("", part).strip() for part in parts]
    return any(_folded(part) in _OVER | DRAFT or _TITLE_PART.search(part[:_LONGEST_PART]) for part in undated if part)


def _has_ended(part: str) -> bool:
    """Whether a part of a title names the last day or month of the document, and it is over."""
    until = _UNTIL.search(part)
    if until is None:
        return False
    named = (until["named"] or "").casefold()
    month = _MONTHS.index(named) + 1 if named in _MONTHS else int(until["month"] or 12)
    today = date.today()
    return (int(until["year"] or until["last"]), month) < (today.year, today.month)


def _is_notice(sentence: str) -> bool:
    itself = _ITSELF.search(sentence)
    if itself is not None and _OVER_OF_ITSELF.match(sentence, itself.end()):
        return True
    bare = _NO_SUBJECT.match(sentence)
    return bare is not None and _OVER_AT_ONCE.match(sentence, bare.end()) is not None


def _first_lines(read: ReadText) -> str:
    first = next(iter(read.blocks), None)
    start = first.end if isinstance(first, Heading) else 0
    return normalise(read.text[start : start + _HEAD]).strip()


def _folded(status: str) -> str:
    return " ".join(normalise(status).casefold().replace("_", " ").replace("-", " ").split())
