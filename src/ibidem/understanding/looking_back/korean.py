"""Korean words for the past of a conversation."""

from ibidem.understanding.looking_back.periods import Hours, MonthPart, day_of_month, month_and_day, week_back, weekend_of
from ibidem.understanding.looking_back.words import (
    TIME,
    Words,
    ago,
    between_days,
    compiled,
    counted_ago,
    fixed,
    from_the_end,
    from_to,
    last_but_one,
    lasting,
    moments_ago,
    named_weekday,
    number,
    one_place,
    part_of_day,
    the_first,
    the_last,
)

_COUNT = r"(?:\d{1,3}|(?:(?:열|스물|서른|마흔) ?)?(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉)|열|스무|서른|마흔)"
_NTH = rf"(?:첫|{_COUNT})"
_DAYS = "월화수목금토일"
# A verb of talking with its endings, and "드린" and "해 준" before a word for a question.
_SAID = (
    r"(?:물[어은었]|묻|여[쭤쭌쭈]|질문|문의|얘기|이야기|말[하한했해씀]|논의|상[의담]|대화|언급|대?답(?=[하한했해]| )|안내"
    r"|결정|요청|시작|나[눈눴]"
    r"|주고받|알려|가르쳐|설명|뭐라고|오[간갔]|해 ?[준주]|드[린렸](?= ?질문))[가-힣]{0,4}(?: ?[한했하해주준줬드나][가-힣]{0,3})?"
)
_Q = r"(?:질문|답변|대?답(?![가-힣]{2})|물음|문의|메[시세]지|대화|턴|얘기|이야기)"
_SMALL = (
    r"(?:(?:[나난내저제너네]|우리|저희|당신|여기)(?:[가는이서]|한테|에게)?|[뭐뭘](?:를|라고)?|무엇을?|무슨|어떤"
    r"|(?:질문|얘기|이야기|내용)을|드[린렸]던?|올린|[한했하]던?|해 ?[준주]신?|바로|다시|[그로에의는은,]|으로)"
)
_NEXT = rf"(?=(?: ?{_SMALL}){{0,4}} ?(?:{_Q}|{_SAID}))"
_TOPIC = rf"(?: [^\s.,?!]{{1,12}}){{0,3}} ?{_SAID}"
_UNIT = r"(?:번? ?[째쨰]|번 ?재)"
_PLACE = rf"({_NTH}) ?(?:{_UNIT}|번)"
_VERY = r"(?:(?:[맨젤]|제일|가장) )?"
_FIRST, _LAST = rf"{_VERY}(?:처음|최초)", rf"{_VERY}(?:마지막|나중|최근|끝)"
_AT = r"(?:으?로|[에의])?"
_AND = r"(?:[과와,]|이?랑|하고)"
_TO = r"(?:부터|에서| ?[~-] ?)"
# "three" and what it counts, after or before the word for a question.
_SO_MANY = rf"({_COUNT}) ?(?:개|가지|건)"
_MANY = (
    rf"{_AT} ?(?:(?:질문|[한했]던?|{_SAID}) ?[것거걸]?(?: ?질문)?[을를은는]? ?{_SO_MANY}"
    rf"|({_COUNT}) ?(?:개|번|가지|건)?의?(?! ?[째쨰재]){_NEXT})"
)

WORDS = Words(
    times=(
        (compiled(r"그끄저께"), ago("day", 3)),
        (compiled(r"엊그저께|엊그제"), between_days(3, 2)),
        (compiled(r"그저께|그제(?!야)"), ago("day", 2)),
        (compiled(r"어젯밤|어제 ?밤|간밤|지난밤"), part_of_day(1, 18, 29)),
        (compiled(r"어제|어저께"), ago("day", 1)),
        (compiled(r"오늘"), ago("day", 0)),
        (compiled(r"며칠 ?전"), between_days(6, 2)),
        (compiled(r"(?P<n>이틀|사흘|나흘|닷새|엿새|이레|열흘|보름|하루) ?전"), counted_ago("day")),
        (compiled(r"(?P<n>\d{1,3}) ?일 ?전"), counted_ago("day")),
        (compiled(r"(?P<n>일)주일? ?전"), counted_ago("week")),
        (compiled(rf"(?P<n>{_COUNT}) ?주(?:일)? ?전"), counted_ago("week")),
        (compiled(rf"(?P<n>{_COUNT}) ?(?:개월|달) ?전"), counted_ago("month")),
        (compiled(rf"(?P<n>{_COUNT}) ?시간 ?(?:쯤 |정도 )?전"), moments_ago("hour")),
        (compiled(r"(?P<n>\d{1,3}) ?분 ?(?:쯤 |정도 )?전"), moments_ago("minute")),
        *(
            (
                compiled(
                    rf"(?:최근|지난|요|이) ?(?P<n>{_COUNT}|{alone}) ?(?:{word}) ?(?:간|동안|사이|이내"
                    rf"|내)?(?![가-힣]*요일)"
                ),
                lasting(unit),
            )
            for unit, word, alone in (
                ("minute", "분", "한"),
                ("hour", "시간", "한"),
                ("day", "일|(?<=이틀)|(?<=사흘)|(?<=나흘)|(?<=열흘)|(?<=보름)", "이틀|사흘|나흘|열흘|보름"),
                ("week", "주일|주", "일"),
                ("month", "개월|달", "한"),
            )
        ),
        (compiled(r"(?:지지난|저저번|전전) ?주"), ago("week", 2)),
        (compiled(r"(?:지난|저번|이전) ?주말"), lambda _m, now: weekend_of(week_back(0 if now.weekday() == 6 else 1, now))),
        (compiled(r"(?<!매)(?<!매 )주말"), lambda _m, now: weekend_of(week_back(0 if now.weekday() == 6 else 1, now))),
        (compiled(r"(?:지난|저번|이전) ?주(?![가-힣]*[유차])"), ago("week", 1)),
        (compiled(r"이번 ?주(?:중)?|금주"), ago("week", 0)),
        (compiled(r"(?:지지난|저저번|전전) ?달"), ago("month", 2)),
        (compiled(r"(?:지난|저번) ?달"), ago("month", 1)),
        (compiled(r"이번 ?달"), ago("month", 0)),
        (compiled(r"작년|지난해"), ago("year", 1)),
        (compiled(r"올해"), ago("year", 0)),
        (
            compiled(r"(?<![\d/])(?P<m>\d{1,2})/(?P<d>\d{1,2})(?![\d/])"),
            lambda m, now: month_and_day(int(m["m"]), int(m["d"]), now),
        ),
        (compiled(rf"(?<={TIME}) ?(?:초|초순)(?=에|부터|까지|의| |$)"), fixed(MonthPart(1, 10))),
        (compiled(rf"(?<={TIME}) ?중순"), fixed(MonthPart(11, 20))),
        (compiled(rf"(?<={TIME}) ?(?:말|하순)(?=에|부터|까지|의| |$)"), fixed(MonthPart(21, 31))),
        (compiled(rf"(?:(?P<which>지난|저번|이번|요번) ?)?(?P<day>[{_DAYS}])요일"), named_weekday(tuple(_DAYS), "이번|요번")),
        (
            compiled(r"(?<![\d월])(?P<n>\d{1,2})일(?=에|날|부터|까지|의| ?(?:사이|오전|오후|아침|저녁)|과|와)"),
            lambda m, now: day_of_month(number(m["n"]), now),
        ),
        (compiled(r"새벽"), fixed(Hours(0, 7))),
        (compiled(r"아침"), fixed(Hours(4, 12))),
        (compiled(r"오전"), fixed(Hours(0, 12))),
        (compiled(r"점심(?:때|시간)?"), fixed(Hours(11, 14))),
        (compiled(r"(?<![가-힣])낮"), fixed(Hours(9, 18))),
        (compiled(r"오후"), fixed(Hours(12, 24))),
        (compiled(r"저녁"), fixed(Hours(17, 24))),
        (compiled(r"(?<![가-힣])밤"), fixed(Hours(18, 29))),
    ),
    joined=compiled(r"(?:의|에)? ?"),
    ranges=(
        compiled(rf"({TIME})(?:부터|에서| ?[~-] ?) ?({TIME})(?:까지|사이)?"),
        compiled(rf"({TIME}) ?(?:과|와|이랑|랑|하고) ?({TIME}) ?사이"),
    ),
    since=compiled(rf"({TIME}) ?(?:이후|부터|이래)(?:에|로)?(?: ?(?:지금|여태|이제)(?:껏|까지))?"),
    until=compiled(rf"({TIME}) ?(?:이전|전까지|까지)(?:에)?"),
    places=(
        (
            compiled(
                rf"(?:마지막|최근) ?(?:질문|{_SAID} ?(?:[거것]|질문)?) ?(?:의 )?(?:바로 ?)?(?:앞|[이직]?전)[에의]?"
                r"(?: [거것])?(?![가-힣])"
            ),
            last_but_one,
        ),
        (compiled(rf"(?:[내제]가? )?(?:{_SAID} )?질문들? ?(?:중|가운데)(?:에서?|의)? ?({_NTH}) ?{_UNIT}"), one_place),
        (compiled(rf"({_NTH}) ?{_UNIT}? ?질문{_TO} ?({_NTH}) ?{_UNIT} ?(?:질문)? ?까지의?"), from_to),
        (compiled(rf"({_NTH}) ?(?:{_UNIT}|번)?{_TO} ?({_NTH}) ?(?:{_UNIT}|번)?(?: ?까지)?(?: ?의)?{_NEXT}"), from_to),
        (compiled(rf"{_PLACE} ?{_AND} ?{_PLACE}{_AT}{_NEXT}"), one_place),
        (compiled(rf"질문 ?(\d{{1,3}}) ?번? ?{_TO} ?(\d{{1,3}}) ?번?(?: ?까지)?"), from_to),
        (compiled(rf"(?:{_FIRST}|{_VERY}첫){_MANY}"), the_first),
        (compiled(rf"{_LAST}{_MANY}"), the_last),
        (compiled(rf"(?:뒤|끝|마지막)에서(?:부터)? ?{_PLACE}{_AT}{_NEXT}"), from_the_end),
        (compiled(rf"({_COUNT}) ?(?:번|개|질문|턴|차례|메시지) ?전(?:에|의|쯤)?(?= |$|[?.!]){_NEXT}"), from_the_end),
        (compiled(rf"(?<![가-힣])(?:전 ?전|저저번|마지막 ?(?:바로 )?직?전)[에의]?{_NEXT}"), last_but_one),
        (compiled(rf"({_NTH}) ?{_UNIT}(?:{_AT}|에 한){_NEXT}"), one_place),
        (
            compiled(
                r"(?<!\d)(\d{1,3}) ?번의? ?(?=질문|턴|메시지|대화)|(?:질문|턴|메시지) ?(\d{1,3}) ?번?(?![\d가-힣])째?"
                r"|(?<=질문 )(\d{1,3})번(?=[이은을도 ?]|$)"
            ),
            one_place,
        ),
        (
            compiled(
                rf"{_FIRST}{_AT}{_NEXT}|(?:맨|제일|가장) (?:먼저|처음{_AT})(?={_TOPIC})|처음으로(?={_TOPIC})"
                rf"|(?<![가-힣])첫 ?(?={_Q})"
            ),
            the_first,
        ),
        (compiled(rf"{_LAST}{_AT}{_NEXT}|(?:마지막|최근)(?:에|으로)(?={_TOPIC})"), the_last),
        (
            compiled(
                rf"(?<![가-힣])(?:직전|바로 (?:앞|직?전)|(?:방금|아까)(?: ?전)?|이전|앞|좀 전|조금 전)[에의]?(?= |질문){_NEXT}"
            ),
            the_last,
        ),
    ),
    vague=compiled(r"(?:맨 |제일 )?처음(?:쯤|에|으로)|초반에|앞서|아까|방금"),
    last_time=compiled(
        r"(?<![가-힣])(?:지난번|저번)[에의]?(?! ?(?:[주달]|[월화수목금토일]요일))|(?:지난|저번|이전) (?=대화(?![한했]))"
    ),
)
