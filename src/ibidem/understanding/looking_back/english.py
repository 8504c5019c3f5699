"""English words for the past of a conversation."""

from ibidem.understanding.looking_back.periods import Hours, MonthPart, day_of_month, week_back, weekend_of
from ibidem.understanding.looking_back.words import (
    PLACE,
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

_COUNT = (
    r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty"
    r"|(?:a )?couple)(?: of)?"
)
_NTH = (
    r"(?:\d{1,3}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|fifteenth"
    r"|thirteenth|fourteenth|sixteenth|seventeenth|eighteenth|nineteenth"
    r"|(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|twentieth|thirtieth)"
)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT = "(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)"
_ASKED = (
    "said|asked|mentioned|discussed|decided|talked|spoke|chatted|agreed|concluded|answered"
    "|recommended|suggested|covered|tol[d]|wrote"
    r"|put(?= to you\b)|brought up|wanted(?= to know\b)|inquired|queried|explained|typed|requested|started|began|sent"
)
_ASK = (
    "say|ask|mention|discuss|decide|talk|speak|chat|agree|conclude|answer|recommend|suggest|cover"
    "|tell|write|inquire|query|explain"
    "|type|request|start|begin|send|want(?= to know)"
    r"|put(?= to you\b)|bring up"
)
_SOFT = r"(?:just |already |originally |first |last |once |all |ever |also |even |really |most recently |recently )?"
_Q = (
    r"(?:questions?|answers?|replies|reply|responses?|messages?|prompts?|quer(?:y|ies)|turns?|exchanges?"
    r"|questions of mine|of my questions)"
)
_OF = r"(?:things?|stuff|topics?|subjects?|ones?|questions?|messages?|points?)"
_BY_US = (
    rf"(?:that |which |what )?(?:i|we|you|i['’]ve|we['’]ve|i['’]d|we['’]d|have i|have we|did i"
    rf"|did we)\b(?: have| had)? {_SOFT}(?:{_ASKED}|{_ASK})\b"
)
_MY = r"(?:the |my |our |your |ur |those |these )?(?:very )?"
_THING = rf"(?:{_Q}|{_OF}(?= {_BY_US})|(?={_BY_US}))"
_MIDDLE = r"(?: of (?:my|our|the)| (?:recent|earlier|previous))?"

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
                    rf"\b(?:in |within |over |during )?(?:the |these )?(?:last|past"
                    rf"|previous) (?P<n>{_COUNT}) {unit}s?\b"
                ),
                lasting(unit),
            )
            for unit in ("minute", "hour", "day", "week", "month")
        ),
        *(
            (compiled(rf"\b(?:in |within |over |during )?the (?:last|past) (?P<n>){unit}\b"), lasting(unit))
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
            compiled(
                rf"\b(?<!\d)(?P<n>\d{{1,2}})(?:st|nd|rd|th)?(?=(?: to | through | until | till | and |-|–| - "
                rf"| – )(?:the )?{TIME})"
            ),
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
        compiled(
            rf"(?:\b(?:from|between) )?(?:the )?({TIME})(?: to | through | thru | until | till |-|–| - | – )(?:the )?({TIME})"
        ),
        compiled(rf"\bbetween (?:the )?({TIME}) and (?:the )?({TIME})"),
    ),
    since=compiled(rf"\b(?:since|after) (?:the )?({TIME})|\bfrom (?:the )?({TIME}) on(?:wards?)?\b"),
    until=compiled(rf"\b(?:before|until|till|up to|prior to) (?:the )?({TIME})"),
    places=(
        (
            compiled(r"(?<!questions)(?<!question)(?<!message)(?<!one) (?:right |just )?before (?:this|that|now)(?= ?[?.!]*$)"),
            the_last,
        ),
        (
            compiled(
                r"\b(?:we|i|did this|did our)(?: open| opened| start| started| begin| began| kick off| kicked off)"
                r"(?: (?:this|our|the) (?:chat|conversation|session|discussion))?(?: with| off with| from)\b"
            ),
            the_first,
        ),
        (compiled(rf"\b{_MY}first and {_MY}(?:last|latest|most recent|final) {_THING}"), first_and_last),
        (
            compiled(
                rf"\b(?:counting |going |count )?back(?:wards)? from (?:the )?(?:end|last|latest|now"
                rf"|here)\b[^.?!]{{0,30}}? {_MY}({_NTH}) {_THING}"
                rf"|\b{_MY}({_NTH}) {_Q}(?: counting| counted)?(?: back)? from the (?:end|last)\b"
            ),
            from_the_end,
        ),
        (
            compiled(
                rf"\b{_MY}(?:question|message|one|thing)(?: {_BY_US})? (?:just |right )?before (?:the |my )?(?:last"
                rf"|previous)(?: one| {_THING})?"
            ),
            last_but_one,
        ),
        (
            compiled(
                rf"\b(?:from )?{_MY}({_NTH}) (?:question|message|one|turn)? ?(?:up to|to|through|until"
                rf"|till) (?:and including )?{_MY}({_NTH})"
                rf"\b(?! (?:last|end))(?: {_Q})?"
            ),
            from_to,
        ),
        (compiled(r"\bat first(?=[ ?.!]*$)"), the_first),
        (compiled(r"\b(?:the )?first time (?=(?:i|we) \w+(?: you)? about\b)"), the_first),
        (compiled(r"\b(?:the )?last time (?=(?:i|we) \w+(?: you)? about\b)"), the_last),
        (compiled(r"\bhow did (?:this|our|the|we|it all)(?: conversation| chat| session)? (?:start|begin)\b"), the_first),
        (
            compiled(
                rf"\b(?:from |between )?{_MY}(?:questions?|messages?|turns?) (?:number |no\.? ?"
                rf"|#)?(\d{{1,4}})(?: ?(?:to|through|and|-|–) ?)(?:question )?(\d{{1,4}})\b"
            ),
            from_to,
        ),
        (compiled(rf"\b(?:from |between )?{_MY}({_NTH}) (?:to|through|until|-|–) {_MY}({_NTH}){_MIDDLE} {_THING}"), from_to),
        (compiled(rf"\bbetween {_MY}({_NTH}) and {_MY}({_NTH}){_MIDDLE} {_THING}"), from_to),
        (compiled(rf"\b{_MY}({_NTH}),? (?:and|or) {_MY}({_NTH}) {_THING}"), one_place),
        (
            compiled(
                rf"\b{_MY}(?:questions?|messages?|turns?|q) ?(?:number |no\.? ?|# ?)?(\d{{1,4}}|one|two|three"
                rf"|four|five|six|seven|eight|nine|ten)\b(?! (?:day|week|hour|minute|month|question|message"
                rf"|turn)s?\b)"
            ),
            one_place,
        ),
        (compiled(rf"\b{_MY}first ({_COUNT}){_MIDDLE} {_THING}"), the_first),
        (compiled(rf"\b{_MY}(?:last|latest|most recent|previous|past|final) ({_COUNT}){_MIDDLE} {_THING}"), the_last),
        (
            compiled(
                rf"\b({_COUNT}) (?:questions?|messages?|turns?|exchanges?) (?:ago|back|before(?! (?:the|my"
                rf"|last)\b)|earlier)\b"
            ),
            from_the_end,
        ),
        (compiled(rf"\b{_MY}({_NTH})[ -](?:to|from)[ -](?:the )?(?:last|end)\b(?: {_THING})?"), from_the_end),
        (
            compiled(
                rf"\b{_MY}(?:next to (?:the )?last|penultimate|last but one)(?: {_THING})?|\b(?:the "
                rf"|my )?(?:question|message|one|thing) before (?:the |my )?(?:last|previous)(?: {_THING})?"
            ),
            last_but_one,
        ),
        (compiled(rf"\b{_MY}(?:question|message|one) (?:just |right )?before (?:this|that)(?: one)?\b"), the_last),
        (compiled(rf"\b{_MY}({_NTH}){_MIDDLE} {_THING}"), one_place),
        (compiled(rf"\b{_MY}(?:last|latest|most recent|previous|preceding|final){_MIDDLE} {_THING}"), the_last),
        (
            compiled(
                rf"(?<=\bi )first(?= (?:{_ASKED})\b)|(?:(?<=\bi )|(?<=\bwe ))first(?= (?:{_ASK}|{_ASKED})\b)"
                rf"|\b(?<=ask )(?:you )?first\b|(?<=discuss )first\b|(?<=mention )first\b|(?<=about )first\b"
                rf"|(?<=say )first\b|(?<=asked )(?:you )?first\b|(?<=start with)"
            ),
            the_first,
        ),
        (
            compiled(
                rf"(?:(?<=\bi )|(?<=\bwe )|(?<=\byou ))(?:last|just|most recently)(?= (?:{_ASK}|{_ASKED})\b)"
                rf"|(?<=\bi['’]ve )just(?= (?:{_ASKED})\b)|(?<=ask )(?:you )?(?:last(?! time)|just now"
                rf"|just before|most recently)\b|(?<=asked )(?:you )?(?:last(?! time)|just now|just before"
                rf"|most recently)\b|(?<=discuss )(?:last(?! time)|just now)\b|(?<=about )last\b(?! time)"
            ),
            the_last,
        ),
        (compiled(rf"(?<=ask )(?:you )?({_NTH})\b|(?<=asked )(?:you )?({_NTH})\b"), one_place),
    ),
    vague=compiled(
        r"\b(?:at|in|from) the (?:very )?(?:start|beginning|outset)\b(?: of (?:this|our"
        r"|the) (?:conversation|chat|session))?|\b(?:initially|originally)\b|\bto (?:start"
        r"|begin) with\b"
    ),
    last_time=compiled(
        r"\b(?:the )?last time\b(?: we (?:talked|spoke|chatted))?|\b(?:in|during|from) (?:the|our"
        r"|my) (?:last|previous) (?:conversation|chat|session|discussion)\b"
    ),
    said=compiled(
        rf"(?:\b(?:did|have|had|has)|['’]d) (?:we|you|i) (?:{PLACE} )?{_SOFT}(?:{_ASK}|{_ASKED})\b"
        rf"|\b(?:we|you|i)(?:['’]ve|['’]d| have| had)? (?:{PLACE} )?{_SOFT}(?:{_ASKED})\b"
        r"|\bdid i want\b(?: to know\b)?|\b(?:i|we) had (?:an? |some |several |any )?questions?\b|\b(?:we|you"
        r"|i) (?:went over|brought up)\b|\bdid (?:we|you|i) (?:go over|bring up)\b"
        r"|\b(?:were|was) (?:we|i) (?:talking|asking|discussing)\b|\b(?:we|i) (?:were|was) (?:talking|asking|discussing)\b"
    ),
    asks_what=compiled(
        r"\b(?:i|we) had (?:\w+ )?questions?\b|"
        rf"\bwhat(?: all| else| exactly| kind of questions| questions?| things?"
        rf"| topics?)?(?: it was)?(?: was| were)?(?: it| that)? (?:{PLACE} )?(?:that )?(?:did |have "
        rf"|had )?(?:we|you|i)\b"
        rf"|\b(?:list|show|recap|remind|repeat|summari[sz]e|recall|remember|go over|give|tell)\b"
        rf"|\bwhich (?:questions?|topics?|things)\b"
        rf"|{PLACE}|\bwhat (?:was|were|is)\b[^.?!]{{0,40}}\b(?:questions?|things?)\b|\bhow did (?:we|this|i) \b"
    ),
    filler=compiled(
        r"(?:what|which|was|were|is|are|did|do|does|have|had|has|i|we|you|me|my|our|your|mine|the|a|an"
        r"|that|this|those|these|it|of|to|in|on|at|from|for|about|about\?|with|all|any|again|please"
        r"|pls|so|and|then|ok|okay|hey|hi|well|now|"
        r"u|ur|r|pls|plz|kindly|mind|sorry|both|sth|something|right|them|had|i'd|what'd|that's|what's|it's|we're|i've"
        r"|put|open|opened"
        r"|hmm|actually|quickly|briefly|first|already|i'm|not|sure|cannot|can't|don't|forgot|forgotten|looking|trying"
        r"|need|would|exact"
        r"|(?:show|list|tell|giv|repeat|recap|remind|recall|remember|go|summari[sz]|review|pull|bring|look|ask|say"
        r"|chat|discuss|check)(?:e?s|ing|ed)"
        r"|review|check|including|through|into|own|some|dig|write|wrote|type|typed|send|sent|record|records|log|logs"
        r"|short|overview"
        r"|question|questions|message|messages|thing|things|stuff|topic|topics|conversation"
        r"|conversations|chat|chats|history|session|discussion|discussions|turn|turns|exchange|answer"
        r"|answers|reply|replies|response|"
        r"show|list|tell|give|repeat|recap|remind|recall|remember|see|go|back|over|find|get|pull|up"
        r"|bring|look|read|view|display|print|can|could|would|will|like|let|let's|us|"
        r"been|be|being|far|ago|earlier|before|previously|just|everything|anything|something|here|there"
        r"|ask|asked|say|said|talk|talked|discuss|discussed|covered|exactly|else|kind|sort|once|more"
        r"|during|by|between|until|since|s|'s|ve|d|do|want|know|need|wanted|there|one|ones|out"
        r"|exchanged|start|begin|started|began|how|when|order|together|summary|summarize|summarise)"
    ),
)
