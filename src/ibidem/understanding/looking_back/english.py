"""English words for the past of a conversation."""

from ibidem.understanding.looking_back.periods import Hours, MonthPart, day_of_month, week_back, weekend_of
from ibidem.understanding.looking_back.words import (
    TIME,
    Words,
    ago,
    between_days,
    compiled,
    counted_ago,
    first_and_last,
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

_COUNT = r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|(?:a )?couple)(?: of)?"
_ONES = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)"
_NTH = (
    rf"(?:\d{{1,3}}(?:st|nd|rd|th)|{_ONES}|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth"
    rf"|(?:twenty|thirty)[- ]{_ONES}|(?:twen|thir)tieth)"
)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_Q = (
    r"(?:(?:question|answer|response|message|prompt|turn|exchange)s?|repl(?:y|ies)|quer(?:y|ies)"
    r"|(?:of my )?questions(?: of mine)?)"
)
_OF = r"(?:(?:thing|topic|subject|one|question|message|point)s?|stuff)"
_BY_US = r"(?:that |which |what )?(?:have |did )?(?:i|we|you)\b"
_MY = r"(?:(?:the|my|y?our|ur|those|these) )?(?:very )?"
_THING = rf"(?:{_Q}|{_OF}(?= {_BY_US})|(?={_BY_US}))"
_MIDDLE = r"(?: of (?:my|our|the)| (?:recent|earlier|previous))?"
_LAST = r"(?:last|latest|most recent|previous|preceding|past|final)"
_MESSAGE = r"(?:question|message|turn)"
# Of a range: to, and from the latest word for it.
_TO = r"(?: to | through | thru | until | till |-|–| - | – )"
# Where "first" and "last" say when: "what did I ask you first", "I first asked".
_ADVERB_AFTER = r"(?:(?<=\bi )|(?<=\bwe )|(?<=\byou )|(?<=\bask )|(?<=\basked )|(?<=\bsay )|(?<=\babout )|(?<=\bdiscuss ))"

WORDS = Words(
    times=(
        (compiled(r"\b(?:the )?day before yesterday\b"), ago("day", 2)),
        (compiled(r"\b(?:last|yesterday) night\b"), part_of_day(1, 18, 29)),
        (compiled(r"\btonight\b"), part_of_day(0, 17, 29)),
        (compiled(r"\bearlier today\b|\btoday\b"), ago("day", 0)),
        (compiled(r"\byesterday\b"), ago("day", 1)),
        (compiled(r"\b(?:this|earlier this) (?=morning|afternoon|evening)"), ago("day", 0)),
        (compiled(r"\b(?:a few|several|some) days (?:ago|back)\b"), between_days(6, 2)),
        (compiled(r"\bthe other day\b"), between_days(14, 1)),
        (compiled(rf"\b(?P<n>{_COUNT}) days? (?:ago|back|earlier)\b"), counted_ago("day")),
        (compiled(rf"\b(?P<n>{_COUNT}) weeks? (?:ago|back|earlier)\b"), counted_ago("week")),
        (compiled(rf"\b(?P<n>{_COUNT}) months? (?:ago|back|earlier)\b"), counted_ago("month")),
        (compiled(rf"\b(?P<n>{_COUNT}) hours? (?:ago|back|earlier)\b"), moments_ago("hour")),
        (compiled(rf"\b(?P<n>{_COUNT}) min(?:ute)?s? (?:ago|back|earlier)\b"), moments_ago("minute")),
        *(
            (
                compiled(
                    rf"\b(?:(?:in|within|over|during) )?(?:the |these )?(?:last|past|previous) (?P<n>{_COUNT}) {unit}s?\b"
                    rf"|\b(?:(?:in|within|over|during) )?the (?:last|past) {unit}\b"
                ),
                lasting(unit),
            )
            for unit in ("minute", "hour", "day", "week", "month")
        ),
        (compiled(r"\b(?:the )?week before last\b"), ago("week", 2)),
        (compiled(r"\b(?:the )?month before last\b"), ago("month", 2)),
        (
            compiled(r"\b(?:this past|last|the|over the|previous) weekend\b"),
            lambda _m, now: weekend_of(week_back(0 if now.weekday() == 6 else 1, now)),
        ),
        (compiled(r"\b(?:last|previous) week\b"), ago("week", 1)),
        (compiled(r"\b(?:earlier )?this week\b"), ago("week", 0)),
        (compiled(r"\b(?:last|previous) month\b"), ago("month", 1)),
        (compiled(r"\b(?:earlier )?this month\b"), ago("month", 0)),
        (compiled(r"\blast year\b"), ago("year", 1)),
        (compiled(r"\b(?:earlier )?this year\b"), ago("year", 0)),
        (
            compiled(rf"\b(?:(?P<which>last|this past|this|past|previous) )?(?P<day>{'|'.join(_DAYS)})\b"),
            named_weekday(_DAYS, "^this$"),
        ),
        (compiled(r"\bon the (?P<n>\d{1,2})(?:st|nd|rd|th)\b"), lambda m, now: day_of_month(number(m["n"]), now)),
        (
            compiled(rf"\b(?<!\d)(?P<n>\d{{1,2}})(?:st|nd|rd|th)?(?=(?:{_TO}| and )(?:the )?{TIME})"),
            lambda m, now: day_of_month(number(m["n"]), now),
        ),
        (
            compiled(
                rf"(?:(?<={TIME} to )|(?<={TIME} through )|(?<={TIME} until )|(?<={TIME} and )|(?<={TIME}-)"
                rf"|(?<={TIME}–)|(?<={TIME} - ))"
                r"(?P<n>\d{1,2})(?:st|nd|rd|th)?\b(?!:)"
            ),
            lambda m, now: day_of_month(number(m["n"]), now),
        ),
        (compiled(rf"\bearly (?:in )?(?={TIME})|\b(?:at )?the (?:start|beginning) of (?={TIME})"), fixed(MonthPart(1, 10))),
        (compiled(rf"\bmid[- ](?={TIME})|\b(?:in )?the middle of (?={TIME})"), fixed(MonthPart(11, 20))),
        (compiled(rf"\blate (?:in )?(?={TIME})|\b(?:at )?the end of (?={TIME})"), fixed(MonthPart(21, 31))),
        (compiled(r"\b(?:in the )?morning\b"), fixed(Hours(4, 12))),
        (compiled(r"\b(?:in the )?afternoon\b"), fixed(Hours(12, 18))),
        (compiled(r"\b(?:in the )?evening\b"), fixed(Hours(17, 24))),
        (compiled(r"\bat night\b"), fixed(Hours(18, 29))),
    ),
    joined=compiled(r"(?:['’]s|,| (?:of|in|on|at|around))? (?:the )?|, "),
    ranges=(
        compiled(rf"(?:\b(?:from|between) )?(?:the )?({TIME}){_TO}(?:the )?({TIME})"),
        compiled(rf"\bbetween (?:the )?({TIME}) and (?:the )?({TIME})"),
    ),
    since=compiled(rf"\b(?:since|after) (?:the )?({TIME})|\bfrom (?:the )?({TIME}) on(?:wards?)?\b"),
    until=compiled(rf"\b(?:before|until|till|up to|prior to) (?:the )?({TIME})"),
    places=(
        (
            compiled(r"(?<!questions)(?<!question)(?<!message)(?<!one) (?:right |just )?before (?:this|that|now)(?= ?[?.!]*$)"),
            the_last,
        ),
        (compiled(rf"\b{_MY}first and {_MY}{_LAST} {_THING}"), first_and_last),
        (
            compiled(
                rf"\b{_MY}(?:{_MESSAGE}|one|thing)(?: {_BY_US})? (?:just |right )?before (?:the |my )?{_LAST}(?: one| {_THING})?"
            ),
            last_but_one,
        ),
        (
            compiled(
                rf"\b(?:from )?{_MY}({_NTH}) (?:{_MESSAGE}|one)? ?(?:up )?(?:to|through|un?till?) (?:and including )?"
                rf"{_MY}({_NTH})\b(?! (?:last|end))(?: {_Q})?"
            ),
            from_to,
        ),
        (compiled(r"\bat first(?=[ ?.!]*$)|\b(?:the )?first time (?=(?:i|we) \w+(?: you)? about\b)"), the_first),
        (compiled(r"\b(?:the )?last time (?=(?:i|we) \w+(?: you)? about\b)"), the_last),
        (compiled(r"\bhow did (?:this|our|the|we|it all)(?: conversation| chat| session)? (?:start|begin)\b"), the_first),
        (
            compiled(
                rf"\b(?:from |between )?{_MY}{_MESSAGE}s? (?:number |no\.? ?|#)?(\d{{1,4}})(?:{_TO}"
                rf"| and )(?:question )?(\d{{1,4}})\b"
            ),
            from_to,
        ),
        (compiled(rf"\bbetween {_MY}({_NTH}) and {_MY}({_NTH}){_MIDDLE} {_THING}"), from_to),
        (compiled(rf"\b{_MY}({_NTH}),? (?:and|or) {_MY}({_NTH}) {_THING}"), one_place),
        (
            compiled(
                rf"\b{_MY}(?:{_MESSAGE}s?|q) ?(?:number |no\.? ?|# ?)?(\d{{1,4}}|one|two|three|four|five|six|seven|eight|nine"
                rf"|ten)\b"
                rf"(?! (?:day|week|hour|minute|month|{_MESSAGE})s?\b)"
            ),
            one_place,
        ),
        (compiled(rf"\b{_MY}first ({_COUNT}){_MIDDLE} {_THING}"), the_first),
        (compiled(rf"\b{_MY}{_LAST} ({_COUNT}){_MIDDLE} {_THING}"), the_last),
        (
            compiled(rf"\b({_COUNT}) (?:{_MESSAGE}|exchange)s? (?:ago|back|earlier|before(?! (?:the|my|last)\b))\b"),
            from_the_end,
        ),
        (compiled(rf"\b{_MY}({_NTH})[ -](?:to|from)[ -](?:the )?(?:last|end)\b(?: {_THING})?"), from_the_end),
        (compiled(rf"\b{_MY}(?:next to (?:the )?last|penultimate|last but one)(?: {_THING})?"), last_but_one),
        (compiled(rf"\b{_MY}(?:{_MESSAGE}|one) (?:just |right )?before (?:this|that)(?: one)?\b"), the_last),
        (compiled(rf"\b{_MY}({_NTH}){_MIDDLE} {_THING}"), one_place),
        (compiled(rf"\b{_MY}{_LAST}{_MIDDLE} {_THING}"), the_last),
        (compiled(rf"{_ADVERB_AFTER}first\b"), the_first),
        (
            compiled(
                r"(?:(?<=\bi )|(?<=\bwe )|(?<=\byou )|(?<=['’]ve ))(?:last|just|most recently)(?= [a-z])"
                rf"|{_ADVERB_AFTER}(?:last(?! time)|just (?:now|before)|most recently)\b"
            ),
            the_last,
        ),
    ),
    vague=compiled(
        r"\b(?:at|in|from) the (?:very )?(?:start|beginning|outset)\b|\b(?:initially|originally)\b|\bto (?:start|begin) with\b"
    ),
    last_time=compiled(
        r"\b(?:the )?last time\b(?: we (?:talked|spoke|chatted))?|\b(?:in|during|from) (?:the|our"
        r"|my) (?:last|previous) (?:conversation|chat|session|discussion)\b"
    ),
)
