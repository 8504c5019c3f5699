"""Questions that a corpus answers, for a person who sees it for the first time. Made from headings, so they cost no model."""

import re
from collections.abc import Mapping, Sequence

from ibidem.domain.documents import Document, Principal
from ibidem.domain.languages import Language
from ibidem.ports.stores import DocumentStore

LOOKED_AT = 200  # documents; the first ones by their ids will do
WORDING: Mapping[Language, tuple[str, str]] = {  # with a heading, and without
    "ko": ("{title}: {heading} 알려줘", "{title} 요약해줘"),
    "en": ("What does {title} say about {heading}?", "Summarise {title}"),
    "ja": ("「{title}」の「{heading}」を教えて", "{title}を要約して"),
}
_HEADING = re.compile(r"^#{2,6} (.+)$", re.MULTILINE)
_NUMBER = re.compile(r"^(?:[0-9]+(?:\.[0-9]+)*[.)]?|제\s?[0-9]+[조장절]|第[0-9一二三四五六七八九十]+[条章節])\s+")
_LONGEST_TITLE, _LONGEST_HEADING = 60, 30


async def opening_questions(documents: DocumentStore, principal: Principal, language: Language, most: int = 3) -> Sequence[str]:
    """At most so many questions, each on another document, in the language; documents of other types and languages come last."""
    found = [one for one in await documents.documents(principal, LOOKED_AT) if one.in_force and len(one.title) <= _LONGEST_TITLE]
    questions: list[str] = []
    for document in _varied(found, language)[:most]:
        heading = _telling_heading(await documents.text(document.doc_id, principal, document.version))
        with_heading, without = WORDING[language]
        questions.append((with_heading if heading else without).format(title=document.title, heading=heading))
    return questions


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
    """The heading of the section with the most numbers in it, without its own number; empty where there is none."""
    headings = list(_HEADING.finditer(text))
    ends = [*(following.start() for following in headings[1:]), len(text)][: len(headings)]
    sections = [
        (sum(letter.isdigit() for letter in text[heading.end() : end]), _NUMBER.sub("", heading[1]).strip(" ?？.。:："))
        for heading, end in zip(headings, ends, strict=True)
    ]
    short = [section for section in sections if 0 < len(section[1]) <= _LONGEST_HEADING]
    return max(short, key=lambda section: section[0], default=(0, ""))[1]
