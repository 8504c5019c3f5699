"""Document ids in a message: by the patterns of the profile, and by a number beside the word for its kind."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ibidem.language.normal import normalise
from ibidem.profile import IdPattern, Profile
from ibidem.understanding.excluding import AFTER
from ibidem.understanding.pointer import NamedId
from ibidem.understanding.stored_names import IdFound, names_in
from ibidem.understanding.withdrawing import withdraws

# What follows a number that counts or measures. One syllable counts only where it ends the word: 8841도 is "8841 too".
_UNIT = (
    r"(?:\s?(?:년도|년|단계|개월|페이지|시간|버전|호기|분기|가지|학년|주년|차례|번째|퍼센트|개(?![가-힣])|대(?![가-힣])|명(?![가-힣])|회(?![가-힣]))"
    r"|(?<!\d{4})\s건(?![가-힣])"
    r"|만\s?(?:원|건|명|개|대|회)|도(?=\s?(?:씨|이상|이하|정도|내외|온도|가열|각도|회전|조건|로\s?가열))"
    r"|(?:건|개|장|분|대|명|회|시간)(?:중|넘[게는은]|정도|이상|이하|이나|걸린|걸려|걸리|짜리|을\s?출력|를\s?출력)|용량"
    r"|(?:월|일|시|분|초|개|건|대|명|회|차|장|절|항|조|쪽|층|원|배|부|권|급)"
    r"(?:은|는|이|가|을|를|의|만|씩|정도|이상|이하|나|도|에|에서|까지|마다|당|짜리|치|쯤|중)?(?![가-힣])"
    r"|\s?(?:年|月|日|時|分|秒|台|件|個|回目?|段階|ステップ|ページ|部|枚|本|名|人|度|章|節|項|条|号機|種類|円|倍|冊|通|社|箇所|か所|週間|か月|ヶ月|つ)"
    r"|\s?(?:rpm|mm|cm|μm|um|nm|kg|mg|n·m|kw|v|w|hz|khz|mhz|pa|kpa|mpa|torr|mtorr|sccm|slm|bar|mbar|psi|°c|℃|%|(?:mega|kilo|giga)?bytes?|mb|gb|kb"
    r"|hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|weeks?|months?|years?|times|units?|servers?|users?|people|employees|pcs|copies"
    r"|pages?|lines?|words?|sheets?|slides?|chapters?|sections?|steps?(?=\s+(?:procedure|process))|won|yen|dollars?|participants?|errors?|degrees?)(?![a-z0-9])"
    r"|\s?(?:ポート|포트)|番(?:台|系|代|線|(?!チケット|レポート|ドキュメント|マニュアル|ガイド|ノート|リスト|テキスト)[ァ-ヿ])"
    r"|-(?!rev|ver|vs\b)[a-z]{2}|[.,:]\d|/\d{1,2}(?!\d)|-\d{1,2}(?:-\d|(?!\d))|[a-z])"
)
_NOT_A_QUANTITY = rf"(?!\d)(?!{_UNIT})"
_YEAR = re.compile(r"(?:19[5-9]|20[0-4])\d")
# MyServiceの29392を, SOPの1203番, and nothing that goes on another way: SOPの1203番バルブ, myserviceの5000ユーザー.
_SAID_OF = r"(?:[ぁ-ん、。?出見開読]|\s|$)"
_MARK = (
    r"(?:[\s_–—-]|#|№|no\.?|number|nr\.?|번호|番号|第|제|호|号|:"
    rf"|の(?=\d+番{_SAID_OF}|\d{{4,}}(?:の[一-鿿ァ-ヿ]|(?!の){_SAID_OF})))"
)
_AND = (
    r"\s*+(?:,|、|/|&|・|와|과|랑|이랑|하고|및|그리고|and|or|plus|と|や|および"
    r"|말고|대신에?|빼고|아니고|아니라|아니(?:요|야|다|지)?[,.…]*|(?:,\s*)?not|instead\s+of"
    # "gcb 8841, no, make that 5520"
    r"|(?:[\s,.;!…–—-]*+\b(?:no|sorry|wait|actually|oops|rather|correction|i\s+mean|i\s+meant|make\s+(?:that|it))\b)+[,:]?"
    # 8841のほうではなく、5520, 8841、いや5520, 8841は不要なので5520
    r"|(?:の?(?:ほう|方))?[、,]?\s*+(?:[じで][ゃは]?なくて?|やなくて|[でじ][はゃ](?:ない|ありません)(?:です)?|いや|違う|違います|やっぱり|もとい"
    r"|間違えた|間違えました|訂正|の代わりに|を?除いて|は除いて|抜きで|って書いたけど|と書きましたが|って言ったけど|と言いましたが"
    r"|は(?:間違い|誤り)で|は[ぁ-ん一-鿿]{1,10}(?:から|ので)|は使わず|は使わないで)"
    r"[、,。.…]*+\s*+(?:正しくは\s*+)?"
    # gcb 8841を見せて。あ、5520でした
    r"|[をの][^0-9。.]{1,14}[。.!]\s*(?:あ[っー]?|おっと|ごめん|すみません|すいません|いや|違う|間違えた|間違えました|訂正)[、,。.…\s]*+"
    r"|と?、\s*(?:それから|あと|それと|そして)[、\s]*+)\s*+(?:#|no\.?\s?)?"
)
# 29392번 문서, document 29392: longer than the number of any slot.
_NUMBERED = re.compile(
    r"(?<![\w.,])#?(?P<before>\d{3,40})\s?(?:번|番の?)\s?(?:문서|자료|文書|資料)"
    rf"|(?:document|doc|문서|文書)\s?(?:#|no\.?\s?|number\s)?(?P<after>\d{{3,40}})(?:번|番)?{_NOT_A_QUANTITY}",
    re.IGNORECASE,
)
CALLED = "(?:번(?!째)|番(?!目)|호(?!기)|号(?!機))?"
# sop 1203은 됐고 1204: what stands between an id and the number that is meant instead.
_INSTEAD = re.compile(rf"(?P<between>[^\d?\n]{{2,24}})(?P<number>\d+){_NOT_A_QUANTITY}(?!\s?(?:번|番)\s?문서){CALLED}")
_SET_ASIDE = re.compile(AFTER)
_LONG = 4
# 30500 보여줘, "31004 and 32210": a number that no slot has, without a measure.
_ALONE = re.compile(rf"(?<![A-Za-z0-9_.,:/-])\d{{{_LONG},8}}{_NOT_A_QUANTITY}(?![\d.,:/%]\S)")
_DIGITS = re.compile(r"\d+")
_MOST_OF_A_RANGE = 20
# An answer shows no more documents than this, so that a larger number is none of theirs.
_MOST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class NumberFound:
    """A document called by a number alone, where it stands in the message, and the ids that it may be."""

    start: int
    end: int
    digits: str
    named: tuple[NamedId, ...]


@dataclass(frozen=True, slots=True)
class _Family:
    pattern: IdPattern
    spelled: re.Pattern[str]
    further: re.Pattern[str]
    typed: re.Pattern[str] | None
    slipped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IdReader:
    """Finds ids by the patterns of one profile."""

    families: tuple[_Family, ...]
    slips: re.Pattern[str]
    digits: re.Pattern[str]

    def find(self, message: str) -> list[IdFound]:
        """Ids in the message (in one width), those of patterns first, none within another."""
        found: list[IdFound] = []
        taken: list[tuple[int, int]] = []
        for one in self._all(message):
            if not any(start < one.end and one.start < end for start, end in taken):
                taken.append((one.start, one.end))
                found.append(one)
        return sorted(found, key=lambda one: one.start)

    def numbered(self, message: str) -> NumberFound | None:
        """A document that is named by a number alone, and what it may be the id of: in families whose ids are as long."""
        match = _NUMBERED.search(message)
        if match is None:
            return None
        digits = match.group("before") or match.group("after")
        if match.group("after") and _YEAR.fullmatch(digits):
            return None
        named = tuple(
            NamedId(f.pattern.normalise(digits), digits, False)
            for f in self.families
            if f.pattern.digits[0] <= len(digits) <= f.pattern.digits[1]
        )
        return NumberFound(match.start(), match.end(), digits, named)

    def bare(self, message: str) -> list[IdFound]:
        """Numbers by themselves that are as long as those of ids, each as what it may be the id of in every family; no years."""
        return [
            IdFound(match.start(), match.end(), NamedId(f.pattern.normalise(match.group()), match.group(), False))
            for match in _ALONE.finditer(message)
            if _YEAR.fullmatch(match.group()) is None
            for f in self.families
            if f.pattern.digits[0] <= len(match.group()) <= f.pattern.digits[1]
        ]

    def _all(self, message: str) -> Iterator[IdFound]:
        if self.digits.search(message) is not None:  # most messages hold no number as long as that of an id
            yield from self._numbered(message)
        yield from names_in(message)

    def _numbered(self, message: str) -> Iterator[IdFound]:
        for family in self.families:
            for match in family.spelled.finditer(message):
                yield _found(family, match, certain=_certain(family, match))
                yield from self._further(family, message, match.end())
        for family in self.families:
            if family.typed is not None:
                for match in family.typed.finditer(message):
                    number = match.group("before") or match.group("after") or match.group("bare")
                    if match.group("mark") and int(number) <= _MOST_SHOWN:
                        continue  # "3번 교육자료" is the third of those shown
                    if _YEAR.fullmatch(number) is None or match.group("mark"):
                        yield IdFound(
                            match.start(),
                            match.end(),
                            NamedId(family.pattern.normalise(number), match.group().strip(), bool(match.group("mark"))),
                        )
        for match in self.slips.finditer(message):
            for family in self.families:
                number = match.group(2)
                if (
                    _near(match.group(1).casefold(), family.slipped)
                    and family.pattern.digits[0] <= len(number) <= family.pattern.digits[1]
                ):
                    yield IdFound(match.start(), match.end(), NamedId(family.pattern.normalise(number), match.group(), False))

    def _further(self, family: _Family, message: str, at: int) -> Iterator[IdFound]:
        """The numbers that go on a list of ids: "myservice 29392, 30117"."""
        while (match := family.further.match(message, at)) is not None:
            number = match.group("number")
            before = _DIGITS.findall(message, 0, match.start("number"))[-1]
            if match.group("range") and 0 < int(number) - int(before) <= _MOST_OF_A_RANGE:
                for between in range(int(before) + 1, int(number)):  # they stand nowhere in the message
                    named = NamedId(family.pattern.normalise(f"{between:0{len(before)}d}"), str(between), True)
                    yield IdFound(match.start(), match.start(), named)
            yield IdFound(
                match.start("number"),
                match.end(),
                NamedId(family.pattern.normalise(number), number, _YEAR.fullmatch(number) is None),
            )
            at = match.end()
        yield from _instead(family, message, at)


def _instead(family: _Family, message: str, at: int) -> Iterator[IdFound]:
    """The number that is named in place of the one that ends at `at`, and as long: "sop 1203... 아니 1204"."""
    match = _INSTEAD.match(message, at)
    if match is None:
        return
    number, between = match.group("number"), match.group("between").casefold()
    same = len(_DIGITS.findall(message, 0, at)[-1]) == len(number)
    if same and not _OF_ITS_OWN.search(between) and (withdraws(between) or _SET_ASIDE.match(between)):
        named = NamedId(family.pattern.normalise(number), number, _YEAR.fullmatch(number) is None)
        yield IdFound(match.start("number"), match.end(), named)


# A word that the number goes with is another kind of document, or of thing.
_OF_ITS_OWN = re.compile(r"[a-z가-힣ァ-ヿ一-鿿](?:#|-|_)$|(?:[a-z]{2}|[ァ-ヿ]{2})\s?$")


def id_reader(profile: Profile) -> IdReader:
    """The reader for a profile, built once."""
    return _reader(profile.ids, tuple((t.name, t.words) for t in profile.doc_types))


@lru_cache(maxsize=32)
def _reader(ids: tuple[IdPattern, ...], doc_types: tuple[tuple[str, tuple[str, ...]], ...]) -> IdReader:
    words = dict(doc_types)
    families = tuple(_family(pattern, words.get(pattern.doc_type or "", ())) for pattern in ids)
    slips = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{6,14}|[가-힣]{4,6}|[ァ-ヿ]{5,9})[\s_#-]{0,2}(\d{3,6})" + _NOT_A_QUANTITY)
    shortest = min((pattern.digits[0] for pattern in ids), default=1)
    return IdReader(families, slips, re.compile(rf"\d{{{shortest}}}"))


def _family(pattern: IdPattern, words: tuple[str, ...]) -> _Family:
    spellings = "|".join(_spelling(s) for s in sorted(pattern.spellings, key=len, reverse=True))
    low, high = pattern.digits
    number = rf"\d{{{low},{high}}}"
    # A "trouble ticket" is called a ticket.
    called = {*words, *pattern.spellings, *(w.split()[-1] for w in words if w.isascii())}
    nouns = "|".join(_spelling(w) for w in sorted(called, key=len, reverse=True))
    certain_kind = rf"(?:번\s*|番の?\s*|号の?\s*|호\s*)(?:{nouns})"
    typed = re.compile(
        rf"(?P<mark>(?<![A-Za-z0-9_.])#?(?P<before>{number})(?={certain_kind}))(?:{certain_kind})"
        rf"|(?<![A-Za-z0-9가-힣])(?:{nouns})(?:s)?[\s_-]*(?:(?:번호|番号|number|id)\s*)?(?:#|no\.?\s*)?(?P<after>{number}){_NOT_A_QUANTITY}"
        rf"|(?<![\w.,])(?P<bare>{number})\s+(?:{nouns})(?![a-z])",
        re.IGNORECASE,
    )
    return _Family(
        pattern=pattern,
        spelled=re.compile(
            rf"(?<![A-Za-z0-9])(?:{spellings})(?:s(?=\s))?(?:[\s_-]*+(?:{nouns}))?(?P<gap>{_MARK}*+)(?P<number>{number}){_NOT_A_QUANTITY}{CALLED}",
            re.IGNORECASE,
        ),
        further=re.compile(
            rf"(?:번|番|号)?(?:{_AND}|(?P<range>\s?[~〜∼～–-]\s?|\s?(?:부터|에서|から)\s?(?=\d+(?:번|番|号)?\s?(?:까지|まで))))"
            rf"(?P<number>{number}){_NOT_A_QUANTITY}(?!\s?(?:번|番)\s?문서){CALLED}(?:(?<=\d|번|番|号)\s?(?:까지|まで))?",
            re.IGNORECASE,
        ),
        typed=typed,
        slipped=tuple(normalise(s).casefold() for s in pattern.spellings if len(s) >= (6 if s.isascii() else 4) and " " not in s),
    )


def _spelling(word: str) -> str:
    folded = normalise(word)
    left = r"(?<![A-Za-z])" if folded[0].isascii() else ""
    return left + re.escape(folded).replace(r"\ ", r"[\s_-]*")


def _certain(family: _Family, match: re.Match[str]) -> bool:
    """Only what is nothing else: no year after a space, no plain word or unit that ids write in capitals: in case 404, KB 500."""
    if match.group("gap").strip() == "の" and _YEAR.fullmatch(match.group("number")) is not None:
        return False  # gcbの2024
    if match.group("gap").strip() or not match.group("gap"):
        return True
    word, number = match.group()[: match.start("gap") - match.start()], match.group("number")
    capital = any(s.isupper() and s.casefold() == word.casefold() for s in family.pattern.spellings)
    return not (_YEAR.fullmatch(number) or (capital and (word.islower() or len(number) < _LONG)))


def _found(family: _Family, match: re.Match[str], *, certain: bool) -> IdFound:
    return IdFound(match.start(), match.end(), NamedId(family.pattern.normalise(match.group("number")), match.group(), certain))


def _near(word: str, spellings: tuple[str, ...]) -> bool:
    """Whether the word is a spelling with one letter wrong, left out, too many, or turned with its neighbour."""
    return any(word != s and abs(len(word) - len(s)) <= 1 and _one_slip(word, s) for s in spellings)


def _one_slip(one: str, other: str) -> bool:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    a, b = one[at:], other[at:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (len(a) > 1 and len(b) > 1 and a[:2] == b[1::-1] and a[2:] == b[2:])


def read_asked_number(message: str, pattern: IdPattern) -> NamedId | None:
    """The id, when the service asked for a number of this family and the message is that number: "29392", "29392번이요"."""
    low, high = pattern.digits
    answer = re.fullmatch(
        r"(?:그게|번호는|음|어|네|it'?s|it is|the number is|that'?s|number|ticket|番号は|えっと|はい)?[\s,:]*"
        rf"(?:#|no\.?\s?)?(\d{{{low},{high}}})"
        r"(?:\s?번)?(?:이?요|이에요|예요|입니다|임|이야|야|인데요|番|号)?(?:です|だよ|になります)?(?:please|부탁해요|お願いします)?[\s.!。]*",
        normalise(message).strip(),
        re.IGNORECASE,
    )
    return None if answer is None else NamedId(pattern.normalise(answer.group(1)), answer.group(1), True)


@dataclass(frozen=True, slots=True)
class UnlikeId:
    """A document called by the word of a family and a number that has fewer or more digits than its ids: where it stands, as it
    is spelled, and the id that it would be."""

    start: int
    end: int
    spelled: str
    number: str
    pattern: IdPattern

    @property
    def doc_id(self) -> str:
        """The id that it would be."""
        return self.pattern.normalise(self.number)


def unlike_id(message: str, profile: Profile) -> UnlikeId | None:
    """The first such document in the message; a single digit counts or is a place, and is none."""
    folded = normalise(message)
    for pattern in profile.ids:
        for match in _of_any_length(pattern.spellings).finditer(folded):
            number = match.group("number")
            if not pattern.digits[0] <= len(number) <= pattern.digits[1] and _YEAR.fullmatch(number) is None:
                return UnlikeId(match.start(), match.end(), match.group().strip(), number, pattern)
    return None


@lru_cache(maxsize=128)
def _of_any_length(spellings: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(_spelling(s) for s in sorted(spellings, key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{words}){_MARK}*+(?P<number>\d{{2,12}}){_NOT_A_QUANTITY}", re.IGNORECASE)
