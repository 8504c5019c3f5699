"""A message in pieces, in which every number, id, word for a kind of document and word of a cited title is a mention."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ibidem.language.normal import normalise
from ibidem.language.numbers import Number, find_numbers
from ibidem.profile import Profile
from ibidem.understanding.ids import id_reader
from ibidem.understanding.long_messages import both_ends
from ibidem.understanding.pointer import NamedId
from ibidem.understanding.titles import Title, title_words

# Longer messages are cut here, in pieces: the beginning and the end are kept.
MOST_PIECES = 96
_PIECE = re.compile(r"[a-z]+(?:['’][a-z]+)?|[가-힣ㄱ-ㆎ]+|[一-鿿々]+|[ァ-ヺー]+|[ぁ-ん]|\d+|[^\W\d]+|[^\w\s]")
# Places and counts that are said without a number, by the value that they stand for; 0 is the middle.
_PLACES: dict[int, str] = {
    -2: r"(?<![a-z])(?:(?:second|2nd|next)[ -](?:to[ -])?(?:the[ -])?last|penultimate)(?![a-z])",
    0: r"(?<![a-z])middle(?![a-z])|가운데|중간(?=\s?(?:문서|자료|출처|거|것|걸|에))|真ん中|まんなか",
    1: r"(?<![a-z])top(?:most)?(?= (?:one|document|doc|source|result|item|of the list))|(?:맨|제일|가장)\s?(?:위|앞)(?:에|의)?"
    r"|(?<![가-힣])첫(?=\s?(?:답|대답|응답|회신|질문|문서|자료|출처|턴))|(?:一番|いちばん)(?:上|前)|先頭|冒頭",
    -1: r"(?<![a-z])bottom(?:most)?(?= (?:one|document|doc|source|result|item|of the list))",
    2: r"(?<![a-z])both(?![a-z])|둘(?=\s?(?:다|중|을|은|의|이|만|모두)?(?:\s|$))"
    r"|(?<![가-힣])두(?=\s?(?:문서|자료|출처|답변|파일|매뉴얼|편))|両方|両者|両",
    3: r"(?<![가-힣])세(?=\s?(?:문서|자료|출처|답변|파일|매뉴얼|편))|셋(?=\s?(?:다|중|을|은|의|이|만|모두)?(?:\s|$))",
}
_PLACE = re.compile("|".join(f"(?P<v{number + 9}>{said})" for number, said in _PLACES.items()))
# "doc2", "No.4" and "文書1/文書3" are numbers, and no ids.
_CALLED_BY_NUMBER = re.compile(
    r"(?:(?:documents?|docs?|sources?|no\.?|문서|자료|文書|資料|出典)[-_.]?\d{1,2}(?:[-–~]\d{1,2})?[/]?)+", re.IGNORECASE
)


# Words that say that "one" beside them is a number.
_NUMBER_BEFORE = re.compile(
    r"(?:documents?|docs?|sources?|number|num|no\.?|answer|option|choice|only|just|turn|(?:two|three|four|\d),? (?:and|or))\s$"
)
_NUMBER_AFTER = re.compile(r",? (?:and|or|to|through|&|document|doc|source)\b(?! (?:the|that|i|you|it|what|how)\b)")


@dataclass(frozen=True, slots=True)
class Mention:
    """A number, an id, a word for a kind of document or of a title: where it stands, its form, and what it says.

    `value` is a number's, -1 for the last. `ids` are what an id may be: several for a number that fits several families. `titles`
    are the ids of the documents whose titles hold the word `said`.
    """

    start: int
    end: int
    form: str
    value: int = 0
    ids: tuple[NamedId, ...] = ()
    doc_type: str | None = None
    titles: tuple[str, ...] = ()
    said: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or a run of one script; `mention` is the place of the mention in its list, or -1."""

    text: str
    spaced: bool
    mention: int = -1


@dataclass(frozen=True, slots=True)
class Masked:
    """A message in small letters and in pieces, with its mentions in their order."""

    text: str
    pieces: tuple[Piece, ...]
    mentions: tuple[Mention, ...]


def mask(message: str, profile: Profile, titles: Sequence[Title] = ()) -> Masked:
    """The message, both ends of a long one, in pieces; `titles` are those of the documents cited lately."""
    text = both_ends(normalise(message))
    lowered = text.lower() if len(text.lower()) == len(text) else text
    mentions = _mentions(text, lowered, profile, titles)
    pieces: list[Piece] = []
    at = 0
    for number, mention in enumerate(mentions):
        pieces += _pieces(lowered, at, mention.start)
        pieces.append(Piece(_said(lowered, mention), _spaced(lowered, mention.start), number))
        at = max(at, mention.end)
    pieces += _pieces(lowered, at, len(lowered))
    if len(pieces) > MOST_PIECES:
        pieces = pieces[: MOST_PIECES * 2 // 3] + pieces[-(MOST_PIECES - MOST_PIECES * 2 // 3) :]
    return Masked(lowered, tuple(pieces), mentions)


def _said(lowered: str, mention: Mention) -> str:
    """What of a mention is shown to the network: its form and size, and a number in words or a kind of document itself."""
    said = lowered[mention.start : mention.end]
    if mention.form == "kind":
        return said
    if mention.form == "title":
        return f"<title{'s' if len(mention.titles) > 1 else ''}>{said}"
    words = "" if mention.ids or any(letter.isdigit() for letter in said) else said
    return f"<{mention.form}{_size(mention)}>{words}"


def _size(mention: Mention) -> str:
    if mention.ids:
        return ""
    return str(mention.value) if -1 <= mention.value <= 3 else "few" if mention.value <= 10 else "many"


def _spaced(text: str, at: int) -> bool:
    return at == 0 or text[at - 1].isspace()


def _pieces(lowered: str, start: int, end: int) -> list[Piece]:
    return [Piece(match.group(), _spaced(lowered, match.start())) for match in _PIECE.finditer(lowered, start, max(start, end))]


def _mentions(text: str, lowered: str, profile: Profile, titles: Sequence[Title]) -> tuple[Mention, ...]:
    numbers = [Mention(n.start, n.end, n.form, n.value) for n in find_numbers(lowered) if _counts(lowered, n)]
    places = {(n.start, n.end) for n in numbers if n.form == "ordinal"}  # "2nd" is no id
    found = [
        one
        for one in _ids(text, profile, titles)
        if (one.start, one.end) not in places
        and not (one.form != "id" and _CALLED_BY_NUMBER.fullmatch(text[one.start : one.end]))
    ]
    named = [
        Mention(w.start, w.end, "title", titles=w.doc_ids, said=lowered[w.start : w.end]) for w in title_words(lowered, titles)
    ]
    numbered = [one for one in named if len(one.said) > 2 and one.said.isdigit()]  # the 2000 one
    said = [Mention(m.start(), m.end(), "place", int((m.lastgroup or "v9")[1:]) - 9) for m in _PLACE.finditer(lowered)]
    taken: list[Mention] = []
    for one in [*_cited_ids(lowered, titles), *found, *numbered, *said, *numbers, *_of_kinds(lowered, profile), *named]:
        if not any(one.start < other.end and other.start < one.end for other in taken):
            taken.append(one)
    return tuple(sorted(taken, key=lambda one: (one.start, one.end)))


def _counts(lowered: str, number: Number) -> bool:
    """Whether a number is one: "the pump one" counts nothing, and "document one" and "one and two" do."""
    if lowered[number.start : number.end] != "one":
        return True
    return _NUMBER_BEFORE.search(lowered, 0, number.start) is not None or _NUMBER_AFTER.match(lowered, number.end) is not None


def _cited_ids(lowered: str, titles: Sequence[Title]) -> list[Mention]:
    """The ids of cited documents, whatever stands between their letters and numbers: "rule 82" for rule_82."""
    found: list[Mention] = []
    for title in titles:
        if (pattern := _spelled(title.doc_id)) is not None and (match := pattern.search(lowered)) is not None:
            named = NamedId(title.doc_id, match.group(), certain=True)
            found.append(Mention(match.start(), match.end(), "id", 0, (named,)))
    return found


def _bare(doc_id: str) -> str:
    """An id without what stands between its letters and numbers."""
    return "".join(letter for letter in doc_id.casefold() if letter.isalnum())


@lru_cache(maxsize=2048)
def _spelled(doc_id: str) -> re.Pattern[str] | None:
    """What finds an id of letters and numbers however they are put together; None for an id of one part."""
    parts = re.findall(r"[^\W\d_]+|\d+", normalise(doc_id).lower())
    if len(parts) < 2:
        return None
    spelled = r"[\s_\-–.#:]{0,2}".join(f"0*{part.lstrip('0')}" if part.isdigit() else re.escape(part) for part in parts)
    return re.compile(rf"(?<![^\W_]){spelled}(?![a-z0-9])")


def _ids(text: str, profile: Profile, titles: Sequence[Title]) -> list[Mention]:
    reader = id_reader(profile)
    mentions: list[Mention] = []
    cited = {_bare(title.doc_id): title.doc_id for title in titles}
    for one in reader.find(text):
        if (doc_id := cited.get(_bare(one.named.doc_id))) is not None:
            one = replace(one, named=replace(one.named, doc_id=doc_id))
        if one.end == one.start and mentions:  # within a range: it stands nowhere, and goes with the one before it
            last = mentions[-1]
            mentions[-1] = Mention(last.start, last.end, last.form, 0, (*last.ids, one.named))
        else:
            form = "plain" if one.plain else "id" if one.named.certain else "token"
            mentions.append(Mention(one.start, one.end, form, 0, (one.named,)))
    certain = any(one.form == "id" for one in mentions)
    if not certain and (number := reader.numbered(text)) is not None:
        mentions.append(Mention(number.start, number.end, "numbered", int(number.digits), number.named))
    if not certain and not any(one.form == "token" for one in mentions):
        bare: dict[tuple[int, int], list[NamedId]] = {}
        for one in reader.bare(text):
            bare.setdefault((one.start, one.end), []).append(one.named)
        mentions += [Mention(start, end, "bare", 0, tuple(named)) for (start, end), named in bare.items()]
    return mentions


KindWords = tuple[tuple[str, tuple[str, ...]], ...]


@lru_cache(maxsize=32)
def _kind_words(kinds: KindWords) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the words for kinds of document, and the kind of each as it is spelled without plural and spaces."""
    types: dict[str, str] = {}
    for name, words in kinds:
        for written in words:
            word = normalise(written).casefold().replace("-", " ")
            for spelled in (word, word.split()[-1]) if word.isascii() else (word,):
                types.setdefault(spelled, name)
                if spelled.isascii() and spelled.endswith("y"):
                    types.setdefault(f"{spelled[:-1]}ies", name)
    spelled = [
        (rf"(?<![a-z]){re.escape(w)}s?(?![a-z])" if w.isascii() else re.escape(w)).replace(r"\ ", r"[\s_-]?")
        for w in sorted(types, key=len, reverse=True)
    ]
    return re.compile("|".join(spelled) or "(?!)"), types


def _of_kinds(lowered: str, profile: Profile) -> list[Mention]:
    pattern, types = _kind_words(tuple((doc_type.name, doc_type.words) for doc_type in profile.doc_types))
    found: list[Mention] = []
    for match in pattern.finditer(lowered):
        word = re.sub(r"[\s_-]", " ", match.group())
        doc_type = types.get(word) or types.get(word.removesuffix("s"))
        found.append(Mention(match.start(), match.end(), "kind", doc_type=doc_type))
    return found
