"""What kind of answer a question asks for: a quantity or a date, or a procedure. And which of its words only ask."""

import re
from functools import lru_cache

# Beside what `asked_values` knows.
_QUANTITY = re.compile(
    r"\bhow (?:many|old|far|tall|high|fast|big|large|deep|late)\b|\b(?:what|which) (?:number|age|rate|size|amount|date|limit)\b|"
    r"얼마|횟수|인원|개수|나이|날짜|시기|기한|いくつ|どのくらい|どれくらい|どれだけ|(?:期限|日数)は",
    re.IGNORECASE,
)
_HOW = re.compile(
    r"\bhow (?:do|can|should|would|to)\b|어떻게(?! ?[되된돼됐될])|어떡|어[케캐]\s?[하해]|"
    r"どう(?![違異思考変])[一-龥]|どうやっ|どうすれば|どうしたら|どうやる|どのように|どうする",
    re.IGNORECASE,
)
_WHY = re.compile(r"\bwhy\b|\bcaused?\b|\breasons?\b|왜|이유|원인|なぜ|どうして|理由|原因", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NUMBER_WORD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|"
    r"half|third|quarter|once|twice|first|second|dozen|several|january|february|march|april|june|july|august|september|october|"
    r"november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|daily|weekly|monthly|yearly|annually)\b|"
    r"(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|수십|수백) ?(?:명|개|번|차례|가지|사람|곳|달|살|시간|주|해)|첫|"
    r"매[일주월년]|[월화수목금토일]요일|"
    r"[一二三四五六七八九十百千万]{1,12}[人個年回歳時分秒月日本件社国位点番台枚円倍割度名つ]|毎[日週月年]|[月火水木金土日]曜",
    re.IGNORECASE,
)
# The kinds of answer, and how their values are written.
_COUNT = r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty|ninety|a|an|half an?))[ -]?"
_ATTRIBUTE = r"(?:working |business |calendar |consecutive |full |paid )?"
_DURATION = (
    r"\d ?(?:시간|분|초|(?:영업)?일|주|개월|달|년|時間|分|秒|(?:営業)?日|週間?|[かカヶケ]月|年|h\b)"
    rf"|{_COUNT}{_ATTRIBUTE}(?:hour|minute|second|day|week|month|year|hr|min)s?\b"
)
_VALUES = tuple(
    (re.compile(question, re.IGNORECASE), re.compile(value, re.IGNORECASE))
    for question, value in (
        (
            r"언제|연도|년도|몇 ?년|いつ|何年|\bwhen\b|\bwhat year",
            r"\d{3,4} ?[년年]|\d ?(?:영업|営業)?[월月日일]|(?<!\d)[12]\d{3}(?!\d)|\d[:시時](?![간間])"
            r"|\b(?:first|second|third|fourth|fifth) (?:day|week|month)|\b(?:week|day) \d|\d ?(?:주차|일차|週目?|日目)"
            rf"|\b(?:after|within) {_COUNT}|(?:{_DURATION}) ?(?:이내|안에|후|뒤|以内|後)",
        ),
        (
            r"얼마나 (?:걸|오래|자주|멈)|주기|기간|ど[のれ]くらい(?!の(?![時期間頻])|[強重大高])|期間|周期"
            r"|\bhow (?:long|often|soon)\b",
            _DURATION,
        ),
        (r"몇 ?(?:달|개월)|何[かカヶケ]月|\bmonths?\b", r"\d ?(?:개월|달|[かカヶケ]月|months?\b)"),
        (r"며칠|몇 ?일|何日|\bdays?\b", rf"\d ?(?:(?:영업)?일|(?:営業)?日)|{_COUNT}{_ATTRIBUTE}days?\b"),
        (
            r"얼마(?! ?(?:나|로|이상|이하|까지|동안|마다))|금액|요금|いくら(?!い)|料金|金額|\bhow much\b|\bprice\b|\bcosts?\b",
            r"\d ?(?:원|만 ?원|円|달러|유로|dollars?|euros?|USD|EUR|KRW|JPY)|(?:[$€₩¥£]|\b(?:USD|EUR|KRW|JPY)) ?\d",
        ),
        (r"몇 ?리터|何リットル|\blit(?:er|re)s?\b", r"\d ?(?:m?L(?![A-Za-z])|리터|リットル|lit(?:er|re)s?\b)"),
        (
            r"무게|중량|얼마나 무거|何キロ|重量|重さ|\bhow heavy\b|\bweigh(?:s|t)?\b",
            r"\d ?(?:(?:kg|g|t|lbs?)(?![A-Za-z])|킬로|톤|キロ|トン)",
        ),
        (r"회전수|얼마나 빨리 도|回転数|\brpm\b", r"\d ?(?:rpm|회/분|回転)"),
        (r"전압|電圧|\bvoltage\b", r"\d ?k?(?:V(?![A-Za-z])|볼트|ボルト)"),
        (
            r"몇 ?(?:퍼센트|프로)|비율|何(?:パーセント|割)|割合|\bpercent|(?<!\d)(?<!\d )[%％]",
            r"\d ?(?:%|％|퍼센트|パーセント|割)",
        ),
        (r"몇 ?도|온도|何度|温度|\bhow (?:hot|warm|cold)\b|\btemp", r"\d ?(?:℃|°|도|度|K(?![A-Za-z]))"),
        (
            r"토크|뉴턴|(?:몇|얼마로|얼마나 세게|어느 정도로)[^,.]{0,8} ?(?:조[이여]|죄)|トルク|ニュートン"
            r"|ど[のれ]くらい(?:の力|強く)[^、。]{0,6}締"
            r"|締め(?:る|付ける)[^、。]{0,9}力|\btorque\b|\bhow (?:tight|hard[^,.?]{0,30}\btighten)",
            r"\d ?(?:N|kgf|lbf)[·⋅・. ]?[mc]",
        ),
        (
            r"부품 ?번호|품번|예비품 번호|品番|型番|\bpart (?:number|no)",
            r"(?<![\w-])[A-Z]{1,5}(?:-[A-Z-]{0,12})?\d",
        ),
        (r"용량|몇 ?(?:기가|메가)|容量|\bstorage\b|\bdisk\b", r"\d ?(?:[KMGT]i?B(?![A-Za-z])|기가|메가|ギガ|メガ)"),
        (
            r"무슨 ?요일|何曜日?|\bwh(?:ich|at) (?:week)?day\b",
            r"[월화수목금토일]요일|[月火水木金土日]曜|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b",
        ),
        (
            r"폭[이은는을]?(?=\s)|너비|길이|두께|幅|長さ|厚さ|\b(?:width|length|thickness)\b|\bhow (?:wide|thick)\b",
            r"\d ?(?:[mc]?m(?![A-Za-z])|밀리|센티|ミリ|センチ)",
        ),
        (r"압력|圧力|\bpressure\b", r"\d ?(?:[kMmh]?Pa|m?Torr|m?bar|psi|기압|気圧)"),
    )
)
_COUNTED = re.compile(r"몇 ?(시간|[가-힣])|何(時間|[一-龥])")
# "몇 bar", 何mm: of units in Latin letters.
_COUNTED_UNIT = re.compile(r"(?:몇|何) ?([A-Za-z]{1,5}(?:[·/][A-Za-z]{1,4})?)(?![A-Za-z])")
_HOW_MANY = re.compile(
    r"\bhow many ((?:(?!(?:of|do|does|did|can|could|are|is|was|were|the|i|we|you|a|to|will|must|should|may|per|in|on|for|at)\b)"
    r"[a-z]{2,20}\s{0,3}){1,2})",
    re.IGNORECASE,
)
# People are counted in two ways, and so are letters.
_COUNTERS = {"명": "[명인]", "人": "[人名]", "글": "글?자"}

_WHAT_TIME = re.compile(r"\b(?:what|which) time\b|몇 ?시(?!간)|何時(?!間)", re.IGNORECASE)
_TIME_OF_DAY = r"\d[:：]\d\d|\d ?(?:시(?!간)|時(?!間)|[ap]\.?m\b|o'clock)|\b(?:noon|midnight)\b|정오|자정|正午"
_INTERROGATIVE = re.compile(r"몇|며칠|얼마|언제|何|いくら|いつ|ど[のれ]くらい|\b(?:how|when|what)\b", re.IGNORECASE)

# The words that only ask, with what hangs on them: no passage that answers need hold them. In Korean and Japanese the ending of
# the question belongs to them, and what the answer is said to be ("... 이름은?", "...の名前は").
_ASKING = re.compile(
    r"(?<![가-힣])(?:무엇|무얼|뭐|뭘|뭔|무슨|어디|언제|누구|어떤|어떻게|어떡|어느|얼마|며칠|몇)[가-힣]*|(?<![가-힣])(?:누가|왜|왜요)(?![가-힣])|"
    r"(?:(?:[은는인던]가|[습입]?니까|까|나|가|지|죠|어|아|여|에|예|해|돼|줘)요|[은는인던]가|[습입]?니까|(?<=[했였었았하되있없])나|죠)?[\s?？.!~]{0,24}$|"
    r"(?:이름|사람|인물|곳|것|날짜|연도|년도|시기|이유)(?:은|는|이|을|를)?(?=[\s?？.]{0,24}$)|"
    r"何(?:[人個年回歳時分秒月日件社国位点番割度名台枚円倍つ曜]|という|と)?|いつ|どこ|誰|だれ|どれ(?:くらい|ぐらい|だけ)?|"
    r"どの(?:よう[なに]|くらい|ぐらい)?|どんな|どう(?:して|やって|すれば|したら)?|なぜ|いくつ|いくら|どちら|どっち|"
    r"(?:の?でしょうか|の?ですか|ますか|ましたか|でしたか|るか|たか|のか|のは|名前は|人は|か)?(?=[\s。？?!！]{0,24}$)|"
    r"(?:알려|가르쳐|설명해) ?(?:줘|주세요|주실)[가-힣]{0,4}|(?:について)?(?:教えて|説明して)(?:ください|下さい|ほしい)?|"
    r"\bhow (?:many|much|long|old|far|often|big|large|tall)\b|\b(?:what|which) (?:kind|type|sort)s? of\b|"
    r"\bwhat (?:is|was|are|were) the names? of\b|\b(?:explain|show me)\b"
    r"|\b(?:any idea|i(?:'d like| want| need) to know)\b"
    r"|\b(?:what(?:'s| is) (?:the (?:deal|story|matter|point) (?:with|of|about)|up with)|how come)\b",
    re.IGNORECASE,
)


def asks_quantity(question: str) -> bool:
    """Whether a number or a date answers: "how many", "when", "몇", "언제", "いくら", "何年"."""
    return _QUANTITY.search(question) is not None or bool(asked_values(question))


@lru_cache(maxsize=256)
def asked_values(question: str) -> tuple[re.Pattern[str], ...]:
    """How the values that the question asks for are written: "몇 명" -> a number and "명", "how long" -> a number of hours."""
    counters = {m.group(1) or m.group(2) for m in _COUNTED.finditer(question)}
    written = {counter: _COUNTERS.get(counter, re.escape(counter)) for counter in sorted(counters)}
    things = [word.removesuffix("s") for m in _HOW_MANY.finditer(question) for word in _counted_thing(m.group(1).split())]
    written |= {unit: rf"{re.escape(unit)}(?![A-Za-z])" for unit in _COUNTED_UNIT.findall(question)}
    written |= {thing: rf"(?:\w{{1,20}} ){{0,2}}{re.escape(thing)}" for thing in things}
    asked = [(match.group(), value) for pattern, value in _VALUES if (match := pattern.search(question)) is not None]
    values = [value for _, value in asked]
    counted = [_COUNT + how for counter, how in written.items() if not any(value.search(f"1{counter}") for value in values)]
    if _WHAT_TIME.search(question):
        counted.append(_TIME_OF_DAY)
    if counted:  # "from what time", of a fee: what is counted is asked for, and the fee is only named
        values = [value for said, value in asked if _INTERROGATIVE.search(said)]
    return (*values, *(re.compile(how, re.IGNORECASE) for how in counted))


def _counted_thing(words: list[str]) -> list[str]:
    """The words for what is counted: one where it is a plural, "vacation" and "days" both."""
    return words[:1] if words[0].endswith("s") else words


def asks_procedure(question: str) -> bool:
    """Whether steps answer: "how do I", 어떻게, どうやって; not where it is "how" that asks for a quantity."""
    return _HOW.search(question) is not None and not asks_quantity(question)


def asks_reason(question: str) -> bool:
    """Whether a reason answers: "why", "원인", "なぜ"."""
    return _WHY.search(question) is not None


def quantities(text: str) -> frozenset[str]:
    """The numbers, dates and number words of a text, folded."""
    return frozenset(m.group().casefold() for pattern in (_NUMBER, _NUMBER_WORD) for m in pattern.finditer(text))


def subject(question: str) -> str:
    """The question without the words that only ask: the subject of a passage that answers it."""
    return _ASKING.sub(" ", question)
