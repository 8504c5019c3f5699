"""The words of the three languages by what they do in a message that points back, for one profile."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ibidem.language.normal import normalise
from ibidem.pointing.english import words as english
from ibidem.pointing.japanese import words as japanese
from ibidem.pointing.korean import words as korean
from ibidem.profile import Profile

# One letter a kind, so that a message becomes a short string over which grammar is written as regular expressions.
KINDS = {
    "ANCHOR": "A",  # a document as the answer shows it: 문서, source, 出典
    "PLURAL": "Y",  # several of them
    "WEAK": "a",  # what may be a document, and may be anything: file, 결과
    "KIND": "K",  # a kind of document, in the words of the profile
    "GENERIC": "G",  # one, 거, やつ
    "TURN": "T",  # an answer or a question of the conversation
    "SESSION": "C",
    "DEMONSTRATIVE": "D",
    "PLURAL_DEMONSTRATIVE": "M",
    "PRONOUN": "Q",
    "THE": "h",
    "PARTICLE": "P",
    "OF": "o",
    "LOCATIVE": "l",
    "TOPIC": "t",
    "AND": "J",
    "BUT": "b",
    "UNTIL": "R",
    "EXCEPT": "X",  # after what it excludes
    "NOT": "x",  # before what it excludes
    "OTHER": "O",
    "ALL": "E",
    "TWO": "2",
    "THREE": "3",
    "FIRST": "1",
    "VERY_FIRST": "0",
    "FROM_END": "Z",
    "SECOND_LAST": "z",
    "MIDDLE": "y",
    "BOTTOM": "L",
    "AGO": "g",
    "THIS_TIME": "i",
    "WHOLE": "W",
    "SHOW": "S",
    "TELL": "v",
    "USE": "V",
    "PART": "p",  # what one asks of a document: title, 내용
    "ASPECT": "c",  # what one asks of its subject: 원인, 症状
    "NUMBERED": "H",  # what is numbered in the world: step, 밸브
    "FILLER": "F",
    "QUESTION": "f",
    "SPEAKS": "k",  # what a document does: it says, 적혀 있다
}
# After a known word of the same run these are what Korean letters mean first; at the beginning of a run they come last.
_ENDINGS = frozenset("PoltJRX")
# Of the words for a kind of document, those that name the document itself: "that ticket" is one, "that rule" is what it says.
_NAMES_A_DOCUMENT = re.compile(
    "(?:서|표|록|노트|자료|매뉴얼|가이드|티켓|교안|리스트|書|表|票|資料|記録|報告|ノート|マニュアル|ガイド|チケット|速報|通報|テキスト|リスト|シート|規程"
    "|manual|guide|ticket|bulletin|checklist|sheet|notes?|handout|material|record|report|policy|instruction|faq|changelog|tutorial)$"
)
# The words in which one slip is understood: they are long, and no other word is near them.
_TOLD_IN_ENGLISH = (
    *("document", "documents", "source", "sources", "citation", "reference"),
    *("summarize", "summarise", "compare", "translate", "explain", "display", "retrieve"),
)
# "Dont" is don't, "ill" is not I'll.
_OTHER_WORDS = frozenset({"i'd", "i'll", "it's"})
_HANGUL = "[가-힣]"
_INFLECTED = re.compile("|".join(f"(?P<{kind}>{'|'.join(patterns)})" for kind, patterns in japanese.PATTERNS.items()))
KOREAN_ENDING = re.compile(
    r"[줘주줄세요시겠어나까래라달드려립렸릴게봐보볼봅니다는지고싶은수있을면좋죠네용욥염여오와던냐랑케쥬져서해하했할합될된돼되한함을를도만좀기야군걸데러"
    r"이가의로문습았었였봤놔놓둬소쇼슈유잉당구실십셨셔심아어우디노카케더든슴좌죵쥬징바교예]*"
)


class Word(NamedTuple):
    """What is known of a word: its kind, and the document type where it names one. A `stem` takes endings."""

    kind: str
    doc_type: str | None = None
    stem: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Words by spelling, spaces left out in Korean and Japanese; `phrases` are those that may hold spaces there.

    `inflected` finds Japanese words that are made by rule, each group of it named like a kind.

    `starts` holds Korean words as they stand at the beginning of a run of letters, `follows` as they stand within one.
    `longest` is the length of the longest Korean or Japanese spelling by its first letter; `goes_on` says after how many further
    words at most an English phrase that begins with a word ends.
    """

    starts: dict[str, Word]
    follows: dict[str, Word]
    japanese: dict[str, Word]
    inflected: re.Pattern[str]
    english: dict[str, Word]
    phrases: re.Pattern[str]
    typos: dict[str, Word]
    korean_typos: frozenset[str]
    longest: dict[str, int]
    goes_on: dict[str, int]


KindWords = tuple[tuple[str, tuple[str, ...]], ...]


def lexicon_of(profile: Profile) -> Lexicon:
    """The lexicon for a profile's kinds of document, its ids and what has numbers in its world, built once."""
    doc_types = tuple((doc_type.name, doc_type.words) for doc_type in profile.doc_types)
    return _lexicon(doc_types, frozenset(_spelled(s) for one in profile.ids for s in one.spellings), profile.numbered)


@lru_cache(maxsize=32)
def _lexicon(doc_types: KindWords, ids: frozenset[str], numbered: tuple[str, ...]) -> Lexicon:
    starts: dict[str, Word] = {}
    follows: dict[str, Word] = {}
    entries = [*_entries(korean.WORDS), *_of_the_profile(doc_types, ids, numbered, _HANGUL)]
    for spelling, word in sorted(entries, key=lambda e: e[1].kind in _ENDINGS):
        starts.setdefault(spelling.replace("_", ""), word)
    for spelling, word in sorted(entries, key=lambda e: e[1].kind not in _ENDINGS):
        follows.setdefault(spelling.replace("_", ""), word)
    ja: dict[str, Word] = {}
    for spelling, word in [*_entries(japanese.WORDS), *_of_the_profile(doc_types, ids, numbered, "[ぁ-ヿ一-鿿]")]:
        ja.setdefault(spelling.replace("_", ""), word)
    en: dict[str, Word] = {}
    for spelling, word in [*_entries(english.WORDS), *_of_the_profile(doc_types, ids, numbered, "[a-z]")]:
        en.setdefault(spelling.replace("_", " "), word)
        if spelling.startswith("you_"):
            en.setdefault(f"u {spelling.replace('_', ' ')[4:]}", word)
        if "'" in spelling and spelling not in _OTHER_WORDS:
            en.setdefault(spelling.replace("_", " ").replace("'", ""), word)
    for called in english.TEXTS.split():
        en.setdefault(called, Word("a"))
    spaced = {s for s, _ in entries if "_" in s}
    phrases = "|".join(re.escape(s.rstrip("~")).replace("_", r"\s*") for s in sorted(spaced, key=len, reverse=True))
    typos = {t: en[w] for w in _TOLD_IN_ENGLISH for t in _slips(w)}
    return Lexicon(
        starts={s.rstrip("~"): w for s, w in starts.items()},
        follows={s.rstrip("~"): w for s, w in follows.items()},
        japanese={s.rstrip("~"): w for s, w in ja.items()},
        inflected=_INFLECTED,
        english=en,
        phrases=re.compile(phrases),
        typos={t: word for t, word in typos.items() if t not in en},
        korean_typos=frozenset(_wrong_jamo("문서")) - {"문어", "분서", "운서", "군서", *starts, *follows},
        longest=_longest((*starts, *follows, *ja)),
        goes_on=_goes_on(en),
    )


def _goes_on(phrases: Iterable[str]) -> dict[str, int]:
    """How many words follow the first one in the longest of the phrases that begin with it, where any does."""
    found: dict[str, int] = {}
    for first, *following in (phrase.split(" ") for phrase in phrases):
        if following:
            found[first] = max(found.get(first, 0), len(following))
    return found


def _longest(spellings: Iterable[str]) -> dict[str, int]:
    """The length of the longest spelling that begins with a letter, for each."""
    found: dict[str, int] = {}
    for spelling in spellings:
        found[spelling[0]] = max(found.get(spelling[0], 0), len(spelling))
    return found


def _entries(words: dict[str, str]) -> Iterable[tuple[str, Word]]:
    for name, spellings in words.items():
        for spelling in spellings.split():
            yield spelling, Word(KINDS[name], stem=spelling.endswith("~"))


def _of_the_profile(
    doc_types: KindWords, ids: frozenset[str], numbered: tuple[str, ...], script: str
) -> Iterable[tuple[str, Word]]:
    for spelling in map(_spelled, numbered):
        if re.search(script, spelling):
            yield spelling.replace(" ", "_"), Word(KINDS["NUMBERED"])
    yield from _kinds_of_document(doc_types, ids, script)


def _spelled(written: str) -> str:
    return normalise(written).casefold().replace("-", " ")


def _kinds_of_document(doc_types: KindWords, ids: frozenset[str], script: str) -> Iterable[tuple[str, Word]]:
    for name, words in doc_types:
        for written in words:
            spelling = _spelled(written)
            names_it = spelling in ids or _NAMES_A_DOCUMENT.search(spelling) is not None
            if script == _HANGUL and re.search(script, spelling):
                yield f"{spelling.replace(' ', '_')}_문서", Word("K", name)
                if not names_it:
                    yield spelling.replace(" ", "_"), Word("a", name)
            if re.search(script, spelling) and names_it:
                yield spelling.replace(" ", "_"), Word("K", name)
                if spelling.isascii():  # a "trouble ticket" is called a ticket, and two are tickets
                    for called in (spelling, spelling.split()[-1]):
                        yield called, Word("K", name)
                        yield f"{called[:-1]}ies" if called.endswith("y") else f"{called}s", Word("K", name)


def _wrong_jamo(word: str) -> set[str]:
    """Every spelling with one jamo of one syllable wrong, left out or added (Unicode 3.12: 19 initials, 21 vowels, 28 finals)."""
    made: set[str] = set()
    for at, syllable in enumerate(word):
        code = ord(syllable) - 0xAC00
        initial, vowel, final = code // 588, code % 588 // 28, code % 28
        others = (
            [(i, vowel, final) for i in range(19)]
            + [(initial, v, final) for v in range(21)]
            + [(initial, vowel, f) for f in range(28)]
        )
        made |= {word[:at] + chr(0xAC00 + i * 588 + v * 28 + f) + word[at + 1 :] for i, v, f in others}
    return made - {word}


def _slips(word: str) -> set[str]:
    """Every spelling that is one letter left out, doubled, wrong or turned with its neighbour."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    cuts = [(word[:i], word[i:]) for i in range(1, len(word) + 1)]
    return {
        *(a + b[1:] for a, b in cuts if b),
        *(a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1),
        *(a + c + b[1:] for a, b in cuts if b for c in letters),
        *(a + c + b for a, b in cuts for c in letters),
    } - {word, f"{word}s"}
