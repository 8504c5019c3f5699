"""Which calculation over the rows of a table a question asks for, and which words of it only ask for that.

These are words of a closed kind, in one place for all languages. What a question is about is not listed: it is found in the
table.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ibidem.language.search_text import BIGRAM, IDENTIFIER, question_terms

Operation = Literal["count", "sum", "average", "largest", "smallest"]
# What is measured where a word says it and names no column: "the most expensive part", 가장 무거운 부품.
Measure = Literal["money", "mass", "length"]

_MOST = r"(?:(?:가장|제일)\s?|(?:一番|いちばん|最も|もっとも)\s?)"
_OPERATIONS: Mapping[Operation, re.Pattern[str]] = {
    "count": re.compile(
        r"\bhow many\b|\b(?:number|count) of\b"
        r"|(?:총\s?)?몇\s?(?:대|개|명|건|곳|군데|회|장|권|사람|차례|가지|종류?|편|마리|채|팀|번(?=\s?(?:이|인|입|열|있|했|하|였)))(?:이나)?|개수|대수|건수"
        r"|何(?:台|個|人|件|名|本|枚|[箇かカヶケヵ]所|回|社|点|校|店|種類|軒|戸|棟|冊|匹|頭|室)|いくつ|台数|件数|個数",
        re.IGNORECASE,
    ),
    "sum": re.compile(
        r"\b(?:grand |overall )?(?:totals?|sum)\b|\baltogether\b|\badd(?:s|ed)? up\b|\bin all\b|\btogether with\b|\bcombined\b"
        r"|합계|총계|총합|합산|총액|(?<![가-힣])총(?=\s?[가-힣])|(?:모두|전부|다)\s?(?:합(?:치면|하면|쳐서?|해서?)|더하면)"
        r"|합치면|합친|더하면|더한|(?:모두|전부)(?=\s?(?:합|얼마))"
        r"|合計|総計|総額|総和|合わせ[てるた]|足[すし]|加え[るた]と|全部で(?=[いど])",
        re.IGNORECASE,
    ),
    "average": re.compile(r"\b(?:averages?|mean)\b|평균|平均", re.IGNORECASE),
    "largest": re.compile(
        r"\b(?:largest|biggest|highest|greatest|heaviest|longest|maximum|max|priciest|most expensive|most costly|costliest)\b"
        rf"|{_MOST}(?:비싼|비싸|큰|크|높은|높|많은|많이|많|무거운|무겁|긴|길)[가-힣]{{0,3}}|최대|최고|최다"
        rf"|{_MOST}(?:高価な|高[いくか]|大き[いくなか]|多[いくか]|重[いくか]|長[いくか])|最大|最高|最多",
        re.IGNORECASE,
    ),
    "smallest": re.compile(
        r"\b(?:smallest|lowest|least|lightest|shortest|minimum|min|cheapest|least expensive)\b"
        rf"|{_MOST}(?:싼|싸|저렴한|저렴하|작은|작|낮은|낮|적은|적|가벼운|가볍|짧은|짧)[가-힣]{{0,3}}|최소|최저"
        rf"|{_MOST}(?:安価な|安[いくか]|小さ[いくなか]|低[いくか]|少な[いくか]|軽[いくか]|短[いくか])|最小|最低|最少",
        re.IGNORECASE,
    ),
}
_MEASURES: Mapping[Measure, re.Pattern[str]] = {
    "money": re.compile(
        r"\b(?:costs?|costly|costliest|prices?|priciest|expens(?:es?|ive)|cheapest|spend(?:ing)?|spent|how much)\b"
        r"|금액|총액|비용|가격|단가|값|비싼|비싸|(?<![가-힣])싼|저렴|얼마(?!나)"
        r"|費用|金額|総額|価格|単価|代金|値段|高価|安価|安[いく]|いくら",
        re.IGNORECASE,
    ),
    "mass": re.compile(
        r"\bheaviest\b|\blightest\b|\bweights?\b|무게|중량|무거|무겁|가벼|가볍|重[いくさ]|重量|軽[いく]", re.IGNORECASE
    ),
    "length": re.compile(
        r"\blongest\b|\bshortest\b|\blengths?\b|길이|(?<![가-힣])[긴길](?![가-힣]{2})|짧|長[いくさ]|短[いく]", re.IGNORECASE
    ),
}
# A row or a column of that name holds what was calculated already.
_RESULTS: Mapping[Operation, re.Pattern[str]] = {
    "sum": re.compile(
        r"(?:(?:grand|sub|overall|net|gross)[\s-]?)?totals?|sum|(?:총|전체)?\s?(?:합계|총계|소계|누계)|총액|총합|[합총]?계"
        r"|(?:総)?合計|総計|小計|累計|総額|計",
        re.IGNORECASE,
    ),
    "average": re.compile(r"(?:average|mean|avg\.?)|(?:전체)?\s?평균|평균값|平均(?:値)?", re.IGNORECASE),
    "largest": re.compile(r"max(?:imum|\.)?|최대(?:값)?|最大(?:値)?", re.IGNORECASE),
    "smallest": re.compile(r"min(?:imum|\.)?|최소(?:값)?|最小(?:値)?", re.IGNORECASE),
}
# A cell that says one of these beside other words may stand for a total, or for what is added to one: "Total due", "VAT".
_NEAR_RESULT = re.compile(
    r"\b(?:(?:sub|grand)[\s-]?)?totals?\b|\bsubtotals?\b|\bsum\b|\b(?:average|avg)\b|\b(?:amount|balance) due\b|^(?:net|gross)$"
    r"|\b(?:VAT|GST)\b|\bsales tax\b|\b(?:carried|brought) forward\b"
    r"|합계|총계|소계|누계|총액|총합|총금액|총비용|평균|청구금액|부가세|부가가치세|이월|(?:^|[\s)）\]])계$|(?:월|분기|부서|지출|수입|금액|비용)계$"
    r"|合計|総計|小計|累計|総額|総和|平均|請求金?額|消費税|繰越|(?:^|[\s)）\]])計$",
    re.IGNORECASE,
)
# Several rows are asked for, or another than the first: "the two largest", 가장 큰 세 부품, 上位三つ.
_SEVERAL = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|top|bottom|next|few|several|both|second|third|fourth|fifth|(?<!\d)\d{1,3}(?:nd|rd|th))\b"
    r"|\b\d{1,3}\s{1,3}(?=(?:larg|big|high|great|heav|long|max|pric|most|cost|small|low|least|light|short|min|cheap))"
    r"|\b(?:largest|biggest|highest|greatest|heaviest|longest|expensive|smallest|lowest|lightest|shortest|cheapest)\s{1,3}\d{1,3}\b"
    r"|(?<![가-힣])(?:두|세|네|다섯|여섯|일곱|여덟|아홉|열|여러)(?:\s|(?=개|대|건|곳|가지|명|번째|종|사람))|(?<![가-힣])[둘셋넷]"
    r"|[상하]위|번째|(?<!\d)\d{1,3}\s?(?:개|대|건|곳|가지|명|종|위|순위|품목)"
    r"|上位|下位|番目|(?:[二三四五六七八九十]|(?<!\d)\d{1,3})\s?(?:つ|個|台|件|位|点|本|社|名|種)",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s")
_PART_TOTAL = re.compile(r"sub|소계|小計|누계|累計|net|gross", re.IGNORECASE)
_LABEL_EDGES = " \t\n*_(（[【<〈)）]】>〉:："
# What denies, bounds, orders or divides the rows, so that another selection is meant than the cells named.
_OTHER_ROWS = re.compile(
    r"\b(?:not|no|nor|never|none|from|to|than|by|but|only|some|same|up|off|over|under|about|per|each|every|more|less)\b|n['’]t\b"
    r"|(?<![가-힣])안\s|않|못|아니|아닌|말고|부터|까지|보다|마다|밖에|각각|별로"
    r"|ない|なか[っろ]|ません|ず(?=に|、)|から|まで|より|ごと|しか|毎に|別に|以外",
    re.IGNORECASE,
)
_ROUGHLY_OTHER_ROWS = re.compile(
    r"\b(?:not|nor|never|none|except|excluding|than|but|over|under|per|each|every|more|less|without)\b|n['’]t\b"
    r"|(?<![가-힣])안\s|않|못|아니|아닌|말고|제외|(?<![가-힣])이?외(?:의|에|\s)|빼[고면]|뺀|부터|까지|보다|마다|밖에|각각|별로|\d[^\s\d]{0,4}\s?(?:이상|이하|미만|초과)"
    r"|ない|なか[っろ]|ません|ず(?=に|、)|から|まで|より|ごと|しか|毎に|別に|以外|除[いくき]|\d[^\s\d]{0,4}(?:以上|以下|未満|超)",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"\btogether\b|\bcombined\b|\badd(?:s|ed|ing)?\b|\baltogether\b|\bsum of\b"
    r"|합치면|합친|합하면|합한|더하면|더한|합쳐|더해"
    r"|合わせ[てるた]|足[すし]|加え[るた]と|合算",
    re.IGNORECASE,
)
# Two at least are added: "how many can I add?" and 目盛りに合わせる are said of one.
_JOINED = re.compile(r"\b(?:and|with)\b|[가-힣](?:와|과|랑|하고)\s|\d\s?~|부터|から|[^るたいう]と[^い]", re.IGNORECASE)
_EITHER = re.compile(r"\b(?:or|and)\b|또는|혹은|거나|이나|[와과]\s|그리고|または|あるいは|および|及び", re.IGNORECASE)
# Words beside these that say nothing of which rows are meant.
_NEUTRAL = """
table list row rows column values value there many much what which show tell give find calculate compute work please know
listed included contained contains appear
표 목록 리스트 행 열 값 전체 모든 모두 전부 총 몇 얼마 무엇 뭐 무슨 어느 어떤 것 거 대 개 명 건 곳 회 장 있다 있어 되다 돼 이다
인가요 나오다 실리다 들다 포함 적히다 알리다 알려줘 알려 주다 주세요 구하다 구해 계산하다 계산 해줘 보이다 보여 줘 좀 수 지금 현재
表 一覧 リスト 行 列 値 全体 全部 全て すべて 何 何れ いくつ いくら どれ どの どこ もの 物 台 個 人 件 名 ある あります 有る
為る する なる なります 載る 入る 含む 含まれる 記載 教える 教えてください 求める 計算 ください 下さい くれる 現在 今
"""
# A column of that name holds dates, places and numbers by which things are known.
_LABEL_COLUMN = re.compile(
    r"^(?:date|day|month|year|no\.?|nr\.?|#|number|id|code|floor|room|phone|version|rev(?:ision)?\.?)$|\b(?:date|id|code|no\.)$"
    r"|\b(?:serial|part|order|item|invoice|phone|room|lot|batch|drawing|model)\s(?:number|no\.?)$"
    r"|(?:일자|날짜|년도|연도|연월|년월|시각|번호|코드|일시)$|^(?:월|층|호|호기|연번|순번|버전|전화)$"
    r"|(?:日付|年月日?|日時|番号|コード|年度|時刻)$|^(?:月|階|号機|年|電話)$",
    re.IGNORECASE,
)
# A column of that name holds what a row comes to as a whole, however many things it counts: the "amount" beside a "unit price".
_WHOLE_ROW = re.compile(r"\b(?:amounts?|(?:sub)?totals?)\b|금액|합계|소계|총액|金額|合計|小計|総額", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """A calculation that a question asks for. `rest` are the tokens of its other words, without those that only ask."""

    operation: Operation
    measures: frozenset[Measure]
    rest: frozenset[str]


def may_calculate(question: str) -> bool:
    """Whether a question (normalised) has words that ask for a calculation."""
    return any(pattern.search(question) for pattern in _OPERATIONS.values())


def asks_count(question: str) -> bool:
    """Whether a question (normalised) asks how many there are of something."""
    return _OPERATIONS["count"].search(question) is not None


def asks_sum(question: str) -> bool:
    """Whether a question (normalised) asks for what several values come to together: none of them answers it."""
    return adds(question) or any(_OPERATIONS[operation].search(question) for operation in ("sum", "average"))


def extreme_asked(question: str) -> str:
    """The word by which a question (normalised) asks for a largest or smallest value, "" where it asks for none."""
    found = (_OPERATIONS[operation].search(question) for operation in ("largest", "smallest"))
    return next((match.group() for match in found if match is not None), "")


def adds(question: str) -> bool:
    """Whether a question (normalised) asks for what values that it names come to together, and not for a total of that name."""
    return _ADDS.search(question) is not None and _JOINED.search(question) is not None


def asked_roughly(question: str) -> Asked | None:
    """The calculation that a question (normalised) asks for, whatever else it says: of rows that it names, but not of others than
    those. What a largest or smallest value counts is no count of rows: どこで、何人."""
    found: list[Operation] = [operation for operation, pattern in _OPERATIONS.items() if pattern.search(question)]
    extremes: list[Operation] = [one for one in found if one in ("largest", "smallest")]
    found = extremes or (found[:1] if found == ["count", "sum"] else found) or (["sum"] if adds(question) else [])
    if len(found) != 1 or _ROUGHLY_OTHER_ROWS.search(question) or (extremes and _SEVERAL.search(question)):
        return None
    measures = frozenset[Measure](measure for measure, pattern in _MEASURES.items() if pattern.search(question))
    return Asked(found[0], measures, words_of(question) - neutral_words())


def asked_calculation(question: str) -> Asked | None:
    """The calculation that a question (normalised) asks for, of which what says cells was cut out; None where it asks for none or
    for several, or for other rows than those that it says: "not overdue", "from May on", 부서마다, 以外, "the two largest"."""
    found: list[Operation] = [operation for operation, pattern in _OPERATIONS.items() if pattern.search(question)]
    if len(found) > 1 and found != ["count", "sum"]:  # "how many in total"
        return None
    if not found or _OTHER_ROWS.search(question):
        return None
    operation = found[0]
    if operation in ("largest", "smallest") and _SEVERAL.search(question):
        return None
    measures = frozenset[Measure](measure for measure, pattern in _MEASURES.items() if pattern.search(question))
    rest = question
    for pattern in (*_OPERATIONS.values(), *_MEASURES.values()):
        rest = pattern.sub(lambda match: without(match.group()), rest)
    return Asked(operation, measures, words_of(rest) - neutral_words())


def without(said: str) -> str:
    """What stands in a question in place of words that were cut out of it: after Korean ones a noun that says nothing, for the
    particle behind it is read as one only after a noun."""
    return " 것" if "가" <= said[-1:] <= "힣" else " "


def names_measure(name: str, measures: Collection[Measure]) -> bool:
    """Whether the name of a column says one of these measures: "Price", 무게."""
    return any(_MEASURES[one].search(name) for one in measures)


def names_either(question: str) -> bool:
    """Whether a question has words that join what it names: of two columns, it is not known which rows are meant then."""
    return _EITHER.search(question) is not None


def result_of(label: str) -> Operation | None:
    """The calculation whose result stands in a row or column of this name: "Total", 소 계, 平均; None for any other name."""
    plain = label.strip(_LABEL_EDGES)
    forms = (plain, _SPACE.sub("", plain))
    return next((operation for operation, pattern in _RESULTS.items() if any(map(pattern.fullmatch, forms))), None)


def may_be_result(cell: str) -> bool:
    """Whether a cell (normalised) has a word of a result or of what is added to one, so that its row may be no record:
    "Total due", 합 계 금액, 税込合計, "VAT"."""
    return _NEAR_RESULT.search(cell) is not None or _NEAR_RESULT.search(_SPACE.sub("", cell)) is not None


def is_label_column(name: str) -> bool:
    """Whether the name of a column (normalised) says that its numbers are dates or numbers of things: "Year", 도면 번호, 日付."""
    return _LABEL_COLUMN.search(name.strip()) is not None


def is_of_whole_row(name: str) -> bool:
    """Whether the name of a column says that its values are those of whole rows, and of no single thing of several."""
    return _WHOLE_ROW.search(name) is not None


def is_part_total(label: str) -> bool:
    """Whether a total is one of a part of the rows: "Subtotal", 소계."""
    return _PART_TOTAL.search(label) is not None


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """The tokens of the words of a text: neither pairs of letters nor codes, whose parts are words too."""
    return frozenset(term.token for term in question_terms(text) if term.token[0] not in (BIGRAM, IDENTIFIER))


@lru_cache(maxsize=1)
def neutral_words() -> frozenset[str]:
    """The tokens of the words that only ask, and say nothing of what is meant."""
    return frozenset[str]().union(*map(words_of, _NEUTRAL.split()))
