"""Which of several numbers is meant, where one is set against the other: "not document 1, document 3"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ibidem.pointing.groups import Group
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

# "I don't want document 1": said before what is not meant.
_REFUSED = re.compile(
    r"(?:\b(?:do not|did not|was not|am not|don't|dont|didn't|didnt|wasn't|wasnt|never|no need (?:for|to)|not)"
    r" (?:\w+ )?(?:want|need|mean|like|care about|open|show|use|give|send|read|look at|looking (?:for|at)"
    r"|ask(?:ing|ed)? (?:for|about)|interested in|after|see)\b"
    r"|\b(?:ignore|forget|disregard) (?:what|all|everything) (?:i|you) \w+ (?:about|on)"
    r"|\b(?:no need (?:for|of|to \w+)|enough of|done with|finished with|through with"
    r"|(?:already|i'?ve|i have) (?:already )?(?:read|tried|checked|saw|seen|have|got|know|looked at|been through)))"
    r"(?: (?:me|to|see|open|read|the|that|in))*$"
)
# "I said document 2 but meant document 3": a slip, where something else was meant.
_SLIPPED = re.compile(
    r"\b(?:said|say|typed|wrote|put|asked (?:for|about)|picked|clicked|entered|requested|chose|selected|opened)"
    r"(?: (?:me|the|for))*$"
)
_MEANT = re.compile(
    r"\b(?:meant|mean|want(?:ed)?|should(?:'ve| have)? (?:be|been|said)|intended|need(?:ed)?|was thinking of|looking for)\b"
)
# "I asked for document 2, you opened document 1": what was given is not what was asked for.
_GIVEN_INSTEAD = re.compile(
    r"\b(?:you|u|it)(?:'ve| have)?(?: just| only)? (?:opened(?: up)?|showed|shown|gave|given|sent|brought up|pulled up|printed"
    r"|displayed|put up)(?: me| us)?(?: the)?$"
)
_ASKED_FOR = re.compile(
    r"\b(?:i|we) (?:had |have |just |really |actually )?(?:said|asked for|wanted|want|need|needed|meant|typed|requested)\b"
)
# Said after what is not meant.
_WRONG = re.compile(
    r"^(?: one)? already(?=$|[,.;]| and| but| so)|^(?: one)? (?:out|aside|alone)\b(?! of)|^(?: one)?,? (?:isn't|isnt|is "
    r"not|wasn't|wasnt|was not|is wrong|was wrong|is the wrong|was the wrong|won'?t do"
    r"|is no good|is useless|is no use"
    r"|doesn'?t help|didn'?t help|was (?:a )?(?:typo|mistake)|by mistake|not needed|is fine already"
    r"|i (?:already|have already|'?ve already|have) )"
    r"|^\s?(?:내용\s?)?(?:은|는|이|가|을|를|도|건|거는|거|꺼는|꺼)?\s?(?:이미|벌써|다|방금|아까|일단|그냥|굳이|별로|딱히"
    r"|아까 전에"
    r"|저번에|지난번에|예전에|전에|어제|먼저|벌써 다|이미 다|전|저는|나는|난|제가|내가|우선|당장)?\s?"
    r"(?:말고|아니|아닌|아님|됐|봤|읽었|읽어\s?봤|확인했|필요\s?없|필요\s?가|안\s?(?:봐도|궁금|볼|열어도|필요|보[여이]|열[려리]|떠|뜨|나[와오])|보지\s?말|열지\s?말|틀렸|틀린|잘못|착각"
    r"|오타|실수|패스|제끼|제쳐|넘어가|건너|빼고|쓸모|도움이?\s?안|도움\s?안|무시|잊|관심\s?없|이해(?:했|됐|가\s?됐|되)|알겠|알았|ㄴㄴ|노노|왜\s|닫|내려|내리|취소|끝(?!까지)|(?:보고|읽고|열려|떠)\s?있|(?:보는|읽는)\s?중|이?라(?:는데|던데|지만)|(?:나중|이따|있다가|다음에|담에|내일|천천히|차차|후에)"
    r"|(?:보여\s?|띄워\s?|열어\s?|갖다\s?|꺼내\s?)?(?:주셨(?!으면)|줬(?!으면)|주네|주시네|주셔서|줘서|띄우셨|띄웠|띄우네|여셨|여네|뜨네|떠서|나오네|나와서|열리네|열려서|보이네)"
    r"|말(?:한|씀드린|했던)\s?(?:게|거|것이|건|것은)?\s?아니"
    r"|(?:열|보|띄우|보여|열어|띄워|꺼내|읽)[가-힣]{0,4}\s?(?:달라|달란|라)?[가-힣]{0,3}\s?(?:게|거|것이|건|말이|얘기가|소리가)\s?아니"
    r"|(?:열었|열렸|떴|나왔|보여\s?줬|보여\s?주셨)(?:네|는데|지만|잖아|어|습니다|더라)"
    r"|(?:이?라고)\s?(?:했|말했|썼|적었|쳤|눌렀|입력|잘못))"
    r"|^\s?(?:の?\s?(?:方|ほう|やつ))?\s?(?:は|が|も|を|って|では|じゃ|でも|で(?!し)|と)?(?:もう|すでに|既に|さっき|先に|別に|とりあえず)?"
    r"(?:いいので|いいから|いいです|いいや|いいよ|いらな|いりませ|要らな|要りませ|不要|結構|違う|違い|違って|ちがう|ちがっ|ちゃう|ない|なく|なかった|のうて|見た(?!い)|見まし(?!ょ)"
    r"|無視|忘れ|置いと|スルー|いらん|要らん|拝見し|拝見いたし|確認いたし|目を通し|拝読し|申しまし|申し上げ|読んだ|読みまし|読み終|確認し|確認済|間違|まちが|やめ|後で|あとで|飛ばし"
    r"|関係な|関係あり"
    r"|(?:印刷|プリント|確認|要約|表示|ダウンロード|コピー|共有)?し(?:た(?!い)|てある|てあり|てもら[っわ]|てます)|手元に(?:あ|持)|持って[るい]|知って[るい]"
    r"|(?:分か|わか)った|(?:分か|わか)りまし|覚えて|大丈夫|間に合って|足りて|[^。、がを]{0,14}?(?:除い|抜い|省い|外し|飛ばし)"
    r"|役に立た|見なく|開かなく|開かな|必要な|必要あり"
    r"|(?:開い|出|表示され|ひらい)(?:て|ち)(?:しまい|しまっ|き|ゃっ|ゃい)(?:た|ました)"
    r"|より先に|のつもりで|だと思った|言ったのは(?:間違|誤)|出た(?!い)|出ました|出てきた|開いた(?!ら)|開きました|表示され(?:た|ました)"
    r"|言ったけど|言いまし|書いたけど|打ちまし)"
)
# 2番は別の人に頼んだから, and then another is asked for.
_SET_ASIDE = re.compile(
    r"\s?(?:は|って)[^。?]{2,40}?(?:から|ので|んで|けど|ですが|し)[、,]?\s?(?:(?:代|か)わりに|先に|まず|次に|とりあえず)?"
)
_BOTH_WANTED = re.compile("比較|比べ|対比|違い|両方|も(?=、|見|読|開|要|教|お|表|印)|一緒|見たいので|欲しいので|必要なので")


def told_before(after: str, last: str) -> bool:
    """Whether what is said of one before another is asked for only tells of it: gcb 8841は古いので、gcb 5520を見せて."""
    return _SET_ASIDE.fullmatch(after) is not None and _BOTH_WANTED.search(after + last) is None


# "What I meant is document 2": nothing else is.
_FOCUSED = re.compile(
    r"(?:말한|말했던|원한|원하는|원했던|찾는|찾던|필요한|부탁한|요청한|보려던|보려는|보고\s?싶은|보고\s?싶었던"
    r"|열라고 한|달라고 한)"
    r"\s?(?:건|거는|것은|게|거)"
    r"\s?(?:요|사실|바로)?$"
    r"|(?:言った|言ってる|言っている|欲しい|ほしい|見たい|見たかった|頼んだ|必要な|探してた|探していた|お願いした)(?:の|もの)は$|正し[くい](?:の|もの)?は$|正確には$"
    r"|\b(?:what i (?:meant|wanted|want|need|asked for|said) (?:was|is|were)"
    r"|the one i (?:meant|wanted|want|need|asked for) (?:was|is))"
    r"(?: the)?$"
)
_ENDING = re.compile(r"[\s,、]*(?:[가-힣ぁ-ん次]{0,6}|[가-힣]{1,6}[\s,]+[가-힣]{1,6}(?:고|구|니까|니|서|는데)(?:요)?)[\s,、]*")
_AS_FOR = ("은", "는", "에선", "에는")
_ALSO = frozenset({"도", "에도", "에서도", "랑", "이랑", "하고", "와", "과", "も", "too", "also", "as well"})
_BESIDES = frozenset({"and", "plus", "그리고", "それと", "あと", "also"})
# What has been read, or did not help, is not asked about again.
_DONE_WITH = ("봤", "읽", "됐", "없", "틀렸")


def meant(tokens: list[Token], found: list[Group], strong: list[Group]) -> list[Group]:
    """The groups that are meant, where the message sets some against others; none where it sets nothing against anything."""
    return (
        _corrected(tokens, found)
        or _added(tokens, found)
        or _focused(tokens, found)
        or _compared(tokens, found)
        or _kept(tokens, found)
        or _contrasted(tokens, strong or found)
    )


def _corrected(tokens: list[Token], found: list[Group]) -> list[Group]:
    """What is said last, where it takes back what was said before: "4번 보여줘, 아니 5번"."""
    if not corrects(_between(tokens, found)):
        return []
    return [] if _what_follows(tokens, found[-1]) in _ALSO else found[-1:]


def _added(tokens: list[Token], found: list[Group]) -> list[Group]:
    """All of them, where the last comes on top: "1번 문서 보여줘, 아 그리고 2번도"."""
    with_numbers = all(group.numbers and not group.excluded for group in found)
    if len(found) == 2 and with_numbers and _THEN.search(_words(tokens, found[0].last, found[1].first)):
        return _joined(found)
    if len(found) == 2 and with_numbers and _READ.match(_words(tokens, found[0].last, found[1].first)):
        return found[1:]  # 1番は印刷したところ。2番も印刷して
    on_top = _what_follows(tokens, found[-1]) in _ALSO if found else False
    if on_top and len(found) == 2 and _AT_HAND.match(said_of_each(tokens, found)[0][1]) is not None:
        return found[-1:]  # 1번 문서 보고 있는데 2번 문서도 보여줘
    return _joined(found) if len(found) > 1 and with_numbers and (on_top or _one_by_one(tokens, found)) else []


_SHOWN_FIRST = re.compile(
    r"\s?(?:문서|자료|거|것)?\s?(?:을|를|만|먼저|부터)?\s?(?:열|띄우|띄워\s?주|열어\s?주|보여\s?주|출력하|꺼내)고\s?(?:나서|그\s?다음(?:에)?|이어서)?\s?$"
)


_AT_HAND = re.compile(
    r"\s?(?:(?:요약|번역|설명|정리)한\s)?(?:것|거)?처럼"
    r"|\s?(?:요약|번역|설명|내용)?\s?(?:은|는|을|를|도)?\s?(?:지금\s)?(?:(?:보고|읽고|열려|떠)\s?있|(?:보는|읽는)\s?중"
    r"|(?:다\s|잘\s|이미\s)?(?:확인했|읽었|봤|숙지했|검토했|출력했|저장했|받았|이해(?:했|됐|가\s?됐)))"
)


def _one_by_one(tokens: list[Token], found: list[Group]) -> bool:
    """ "1번 열고 2번 열어": the one and then the other."""
    after = [after for _, after in said_of_each(tokens, found)]
    return all(_SHOWN_FIRST.match(one) for one in after[:-1]) and "S" in kinds_of(tokens[found[-1].last :])


_READ = re.compile(
    "(?:は|を|なら)?(?:もう|すでに|既に|さっき)?[^。、はがを]{0,12}?(?:[したん]た?(?:ところ|ばかり)|済み?|[んいっし]だ?た?ので)"
)
# 1番の文書を要約、それから3番の全文: one after the other.
_THEN = re.compile(
    "(?:(?:要約|まとめ|翻訳|訳|説明|解説|表示|見せ|開い|出し|印刷|読ま?せ?|比較)[ぁ-ん]{0,6}|全文|原文|内容)[、。,]?\\s?"
    "(?:それから|そして|そのあと|その後|あと|それと|次に|続けて|続いて|ついでに|併せて|あわせて|さらに)[、はで]*$"
)


def corrects(between: list[Token]) -> bool:
    """Whether what stands between two things takes the first back; "and actually" goes on with it."""
    at = next((i for i, token in enumerate(between) if token.takes_back), -1)
    if at >= 0 and re.match("[JFh]*x", kinds_of(between[at + 1 :])) is not None:
        return False  # "document 2, sorry, not document 1"
    if at > 0 and between[at - 1].kind == "k":
        return False  # "document 1 says wait 5 minutes"
    beside = (*between[max(0, at - 1) : at], *between[at + 1 : at + 2])
    return at >= 0 and not any(token.text in _BESIDES for token in beside)


def adds(before: list[Token], last: list[Token]) -> bool:
    """Whether the last sentence asks for one more than what was asked for before: 1番を見せて。それと3番も見せて."""
    wished = re.search("[NB].*[SVW][FP]*;*$", kinds_of(before)) is not None
    return wished and any(one.text == "も" and re.search("[NB](?:o?[AG])?$", kinds_of(last[:at])) for at, one in enumerate(last))


def _focused(tokens: list[Token], found: list[Group]) -> list[Group]:
    """ "1번 문서를 열었네, 내가 말한 건 2번 문서야"."""
    ends = [0, *(group.last for group in found)]
    focused = [group for end, group in zip(ends, found, strict=False) if _FOCUSED.search(_words(tokens, end, group.first))]
    return focused[-1:] if len(found) > 1 else []


def after_refusal(tokens: list[Token], found: list[Group]) -> list[Token]:
    """What follows numbers that are refused, from the next number on: 1번은 읽었고 / 3번 보여줘. Empty where none are."""
    for group, following in pairwise(found):
        after = _words(tokens, group.last, following.first, led=True)
        wrong = _WRONG.match(after)
        between = kinds_of(tokens[group.last : following.first])
        if tokens[group.last - 1].kind != "n" and _SET_ASIDE.fullmatch(after) and re.search("[SVW]", between) is None:
            return tokens[following.first :]
        refused = _REFUSED.search(_words(tokens, 0, group.first)) and re.search("[UuHqc]", between) is None
        if refused or (wrong and _ENDING.fullmatch(after, wrong.end())):
            led = max((i for i in range(group.last, following.first) if tokens[i].kind in "J;b"), default=-1) + 1
            ascii_led = tokens[following.first].text.isascii() and led
            return tokens[led if ascii_led else following.first :]  # in English what is asked for comes before it
    return []


def _kept(tokens: list[Token], found: list[Group]) -> list[Group]:
    """Those that are not refused, where some are: "最初の文書はいいので、2番の文書"."""
    kept = [group for group, refused in zip(found, refusals(said_of_each(tokens, found)), strict=True) if not refused]
    return _joined(kept) if 0 < len(kept) < len(found) else []


def all_refused(tokens: list[Token], found: list[Group]) -> bool:
    """Whether the message refuses each of the groups."""
    return all(refusals(said_of_each(tokens, found)))


def set_aside(tokens: list[Token], found: list[Group]) -> bool:
    """Whether what was shown is waved away, and something else is asked for: 1번 문서는 됐고, 폐기 방법이나 알려줘."""
    if not found or not all(_WAVED_AWAY.match(after) for _, after in said_of_each(tokens, found)):
        return False
    rest = kinds_of(tokens[found[-1].last :])
    return re.search("[Uc].*[SVvf]|[uH].*[vf]", rest) is not None and re.search("[AYKQWO]|D[GA]", rest) is None


_WAVED_AWAY = re.compile(
    r"^\s?(?:은|는|이|가|도|만|건|거는|꺼는)?\s?(?:이제|그만|일단|그냥|이미|다)?\s?(?:됐[고으어습]|말고|필요\s?없|관심\s?없|도움이?\s?안|쓸모"
    r"|패스|넘어가|건너뛰|치우|빼고|아니고|잊)"
    r"|^(?:のほう|の方)?(?:は|を|も)(?:もう|とりあえず|一旦|いったん|別に)?(?:いい(?!か|です?か)|ええ|結構|要ら|いら|不要|置い|おい[てと]|さておき|忘れ|いらん"
    r"|(?:見せ|見|開か|開け|読ま|出さ|表示し|要約し)(?:んで|なくて|ないで))"
)


def said_of_each(tokens: list[Token], found: list[Group]) -> list[tuple[str, str]]:
    """What is said before each of the groups, and after it."""
    starts = [0, *(group.last for group in found)]
    ends = [*(group.first for group in found[1:]), len(tokens)]
    return [
        (_words(tokens, start, group.first), _words(tokens, group.last, end, led=True))
        for start, group, end in zip(starts, found, ends, strict=False)
    ]


# 1번보다는 2번을 보여줘: what is preferred is asked for.
_RATHER_THAN = re.compile(r"\s?(?:거|것|꺼|문서|자료|쪽)?\s?보다(?:는)?\s*$")
_IS_WANTED = re.compile(
    r"\s?(?:거|것|꺼|문서|자료|쪽)?\s?(?:을|를|로|으로)?\s?(?:먼저\s|좀\s|한번\s|우선\s)?(?:전문|원문|전체|요약|번역|설명|정리|쉽게|간단|자세|핵심|표로"
    r"|보여|열어|띄워|꺼내|펼쳐|볼\s수|보고\s?싶|(?:한|두|세|네|\d)\s?줄)"
)


# What it says is asked: sop 1204에는 뭐라고 적혀 있어?
_IS_ASKED = re.compile(r"\s?(?:문서|자료|거|것|꺼)?에(?:는|서는|선|서)?\s(?:뭐|무슨|무엇|어떤)")
# sop 1203은 다른 사람이 보고 있으니까 sop 1204 열어줘: why it is another that is wanted.
_PASSED_OVER = re.compile(
    r"\s?(?:문서|자료|거|것|꺼)?(?:은|는|건)\s[^?\d]{2,30}?(?:니까|으니|라서|[아어해]서|[는은]데|지만)(?:요)?,?\s*"
)
# 열어줘 아 sop 1204로: what comes to mind takes the place of what was said.
_AH = re.compile(r"(?:^|[\s,.…!])(?:아+|앗|어|엇|헉)[,.…!\s]*$")
_IN_ITS_PLACE = re.compile(
    r"\s?(?:문서|자료|거|것|꺼)?\s?(?:으?로(?:요)?|이?네(?:요)?|이?였[가-힣]{1,3}|이?다|이?야|요|이요|말고)\s?(?:[가-힣]{1,2}\s)?[가-힣]{0,6}[.!~ㅋㅎㅠ]*$"
)


def corrects_with_ah(before: str, after: str) -> bool:
    """Whether what is said before and after a thing that is named last puts it in the place of another."""
    return _AH.search(before) is not None and _IN_ITS_PLACE.match(after) is not None


def refusals(said: Sequence[tuple[str, str]]) -> list[bool]:
    """For each of several things that are named, by what is said before it and after it: whether it is refused."""
    slipped = any(_MEANT.search(before) for before, _ in said)
    refused: list[bool] = []
    for place, (before, after) in enumerate(said):
        if after.strip() in ("도", "でも") and _WRONG.match(said[min(place + 1, len(said) - 1)][1]):
            refused.append(True)  # 1번도 2번도 아니고, 1番でも2番でもなくて
            continue
        passed = place + 1 < len(said) and _PASSED_OVER.fullmatch(after) and _IS_ASKED.match(said[place + 1][1])
        if passed or (
            place + 1 < len(said)
            and (_RATHER_THAN.match(after) or _PASSED_OVER.fullmatch(after))
            and _IS_WANTED.match(said[place + 1][1])
        ):
            refused.append(True)
            continue
        slip = _SLIPPED.search(before) and (slipped or after.startswith((" but", ", but")))
        given = _GIVEN_INSTEAD.search(before) and any(_ASKED_FOR.search(other) for other, _ in said)
        refused.append(bool(_REFUSED.search(before) or slip or given or _WRONG.match(after)))
    return refused


# "Is it the same in the third document as in the first?"
_COMPARED = re.compile(
    r"\b(?:than|same as|as in|as the|compared (?:to|with)|versus|vs|differ\w* from|different from)\b[^,.;?!]*$"
)
_AS_WELL = re.compile(
    r"\b(?:same|differ\w*|match\w*|agree\w*|contradict\w*|conflict\w*|consistent|compare|compatible|fit|fits)\b"
)


_OR = frozenset({"또는", "혹은", "아니면", "아님", "이나", "나", "or", "または", "もしくは", "あるいは", "それとも"})


# 1번이랑 2번 중에 하나만, 1번 2번 둘 중 아무거나.
_ANY_OF = re.compile(r"(?:둘\s?|두\s?개\s?)?(?:중에서?|중|가운데)\s?(?:에\s)?(?:하나|아무|한\s?개|한\s?가지)")


def one_of_them(tokens: list[Token], kinds: str, group: Group) -> bool:
    """Whether one of the numbers is to be shown or worked on, and the message does not say which: 1번 아니면 2번 보여줘."""
    places = [at for at in range(group.first, group.last) if kinds[at] in "NnB"]
    between = tokens[places[0] : places[-1]] if places else []
    asked = re.search("[fk]", kinds) is not None and re.search("[SWV]", kinds) is None
    among = _words(tokens, group.last, min(len(tokens), group.last + 3))
    return (not asked and any(token.text in _OR for token in between)) or _ANY_OF.match(among) is not None


_MORE_THAN = re.compile(r"\s?(?:이|가|은|는)?\s?보다(?:는|도)?$|보다 ?")


def _compared(tokens: list[Token], found: list[Group]) -> list[Group]:
    """Both, where what one says is held against the other: "is the torque higher in document 2 than in the first?"."""
    if len(found) != 2 or any(not group.numbers or group.excluded for group in found):
        return []
    between = _words(tokens, found[0].last, found[1].first)
    against = _COMPARED.search(between) is not None or (
        _AS_WELL.search(_words(tokens, 0, found[1].first)) is not None
        and re.search(r"\b(?:with|from|as|to|than)\b", between) is not None
    )
    against = (
        against or re.match(r"(?:supersede|replace|override|contradict|cancel|extend)s? (?:the )?$", between + " ") is not None
    )
    if _MORE_THAN.match(between) and re.search("[SVW]", kinds_of(tokens)) is None and any(t.text in "?？" for t in tokens):
        return _joined(found)  # 1번 문서보다 2번 문서가 더 최신이야?
    return _joined(found) if against and not any(t.kind == ";" for t in tokens[found[0].last : found[1].first]) else []


def _contrasted(tokens: list[Token], found: list[Group]) -> list[Group]:
    """ "1번 문서는 봤고 2번 문서 보여줘" is of the last alone, "1번 문서 보여줘, 3번 문서도" of both."""
    if len(found) < 2:
        return []
    if all(kinds_of(tokens[group.last : group.last + 1]) == "k" for group in found):
        if re.search(";[FhJ]*f+[hFD]*$", kinds_of(tokens[found[-2].last : found[-1].first])) is not None:
            return found[-1:]  # "document 1 says 9 Nm. What does document 2 say?"
        return _joined(found)  # "document 1 says 5 minutes but document 2 says 10, which is right?"
    first, last = found[-2:]
    one, other = _what_follows(tokens, first), _what_follows(tokens, last)
    if any(t.text.startswith(_DONE_WITH) for t in _between(tokens, found)):
        return [last]
    contrast = one.endswith(_AS_FOR)
    if contrast and not other.endswith(_AS_FOR):
        return [last]
    return _joined([first, last]) if contrast or other in _ALSO else []


def _joined(groups: list[Group]) -> list[Group]:
    """The groups as one, which stands where the last of them does."""
    return [
        replace(
            groups[-1],
            first=groups[0].first,
            numbers=tuple(dict.fromkeys(n for group in groups for n in group.numbers)),
            excluded=tuple(dict.fromkeys(n for group in groups for n in group.excluded)),
        )
    ]


def _between(tokens: list[Token], found: list[Group]) -> list[Token]:
    """What is said between the last two groups; the noun of the first may have been taken for the other's."""
    if len(found) < 2:
        return []
    at = found[-2].last
    return tokens[at : next((i for i in range(at, len(tokens)) if tokens[i].kind in "NnB"), at)]


def _words(tokens: list[Token], first: int, last: int, *, led: bool = False) -> str:
    """What the tokens say, with single spaces; with the space before it where it is `led` by one."""
    among = tokens[first:last]
    said = "".join(t.text if t.attached or not place else f" {t.text}" for place, t in enumerate(among))
    return f" {said}" if led and among and not among[0].attached else said


def _what_follows(tokens: list[Token], group: Group) -> str:
    at = group.last + (1 if kinds_of(tokens[group.last : group.last + 1]) == "p" else 0)
    return tokens[at].text if at < len(tokens) else ""
