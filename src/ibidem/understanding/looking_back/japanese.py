"""Japanese words for the past of a conversation."""

from ibidem.understanding.looking_back.periods import Hours, MonthPart, day_of_month, month_and_day, week_back, weekend_of
from ibidem.understanding.looking_back.words import (
    PLACE,
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
    r"(?:(?:聞|訊)(?:いた|いて(?:い)?た|きました|いていました|いたっけ|かせて)|お?(?:尋"
    r"|たず)ね(?:し?た|し?ました|してい(?:た|ました))|伺(?:った|いました)|お聞きし(?:た|ました)|うかが(?:った"
    r"|いました)"
    r"|(?:質問|相談|話|議論|会話|回答|説明|案内|提案|決定|確認|問い合わせ|やり取り"
    r"|やりとり)(?:を)?(?:し(?:た|ました|ていた|ていました|て(?:くれ|もら|いただ)(?:た|った|いた"
    r"|いました|きました))|させて(?:いただいた|もらった|いただきました))"
    r"|話(?:した|しました|していた|してた|に出た|し合った|し合いました)|言(?:った|いました"
    r"|っていた)|教えて(?:くれた|もらった|いただいた|くれました|もらいました|いただきました)"
    r"|(?:始ま|はじま)(?:った|りました)|(?:始め|はじめ)(?:た|ました)|返(?:して|事を)(?:くれた|もらった"
    r"|いただいた)|返(?:した|しました)"
    r"|問い合わせ(?:た|ました|ていた)|答え(?:た|てくれた|ました|てもらった|てくれました)|決め(?:た|ました))"
)
_Q = (
    r"(?:ご?質問|ご?回答|お?答え|お?返事|返答|問い(?!合わせ先)|お?問い合わせ|メッセージ|発言|ターン"
    r"|会話|やりとり|やり取り|チャット)"
)
_SMALL = (
    r"(?:私|僕|俺|わたし|ぼく|自分|こちら|あなた|ここ|なんて|何て|なんと|何|なに|した|どんな|どういう|どの|こと|質問|内容"
    r"|話|もの|[がはをのにでもへと、 ])"
)
_NEXT = rf"(?={_SMALL}{{0,8}}(?:{_Q}|{_SAID}))"
_TOPIC = rf"[^。、?!]{{1,20}}?{_SAID}"
_STARTED = r"(?:始ま|はじま)(?:った|りました)|(?:始め|はじめ)(?:た|ました)"
_UNIT = r"(?:番目|番め|つ目|つめ|個目|回目|問目|件目|ターン目)"

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
    since=compiled(rf"({TIME})(?:以降|から|以来)"),
    until=compiled(rf"({TIME})(?:以前|より前|まで)"),
    places=(
        (
            compiled(
                rf"(?:最後|直近|最近|ラスト)(?:の|に)?(?:(?:私|僕|俺|自分)[のが])?(?:質問|{_SAID}こと"
                rf"|{_SAID}もの)(?:を|は|の)?({_COUNT})(?:つ|個"
                rf"|件|問)(?!目|め|前)"
            ),
            the_last,
        ),
        (
            compiled(rf"最初(?:の|に)?(?:質問|{_SAID}こと|{_SAID}もの)(?:を|は|の)?({_COUNT})(?:つ|個|件|問)(?!目|め|前)"),
            the_first,
        ),
        (
            compiled(
                rf"第?({_COUNT})(?:{_UNIT}|番|つ)?(?:の質問)?(?:から|~|〜|-)({_COUNT})(?:{_UNIT}"
                rf"|番)(?:まで)?(?:の|に)?{_NEXT}"
            ),
            from_to,
        ),
        (compiled(rf"第?({_COUNT})(?:{_UNIT}|番)と({_COUNT})(?:{_UNIT}|番)(?:の|に)?{_NEXT}"), one_place),
        (compiled(r"質問 ?(\d{1,3})(?:から|~|〜|-)(?:質問)?(\d{1,3})(?:まで)?"), from_to),
        (
            compiled(rf"(?:チャット|会話|やりとり|やり取り|対話)(?:は|って|が|の)?[^。?!]{{0,10}}?(?={_STARTED})"),
            the_first,
        ),
        (compiled(rf"(?:最初|はじめ|初め)に(?:{_SAID}|した)({_COUNT})(?:つ|個|件|問)の?{_NEXT}"), the_first),
        (compiled(rf"(?:最後|直近|最近)に(?:{_SAID}|した)({_COUNT})(?:つ|個|件|問)の?{_NEXT}"), the_last),
        (compiled(rf"(?:一番)?(?:最初|はじめ|初め)の?({_COUNT})(?:つ|個|件|問|回)(?!目|め)の?{_NEXT}"), the_first),
        (compiled(rf"(?:一番)?(?:最後|直近|最近|直前|ラスト)の?({_COUNT})(?:つ|個|件|問|回)(?!目|め|前)の?{_NEXT}"), the_last),
        (compiled(rf"(?:最初|はじめ|初め)の?(?:質問)({_COUNT})(?:つ|個|件|問)"), the_first),
        (compiled(rf"(?:最後|直近|最近)の?(?:質問)({_COUNT})(?:つ|個|件|問)"), the_last),
        (
            compiled(rf"(?:最後|後ろ|うしろ|終わり|新しいほう|新しい方)から(?:数えて)?({_COUNT})(?:{_UNIT}|番)(?:の|に)?{_NEXT}"),
            from_the_end,
        ),
        (compiled(rf"({_COUNT})(?:つ|個|問|回|ターン|件|質問)(?:ほど)?前(?:の|に|で)?{_NEXT}"), from_the_end),
        (compiled(rf"前々回(?:の|に)?{_NEXT}|前の前(?:の|に){_NEXT}"), last_but_one),
        (compiled(rf"第?({_COUNT}){_UNIT}(?:の|に|で|は)?{_NEXT}"), one_place),
        (
            compiled(r"(?<!\d)(\d{1,3})番(?:の)?(?=質問|ターン)|(?:質問|ターン) ?(\d{1,3})(?![\d点つ個件人回時])(?:番)?"),
            one_place,
        ),
        (
            compiled(rf"(?:一番|いちばん)?(?:最初|はじめ|初め|初回|冒頭)(?:の|に|で|は|、)?(?:{_NEXT}|(?<=に)(?={_TOPIC}))"),
            the_first,
        ),
        (compiled(rf"(?:一番|いちばん)?(?:最後|最近)(?:の|に|で|は|、)?(?:{_NEXT}|(?<=最後に)(?={_TOPIC}))"), the_last),
        (
            compiled(
                rf"(?:すぐ|つい)?(?:直前|前の|(?:一|ひと|1)つ前の|今さっき|さっき|先ほど|先程|さきほど|今しがた|たった今"
                rf"|前回の(?=質問))(?:の|に)?{_NEXT}"
            ),
            the_last,
        ),
    ),
    vague=compiled(r"(?:一番)?(?:最初|はじめ|初め)(?:のほう|の方|のころ|の頃)?(?:に|で|の)|冒頭で|さっき|先ほど|先程"),
    last_time=compiled(r"前回(?!の質問)(?:の|に)?|この前(?:の(?=会話|チャット))?(?![のに]?[月火水木金土日]曜)"),
    said=compiled(_SAID),
    asks_what=compiled(
        rf"{_SAID}[のことも内容質問件話やつ、はをってが]{{0,8}}(?:何|なん|どんな|どういう|もう|教|見せ|ある"
        rf"|あった|全部|一覧|まとめ|[?。!]|$)"
        rf"|(?:なんて|何て|なんと)[^。?!]{{0,6}}{_SAID}|(?:何|なに|どんな|どういう)[^。?!]{{0,12}}{_SAID}"
        rf"|{_SAID}(?:の|こと|内容|質問|やつ|もの"
        rf"|話)?(?:は|を|って|が)?(?:何|なん|どんな|もう一度|教え|見せ|全部|すべて|一覧|まとめ|リスト"
        rf"|[?。!]|$)"
        rf"|質問(?:は|を|って|が)?(?:何|なん|どんな|もう一度|教え|見せ|全部|すべて|一覧|まとめ|[?。!]"
        rf"|$)|{PLACE}|(?:会話|やり取り|やりとり|履歴)"
    ),
    filler=compiled(
        r"私|僕|俺|自分|何|質問|問い合わせ|問い|内容|会話|回答|答え|答|返答|一覧|履歴|記録|全部|全て"
        r"|一度|見せ|教え|聞|訊|話|言|出|思|覚|方|時|間|中|分|当時|確認|表示|要約|整理|順番|順|振り返"
        r"|返|戻|知|欲|願|頂|下|回|件|個|事|物|的|前|後|今|皆|所|上|見|示|送|挙|列|再|掲|度|合|一番|一覧|一通"
        r"|一[回度通]|下さ|対|再掲|件|届|申|致|数|抜|並|順番|詳|簡単|教|願"
        r"|希望|リスト|ログ|メッセージ|ターン|チャット"
        r"|まとめ|"
        r"[ぁ-んー、。？！?!. 「」・〜~…]+"
    ),
)
