"""What a question asks for, by its words: a quantity or a date, or a procedure. And whether a sentence tells one."""

import re

_QUANTITY = re.compile(
    r"\bhow (?:many|much|old|long|far|tall|high|often|fast|big|large|deep|late|soon|hot|cold|heavy|thick|wide)\b|\bwhen\b|"
    r"\b(?:what|which|in what|in which) (?:percent|percentage|number|year|age|rate|temperature|temp|size|amount|torque|pressure|date|"
    r"month|day|time|interval|limit|price|length|width|weight|speed|voltage)\b|"
    r"몇|얼마|언제|횟수|인원|개수|연도|년도|금액|나이|날짜|시기|기한|기간|주기|토크|온도|압력|"
    r"いくつ|いくら|いつ|どのくらい|どれくらい|どれだけ|幾つ|何(?:[人個年回歳時分秒月日本件社国位点番割度名台枚円倍字文泊階]|[%％])|"
    r"(?:期限|期間|周期|温度|圧力|トルク|金額|人数|回数|日数|年数)は",
    re.IGNORECASE,
)
_PROCEDURE = re.compile(
    r"\bhow (?:do|can|should|would|to)\b|\bsteps?\b|\bprocedures?\b|\binstructions?\b|\bwalk me through\b|"
    r"절차|방법|순서|단계|어떻게|어떡|하는 법|手順|方法|やり方|仕方|どうやっ|どうすれば|どうしたら|どうやる|どのように",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NUMBER_WORD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|"
    r"half|third|quarter|once|twice|first|second|dozen|several|january|february|march|april|june|july|august|september|october|"
    r"november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|daily|weekly|monthly|yearly|annually)\b|"
    r"(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|수십|수백) ?(?:명|개|번|차례|가지|사람|곳|달|살|시간|주|해)|첫|매[일주월년]|[월화수목금토일]요일|"
    r"[一二三四五六七八九十百千万]+[人個年回歳時分秒月日本件社国位点番台枚円倍割度名つ]|毎[日週月年]|[月火水木金土日]曜",
    re.IGNORECASE,
)


def asks_quantity(question: str) -> bool:
    """Whether a number or a date answers: "how many", "when", "몇", "언제", "いくら", "何年"."""
    return _QUANTITY.search(question) is not None


def asks_procedure(question: str) -> bool:
    """Whether steps answer: "how do I", "절차", "手順"."""
    return _PROCEDURE.search(question) is not None


def quantities(text: str) -> frozenset[str]:
    """The numbers, dates and number words of a text, folded."""
    return frozenset(m.group().casefold() for pattern in (_NUMBER, _NUMBER_WORD) for m in pattern.finditer(text))
