"""Questions that a corpus answers, for a person who sees it for the first time. Made from headings, so they cost no model."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.domain.documents import Document, Principal
from ibidem.domain.languages import Language
from ibidem.language.normal import normalise
from ibidem.ports.document_store import DocumentReader
from ibidem.words.loader import worded

LOOKED_AT = 200  # documents; the first ones by their ids will do
_LONGEST_TITLE, _LONGEST_HEADING = 60, 30
_HEADING = re.compile(r"^#{2,6} (.+)$", re.MULTILINE)
_GERUND = re.compile(r"\w+ing\b")
_NUMBER = re.compile(r"^(?:[0-9]+(?:\.[0-9]+)*[.)]?|제\s?[0-9]+[조장절]|第[0-9一二三四五六七八九十]+[条章節])\s+")


@dataclass(frozen=True, slots=True)
class Phrasing:
    """How a language asks about a section, about a value that a heading names, how something is done, and for a summary.

    In Korean, {은} and {을} stand for the form of the particle that the word before them takes.
    """

    section: str
    value: str
    steps: str
    whole: str


PHRASINGS = worded("opening", Phrasing)
# What stands under such a heading is a value.
_VALUE = re.compile(
    r"(?:\b(?:torque|pressure|temperature|weight|voltage|interval|limit|deadline|price|fee|warranty|entitlement)"
    r"|토크|압력|온도|무게|중량|전압|주기|한도|기한|가격|요금|비용|일수|기간"
    r"|トルク|圧力|温度|重量|電圧|周期|上限|期限|価格|料金|日数|期間|費)$",
    re.IGNORECASE,
)
# What stands under such a heading is how something is done; the heading itself says nothing of what.
_STEPS = re.compile(
    r"(?:steps|procedure|instructions|(?:작업|확인)? ?(?:절차|순서|단계|방법)|작업|(?:作業)?手順|作業|方法|進め方)", re.IGNORECASE
)
# A heading that every document may have says nothing of this one.
_EMPTY = re.compile(
    r"overview|introduction|purpose|scope|background|summary|notes?|remarks|references|appendix|contents"
    r"|revision history|next steps"
    r"|개요|목적|적용 ?범위|목적과 적용 ?범위|적용 대상|배경|요약|비고|참고|부칙|목차|머리말|개정 이력|기록|문의"
    r"|概要|目的|適用範囲|背景|まとめ|備考|参考|附則|付則|目次|はじめに|改訂履歴|お問い合わせ",
    re.IGNORECASE,
)
# One that is a clause is no noun to ask about.
_CLAUSE = re.compile(
    r"^(?:who|where|when|why|what|how|if|i|after|before)\b|(?:[나까다요죠기음때것법\u3041-\u3096?？])$", re.IGNORECASE
)


async def opening_questions(documents: DocumentReader, principal: Principal, language: Language, most: int = 3) -> Sequence[str]:
    """At most so many questions, each on another document, in the language; documents of other types and languages come last."""
    found = [one for one in await documents.documents(principal, LOOKED_AT) if one.in_force and len(one.title) <= _LONGEST_TITLE]
    questions: list[str] = []
    for document in _varied(found, language)[:most]:
        heading = _telling_heading(await documents.text(document.doc_id, principal, document.version))
        questions.append(_question(PHRASINGS[language], document.title, heading))
    return questions


def further_questions(title: str, text: str, said: str, language: Language) -> Sequence[str]:
    """Questions on the sections of a document, in the language, those with the most numbers first; none on a section whose
    heading stands in what was `said` already."""
    if len(title) > _LONGEST_TITLE:
        return ()
    said = normalise(said).casefold()
    ranked = sorted(_telling_sections(text), key=lambda section: -section[0])
    headings = dict.fromkeys(heading for _, heading in ranked if normalise(heading).casefold() not in said)
    return [_question(PHRASINGS[language], title, heading) for heading in headings]


def _question(phrasing: Phrasing, title: str, heading: str) -> str:
    if not heading:
        wording = phrasing.whole
    elif _STEPS.fullmatch(heading):
        wording = phrasing.steps
    else:
        wording = phrasing.value if _VALUE.search(heading) else phrasing.section
    before = heading if "{heading}{은}" in wording else title
    return wording.format(
        title=title,
        heading=_within_a_sentence(heading),
        the="" if _GERUND.match(heading) else "the ",
        은=_particle(before, "은는"),
        을=_particle(before, "을를"),
    )


def _within_a_sentence(heading: str) -> str:
    """An English heading without its capital, unless it is a name or a code."""
    first, second = heading[:1], heading[1:2]
    return heading if not first.isascii() or second.isupper() or second.isdigit() else first.lower() + heading[1:]


def _particle(word: str, forms: str) -> str:
    """The form of a Korean particle after a word: the first one after a final consonant, as the word is read aloud."""
    last = word.rstrip(")]}'\"’”」』 ")[-1:]
    closed = (ord(last) - 0xAC00) % 28 > 0 if "가" <= last <= "힣" else last.casefold() in "013678lmnr"
    return forms[0] if closed else forms[1]


def _varied(documents: Sequence[Document], language: Language) -> Sequence[Document]:
    """Those in the language first, and of these one of each type before a second one of any."""
    seen: dict[tuple[str, str], int] = {}
    ranked: list[tuple[bool, int, Document]] = []
    for one in documents:
        kind = (one.language, one.doc_type)
        ranked.append((one.language != language, seen.get(kind, 0), one))
        seen[kind] = seen.get(kind, 0) + 1
    return [one for _, _, one in sorted(ranked, key=lambda row: row[:2])]


def _telling_heading(text: str) -> str:
    """The heading of the section with the most numbers in it, without its own number; empty where none says what is in it."""
    return max(_telling_sections(text), key=lambda section: section[0], default=(0, ""))[1]


def _telling_sections(text: str) -> Sequence[tuple[int, str]]:
    """How many digits stand in each section whose heading says what is in it, and that heading without its own number."""
    headings = list(_HEADING.finditer(text))
    ends = [*(following.start() for following in headings[1:]), len(text)][: len(headings)]
    sections = [
        (sum(letter.isdigit() for letter in text[heading.end() : end]), _NUMBER.sub("", heading[1]).strip(" .。:："))
        for heading, end in zip(headings, ends, strict=True)
    ]
    return [section for section in sections if _says_something(section[1])]


def _says_something(heading: str) -> bool:
    if not 0 < len(heading) <= _LONGEST_HEADING:
        return False
    return _STEPS.fullmatch(heading) is not None or not (_EMPTY.fullmatch(heading) or _CLAUSE.search(heading))
