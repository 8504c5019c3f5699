"""Units and counters as people write them, in three languages: 분, minutes and 分 are one unit."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ibidem.checks.numbers import plain

_NOUNS = "piece sheet machine case kind point unit"


@dataclass(frozen=True, slots=True)
class Unit:
    """What a number counts: the kinds of thing that the word may stand for, and how many of the base unit one is.

    "도" is a degree of an angle or of a temperature, so it has several kinds.
    """

    kinds: frozenset[str]
    factor: Fraction

    @property
    def is_measure(self) -> bool:
        """Whether it measures a quantity (N·m, minutes, %) instead of counting things, people, money or places."""
        return self.kinds.isdisjoint(_COUNTED)

    def agrees(self, other: "Unit") -> bool:
        """Whether both may stand for the same kind of thing, of whatever size."""
        return not self.kinds.isdisjoint(other.kinds)


# What is counted, or written in words as often as with a unit ("aged 45"), so that a number alone may stand for it.
_COUNTED = frozenset(
    f"{_NOUNS} people times label grade decade year-age fraction quarter multiple "
    "money-krw money-jpy money-usd money-eur money-gbp".split()
)


def _row(kinds: str, pattern: str, factor: str = "1") -> tuple[Unit, str]:
    return Unit(frozenset(kinds.split()), Fraction(factor)), pattern


# A symbol is read as it is written, for mW is not MW and nm is not Nm; names are read in any case. Of two patterns that begin
# alike the longer one stands first.
_UNITS = (
    # torque, force, pressure
    _row("torque", r"mN ?[·⋅•∙・*.-]? ?m", "1/1000"),
    _row("torque", r"kN ?[·⋅•∙・*.-]? ?m", "1000"),
    _row("torque", r"N ?[·⋅•∙・*.-]? ?m(?![2²³])|(?i:newton[ -]?met(?:er|re)s?)|뉴턴 ?미터|ニュートンメートル"),
    _row("torque-kgf", r"kgf ?[·⋅•∙・*.-]? ?cm"),
    _row("torque-kgf", r"kgf ?[·⋅•∙・*.-]? ?m", "100"),
    _row("torque-lbf", r"(?i:(?:lbf?|ft|in)[ ·.-](?:lbs?|lbf|ft|in))"),
    _row("pressure-torr", r"(?i:mtorr|millitorr)|밀리토르|ミリトール", "1/1000"),
    _row("pressure-torr", r"(?i:torr)|토르|トール"),
    _row("pressure", r"mPa|밀리파스칼|ミリパスカル", "1/1000"),
    _row("pressure", r"MPa|(?i:megapascals?)|메가파스칼|メガパスカル", "1000000"),
    _row("pressure", r"[kK]Pa|(?i:kilopascals?)|킬로파스칼|キロパスカル", "1000"),
    _row("pressure", r"hPa|헥토파스칼|ヘクトパスカル", "100"),
    _row("pressure", r"Pa|(?i:pascals?)|파스칼|パスカル"),
    _row("pressure", r"(?i:mbar)|밀리바|ミリバール", "100"),
    _row("pressure", r"(?i:bars?)|バール", "100000"),
    _row("pressure-psi", r"(?i:psi)"),
    _row("pressure-atm", r"atm|기압|気圧"),
    _row("force", r"kN", "1000"),
    _row("force-kgf", r"kgf"),
    _row("force", r"N(?![a-zA-Z])|(?i:newtons?)|뉴턴|ニュートン"),
    # flow, turning, frequency
    _row("flow-sccm", r"(?i:sccm)"),
    _row("flow-slm", r"(?i:slp?m)"),
    _row("flow-lpm", r"(?i:lpm)"),
    _row("turns", r"(?i:rpm)|r/min|(?i:revolutions per minute)|회전"),
    _row("frequency", r"GHz|기가헤르츠|ギガヘルツ", "1000000000"),
    _row("frequency", r"MHz|메가헤르츠|メガヘルツ", "1000000"),
    _row("frequency", r"[kK]Hz|킬로헤르츠|キロヘルツ", "1000"),
    _row("frequency", r"(?i:hz|hertz)|헤르츠|ヘルツ"),
    # electricity, heat, energy
    _row("power", r"mW|밀리와트|ミリワット", "1/1000"),
    _row("power", r"MW|메가와트|メガワット", "1000000"),
    _row("energy-wh", r"[kK]Wh", "1000"),
    _row("energy-wh", r"Wh"),
    _row("power", r"[kK]W|(?i:kilowatts?)|킬로와트|キロワット", "1000"),
    _row("power", r"W|(?i:watts?)|와트|ワット"),
    _row("voltage", r"mV|밀리볼트|ミリボルト", "1/1000"),
    _row("voltage", r"[kK]V|킬로볼트|キロボルト", "1000"),
    _row("voltage", r"V(?:DC|AC)?|(?i:volts?)|볼트(?! ?\d)|ボルト"),
    _row("current", r"[µμ]A|마이크로암페어", "1/1000000"),
    _row("current", r"mA|(?i:milliamps?|milliamperes?)|밀리암페어|ミリアンペア", "1/1000"),
    _row("charge", r"mAh|밀리암페어시"),
    _row("charge", r"Ah", "1000"),
    _row("current", r"A|(?i:amps?|amperes?)|암페어|アンペア"),
    _row("resistance", r"MΩ|(?i:megaohms?|megohms?)|메가옴|メガオーム", "1000000"),
    _row("resistance", r"[kK]Ω|킬로옴|キロオーム", "1000"),
    _row("resistance", r"mΩ|밀리옴|ミリオーム", "1/1000"),
    _row("resistance", r"Ω|(?i:ohms?)|옴|オーム"),
    _row("level", r"dBm?|(?i:decibels?)|데시벨|デシベル"),
    _row("energy", r"kJ|킬로줄|キロジュール", "1000"),
    _row("energy", r"J|(?i:joules?)|줄(?=[^가-힣]|$)|ジュール"),
    _row("energy-cal", r"kcal|(?i:kilocalories)|킬로칼로리|キロカロリー", "1000"),
    _row("energy-cal", r"cal|(?i:calories)|칼로리|カロリー"),
    _row("celsius", r"° ?C|deg ?C|(?i:(?:degrees? )?(?:celsius|centigrade))|C(?![A-Za-z0-9+#'’-])"),
    _row("fahrenheit", r"° ?F|(?i:(?:degrees? )?fahrenheit)"),
    _row("celsius fahrenheit angle", r"°|(?i:degrees?)|도(?![시구서면로표])|度(?!目)"),
    _row("kelvin", r"K(?![A-Za-z])|켈빈|ケルビン"),
    # size
    _row("area", r"km[2²]|(?i:square kilomet(?:er|re)s?)|제곱 ?킬로미터|平方キロメートル|平方キロ", "1000000"),
    _row("area", r"cm[2²]|제곱 ?센티미터|平方センチメートル", "1/10000"),
    _row("area", r"m[2²]|(?i:square met(?:er|re)s?)|제곱 ?미터|平方メートル|平米"),
    _row("area-pyeong", r"평"),
    _row("volume", r"cm[3³]|cc|세제곱 ?센티미터|立方センチメートル", "1/1000"),
    _row("volume", r"m[3³]|세제곱 ?미터|立方メートル", "1000"),
    _row("volume", r"m[lLℓ]|(?i:millilit(?:er|re)s?)|밀리리터|ミリリットル", "1/1000"),
    _row("volume", r"[lLℓ]|(?i:lit(?:er|re)s?)|리터|リットル"),
    _row("length", r"Å|(?i:angstroms?)|옹스트롬|オングストローム", "1/10000000000"),
    _row("length", r"nm|(?i:nanomet(?:er|re)s?)|나노미터|나노|ナノメートル|ナノ", "1/1000000000"),
    _row(
        "length", r"[µμu]m|(?i:microns?|micromet(?:er|re)s?)|마이크로미터|마이크론|미크론|マイクロメートル|ミクロン", "1/1000000"
    ),
    _row("length", r"(?i:mm|millimet(?:er|re)s?)|밀리미터|밀리|ミリメートル|ミリ", "1/1000"),
    _row("length", r"(?i:cm|centimet(?:er|re)s?)|센티미터|센티|センチメートル|センチ", "1/100"),
    _row("length", r"(?i:km|kilomet(?:er|re)s?)|킬로미터|キロメートル", "1000"),
    _row("length-mile", r"(?i:miles?)|마일|マイル"),
    _row("length-inch", r"(?i:inch(?:es)?)|인치|インチ"),
    _row("length-foot", r"ft|(?i:feet|foot)|피트|フィート"),
    _row("length", r"m(?![A-Za-z²³])|(?i:met(?:er|re)s?)|미터|メートル"),
    _row("mass", r"mg|(?i:milligrams?)|밀리그램|ミリグラム", "1/1000"),
    _row("mass", r"(?i:kg|kilograms?|kilos?)|킬로그램|キログラム", "1000"),
    _row("mass length", r"킬로|キロ", "1000"),
    _row("mass", r"(?i:tons?|tonnes?)|톤|トン", "1000000"),
    _row("mass", r"g|(?i:grams?)|그램|グラム"),
    _row("mass-pound", r"(?i:lbs?|pounds?)|파운드|ポンド"),
    # data
    _row("rate-data", r"[GMkK]bps|bps"),
    _row("data", r"TB|(?i:terabytes?)|테라바이트|テラバイト", "1000000000000"),
    _row("data", r"GB|(?i:gigabytes?)|기가바이트|기가|ギガバイト", "1000000000"),
    _row("data", r"MB|(?i:megabytes?)|메가바이트|メガバイト", "1000000"),
    _row("data", r"[kK]B|(?i:kilobytes?)|킬로바이트|キロバイト", "1000"),
    _row("data", r"(?i:bytes?)|바이트|バイト"),
    _row("data-bit", r"(?i:bits?)|비트|ビット"),
    # shares
    _row("percent", r"%|(?i:percent(?:age points?)?|per cent)|퍼센트|프로(?![가-힣])|パーセント"),
    _row("percent", r"割(?![合引りれ])", "10"),
    _row("ppm", r"(?i:ppm)"),
    _row("ppb", r"(?i:ppb)"),
    _row("multiple", r"배(?![터선기치수관])|倍|(?i:-?fold)|(?i:times (?:as|more|larger|higher|faster))"),
    # time
    _row("second", r"ms(?:ec)?|(?i:milliseconds?)|밀리초|ミリ秒", "1/1000"),
    _row("second", r"[µμu]s|(?i:microseconds?)|마이크로초|マイクロ秒", "1/1000000"),
    _row("second", r"(?i:seconds?|secs?)|s|초|秒"),
    _row("quarter", r"(?i:quarters?)|분기|四半期"),
    _row("fraction", r"분의(?= ?(?:\d|[일이삼사오육칠팔구십](?:[^가-힣]|[을를은는이로]|$)))|分の(?=[\d一二三四五六七八九])"),
    _row("second", r"(?i:minutes?|mins?)|분|分", "60"),
    _row("second", r"(?i:hours?|hrs?)|h|시간|時間", "3600"),
    _row("month", r"(?i:months?)|개월|(?:か|ヶ|カ|ケ|ヵ|箇|個)月|달(?![러러])|월", "1"),
    _row("month year-age", r"(?i:years?[ -]old)|세(?![대트로])|살|歳|才", "12"),
    _row("grade", r"학년|学年|년생"),
    _row("decade", r"년대|年代"),
    _row("month", r"(?i:years?|yrs?)|주년|周年|년|年", "12"),
    _row("second", r"(?i:weeks?|wks?)|주(?![소식요])|週", "604800"),
    _row("second", r"(?i:(?:business |working |calendar |consecutive )?days?)|영업일|営業日|거래일|일(?![반본부정])|日", "86400"),
    # people, occasions, things
    _row(
        "people", r"(?i:people|persons?|employees|technicians?|engineers?|members?|staff|workers?)|명|인(?![치분용])|사람|名|人"
    ),
    _row("times", r"(?i:times?|cycles?|passes|occasions?)|회|차례|사이클|回|サイクル|遍"),
    _row("times label piece", r"번|番"),
    _row("money-krw", r"(?i:won|krw)|원|ウォン"),
    _row("money-jpy", r"(?i:yen|jpy)|円|엔(?![진드지])"),
    _row("money-usd", r"(?i:(?:us )?dollars?|usd)|달러|ドル"),
    _row("money-eur", r"(?i:euros?|eur)|유로|ユーロ"),
    _row("machine label", r"호기|号機|호(?![텔환])|号"),
    _row(
        "label",
        r"단계|段階|ステップ|手順|페이지|쪽|頁|ページ|(?i:pages?|pp?)\b|층|階|절|節|항|項|조(?![각사])|条|위(?![치험])|位|등(?![급록])",
    ),
    _row("sheet", r"(?i:sheets?)|장(?![치비])|매(?![년월일주])|枚"),
    _row("kind", r"가지|종류|종(?![료합])|種類|種"),
    _row("machine", r"대(?![기해문])|台"),
    _row("case", r"건(?![물조])|件"),
    _row("point", r"점(?![검심])|点|(?i:points?)"),
    _row(
        _NOUNS,
        r"(?i:pcs|pieces?|items?|units?|ea)|개|군데|곳|個|つ|本|箇所|か所|カ所|ヶ所|본|組|조각|세트|セット|(?i:sets?)|문항|問",
    ),
)
_ADJECTIVE = r"(?:(?:full|whole|consecutive|more|further|additional|extra|business|working|calendar) )?"
_PATTERN = re.compile(
    f"[ -]?{_ADJECTIVE}(?:" + "|".join(f"({pattern})" for _, pattern in _UNITS) + ")(?:(?<![A-Za-z])|(?![A-Za-z]))"
)
# Any other noun in the plural counts things: "8 bolts", "4 clean wafers".
THINGS = Unit(frozenset(f"{_NOUNS} people times label".split()), Fraction(1))
_NOUN = re.compile(r"[ -](?:[a-z]{3,} )?[a-z]{2,}[a-rt-z]s\b")
_NO_NOUN = re.compile(r"[ -](?:and|or|to|in|on|at|for|from|by|with|of|is|was|as|than|the)\b")
# An unknown word right after the number counts things as well (3차, 5品目), unless it is a particle.
_COUNTER = re.compile(
    r"(?!은|는|이(?!닝)|가(?!구)|을|를|의|에|로|으로|과|와|까지|부터|보다|미만|초과|정도|인(?!분)|였|입|라고|만|도|씩|및|대[ 0-9]"
    r"|以[上下]|未満|超|前後|程度|約)[가-힣一-龥ァ-ヶ]"
)
_PER = re.compile(r" ?/ ?| (?:per|an?|every) ")
_CURRENCY = {"$": "money-usd", "₩": "money-krw", "¥": "money-jpy", "€": "money-eur", "£": "money-gbp"}
_SPACES = dict.fromkeys(map(ord, "\n\t\u00a0\u2007\u2009\u202f"), " ")  # a line may be wrapped between a number and its unit
_LONGEST_UNIT_LINE = 60  # characters
_UNIT_LABEL = re.compile(r"(?:단위|單位|単位|单位|units?(?: of measure(?:ment)?)?(?=\s?[:：]))\s?[:：]?\s?\S", re.IGNORECASE)
_LONGEST_SYMBOL = 5  # characters: "N·m", "mTorr"; a word of more may say something else ("minutes")
_BEFORE_SYMBOL = re.compile(r"[^\W\dA-Za-z_](?=[A-Za-zµμΩ°%℃Å])")
_WORD_BREAK = re.compile(r"[\s:：]+")
_LONGEST = 32  # characters; "° C per minute", "consecutive calendar days"


@dataclass(frozen=True, slots=True)
class ReadUnit:
    """A unit, its length in characters, and its denominator ("L/min"), if any."""

    unit: Unit
    length: int
    per: Unit | None = None


def unit_at(text: str, start: int) -> ReadUnit | None:
    """The unit that a number which ends at `start` is followed by; None where no unit is known."""
    return _read(text[start : start + _LONGEST].translate(_SPACES))


def units_named(line: str) -> tuple[Unit, ...]:
    """The units that a line over a table gives for the numbers below it: "All values in N·m", "寸法はすべてmm"."""
    said = line.strip().strip("()（）[]［］〔〕*※. ")
    if not 0 < len(said) <= _LONGEST_UNIT_LINE or any(map(str.isdigit, said)):
        return ()
    starts = dict.fromkeys((0, *(match.end() for match in _WORD_BREAK.finditer(said)), *_symbols(said)))
    read = ((start, unit_at(said, start)) for start in starts)
    found = ((said[start : start + one.length], one) for start, one in read if one is not None and one.unit.is_measure)
    named = names_unit(line)
    return tuple(one.unit for symbol, one in found if named or 1 < len(symbol) <= _LONGEST_SYMBOL)


def _symbols(said: str) -> Iterator[int]:
    """Where a symbol in Latin letters begins after a letter of another script."""
    return (match.end() for match in _BEFORE_SYMBOL.finditer(said))


def unit_line(line: str) -> str:
    """The line, where it says in which unit the numbers below it are; else ""."""
    return line if names_unit(line) else ""


def names_unit(line: str) -> bool:
    """Whether a line says in which unit the numbers below it are: "단위: 천원", "(単位：mm)", "All lengths in metres"."""
    said = line.strip().strip("()（）[]［］〔〕*※. ")
    if not 0 < len(said) <= _LONGEST_UNIT_LINE or said[-1] in "。!?？！":
        return False
    if _UNIT_LABEL.match(said):
        return True
    return not any(map(str.isdigit, said)) and any(
        (read := unit_at(said, start)) is not None and start + read.length == len(said) and _is_of_values(read.unit)
        for start in (0, *(match.end() for match in _WORD_BREAK.finditer(said)))
    )


def _is_of_values(unit: Unit) -> bool:
    return unit.is_measure or any(kind.startswith("money") for kind in unit.kinds)


@lru_cache(maxsize=65536)
def _read(text: str) -> ReadUnit | None:
    if not (match := _PATTERN.match(text)):
        if (noun := _NOUN.match(text)) and not _NO_NOUN.match(text):
            return ReadUnit(THINGS, noun.end())
        if counter := _COUNTER.match(text):
            return ReadUnit(THINGS, counter.end())
        return None
    unit = _UNITS[(match.lastindex or 1) - 1][0]
    if (slash := _PER.match(text, match.end())) and (per := _PATTERN.match(text, slash.end())):
        return ReadUnit(unit, per.end(), _UNITS[(per.lastindex or 1) - 1][0])
    return ReadUnit(unit, match.end())


@lru_cache(maxsize=256)  # asked for every place of a document
def in_other_sizes(value: str, unit: Unit) -> tuple[tuple[str, Unit], ...]:
    """The same quantity in the units of other sizes: 90 minutes are 1.5 hours."""
    return tuple(
        (plain(Fraction(value) * unit.factor / other.factor), other)
        for other, _ in _UNITS
        if other.factor != unit.factor and unit.agrees(other)
    )


def currency(sign: str) -> Unit | None:
    """The money that a sign in front of a number stands for."""
    return Unit(frozenset({kind}), Fraction(1)) if (kind := _CURRENCY.get(sign)) else None
