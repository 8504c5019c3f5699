"""A follow-up that only names another one of several alike, by its name, a number, a size or a nickname: the question before it
is asked again, of that one."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from ibidem.domain.conversation import Turn
from ibidem.domain.documents import Chunk, Document, Passage, SearchFilters
from ibidem.finding.former import FORMER, YEAR
from ibidem.finding.passages import find_passages
from ibidem.language.latin import latin_words
from ibidem.language.normal import normalise
from ibidem.language.sentences import sentence_spans
from ibidem.language.table_rows import rows_among
from ibidem.language.tables import cells_of
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.devices import device_finder
from ibidem.turn.question.families import Family, Member, alike, contrast, replaced, said_words, words_of
from ibidem.turn.question.message import Message
from ibidem.turn.question.subjects import filler_words, of_carried, previous_query, subject_words
from ibidem.understanding.courtesies import is_courtesy
from ibidem.understanding.pointer import DocumentIds, Implicit, LatestCiting, Pointer, Slots

_LONGEST = 60  # characters
_MOST_WORDS = 4  # beside those that only ask: who says more asks something of their own, and no sibling is searched for
_PASSAGES = 30
# A sentence that gives a thing another name: 흔히 곰돌이라고 부른다, "known as Big Bertha", 通称.
_NAMES = re.compile(
    r"일명|별명|별칭|통칭|흔히|(?:라고|이라) (?:부른|불린|한)|\b(?:known as|nicknamed?|calls?|called|aka)\b"
    r"|通称|愛称|俗称|呼ぶ|呼ば|呼ん",
    re.IGNORECASE,
)
_FORMERLY = re.compile(
    rf"{FORMER.pattern}|전에는|전엔|\b(?:before (?:that|the change)|used? to)\b|前の|前は|変わる前", re.IGNORECASE
)
# Words that name an edition, and those that only ask for a value. Each by itself: analysed as one text they would be others.
_EDITION = """
    예전 이전 옛날 옛 과거 구 전 개정 규정 규칙 지침 제도 기준 판 버전 요금제 절차 절차서 문서 며칠 몇 얼마 언제 어디 누구 무엇 뭐
    old older previous former before change used rule rules policy version edition plan procedure document under by was were
    前 以前 旧 昔 変わる 規程 規則 規定 制度 版 ルール 基準 手順 手順書 文書 バージョン いくら 何 何日 いつ どこ 誰
"""
_MEASURED = re.compile(r"(\d{2,6})\s?(?:[A-Za-z]{1,3}|[가-힣]{1,2}|[ァ-ヶー]{1,4})$")
_BRACKETED = re.compile(r"[(（][^()（）]{1,60}[)）]")


async def of_sibling(message: Message, inquiry: Inquiry, context: TurnContext) -> str | None:
    """The question before, asked of the sibling that the message names; None where it names none, or asks something else."""
    said = normalise(message.text)
    turn = last_answer(inquiry.history)
    if turn is None or len(said) > _LONGEST or len(said_words(said)) > _MOST_WORDS or not may_name(message.pointer, said, turn):
        return None
    words = await context.corpus_words()
    question = normalise(previous_query(inquiry.history, device_finder(context.profile.devices, words.devices)))
    if not question:
        return None
    if (asked := of_owner(turn, said, question, words.owners)) is not None:
        return asked
    text = f"{turn.content.doc_refs[0].title}\n{said}\n{question}"
    found = (await find_passages(text, (), SearchFilters(), _PASSAGES, context.index, context.principal)).passages
    for family in families(turn, question, found):
        if members := family.meant(said):
            return family.asked_of(question, members)
    return of_former(turn, said, question, found)


def of_owner(turn: Turn, said: str, question: str, owners: Sequence[str]) -> str | None:
    """The question, asked of the owner that the message names by what no other owner's name has: "Dublin" of "Dublin office";
    None where it names none, or the answer was no owner's."""
    members = tuple(Member(name) for name in owners)
    for answered in dict.fromkeys(ref.owner for ref in turn.content.doc_refs if ref.owner in owners):
        family = Family(members, owners.index(answered))
        if meant := family.meant(said):
            return of_carried(family.asked_of(question, meant), [owners[place] for place in meant])
    return None


def last_answer(history: Sequence[Turn]) -> Turn | None:
    """The latest turn that was no courtesy, where it cited documents that a search found."""
    turn = next((turn for turn in reversed(history) if not is_courtesy(turn.content.user_text)), None)
    return turn if turn is not None and turn.content.doc_refs and turn.content.shown_list is None else None


def may_name(pointer: Pointer | None, said: str, turn: Turn) -> bool:
    """Whether a message may be no reference to a document: it has none, or one to a number that nothing was shown under, to what
    only looks like an id, or to "the previous rule", which may be the edition before."""
    match pointer:
        case None:
            return True
        case Slots(numbers=numbers, scope=LatestCiting()):
            return all(number > len(turn.content.doc_refs) for number in numbers)
        case Implicit():
            return _FORMERLY.search(said) is not None
        case DocumentIds(ids=ids):
            return not any(one.certain for one in ids)
        case _:
            return False


def of_former(turn: Turn, said: str, question: str, found: Sequence[Passage]) -> str | None:
    """The question, asked of the edition before: "what was it under the old rule?"; None where the message asks anything else, or
    the answer's document has no former edition."""
    if _FORMERLY.search(said) is None or subject_words(said) - filler_words() - edition_words():
        return None
    first = turn.content.doc_refs[0]
    titles = {p.document.title for p in found if is_before(p.document, first.title)}
    if not titles:
        return None
    title = max(titles, key=lambda one: YEAR.findall(one)[:1])
    return f"{contrast(title, first.title)[0] or title} {question}"


def is_before(document: Document, title: str) -> bool:
    """Whether a document is an edition before that of this title: like it and not in force, or of an earlier year and else so
    called."""
    if not alike(document.title, title):
        return False
    year, other = YEAR.findall(document.title)[:1], YEAR.findall(title)[:1]
    return not document.in_force or (YEAR.sub("", document.title) == YEAR.sub("", title) and year < other)


@lru_cache(maxsize=1)
def edition_words() -> frozenset[str]:
    """The search tokens of words that name an edition or only ask for a value."""
    return frozenset(token for word in _EDITION.split() for token in words_of(word))


def families(turn: Turn, question: str, found: Sequence[Passage]) -> Sequence[Family]:
    """The families that the subject of an answer belongs to: the columns and the rows of the tables in its first document, and
    the documents whose titles are like its own."""
    first = turn.content.doc_refs[0]
    own = [passage.chunk for passage in found if passage.document.doc_id == first.doc_id]
    names = chain.from_iterable(names_in_tables(chunk) for chunk in own)
    tables = [family for one in names if (family := of_names([name for name in one if name], question)) is not None]
    return [*tables, of_titles(turn, found)]


def of_titles(turn: Turn, found: Sequence[Passage]) -> Family:
    """The first document of an answer, and those found whose titles are like its own; where the answer cited others of them, none
    of them is its subject."""
    first, *others = turn.content.doc_refs
    codes = codes_in(first.title)
    # What names the same model, too, is another document about it and none about a sibling.
    like = (p.document.title for p in found if alike(p.document.title, first.title))
    titles = dict.fromkeys((first.title, *(title for title in like if codes.isdisjoint(codes_in(title)))))
    several = any(ref.title in titles and ref.title != first.title for ref in others)
    return Family(tuple(Member(title, nicknames(title, found)) for title in titles), None if several else 0)


def codes_in(title: str) -> frozenset[str]:
    """The codes that a title names: vd80 of "VD-80 Vacuum Dryer"."""
    return frozenset(latin_words(normalise(title)).codes)


def of_names(names: Sequence[str], question: str) -> Family | None:
    """The family of names of which the question holds exactly one. What stands in brackets may be left out of a name, and its
    unit may be written otherwise."""
    members = [Member(_BRACKETED.sub("", name).strip() or name, (name,)) for name in names]
    held = [
        place for place, one in enumerate(members) if any(replaced(question, said, "") != question for said in called(one.name))
    ]
    return Family(tuple(members), held[0]) if len(held) == 1 else None


def called(name: str) -> tuple[str, ...]:
    """How a question may call a column or a row: by its name, or by the number that it begins with."""
    measured = _MEASURED.match(name)
    return (name,) if measured is None else (name, measured[1])


def nicknames(title: str, found: Sequence[Passage]) -> tuple[str, ...]:
    """The sentences of the documents of this title that give something another name."""
    texts = [passage.chunk.text for passage in found if passage.document.title == title]
    sentences = (text[start:end] for text in texts if _NAMES.search(text) for start, end in sentence_spans(text))
    return tuple(sentence for sentence in sentences if _NAMES.search(sentence))


def names_in_tables(chunk: Chunk) -> Iterator[Sequence[str]]:
    """The names of the columns of each table of a chunk, and those of its rows."""
    spans = sentence_spans(chunk.text)
    rows = zip(spans, rows_among(chunk.text, spans, chunk.head), strict=True)
    tables: dict[tuple[int, str], list[str]] = {}
    for (start, end), row in rows:
        if row is not None and not row.heads:
            tables.setdefault((row.table, row.head), []).append(cells_of(chunk.text[start:end])[0])
    for (_, head), names in tables.items():
        yield cells_of(head) if head else ()
        yield names
