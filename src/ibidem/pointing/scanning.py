"""A message as a row of tokens, each with the kind of thing that it is."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from ibidem.language.numbers import Number, find_numbers
from ibidem.language.scripts import syllables_ending_in
from ibidem.pointing.english.phrases import Made, phrases
from ibidem.pointing.korean.phrases import phrase_at
from ibidem.pointing.lexicon import KINDS, KOREAN_ENDING, Lexicon, Word
from ibidem.pointing.taken_back import WORDS, spans

# Kinds beside those of the lexicon.
ID, BRACKET, NUMBER, CARDINAL, QUANTITY, TIMES, UNKNOWN = "I", "B", "N", "n", "q", "m", "U"
_NUMBER_KINDS = {
    "ordinal": NUMBER,
    "label": NUMBER,
    "bracket": BRACKET,
    "cardinal": CARDINAL,
    "quantity": QUANTITY,
    "times": TIMES,
}
_PUNCTUATION = {",": "J", "、": "J", "/": "J", "&": "J", "+": "J", "・": "J", "·": "J", "~": "R", "〜": "R", "∼": "R", "～": "R"}
_OWNER = re.compile(r"['’]s\b")
_DASH = re.compile(r"[-–—‐−ー](?=\s?\d)")
_ONE_OF_A_LIST = re.compile(r",? (?:and|or|to|through|&) (?:two|three|four|five|\d)\b(?! [a-z]+s\b)")
_MINUS = re.compile(r"\s[-−]$")
_RUN = re.compile(r"(?P<ko>[가-힣ㄱ-ㆎ]+)|(?P<ja>[ぁ-ヿ一-鿿々]+)|(?P<en>[a-z]+(?:['’][a-z]+)?|[^\W\d_]+)")
_EN_NEXT = re.compile(r"[ \t-]+([a-z]+(?:['’][a-z]+)?|[0-9]+)")
_JA_SCRIPTS = re.compile(r"[一-鿿々]+|[ァ-ヿ]+|[ぁ-ん]")
# A verb ends before the noun that it goes with, and before a word that points: 確認するところ, 見せてその.
_HIRAGANA = re.compile(
    "(?:(?!お願|ところ|とき|まえ|ため|さっき|さきほど|もう[一1い]|その(?![ぁ-ん])|この(?![ぁ-ん])|あの(?![ぁ-ん]))[ぁ-んー])*"
)
# Every syllable that ends in ㅆ (Unicode 3.12), as verbs of the past do: 봤, 눌렀, 틀렸.
_PAST = syllables_ending_in(20)
_KO_JOSA = re.compile(
    r"(?:은|는|이|가|을|를|에|에서|의|도|만|로|와|과|고|서|면|데|요|지만|는데|니까|라서|까|다|해|줘|거라|느라|[없있]음|[하되으려보있없]니|[안했]?됨|[가-힣]{2}함"
    rf"|(?:{_PAST}|없)(?:어|네|음|슴|던데|거든|구나|군|냐|니|죠|나|지|잖아)|[는은된한인]지)$"
)
# How something is done says nothing of what is pointed at: quickly, 깔끔하게, 꼼꼼히.
_EN_ADVERB = re.compile(
    "(?!slowly|gently|gradually|manually|tightly|partially|supply|assembly|family|reply|apply|anomaly|july|ally|poly|imply|multiply|rely|belly|jelly|gully|trolley)[a-z]{2,}ly"
)
_KO_ADVERB = re.compile("(?:하게|스럽게|롭게|르게|꼼꼼히|천천히|조용히|신속히|속히|급히|간단히|자세히|찬찬히|샅샅이|낱낱이)$")
# What has been opened or read is not asked for: 열어봤는데, 開いたけど.
_DONE = re.compile(
    "(?:봤|었|았|줬)(?:는데|지만|더니|었)|봤(?:어|습|음|네|다|고)|(?<![いるな]ん)[ただ](?:けど|けれど|のに|ところ|ので(?!す))|ました(?:けど|が|ので|から)|っぱなし"
)
# So is what has been checked, and what one means to check: 확인했습니다, 確認したいので.
_CHECKED_OR_MEANT_TO = re.compile("(?:확인|체크|검토)했|살펴봤|たいので")
# What it is to be used for is no wish yet: 참고하려고, 参考にしたいので.
_MEANT_TO = re.compile("려고|려는데|려니|기\\s?위|たいので|ために|たいと思")
_GOT_OR_MEANT_TO = re.compile(
    f"{_MEANT_TO.pattern}|(?:もらっ|いただい|頂い|くれ|くださっ|し)た(?:けど|けれど|のに|ので(?!す)|から|んで)"
)
_KATAKANA = re.compile("[ァ-ヺー]")
# What only begins a sentence, and is something else after a word.
_BEGINS = frozenset({"はい"})
_STRONG = frozenset("AYaKTINGnB")


class Token(NamedTuple):
    """A piece of the message. `attached` says that no space stands before it; `value` is a number's.

    One that `takes_back` says that what was named before it is not meant. A message has dozens, and a tuple is made in a third of
    the time that a frozen dataclass takes.
    """

    kind: str
    start: int
    end: int
    attached: bool = False
    value: int = 0
    text: str = ""
    doc_type: str | None = None
    takes_back: bool = False


@dataclass(frozen=True)
class Scan:
    """The tokens of a message, and their kinds as a string of the same length."""

    tokens: tuple[Token, ...]
    text: str

    @cached_property
    def kinds(self) -> str:
        """One letter a token."""
        return "".join(token.kind for token in self.tokens)


def scan(text: str, lexicon: Lexicon, ids: dict[int, int]) -> Scan:
    """The tokens of a text in small letters; `ids` are the places where document ids stand, start to end."""
    return _scan(text, lexicon, tuple(ids.items()))


@lru_cache(maxsize=8)  # one message is read in several ways
def _scan(text: str, lexicon: Lexicon, ids: tuple[tuple[int, int], ...]) -> Scan:
    return Scan(tuple(_taken_back(_Scanner(text, lexicon, dict(ids)).tokens(), text)), text)


def _taken_back(tokens: list[Token], text: str) -> list[Token]:
    """The tokens, each phrase that takes back as one that asks nothing."""
    for start, end in _Found.of(text).taken_back:
        among = [at for at, token in enumerate(tokens) if start < token.end and token.start < end]
        if among:
            first, last = tokens[among[0]], tokens[among[-1]]
            begin, stop = min(start, first.start), max(end, last.end)
            phrase = Token("F", begin, stop, first.attached, text=text[begin:stop], takes_back=True)
            tokens = [*tokens[: among[0]], phrase, *tokens[among[-1] + 1 :]]
    return [t._replace(takes_back=True) if t.text in WORDS else t for t in tokens]


@dataclass(frozen=True, slots=True)
class _Found:
    """What is found in a text by patterns, wherever ids stand: numbers, English phrases, and what takes back."""

    numbers: tuple[Number, ...]
    phrases: tuple[tuple[int, int, Made], ...]
    taken_back: tuple[tuple[int, int], ...]

    @staticmethod
    @lru_cache(maxsize=8)
    def of(text: str) -> "_Found":
        return _Found(tuple(find_numbers(text)), tuple(phrases(text)), tuple(spans(text)))


class _Scanner:
    def __init__(self, text: str, lexicon: Lexicon, ids: dict[int, int]) -> None:
        self.text, self.lexicon, self.ids = text, lexicon, ids
        found = _Found.of(text)
        self.numbers: dict[int, Number] = {n.start: n for n in found.numbers}
        self.made: dict[int, tuple[int, Made]] = {
            start: (end, made)
            for start, end, made in found.phrases
            if not any(start < stop and at < end for at, stop in ids.items())
        }
        self.found: list[Token] = []

    def tokens(self) -> list[Token]:
        at = 0
        while at < len(self.text):
            at = self.step(at)
        return self.found

    def step(self, at: int) -> int:
        """Reads what stands at `at`, and returns where to go on."""
        letter = self.text[at]
        if letter.isspace():
            return at + 1
        if at in self.ids:
            return self.add(ID, at, self.ids[at])
        if (phrase := self.made.get(at)) is not None:
            self.found += [Token(kind, at, phrase[0], text=said, value=int(kind == "1")) for kind, said in phrase[1]]
            return phrase[0]
        if (number := self.numbers.get(at)) is not None:
            if (longer := self.beyond(number)) is not None:
                return self.word(longer[0], at, longer[1])
            if (
                self.text[at : number.end] == "one"
                and _ONE_OF_A_LIST.match(self.text, number.end) is None
                and not (self.found and self.found[-1].kind in "AYaKTJ")
            ):
                return self.add("G", at, number.end)
            return self.add(_NUMBER_KINDS[number.form], at, number.end, 0 if self.below_nought(at) else number.value)
        if self.found and self.found[-1].kind in "nN" and (dash := _DASH.match(self.text, at)) is not None:
            return self.add("R", at, dash.end())
        if letter in _PUNCTUATION:
            return self.add(_PUNCTUATION[letter], at, at + 1)
        run = _RUN.match(self.text, at)
        if run is None:
            return self.stop(at)
        if run.lastgroup == "en":
            return self.latin(at, run.end())
        end = min((n for n in (*self.numbers, *self.ids) if at < n < run.end() and self.begins(n)), default=run.end())
        return self.hangul(at, end) if run.lastgroup == "ko" else self.kana(at, end)

    def below_nought(self, at: int) -> bool:
        """ "Document -1" is no document 1, where document-1 is."""
        return _MINUS.search(self.text, max(0, at - 2), at) is not None and bool(self.found) and self.found[-1].kind in "AYK"

    def begins(self, at: int) -> bool:
        """Whether what stands at `at` begins something of its own: the 一 of もう一度 does not."""
        return not any(
            (hit := self.lookup(at - back, len(self.text), self.lexicon.japanese)) is not None and hit[1] > at + 1
            for back in range(1, min(3, at) + 1)
            if "ぁ" <= self.text[at - back] <= "鿿"
        )

    def stop(self, at: int) -> int:
        """A mark that ends a sentence keeps what is before it from what is after it; other marks say nothing."""
        if self.found and self.found[-1].end == at and _OWNER.match(self.text, at) is not None:
            return self.add("o", at, at + 2)
        if self.text[at] in "→⇒":
            return self.add("F", at, at + 1)
        return self.add(";", at, at + 1) if self.text[at] in ".!?。;:：" else at + 1

    def beyond(self, number: Number) -> tuple[Word, int] | None:
        """The longer expression of the lexicon that begins with the number: 두 개 다, 3つとも, second to last."""
        hits = [
            self.phrase(number.start),
            self.productive(number.start),
            self.longest_english(number.start),
            self.inflected(number.start),
        ]
        hits += [self.lookup(number.start, len(self.text), words) for words in (self.lexicon.starts, self.lexicon.japanese)]
        longer = next((hit for hit in hits if hit is not None and hit[1] > number.end), None)
        same = (
            hit for hit in hits if number.form == "quantity" and hit is not None and hit[1] == number.end and hit[0].kind in "FV"
        )
        return longer or next(same, None)  # 한번 is "please", 세 줄 how long a summary is to be

    def add(self, kind: str, start: int, end: int, value: int = 0, doc_type: str | None = None) -> int:
        attached = bool(self.found) and self.found[-1].end == start
        self.found.append(Token(kind, start, end, attached, value, self.text[start:end], doc_type))
        return end

    def word(self, word: Word, start: int, end: int) -> int:
        done = word.kind in "SV" and (_DONE if word.kind == "S" else _GOT_OR_MEANT_TO).search(self.text, start, end) is not None
        done = done or (word.kind == "v" and _CHECKED_OR_MEANT_TO.search(self.text, start, end) is not None)
        counted = self.numbers.get(start) if word.kind in "23" else None
        return self.add("u" if done else word.kind, start, end, counted.value if counted else 0, word.doc_type)

    # Korean: a run of letters is a word with its endings, and with further words where spaces were left out.

    def phrase(self, at: int) -> tuple[Word, int] | None:
        match = self.lexicon.phrases.match(self.text, at)
        if match is None:
            return None
        compact = re.sub(r"\s+", "", match.group())
        word = self.lexicon.starts.get(compact) or self.lexicon.follows[compact]
        end = match.end()
        if word.stem:
            ending = KOREAN_ENDING.match(self.text, end)
            end = ending.end() if ending else end
        return (word, end) if self.ends(end) else None

    def productive(self, at: int) -> tuple[Word, int] | None:
        """What is said in too many forms for a list, where it is a word to its end or goes on with another known word."""
        if (said := phrase_at(self.text, at)) is None:
            return None
        listed = self.phrase(at)
        return None if (listed is not None and listed[1] > said[1]) or not self.ends(said[1]) else (Word(said[0]), said[1])

    def ends(self, at: int) -> bool:
        """Whether a Korean word may end at `at`: no letter follows, or another known word."""
        following = self.text[at : at + 1]
        goes_on = "가" <= following <= "힣"
        return not goes_on or self.lookup(at, min(at + 3, len(self.text)), self.lexicon.follows) is not None

    def lookup(self, at: int, end: int, words: dict[str, Word]) -> tuple[Word, int] | None:
        longest = self.lexicon.longest.get(self.text[at : at + 1], 0)
        for stop in range(min(end, at + longest), at, -1):
            if (word := words.get(self.text[at:stop])) is not None and not self.text.startswith("いただ", stop - 2):
                return word, stop  # "表示していた", and not of "表示していただけますか"
        return None

    def hangul(self, start: int, end: int) -> int:
        if (phrase := self.productive(start) or self.phrase(start)) is not None:
            return self.word(phrase[0], start, phrase[1])
        if self.text[start : start + 2] in self.lexicon.korean_typos and self.found and self.found[-1].kind in "NnBD":
            self.add("A", start, start + 2)
            return self.hangul(start + 2, end) if start + 2 < end else end
        before = len(self.found)
        strong = bool(self.found) and self.found[-1].end == start and self.found[-1].kind in _STRONG
        at = start
        while at < end:
            first = at == start and not strong
            if not first and (phrase := self.productive(at) or self.phrase(at)) is not None:
                return self.word(phrase[0], at, phrase[1])
            hit = self.korean_word(at, end, self.lexicon.starts if first else self.lexicon.follows)
            if hit is None:
                break
            word, stop = hit
            if first and word.kind in "PoltJRX" and stop < end:
                break
            strong = strong or word.kind in _STRONG or (stop - at > 1 and word.kind in "DWSVCX")
            at = self.word(word, at, stop)
        if at < end:
            if not strong:
                del self.found[before:]
                at = start
            how = _KO_ADVERB.search(self.text, at, end) is not None
            self.add("F" if how else "u" if _KO_JOSA.search(self.text, at, end) else UNKNOWN, at, end)
        return end

    def korean_word(self, at: int, end: int, words: dict[str, Word]) -> tuple[Word, int] | None:
        """The longest known word at `at` after which the run ends or goes on with another known word, else the longest."""
        longest: tuple[Word, int] | None = None
        for stop in range(min(end, at + self.lexicon.longest.get(self.text[at], 0)), at, -1):
            word = words.get(self.text[at:stop])
            if word is None:
                continue
            if word.stem:
                ending = KOREAN_ENDING.match(self.text, stop, end)
                stop = ending.end() if ending else stop
            if stop == end or self.lookup(stop, end, self.lexicon.follows) is not None:
                return word, stop
            longest = longest or (word, stop)
        return longest

    # Japanese: no spaces; what is unknown ends where the script changes.

    def kana(self, start: int, end: int) -> int:
        at = start
        while at < end:
            hit = self.lookup(at, end, self.lexicon.japanese)
            if (made := self.inflected(at)) is not None and (
                hit is None or (hit[1] if made[0].kind == "D" else self.with_ending(hit, end)) <= made[1]
            ):
                at = self.word(made[0], at, made[1])
                if at > end:
                    return at
                continue
            if hit is not None and self.whole_word(at, hit[1], end):
                if hit[0].kind == "F" and self.text[at : hit[1]] in _BEGINS and self.goes_on(at):
                    at = self.word(self.lexicon.japanese["は"], at, at + 1)
                    continue
                at = self.word(hit[0], at, self.with_ending(hit, end))
                continue
            piece = _JA_SCRIPTS.match(self.text, at, end)
            stop = piece.end() if piece else at + 1
            if self.found and self.found[-1].kind == UNKNOWN and self.found[-1].end == at:
                last = self.found.pop()
                at = self.add(UNKNOWN, last.start, stop)
                continue
            at = self.add(UNKNOWN, at, stop)
        return end

    def inflected(self, at: int) -> tuple[Word, int] | None:
        """The word made by rule that begins at `at`: ご提示いただいた, 中国語に訳して."""
        match = self.lexicon.inflected.match(self.text, at)
        return None if match is None or match.lastgroup is None else (Word(KINDS[match.lastgroup]), match.end())

    def with_ending(self, hit: tuple[Word, int], end: int) -> int:
        """Where a word of the lexicon ends, with what is bent of it."""
        word, stop = hit
        ending = _HIRAGANA.match(self.text, stop, end) if word.stem else None
        return ending.end() if ending else stop

    def goes_on(self, at: int) -> bool:
        """Whether a word stands right before `at`, so that は is of it: 上限はいくら."""
        return bool(self.found) and self.found[-1].end == at and self.found[-1].kind not in "JF;"

    def whole_word(self, at: int, stop: int, end: int) -> bool:
        """False for katakana cut out of a longer word: ライン of オンライン, ソース of ソースコード."""
        before, after = self.text[at - 1 : at], self.text[stop : stop + 1] if stop < end else ""
        inside = bool(_KATAKANA.match(self.text[stop - 1])) and bool(after and _KATAKANA.match(after))
        return not inside and not (_KATAKANA.match(self.text[at]) and before and _KATAKANA.match(before) and self.cut(at))

    def cut(self, at: int) -> bool:
        return bool(self.found) and self.found[-1].kind == UNKNOWN and self.found[-1].end == at

    def names(self, start: int) -> bool:
        """Whether "answer" is a noun here: "your second answer using" is no "answer using"."""
        return self.text.startswith("answer ", start) and bool(self.found) and self.found[-1].kind in "NnhDzZ10T"

    # English: words, and phrases of up to five.

    def longest_english(self, start: int) -> tuple[Word, int] | None:
        first = _RUN.match(self.text, start)
        if first is None or first.lastgroup != "en":
            return None
        spelled, end = first.group().replace("’", "'"), first.end()
        best = (word, end) if (word := self.lexicon.english.get(spelled)) is not None else None
        for _ in range(self.lexicon.goes_on.get(spelled, 0)):
            following = _EN_NEXT.match(self.text, end)
            if following is None:
                break
            spelled, end = f"{spelled} {following.group(1).replace('’', chr(39))}", following.end()
            if (word := self.lexicon.english.get(spelled)) is not None:
                best = (word, end)
        return best

    def latin(self, start: int, end: int) -> int:
        if (mixed := self.productive(start)) is not None:
            return self.word(mixed[0], start, mixed[1])  # skip하고
        hit = self.longest_english(start)
        if hit is not None and hit[0].kind == "V" and self.names(start):
            hit = (self.lexicon.english["answer"], start + len("answer"))
        if hit is not None:
            return self.word(hit[0], start, hit[1])
        spelled = self.text[start:end]
        owner = re.fullmatch(r"(.+)['’]s", spelled)
        if owner and (word := self.lexicon.english.get(owner.group(1))) is not None:
            self.word(word, start, start + len(owner.group(1)))
            return self.add("o", start + len(owner.group(1)), end)
        if (meant := self.lexicon.typos.get(spelled)) is not None:
            return self.word(meant, start, end)
        return self.add("F" if _EN_ADVERB.fullmatch(spelled) else UNKNOWN, start, end)
