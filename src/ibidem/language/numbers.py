"""Numbers and ordinals as people write them, in digits and in words, in Korean, English and Japanese.

Text is expected in small letters and one width (`language.normal`). The form decides what a number means: "2번" and "second"
name one of several things, "2" may, "3부" and "2024년" count and name nothing.
"""

import re
from dataclasses import dataclass
from typing import Literal

Form = Literal["ordinal", "label", "bracket", "cardinal", "quantity", "times"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number found in text: `text[start:end]` says `value`; -1 is the last one.

    ordinal: 두 번째, second, 2つ目 · label: 2번, #2, number 2, 2番 · bracket: [2], ② · cardinal: 2, two · quantity: 3부, 2024年,
    3 pages · times: 2回目, which counts occasions.
    """

    start: int
    end: int
    value: int
    form: Form


_KO_NATIVE = {"첫": 1, "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10}
_KO_NTH = {
    "첫째": 1,
    "둘째": 2,
    "셋째": 3,
    "넷째": 4,
    "다섯째": 5,
    "여섯째": 6,
    "일곱째": 7,
    "여덟째": 8,
    "아홉째": 9,
    "열째": 10,
}
# 이번 is "this time" and 사번 an employee's number, so neither stands for a number here.
_KO_SINO = {"일": 1, "삼": 3, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9, "십": 10}
_EN_ORDINAL = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "frist": 1,
    "fisrt": 1,
    "secnd": 2,
    "scond": 2,
    "secod": 2,
    "secodn": 2,
    "seocnd": 2,
    "sceond": 2,
    "secound": 2,
    "thrid": 3,
    "forth": 4,
    "last": -1,
    "final": -1,
}
_EN_CARDINAL = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_JA_DIGIT = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "ニ": 2}
_JA_NATIVE = {
    "ひとつ": 1,
    "ふたつ": 2,
    "みっつ": 3,
    "よっつ": 4,
    "いつつ": 5,
    "いちばん": 1,
    "にばん": 2,
    "さんばん": 3,
    "よんばん": 4,
    "ごばん": 5,
    "ろくばん": 6,
    "ななばん": 7,
    "はちばん": 8,
    "きゅうばん": 9,
    "いっこ": 1,
    "にこ": 2,
    "さんこ": 3,
    "よんこ": 4,
    "ごこ": 5,
}
_WORDS = {
    **_KO_NATIVE,
    **_KO_NTH,
    **_KO_SINO,
    **_EN_ORDINAL,
    **_EN_CARDINAL,
    **_JA_DIGIT,
    **_JA_NATIVE,
    "마지막": -1,
    "맨끝": -1,
    "처음": 1,
    "最初": 1,
    "最後": -1,
    "ラスト": -1,
    "さいしょ": 1,
    "末尾": -1,
    "둘쨰": 2,
    "첫쨰": 1,
    "셋쨰": 3,
}

# 3번이나 반려당했는데: as often as that; 1번이나 2번 names two.
_OFTEN = r"이나\s+(?!\d|[첫두세]\s?번|마지막|다시|보여|보자|보고|띄|열|줘|요약|번역|정리|설명|알려|하나|좀)"
_KO_COUNTERS = (
    r"\s?(?:페이지|단계|시간|개월|가지|군데|버전|호기|차례(?!로|대로)|사람|분기|학년|주차|주년|년도|인치|세대|세트|배치|로트|퍼센트|프로|미터|밀리|그램|킬로|와트|볼트"
    r"|암페어|토르|파스칼|(?:[층쪽장절항조년월일시분초개건대명회부권줄행급매종달배원판차점위기]|번)(?![가-힣])"
    rf"|개(?=(?:[만를은는가도로의]|만요|씩|다)(?![가-힣]))|번(?:\s?(?:더(?!\s?(?:자세|상세|구체|쉽|간단))|이상|이하|정도|씩|연속|반복|누르|눌러|돌려|시도)|{_OFTEN}))|(?!부터)[층쪽장절항조년월일시분초개건대명회부권줄급매배원차점위]"
)
_EN_COUNTERS = (
    "pages?|steps?|copies|copy|times?|hours?|hrs?|minutes?|mins?|seconds?|secs?|days?|weeks?|months?|years?|quarters?|shifts?|units?|servers?"
    "|pcs|pieces?|people|persons?|percent|errors?|mm|cm|nm|um|kg|mg|kw|ma|hz|khz|mhz|pa|kpa|mpa|torr|mtorr|sccm|slm|bar|mbar|psi|rpm|kb|mb|gb"
)
_JA_COUNTERS = (
    "ページ|頁|段階|ステップ|時間|か月|ヶ月|カ月|ケ月|週間|種類|箇所|か所|カ所|号機|年度|年|月|日|時|分|秒|台|件|個|回|部|枚|本|名|人|度|章|節|項|条|歳|円|倍"
    "|冊|通|社|版|階|級|行|列|巻|世代|次|期|割|点|セット|ロット|バージョン"
)
_KO_ORDINAL = r"번\s?[째쨰재]"
# 2番目, 二通目, 2文書目, 2番手の資料.
_JA_ORDINAL = (
    "(?:[番晩つ個件本枚点冊通篇コこ]|ばん|文書|資料|ファイル|記事)[目め]"
    "|(?:番手|[行段列]目|項目め?|位)(?=の(?:文書|資料|出典|記事|ドキュ))"
)
_SPACE = r"[ \t]?"
_DIGITS = r"(?<![\d:])(?<!\d/)(?<!\d\.)(?P<{0}>\d{{1,3}})(?!\d|[:/.]\d|,\d{{3}})"

# What no number begins with is passed over before the alternatives are tried.
_BEGINS = (
    r"(?=[\d\[【〔①-⑳(#№맨젤제가마처첫한두둘세셋네넷다여일이삼사오육칠팔구십아열一二三四五六七八九十ニ第最末ラいひふみよさにごろなはきナ]"
    r"|(?<![a-z])[a-z])"
)
_PATTERN = re.compile(
    rf"{_BEGINS}(?:"
    # [2], (2), ②, and [1][3], where a[1][3] is none
    r"(?P<bracket>(?:(?<![\w\])])|(?<=(?<![\w\])])\[\d\])|(?<=(?<![\w\])])\[\d\]\[\d\])|(?<=[\]】〕][とや와과랑])"
    r"|(?<=[ぁ-ねは-ん])|(?<=[答信事]の)|(?<=えの)|(?<=きの)|(?<=どの)|(?<=覧の)|(?<=トの)|(?<=中の))"
    r"[\[【〔]\s?(?P<b>\d{1,2})\s?[\]】〕](?:번|番)?)"
    r"|(?P<circled>[①-⑳](?:번|番)?)"
    # 마지막, 처음, last ...
    r"|(?P<end>(?:맨|젤|제일|가장)\s?(?:마지막|끝|아래|밑|뒤)|마지막|最初|(?:一番|いちばん)?最後|(?:一番|いちばん)(?:下|後ろ|うしろ)|ラスト|末尾|さいしょ(?=[のに])|さいご(?=[のに])"
    r"|(?<![a-z])(?:very )?(?:last|final)(?![a-z]))"
    # 2번째, 두 번째, 둘째, 2番目, 2つ目, second, 2nd
    rf"|(?P<ordinal>{_DIGITS.format('o1')}\s?(?:{_KO_ORDINAL}|{_JA_ORDINAL}|(?:st|nd|rd|th)(?![a-z]))"
    r"|第(?P<o8>[一二三四五六七八九十])(?=の(?:文書|資料|出典|記事|ドキュ))"
    rf"|(?:(?<![가-힣])제|第)\s?{_DIGITS.format('o4')}(?!\s?(?:{_JA_COUNTERS}|{_KO_COUNTERS}|四半期|工程|研究))"
    rf"|(?P<o2>첫|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?{_KO_ORDINAL}"
    r"|(?P<o3>첫[째쨰]|둘[째쨰]|셋[째쨰]|넷째|다섯째|여섯째|일곱째|여덟째|아홉째|열째)"
    rf"|(?<![ァ-ヿ])(?P<o5>[一二三四五六七八九十ニ])\s?(?:{_JA_ORDINAL})"
    r"|(?P<o6>ひとつ|ふたつ|みっつ|よっつ|いつつ|いちばん|にばん|さんばん|よんばん|ごばん|ろくばん|ななばん|はちばん|きゅうばん|いっこ|にこ|さんこ|よんこ|ごこ)\s?(?:目|め)"
    rf"|(?<![a-z])(?P<o7>{'|'.join(k for k in _EN_ORDINAL if k not in ('last', 'final'))})"
    # "a second", "per second", "30-second" are of the clock
    r"(?:(?<!\ba second)|(?=\s(?:document|source|doc|article)s?(?![a-z])))"
    r"(?<!\d[- ]second)(?<!one second)(?<!per second)(?<!every second)(?:(?![a-z])|(?=(?:documents?|docs?"
    r"|sources?|one)(?![a-z]))))"
    # 2回目, 第1回答, 第二回の回答
    r"|(?P<times>(?P<t1>\d{1,3}|[一二三四五六七八九十])\s?(?:回目|回め|かい目|かいめ|度目)|第\s?(?P<t2>\d{1,3}|[一二三四五六七八九十])(?:回の)?(?=回答|返答|返信))"
    # 2번, 일번, 2番, #2, no. 2, number two
    rf"|(?P<label>{_DIGITS.format('l1')}{_SPACE}(?:번(?!역)(?!\s?(?:더(?!\s?(?:자세|상세|구체|쉽|간단))|이상|이하|정도|씩|연속|반복|누르|눌러|돌려|시도)|{_OFTEN})|番(?!号)|ばん(?!め|せん|ぐ|て(?![ぁ-ん])|[ぁ-ん]ち))"
    r"|(?<![ぁ-ヿ一-鿿])(?P<l7>(?:に|さん|よん|ご|ろく|なな|はち|きゅう)ばん)(?!め|目)"
    r"|(?P<l8>いちばん(?=[とや、](?:に|さん|よん|ご)ばん)|(?<=ばん[とや、])(?:に|さん|よん|ご|ろく)ばん)(?!め|目)"
    r"|(?<![가-힣])(?P<l2>[일삼오육칠팔구십])\s?번(?![째쨰재호지])"
    r"|(?P<l5>一(?=番(?:[のをはともだでに、。?\s]|$))|[二三四五六七八九十])番(?!号|線|手)"
    rf"|(?:(?<![a-zァ-ヿ])(?:numbers?|num|ナンバー|nos?\.?|nr\.?)\s{{0,2}}#?|[#№]\s?)(?P<l3>\d{{1,3}})(?!\d|[:/.]\d)번?|[(](?P<l6>\d)[)]번?"
    rf"|(?<![a-z])(?:number|num)\s(?P<l4>{'|'.join(_EN_CARDINAL)})(?![a-z]))"
    # 3부, 3 pages, 3部, 2024年, 0.5
    rf"|(?P<quantity>\d+(?:[.:/]\d+)+|\d+(?:,\d{{3}})+|\d{{4,}}"
    r"|\d+\s?[천만억]\s?(?:건|개|명|원|장|대|회|여|통|권|부|페이지)"
    rf"|(?:(?P<q1>\d+)|(?<![가-힣])(?P<q2>한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)|(?<![가-힣])[일이삼사오육칠팔구십](?!번))(?:{_KO_COUNTERS})"
    rf"|(?:(?P<q3>\d+)|(?P<q4>[一二三四五六七八九十]))\s?(?:{_JA_COUNTERS}|つ)"
    rf"|(?:\d+|(?<![a-z])(?:{'|'.join(_EN_CARDINAL)}))\s?(?:{_EN_COUNTERS})(?![a-z])|\d+\s?[%°℃℉]|\d+[a-z]+)"
    # 2, two, 두, 二
    rf"|(?P<cardinal>{_DIGITS.format('c1')}|(?<![a-z])(?P<c2>{'|'.join(_EN_CARDINAL)})(?![a-z])|(?P<c3>(?:(?<=文書)|(?<=資料)|(?<=出典)|(?<=記事)|(?<=メント))[一二三四五六七八九](?=[をはがもとのでに、。]|って|から)|[二三四五](?=$|\s))"
    r"|(?<![가-힣])(?P<c4>두|세|네)(?!(?<=네)\s(?:문서|출처|자료)\s?(?:번호\s?)?(?:\d|[첫두세네]\s?번|\[))(?=\s?(?:문서|출처|자료|파일))|(?P<c5>[2-5二三四五])つ(?=の(?:文書|資料|出典))))"
)
_VALUE_GROUPS = (
    "b",
    "o1",
    "o2",
    "o3",
    "o4",
    "o5",
    "o6",
    "o7",
    "o8",
    "t1",
    "t2",
    "l1",
    "l2",
    "l3",
    "l4",
    "l5",
    "l6",
    "l7",
    "l8",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
)


def find_numbers(text: str) -> list[Number]:
    """Every number in the text, in its order; those of a longer expression ("1.5", "10:30", "29392") are quantities."""
    return [_number(m) for m in _PATTERN.finditer(text)]


def _number(m: re.Match[str]) -> Number:
    form = m.lastgroup or ""
    for name in ("bracket", "circled", "end", "ordinal", "times", "label", "quantity", "cardinal"):
        if m.group(name) is not None:
            form = name
            break
    match form:
        case "circled":
            return Number(m.start(), m.end(), ord(m.group()[0]) - 0x245F, "bracket")
        case "end":
            return Number(m.start(), m.end(), 1 if m.group() in ("最初", "さいしょ") else -1, "ordinal")
        case "quantity":
            counted = next((m.group(g) for g in ("q1", "q2", "q3", "q4") if m.group(g) is not None), "0")
            return Number(m.start(), m.end(), _value(counted), "quantity")
        case _:
            written = next(m.group(g) for g in _VALUE_GROUPS if m.group(g) is not None)
            return Number(m.start(), m.end(), _value(written), form)  # pyright: ignore[reportArgumentType]


def _value(written: str) -> int:
    return int(written) if written.isdecimal() else _WORDS[written]
