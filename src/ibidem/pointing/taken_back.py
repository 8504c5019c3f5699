"""What takes back what was said before it: scratch that, 아 오타, やっぱり."""

import re

from ibidem.language.scripts import PerScript

# Words by themselves, as the lexicon tells them.
WORDS = frozenset(
    {
        *(
            "아니",
            "아니다",
            "아이다",
            "아니야",
            "아니아니",
            "아뇨",
            "아니요",
            "아닌데",
            "노노",
            "아냐",
            "아니네",
            "아니지",
            "번복",
        ),
        *(
            "no",
            "nope",
            "nah",
            "soz",
            "wait",
            "sorry",
            "oops",
            "i mean",
            "i meant",
            "asked for",
            "i wanted",
            "my bad",
            "my mistake",
        ),
        *("scratch that", "strike that", "typo", "correction", "wrong one", "wrong doc", "wrong document", "wrong number"),
        *("いや", "いえ", "違う", "違います", "ちがう", "ちがいます", "やっぱり", "やっぱ", "やはり", "訂正します"),
        *("間違えた", "間違えました", "失礼", "失礼しました", "ごめん", "ごめんなさい"),
    }
)
# What is pointed at next: "make that document 3", 정정, 문서 3.
_NEXT_IN_ENGLISH = r"(?:the|doc|document|source|number|no\.|#|\d|\[)"
_ENGLISH = (
    r"(?:scratch|strike|cancel|forget|ignore|undo|disregard) (?:that|it|my last)",
    r"never ?mind that|(?:never ?mind|nvm)(?=\s*[,.!;…—-])|nvm|hold on|hang on",
    r"(?:that was |it was |i made |was )(?:a |my )?(?:typo|mistake|slip)",
    r"i (?:misspoke|mistyped|misread|mis-typed|miscounted|goofed)|fat[- ]fingered(?: (?:it|that))?",
    r"let me correct (?:that|myself)|correct(?:ing)? myself|i stand corrected|i take (?:that|it) back",
    r"on second thoughts?|(?:i(?:'ve| have)? )?changed my mind|or rather",
    rf"(?:make|change) (?:that|it)(?: to)?(?= {_NEXT_IN_ENGLISH})",
    r"wrong (?:one|doc|document|number|source|button|key)",
    r"(?:er+|uh+|um+|erm|ah|oh|whoops|oops|wait|argh|ugh|damn),? (?:no|wait|actually|sorry|rather)",
    rf"(?<=[,.;!?—–-] )(?:but )?i said(?= {_NEXT_IN_ENGLISH})",
    r"no wait|wait no|no,? (?:actually|sorry)",
    rf"actually(?=,? (?:{_NEXT_IN_ENGLISH}|no\b|make|let's|give|show|open|i (?:want|need|mean)))",
)
_KOREAN = (
    r"오타(?![를가은는의])[가-힣]{0,5}",
    r"(?:잘못|잘 못|헛) ?(?:썼|쓴|씀|적었|적은|말했|말한|말함|말씀드[렸린]|쳤|친|침|눌렀|누른|누름|입력했|입력한)[가-힣]{0,5}",
    r"(?:잘못|잘 못|헛) ?(?:봤|본|골랐|고른|불렀|부른|보냈|보낸|나왔|나갔|나감)[가-힣]{0,5}",
    r"(?:정정|취소)(?=[,.:…!]|\s+(?:\[?\d|첫|두|세|마지막|문서|아니))",
    r"정정(?:할게|하겠|합니다|해요|한다|이요|요)[가-힣]{0,4}|취소(?:요|하고|할게요?|합니다|해줘|해)",
    r"실수(?:했|예요|에요|야|요|로|입니다|네|다|함)?[가-힣]{0,4}|착각(?:했|함|이네|이었|해)[가-힣]{0,4}|헷갈렸[가-힣]{0,4}",
    r"말이? ?(?:헛|잘못) ?나[왔갔][가-힣]{0,4}|마음이? ?바뀌[가-힣]{0,4}|다시 ?(?:말)?할게요?",
    r"(?:(?:다시|가만|곰곰이) )?생각(?:해|을 해) ?보니(?:까)?|생각하니까?|그러고 ?보니(?:까)?|다시 보니(?:까)?",
    # 열어줘. 아 2번 문서네
    r"(?:(?<=[.!?,…] )|(?<=[줘요라고] ))아+(?=[,.…\s]*(?:\[?\d{1,2}\]?\s?번?|[첫두세네]|다섯|마지막|문서|출처|자료)"
    r"[^.?!\d]{0,10}?\d?(?:네|구나|이?였[가-힣]{1,2}|으로|이?요|이?에요|예요|입니다|이?지)[요.!~ㅋㅎㅠ]*(?=[\s.!]|$))",
    r"그게 아니[라고]|아니 ?(?:아니|참|그게|잠깐|잠깐만|잠시만)|아 ?아니(?:다|야|지|네|구나)?",
    r"아니(?:지|네|구나|에요|예요|었다|었네)|(?:미안|죄송)(?:해요?|합니다|한데요?|하지만)?|아차|쏘리|아+ ?됐[고어]",
    r"(?:(?<=아)|(?<=어)|(?<=앗)|(?<=[가-힣] ))[,\s]*(?:잠깐|잠시)만?(?=[,.!…]|\s+(?:\d|첫|두|세|마지막|문서))",
)
_JAPANESE = (
    r"やっぱり?し?|やはり|もとい(?=[、。,\s\d\[]|[一二三四五最文資出])|じゃなかった|ではなかった|っ?ていうか|というか",
    r"(?:打ち|言い|書き|見|押し|入れ)?(?:間違|まちが)え(?:た|ました|てました|てた|ちゃった|ちゃいました)",
    r"(?:打ち|言い|書き|見|押し|入れ)?(?:間違|まちが)い(?:です|でした|だ|だった|ました)?(?=[、。,.!！…\s])",
    r"訂正(?:しますと|します|です|させてください|(?=[、。,.:：!！\s]))|取り?消し?(?:ます|します|て|(?=[、。,.!！\s]))",
    r"ちゃう(?:わ|ねん|ちゃう|かった|った|って|な)?(?=[、。,.!！…\s]|\d|[一二三四五六七八九十])|ちごた|ちがうわ|じゃね[えー]や?(?=[、。,.!！…\s])",
    r"番号(?:の|が|を)?(?:間違|まちが)[いえっ][ぁ-ん]{0,5}",
    r"撤回(?:します)?|しまった|ミス(?:った|りました|です|でした|ってた)|誤字(?:です|でした)?",
    r"(?<=[、。,.!！…\s])(?:じゃなくて|ではなくて?|じゃなく)|そうじゃなくて|そうではなく",
    r"(?:ちょっと|あ、?|いや、?)?待って(?:ください)?|いやいや|いや、?違(?:う|った|います|いました)?|違(?:った|いました)",
    r"ちが(?:った|いました)|の(?:…+|\.{2,}|、)(?:えっと|ええと|あー|いや)",
    # 1番を見せて。あ、2番でした: what is put right is named after a cry.
    r"(?<=[。.!?…])\s?(?:あ[っー]?|おっと|えっと|ごめん|あれ)[、,…]\s?(?=[^。、も]{1,14}?(?:でした|だった|です|だ|や|の?(?:ほう|方)(?:です|でした|だ|だった|を)?)[ねわよ]?(?:[。!]|$))",
    # Said before something else is named, and no greeting of the message.
    r"(?:すみません|すいません)[、。\s]*(?=\[?\d|[一二三四五六七八九十]|最[初後]|文書|資料)",
)
_PHRASES = PerScript(
    re.compile(rf"(?<![가-힣])(?:(?:아+|앗|어|엇|이런|아이고)[,\s]*)?(?:{'|'.join(_KOREAN)})(?![가-힣])"),
    re.compile(rf"\b(?=[a-z])(?:{'|'.join(_ENGLISH)})(?![a-z])"),
    re.compile("|".join(_JAPANESE)),
)
# 訂正: 文書1→文書2
_BECOMES, _MENDED = re.compile("[→⇒]"), re.compile("訂正|間違|修正|誤|ミス|정정|오타|correction|typo")
_BY_LENGTH = sorted(WORDS, key=len, reverse=True)
_WORDS_ALONE = re.compile(
    rf"(?:^|[\s,.…、。!])(?:(?:{'|'.join(w for w in _BY_LENGTH if w.isascii())})(?=$|[\s,.…!])"
    rf"|(?:{'|'.join(w for w in _BY_LENGTH if not w.isascii())})(?=$|[\s,.…、。!\d\[]|[a-z一-鿿]))"
)


def spans(lowered: str) -> list[tuple[int, int]]:
    """Where phrases stand that take something back, start and end."""
    found = list(_PHRASES.spans(lowered))
    return found + [match.span() for match in _BECOMES.finditer(lowered)] if _MENDED.search(lowered) else found


def takes_back(between: str) -> bool:
    """Whether what is said between two things that are named takes the first of them back."""
    return _WORDS_ALONE.search(between) is not None or _PHRASES.found_in(between)


def first_taken_back(lowered: str, start: int) -> int | None:
    """Where the first words end that take something back, from `start` on; None where there are none."""
    alone = _WORDS_ALONE.search(lowered, start)
    ends = [None if alone is None else alone.end(), _PHRASES.first_end(lowered, start)]
    return min((end for end in ends if end is not None), default=None)
