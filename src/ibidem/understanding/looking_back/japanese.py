"""Japanese words for the past of a conversation."""

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

_COUNT = r"(?:\d{1,3}|[二三四]?十[一二三四五六七八九]?|[一二三四五六七八九]|ひと|ふた|みっ|よっ)"
_DAYS = "月火水木金土日"
_SAID = (
    r"お?(?:[聞訊伺話言返答]|[尋た]ず?ね|うかが|質問|相談|議論|会話|回答|説明|提案|問い合わせ|やり[取と]り|教え|決め"
    r"|[始は]じ?[まめ])[ぁ-ん出合事]{0,10}?た"
)
_Q = r"(?:[ごお]?(?:質問|回答|答え|返事|返答|問い(?!合わせ先))|メッセージ|発言|ターン|会話|やり[取と]り|チャット)"
_SMALL = (
    r"(?:[私僕俺]|わたし|ぼく|自分|あなた|ここ|なん[てと]|[何な][てに]|した|ど(?:んな|ういう|の)|こと|もの|質問"
    r"|[何話がはをのにでもへと、 ])"
)
_NEXT = rf"(?={_SMALL}{{0,8}}(?:{_Q}|{_SAID}))"
_TOPIC = rf"[^。、?!]{{1,20}}?{_SAID}"
_FIRST = r"(?:一番|いちばん)?(?:最初|はじめ|初め|初回|冒頭)"
_LAST = r"(?:一番|いちばん)?(?:最後|最近|直近|直前|ラスト)"
# "three" and what it counts, after or before the word for a question.
_SO_MANY = rf"({_COUNT})[つ個件問回](?![目め前])"
_MANY = rf"[のに]?(?:[私僕俺][のが])?(?:(?:質問|{_SAID}(?:こと|もの))[をはの]?{_SO_MANY}|(?:{_SAID}|した)?{_SO_MANY}の?{_NEXT})"
_UNIT = r"(?:(?:[番つ個回問件]|ターン)[目め])"

WORDS = Words(
    times=(
        (compiled(r"一昨々日|さきおととい"), ago("day", 3)),
        (compiled(r"一昨日|おととい|おとつい"), ago("day", 2)),
        (compiled(r"昨晩|昨夜|ゆうべ|夕べ|昨日の夜|昨日の晩"), part_of_day(1, 18, 29)),
        (compiled(r"今朝|けさ"), part_of_day(0, 4, 12)),
        (compiled(r"今夜|今晩"), part_of_day(0, 17, 29)),
        (compiled(r"昨日|きのう"), ago("day", 1)),
        (compiled(r"今日|本日|きょう"), ago("day", 0)),
        (compiled(r"数日前|何日か前"), between_days(6, 2)),
        (compiled(r"先日|この間(?!に)|こないだ"), between_days(14, 1)),
        (compiled(rf"(?P<n>{_COUNT})日(?:ほど|くらい)?前"), counted_ago("day")),
        (compiled(rf"(?P<n>{_COUNT})週間(?:ほど|くらい)?前"), counted_ago("week")),
        (compiled(rf"(?P<n>{_COUNT})(?:[かカヶケヵ]|箇)月(?:ほど|くらい)?前"), counted_ago("month")),
        (compiled(rf"(?P<n>{_COUNT})時間(?:ほど|くらい)?前"), moments_ago("hour")),
        (compiled(r"(?P<n>\d{1,3})分(?:ほど|くらい)?前"), moments_ago("minute")),
        *(
            (compiled(rf"(?:この|ここ|過去|直近|最近の?)(?P<n>{_COUNT}){word}(?:間|以内)?(?:で|に)?"), lasting(unit))
            for unit, word in (("minute", "分"), ("hour", "時間"), ("day", "日"), ("week", "週間"), ("month", "[かカヶケヵ]月"))
        ),
        (compiled(r"先々週|先先週"), ago("week", 2)),
        (compiled(r"先週末|前の週末|週末"), lambda _m, now: weekend_of(week_back(0 if now.weekday() == 6 else 1, now))),
        (compiled(r"先週|前の週"), ago("week", 1)),
        (compiled(r"今週"), ago("week", 0)),
        (compiled(r"先々月|先先月"), ago("month", 2)),
        (compiled(r"先月"), ago("month", 1)),
        (compiled(r"今月"), ago("month", 0)),
        (compiled(r"去年|昨年"), ago("year", 1)),
        (compiled(r"今年"), ago("year", 0)),
        (
            compiled(r"(?<![\d/])(?P<m>\d{1,2})/(?P<d>\d{1,2})(?![\d/])"),
            lambda m, now: month_and_day(int(m["m"]), int(m["d"]), now),
        ),
        (compiled(rf"(?<={TIME})の?(?:初め|はじめ|始め|初旬|上旬|頭)"), fixed(MonthPart(1, 10))),
        (compiled(rf"(?<={TIME})の?(?:中旬|半ば)"), fixed(MonthPart(11, 20))),
        (compiled(rf"(?<={TIME})の?(?:末|終わり|下旬)"), fixed(MonthPart(21, 31))),
        (
            compiled(rf"(?:(?P<which>この前の|こないだの|前の|直近の|今度の|この)?)(?P<day>[{_DAYS}])曜日?"),
            named_weekday(tuple(_DAYS), "^この$"),
        ),
        (
            compiled(r"(?<![\d月])(?P<n>\d{1,2})日(?=に|から|の|まで|と)(?!間|前)"),
            lambda m, now: day_of_month(number(m["n"]), now),
        ),
        (compiled(r"早朝|朝"), fixed(Hours(4, 12))),
        (compiled(r"午前中?"), fixed(Hours(0, 12))),
        (compiled(r"お昼|昼"), fixed(Hours(11, 14))),
        (compiled(r"午後"), fixed(Hours(12, 24))),
        (compiled(r"夕方"), fixed(Hours(15, 20))),
        (compiled(r"夜|晩"), fixed(Hours(18, 29))),
    ),
    joined=compiled(r"の?"),
    ranges=(
        compiled(rf"({TIME})(?:から| ?[~〜-] ?)({TIME})(?:まで|の間|にかけて)?"),
        compiled(rf"({TIME})と({TIME})の(?:間|あいだ)"),
    ),
    since=compiled(rf"({TIME})(?:以[降来]|から)"),
    until=compiled(rf"({TIME})(?:以前|より前|まで)"),
    places=(
        (compiled(rf"{_LAST}{_MANY}"), the_last),
        (compiled(rf"{_FIRST}{_MANY}"), the_first),
        (
            compiled(
                rf"第?({_COUNT})(?:{_UNIT}|[番つ])?(?:の質問)?(?:から|[~〜-])({_COUNT})(?:{_UNIT}|番)(?:まで)?[のに]?{_NEXT}"
            ),
            from_to,
        ),
        (compiled(rf"第?({_COUNT})(?:{_UNIT}|番)と({_COUNT})(?:{_UNIT}|番)[のに]?{_NEXT}"), one_place),
        (compiled(r"質問 ?(\d{1,3})(?:から|[~〜-])(?:質問)?(\d{1,3})(?:まで)?"), from_to),
        (compiled(r"(?:チャット|会話|やり[取と]り)[^。?!]{0,12}?(?=[始は]じ?ま[っり])"), the_first),
        (
            compiled(rf"(?:最後|[後う]し?ろ|終わり|新しい(?:ほう|方))から(?:数えて)?({_COUNT})(?:{_UNIT}|番)[のに]?{_NEXT}"),
            from_the_end,
        ),
        (compiled(rf"({_COUNT})(?:[つ個問回件]|ターン|質問)(?:ほど)?前[のにで]?{_NEXT}"), from_the_end),
        (compiled(rf"(?:前々回|前の前)[のに]?{_NEXT}"), last_but_one),
        (compiled(rf"第?({_COUNT}){_UNIT}[のにでは]?{_NEXT}"), one_place),
        (
            compiled(r"(?<!\d)(\d{1,3})番の?(?=質問|ターン)|(?:質問|ターン) ?(\d{1,3})(?![\d点つ個件人回時])番?"),
            one_place,
        ),
        (compiled(rf"{_FIRST}[のにでは、]?(?:{_NEXT}|(?<=に)(?={_TOPIC}))"), the_first),
        (compiled(rf"{_LAST}[のにでは、]?(?:{_NEXT}|(?<=最後に)(?={_TOPIC}))"), the_last),
        (
            compiled(
                rf"(?:すぐ|つい)?(?:前の|[一1]つ前の|ひとつ前の|今?さっき|先ほど|先程|さきほど|今しがた|たった今|前回の(?=質問))"
                rf"[のに]?{_NEXT}"
            ),
            the_last,
        ),
    ),
    vague=compiled(rf"{_FIRST}(?:の(?:ほう|方|ころ|頃))?[にでの]|さっき|先ほど|先程"),
    last_time=compiled(r"前回(?!の質問)[のに]?|この前(?:の(?=会話|チャット))?(?![のに]?[月火水木金土日]曜)"),
)
