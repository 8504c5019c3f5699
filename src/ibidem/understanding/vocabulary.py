"""The words of a message by what they do in it: they show, ask, point, name documents or what has numbers, or only fill."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, NamedTuple

from pydantic import TypeAdapter

from ibidem.domain.languages import FACTS, Language
from ibidem.language.latin import FURTHER
from ibidem.language.normal import normalise
from ibidem.profile import Profile

# `sums`: what is made of a document, and what one says; `one`: what stands for a noun; `stop` ends a sentence; `meant`: a number
# or an id.
Does = Literal[
    "shows", "whole", "tells", "sums", "asks", "document", "one", "points", "part", "numbered", "fills", "stop", "content",
    "meant",
]  # fmt: skip
_LISTED: TypeAdapter[dict[Does, dict[Language, str]]] = TypeAdapter(dict[Does, dict[Language, str]])
Spans = tuple[tuple[int, int], ...]


class Word(NamedTuple):
    """A word of the message, and where it stands; `attached` says that no space stands before it."""

    does: Does
    start: int
    end: int
    text: str
    attached: bool


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Words by spelling, in Korean and Japanese without spaces; a stem takes the endings of a verb; `longest` is in letters."""

    words: dict[str, Does]
    stems: dict[str, Does]
    longest: int


# A word of English, or of a further language that is written with spaces.
_SPACED = "[a-z{0}]+(?:['’][a-z{0}]+)?".format("".join(FACTS[language].letters for language in FURTHER))
_RUN = re.compile(
    rf"(?P<en>{_SPACED})|(?P<ko>[가-힣ㄱ-ㆎ]+)|(?P<ja>[ぁ-ヿ一-鿿々]+)|(?P<other>[^\W\d]+|\d+)|(?P<stop>[.!?。;:])|(?P<comma>[,、])"
)
_NEXT_ENGLISH = re.compile(rf"[ \t-]+({_SPACED}|\d+)")
_MOST_ENGLISH = 5  # words of a phrase
_LONGEST_RUN = 24  # letters of Korean that are taken apart
_SCRIPT = re.compile(r"[一-鿿々]+|[ァ-ヿ]+|[ぁ-ん]")
_BEGINS = frozenset({"はい"})  # elsewhere it is は and another word: 上限はいくら
_KATAKANA = re.compile("[ァ-ヺー]")
# How long a summary is to be: in three lines, 세 줄로, 3行で.
_LENGTH = re.compile(
    r"(?<![a-z])(?:in|into|to|as) (?:an?|one|two|three|four|five|\d{1,2}) (?:short )?"
    r"(?:lines?|sentences?|bullet points?|bullets?|paragraphs?|points?|words?)(?![a-z])"
    r"|(?:[한두세네]|다섯|\d{1,2})\s?(?:줄|문장|문단)(?:로|으로)?(?![가-힣])|(?:[一二三四五]|\d{1,2})(?:行|文|段落|文字|点)(?:[でに]|程度で)"
)
# How something is done: quickly, 깔끔하게.
_ADVERB = re.compile(r"(?!reply$|apply$|supply$|assembly$|family$)[a-z]{3,}ly|[가-힣]+(?:하게|스럽게|롭게|히)")
_KOREAN_ENDING = re.compile(
    r"[줘주줄세요시겠어나까래라달드려립렸릴게봐보볼봅니다는지고싶은수있을면좋죠네용욥염여오와던냐랑케쥬져서해하했할합될된돼되한함을도만좀기야군걸데러"
    r"이가의로문습았었였봤놔놓둬소쇼슈유잉당구실십셨셔심아어우디노카케더든슴좌죵쥬징바교예]*"
)
_JAPANESE_ENDING = re.compile(
    r"(?:(?!お願|ところ|とき|まえ|ため|さっき|その(?![ぁ-ん])|この(?![ぁ-ん])|あの(?![ぁ-ん]))[ぁ-んー])*"
)


def words_of(lowered: str, profile: Profile, meant: Spans = ()) -> list[Word]:
    """The words of a text in small letters and one width; numbers and ids stand at the places `meant`, start and end."""
    return list(_words_of(lowered, _of_profile(profile), meant))


@lru_cache(maxsize=8)  # one message is read for several ends
def _words_of(lowered: str, vocabulary: Vocabulary, meant: Spans) -> tuple[Word, ...]:
    lengths = [match.span() for match in _LENGTH.finditer(lowered)]
    given: dict[tuple[int, int], Does] = dict.fromkeys(lengths, "sums")
    numbers = [one for one in meant if not _within_a_word(lowered, one[0], vocabulary)]
    given |= dict.fromkeys(
        (one for one in numbers if not any(one[0] < end and start < one[1] for start, end in lengths)), "meant"
    )
    found: list[Word] = []
    at = 0
    for (start, end), does in (*sorted(given.items()), ((len(lowered), len(lowered)), None)):
        for run in _RUN.finditer(lowered, at, max(at, start)):
            if not found or run.start() >= found[-1].end:
                found += _of_run(run, lowered[:start], vocabulary)
        if does is not None:
            found.append(Word(does, start, end, lowered[start:end], attached=False))
        at = max(at, end)
    ends = {word.end for word in found}
    return tuple(word._replace(attached=word.start in ends) for word in found)


def _within_a_word(text: str, at: int, vocabulary: Vocabulary) -> bool:
    """Whether what stands at a place is part of a Japanese word that begins before it: the 一 of もう一度."""
    begun = (place for place in range(max(0, at - 3), at) if "ぁ" <= text[place] <= "鿿")
    return any((known := _known(text, place, len(text), vocabulary)) is not None and known[1] > at for place in begun)


def _of_run(run: re.Match[str], text: str, vocabulary: Vocabulary) -> list[Word]:
    start, end = run.span()
    match run.lastgroup:
        case "en":
            return _english(start, end, text, vocabulary)
        case "ko":
            return _of_korean(start, run.group(), vocabulary)
        case "ja":
            return _japanese(start, end, text, vocabulary)
        case "stop":
            return [Word("stop", start, end, run.group(), attached=False)]
        case "comma":
            return [Word("fills", start, end, run.group(), attached=False)]
        case _:
            return [Word("content", start, end, run.group(), attached=False)]


def _of_korean(start: int, run: str, vocabulary: Vocabulary) -> list[Word]:
    unknown: Does = "fills" if _ADVERB.fullmatch(run) else "content"
    found: list[Word] = []
    for does, length in _korean(run, vocabulary) or ((unknown, len(run)),):
        found.append(Word(does, start, start + length, run[:length], attached=False))
        start, run = start + length, run[length:]
    return found


def _english(start: int, end: int, text: str, vocabulary: Vocabulary) -> list[Word]:
    """The longest phrase that begins with the word, or the word without its 's."""
    said, stop = text[start:end].replace("’", "'"), end
    does = vocabulary.words.get(said)
    for _ in range(_MOST_ENGLISH - 1):
        if (further := _NEXT_ENGLISH.match(text, stop)) is None:
            break
        said, stop = f"{said} {further.group(1).replace('’', chr(39))}", further.end()
        if (longer := vocabulary.words.get(said)) is not None:
            does, end = longer, stop
    if does is None and (owner := re.fullmatch("(.+)['’]s", text[start:end])) is not None:
        does = vocabulary.words.get(owner.group(1))
    if does is None:
        does = "fills" if _ADVERB.fullmatch(text[start:end]) else "content"
    return [Word(does, start, end, text[start:end], attached=False)]


@lru_cache(maxsize=4096)
def _korean(run: str, vocabulary: Vocabulary) -> tuple[tuple[Does, int], ...]:
    """A run of Korean letters as known words with their endings; nothing where it is not made of these alone."""
    if len(run) > _LONGEST_RUN:
        return ()
    for length in range(min(len(run), vocabulary.longest), 0, -1):
        ends: list[tuple[Does, int]] = []
        if (does := vocabulary.words.get(run[:length])) is not None:
            ends.append((does, length))
        if (does := vocabulary.stems.get(run[:length])) is not None and (ending := _KOREAN_ENDING.match(run, length)) is not None:
            ends.append((does, ending.end()))
        for word in ends:
            rest = _korean(run[word[1] :], vocabulary)
            if rest or word[1] == len(run):
                return (word, *rest)
    return ()


def _japanese(start: int, end: int, text: str, vocabulary: Vocabulary) -> list[Word]:
    """The longest known words; what is unknown ends where the script changes, but for what is spelled in hiragana of it."""
    found: list[Word] = []
    at = start
    while at < end:
        if (known := _known(text, at, end, vocabulary)) is not None:
            does, stop = known
            found.append(Word(does, at, stop, text[at:stop], attached=False))
        else:
            piece = _SCRIPT.match(text, at, end)
            stop = piece.end() if piece else at + 1
            if found and found[-1].does == "content":
                at = found.pop().start
            found.append(Word("content", at, stop, text[at:stop], attached=False))
        at = stop
    return found


def _known(text: str, at: int, end: int, vocabulary: Vocabulary) -> tuple[Does, int] | None:
    """The longest word at a place and where it ends, a verb with its ending."""
    for stop in range(min(end, at + vocabulary.longest), at, -1):
        word = text[at:stop]
        if not _cut_out(text, at, stop, end) and (at == 0 or word not in _BEGINS):
            if (does := vocabulary.words.get(word)) is not None:
                return does, stop
            if (does := vocabulary.stems.get(word)) is not None:
                ending = _JAPANESE_ENDING.match(text, stop, end)
                return does, stop if ending is None else ending.end()
    return None


def _cut_out(text: str, start: int, stop: int, end: int) -> bool:
    """Whether katakana is cut out of a longer word: ソース of ソースコード."""
    after = stop < end and _KATAKANA.match(text[stop]) is not None and _KATAKANA.match(text[stop - 1]) is not None
    return after or (start > 0 and _KATAKANA.match(text[start - 1]) is not None and _KATAKANA.match(text[start]) is not None)


def _of_profile(profile: Profile) -> Vocabulary:
    """The vocabulary with the profile's words for kinds of document and for what has numbers in its world, built once."""
    return _vocabulary(tuple(word for doc_type in profile.doc_types for word in doc_type.words), profile.numbered)


@lru_cache(maxsize=32)
def _vocabulary(of_documents: tuple[str, ...], numbered: tuple[str, ...]) -> Vocabulary:
    listed, stems = _shipped()
    words = dict(listed)
    named: tuple[tuple[Does, tuple[str, ...]], ...] = (("numbered", numbered), ("document", of_documents))
    for does, spellings in named:
        for spelling in spellings:
            folded = normalise(spelling).casefold().replace("-", " ")
            for form in (folded, f"{folded}s", folded.split()[-1]) if folded.isascii() else (folded.replace(" ", ""),):
                words[form] = does
    return Vocabulary(words, stems, max(map(len, words)))


@cache
def _shipped() -> tuple[dict[str, Does], dict[str, Does]]:
    """The words and the stems of `words.toml`; what stands there first counts."""
    listed = _LISTED.validate_python(tomllib.loads(files("ibidem.understanding").joinpath("words.toml").read_text("utf-8")))
    words: dict[str, Does] = {}
    stems: dict[str, Does] = {}
    for does, by_language in listed.items():
        for language, spellings in by_language.items():
            for spelling in spellings.split():
                spelled = spelling.rstrip("~").replace("_", " " if FACTS[language].script == "letters" else "")
                (stems if spelling.endswith("~") else words).setdefault(spelled, does)
    return words, stems
