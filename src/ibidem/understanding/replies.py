"""What people say when the service has asked: yes or no to its offer, and which of the documents they meant."""

import re

from ibidem.language.normal import normalise
from ibidem.language.phrases import made_of
from ibidem.profile import Profile
from ibidem.understanding.acts import read_acts
from ibidem.understanding.bare import names_numbers
from ibidem.understanding.long_messages import both_ends
from ibidem.understanding.picking import ChangedMind, Picked, StillUnclear, picked
from ibidem.understanding.resolve import PossibleDocument

_SIGN = r"[\s!.,~…。、！♪^)ㅎㅋㅠ-]"
POLITE = f"{_SIGN}*"
_LONGEST_REPLY = 40  # characters; a reply is short, and the pattern need not run over long texts
# What points at the only choice that there is: "that one", 그거요, それです.
_THAT_ONE = re.compile(
    r"[그이저][거것걸게](?:으?로)?(?:이?[요야]|이?에요|예요|입니다)?|그\s*문서[로를]?(?:예?요|입니다)?|맞(?:아요?|습니다)"
    r"|하나(?:밖에\s*없\S*)?"
    r"|(?:use|take|show(?:\s+me)?|open)?\s*(?:that|this|it|the\s+only)(?:\s+(?:one|document))?|that'?s\s+(?:it|the\s+one)"
    r"|(?:それ|これ|その(?:文書|資料))(?:で(?:いいで)?す|[をで](?:お願いします|見せて|使って)?)?(?:ください)?",
    re.IGNORECASE,
)
_QUOTES = "\"'“”‘’「」『』《》〈〉"

# What is said around a title: "그 펌프 교체 절차요", "the one about refunds", "アラームの方".
_AROUND = re.compile(
    r"\b(?:the|one|a|an|that|please|about|on|for|with|i|meant|mean|want|it'?s|is|document|doc|source|called|named|titled"
    r"|title|show|me|open)\b"
    r"|(?<![가-힣])[그이저](?=\s)|문서|자료|출처|제목[은이]?|이에요|예요|이?라는|이라고|이?요$|입니다|(?<=\S)\s*쪽(?:으로"
    r"|이요|요|이에요|입니다)?(?:\s*(?:보여|해)\s*(?:줘요?|주세요))?$|관련|대한|에\s대한|거요?$|것|걸로|으로|보여\s?줘|주세요"
    r"|해줘|それ|(?:タイトル|題名)は?|の(?:方|ほう|文書|資料|やつ)|です|という|お願いします"
    r"|について|に関する|を?見せて|ください",
    re.IGNORECASE,
)
_WORD = re.compile(r"[0-9a-z][0-9a-z.+_-]*|[가-힣]+|[ァ-ヿ]+|[一-鿿々]+", re.IGNORECASE)
_JOSA = re.compile(r"(?<=[가-힣]{2})(?:으로|에서|이요|은|는|이|가|을|를|의|요|도|로)$")


async def read_choice(
    message: str, choices: tuple[PossibleDocument, ...], profile: Profile
) -> Picked | StillUnclear | ChangedMind:
    """Which of the choices the message picks: by its whole title, by number, by id or by words of its title.

    A number is that of the slot shown with a choice where those differ, else the place in the list.
    """
    text = both_ends(normalise(message).strip())
    if (titled := _by_whole_title(text, choices)) is not None:
        return titled
    by_id = [n for n, one in enumerate(choices) if _names_id(text, one.target.doc_id)]
    if len(by_id) == 1:
        return Picked((by_id[0],))
    if len(text) <= _LONGEST_REPLY and (is_that_one(text) or _says_yes(text, profile)):
        return Picked((0,)) if len(choices) == 1 else StillUnclear()
    words = title_words(text)
    if len(named := _named_by(words, choices)) == 1 and not all(word.isdigit() for word in words):
        return Picked(named)
    return await picked(text, choices, profile) or _by_title(words, choices)


def _says_yes(text: str, profile: Profile) -> bool:
    """Whether the text says yes to the choice that there is, and picks none by its number."""
    return read_acts(text).doing("which") == "yes" and not names_numbers(text, profile)


def is_that_one(text: str) -> bool:
    """Whether the text says nothing but "that one", which is clear where there is one choice."""
    text = normalise(text).strip()
    return len(text) <= _LONGEST_REPLY and made_of(_THAT_ONE, text)


def _by_whole_title(text: str, choices: tuple[PossibleDocument, ...]) -> Picked | StillUnclear | None:
    """The choice whose title the message is, or names with nothing else beside it; a title may hold a number itself."""
    said = _bare(text)
    same = tuple(n for n, one in enumerate(choices) if _bare(one.title) == said)
    if same and not said.isdigit():
        return Picked(same) if len(same) == 1 else StillUnclear()
    named = [n for n, one in enumerate(choices) if len(_bare(one.title)) > 3 and _bare(one.title) in said]
    longest = max(named, key=lambda n: len(choices[n].title), default=None)
    if longest is None or [choices[n].title for n in named].count(choices[longest].title) > 1:
        return None
    title = re.escape(normalise(choices[longest].title).strip())
    rest = re.sub(title, " ", text, count=1, flags=re.IGNORECASE)
    return Picked((longest,)) if rest != text and not title_words(rest) else None


def _names_id(text: str, doc_id: str) -> bool:
    """Whether the id stands in the text by itself; a number is read as that of a choice."""
    if not doc_id or doc_id.isdigit():
        return text.strip() == doc_id and len(doc_id) > 2
    return re.search(rf"(?<![A-Za-z0-9_.-]){re.escape(doc_id)}(?![A-Za-z0-9_-])", text, re.IGNORECASE) is not None


def _bare(text: str) -> str:
    return re.sub(r"\s+", " ", normalise(text).strip().strip(_QUOTES + ".。!").strip()).casefold()


def _by_title(words: list[str], choices: tuple[PossibleDocument, ...]) -> Picked | StillUnclear | ChangedMind:
    """The choice whose title or id alone holds every word of the message; with a word more it is a question of its own."""
    if not words:
        return StillUnclear()
    names = [re.sub(r"\s+", "", normalise(f"{choice.title} {choice.target.doc_id}")).casefold() for choice in choices]
    held = tuple(n for n, name in enumerate(names) if all(word in name for word in words))
    if len(held) > 1:  # N stands in "SUPRA N" as a word, in "manual" by chance
        held = _named_by(words, choices) or held
    return Picked(held) if len(held) == 1 else StillUnclear() if held else ChangedMind()


def _named_by(words: list[str], choices: tuple[PossibleDocument, ...]) -> tuple[int, ...]:
    """The choices of whose titles these are words, whole ones."""
    return tuple(n for n, choice in enumerate(choices) if words and set(title_words(choice.title)).issuperset(words))


def title_words(text: str) -> list[str]:
    """The words of a message that may be those of a title: without particles, and without what is said around a title."""
    found = (_JOSA.sub("", word.casefold()) for word in _WORD.findall(_AROUND.sub(" ", normalise(text))))
    return [word for word in found if word]
