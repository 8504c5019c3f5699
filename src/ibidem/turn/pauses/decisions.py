"""How people approve or reject sources or a draft, in three languages.

"That's fine" and 大丈夫です decline an offer, but approve a draft: the question decides the meaning of the reply.
"""

import re

from ibidem.language.phrases import made_of
from ibidem.understanding.replies import NO, POLITE, THANKS, YES

# Written for re.VERBOSE: a space in a message is \s here.
_APPROVES = r"""
    승인(?:합니다|해요?|할게요|하겠습니다|함|이요|요|입니다|해\s*(?:줘요?|주세요|드려요|드립니다))?
    | 이대로 | 그대로 | [이그]걸로 | [이그]것으로 | [이그]것들로 | 이렇게 | 그렇게
    | (?:이|위|그|해당)\s*(?:문서|자료|출처)(?:들)?(?:로|를|을|\s*그대로) | (?:이|위)\s*(?:답변|초안|내용)(?:으로|대로|을|를)?
    | (?:계속\s*)?진행(?:해|해요|해도\s*(?:돼요?|됩니다)|[해시]켜?\s*(?:줘요?|주세요)|하세요|합시다|하죠|하자|할게요)?
    | (?:답|답변|대답)(?:을)?\s*
      (?:해|하세요|해\s*(?:줘요?|주세요)|부탁(?:해요|드려요|드립니다|합니다)|(?:만들어|작성해)\s*(?:줘요?|주세요))
    | 괜찮(?:아\s*보여요?|아요?|습니다|네요?|은데요?) | (?:문제|이상)\s*없(?:어\s*보여요?|어요?|습니다|네요?|음)
    | 확인(?:했습니다|했어요?|완료|됐습니다|됐어요?) | 맞(?:아요?|습니다|네요?) | (?:다|전부|모두|둘\s*다|전체)(?:요|로|\s*사용)?
    | (?:써|사용해?|사용하셔|쓰셔)(?:요|\s*(?:줘요?|주세요)|도\s*(?:돼요?|됩니다|좋아요|괜찮아요))?
    | 해도\s*(?:돼요?|됩니다|좋아요|괜찮아요) | (?:보내|내보내|올려|게시해|공유해)\s*(?:줘요?|주세요|도\s*(?:돼요?|됩니다))
    | 잘\s*(?:썼네요?|썼어요?|됐어요?|됐네요?|되었습니다|나왔네요?|찾았네요?|찾았어요?)
    | (?:사용|그렇게|이렇게|그대로|이대로)\s*(?:하세요|하시죠|하죠|합시다|하시면\s*(?:돼요?|됩니다))
    | 좋(?:네요?|아\s*보여요?|은데요?) | (?:갑시다|가죠|가자|가시죠)
    | 완벽(?:해요?|합니다|하네요?) | 통과 | 허가(?:합니다)? | 채택(?:합니다|해\s*주세요)?

    | (?:i\s+)?(?:approved?|accept(?:ed)?|confirm(?:ed)?)
      (?:\s+(?:it|them|this|that|these|those|all(?:\s+of\s+(?:them|these))?|the\s+(?:draft|answer|sources)))?
    | (?:it\s+|they\s+|that\s+|this\s+|all\s+|these\s+)?looks?\s+(?:good|fine|right|correct|ok(?:ay)?|great)(?:\s+to\s+me)?
    | lgtm | ship\s+it | go\s+for\s+it | proceed | carry\s+on | go\s+on | continue | publish(?:\s+it)? | send\s+it | show\s+it
    | good\s+to\s+go | as\s+(?:it\s+)?is | perfect | that\s+works | works\s+for\s+me | fine\s+(?:by|with)\s+me
    | no\s+(?:problem|objections?|issues?)
    | (?:please\s+)?(?:use|take|answer\s+(?:from|with|using)|go\s+(?:ahead\s+)?with|proceed\s+with)\s+
      (?:it|this|these|those|them|both(?:\s+of\s+them)?|all(?:\s+(?:of\s+)?(?:them|these|those))?
      |(?:these\s+|those\s+|the\s+|all\s+(?:the\s+|these\s+)?)(?:sources|documents|docs|ones))
    | (?:these|those|they|all\s+of\s+(?:them|these))(?:'re|\s+are)?(?:\s+all)?\s+
      (?:fine|good|right|correct|ok(?:ay)?|the\s+right\s+(?:ones|documents|sources))
    | (?:it|this|that)(?:'s|\s+is)\s+(?:fine|good|right|correct|ok(?:ay)?|great|perfect|it)
    | all\s+(?:good|of\s+(?:them|these)|fine|correct|right) | all | both(?:\s+of\s+them)?
    | i(?:'m|\s+am)\s+(?:ok(?:ay)?|fine|happy)\s+with\s+(?:it|this|that|these|them)

    | 承認(?:します|しました|です|する|で|いたします|OK)? | 採用(?:します|で)? | 確認しました | 異議(?:なし|ありません)
    | (?:[こそ]のまま(?:で)?|(?:[こそ]れ|[こそ]れら|(?:[こそ]の|[こそ]れらの)(?:文書|資料|出典|内容|回答|下書き))で)
      (?:お願いします)?
    | (?:進めて|回答して|答えて|使って|出して|公開して|送って)
      (?:ください|下さい|いいです(?:よ)?|も?大丈夫です|も?構いません|もらえますか)?
    | 大丈夫(?:です(?:よ)?)? | 問題(?:ない|ありません|なし|ないです|なさそうです)(?:です|ので)? | (?:で)?いい(?:です)?(?:よ|ね)?
    | OKです | どうぞ | オッケー(?:です)? | いいと思います
    | 良い(?:です(?:ね)?)? | よいです | (?:で)?(?:構い|かまい)ません | (?<=で)結構です | 合って(?:います|ます|る) | 正しいです
    | (?:全部|すべて|全て|両方)(?:で|を|OK|使って(?:ください)?)? | 回答をお願いします | 続けて(?:ください)?
"""
_REJECTS = r"""
    (?:(?:(?:이|위)\s*(?:문서|자료|출처)(?:들)?[은는이가]?|이건|이거|그건|그거|전부|다|모두|둘\s*다|하나도|전혀)\s*+){0,6}
      (?:아니(?:요|야|에요|예요|네요?|고)?|아닙니다|아닌데요?|아닌\s*것\s*같(?:아요?|습니다|은데요?)
      |틀렸(?:어요?|습니다|네요?)|틀려요?|틀립니다|잘못\s*찾(?:았어요?|았습니다|았네요?|으셨어요?)|안\s*맞(?:아요?|습니다|네요?)|맞지\s*않(?:아요?|습니다|네요?)|별로(?:예요|네요|야)?
      |(?:관련|상관|관계)(?:이|도)?\s*없(?:어요?|습니다|네요?|는\s*(?:문서|자료)(?:예요|네요|야|입니다)?)
      |엉뚱(?:해요?|하네요?|한\s*(?:문서|거|자료|내용)(?:들)?(?:이에요|예요|네요|야|입니다|이네요)?)
      |다른\s*(?:문서|거|것|자료)(?:예요|야|입니다|네요|인데요?))
    | 하나도\s*(?:맞는\s*(?:게|것이)\s*없(?:어요?|습니다|네요?)) | (?:여기|이\s*중)(?:에는?|에선)?\s*없(?:어요?|습니다|네요?)
    | (?:맞는|원하는|찾는|쓸\s*만한)\s*(?:게|것이|건|문서가|자료가|문서는)\s*없(?:어요?|습니다|네요?)
    | (?:거절|반려|거부|기각|불승인)(?:합니다|해요?|할게요|하겠습니다|해\s*(?:줘요?|주세요)|요|입니다)?
    | 승인\s*(?:불가|안\s*(?:해요?|합니다|할래요?|할게요)|하지\s*않(?:아요?|습니다|을게요|겠습니다)|못\s*(?:해요?|합니다))
    | 안\s*돼요? | 안\s*됩니다
    | (?:쓰|보내|사용하|답하|올리)지\s*마(?:세요|요)? | 됐(?:어요?|습니다)

    | (?:i\s+)?reject(?:ed)?
      (?:\s+(?:it|them|this|that|these|those|all(?:\s+of\s+(?:them|these))?|(?:the|this|that|these)\s+(?:draft|answer|sources)))?
    | not\s+approved | (?:i\s+)?(?:don'?t|do\s+not)\s+approve(?:\s+(?:it|this|that|them))? | discard(?:\s+(?:it|them))?
    | none(?:\s+of\s+(?:these|those|them|the\s+above|the\s+(?:documents|sources)))?
      (?:\s+(?:is|are|fits?|appl(?:y|ies)|match(?:es)?|works?|helps?))?(?:\s+(?:right|correct|relevant|it|useful))?
    | neither(?:\s+of\s+(?:them|these|those))? | irrelevant | unrelated | drop\s+(?:it|them)
    | not\s+(?:these|those|this|that|them|it|right|correct|relevant|any\s+of\s+(?:them|these)
      |the\s+right\s+(?:ones?|documents?|sources?)|what\s+i\s+(?:want(?:ed)?|need(?:ed)?|meant?|asked(?:\s+for)?))
    | (?:these|those|they|all\s+of\s+(?:them|these)|it|this|that)
      (?:(?:'re|'s|\s+are|\s+is)?(?:\s+all)?\s+(?:wrong|incorrect|irrelevant|unrelated|useless|the\s+wrong\s+\w+)
      |(?:\s+aren'?t|\s+isn'?t|(?:'re|'s|\s+are|\s+is)\s+not)\s+(?:right|correct|relevant|useful|it|the\s+right\s+\w+))
    | (?:all\s+)?wrong(?:\s+(?:ones?|documents?|docs|sources?|answer))?
    | (?:don'?t|do\s+not)\s+(?:use|show|send|publish)\s+(?:it|them|these|those|this|that|any(?:\s+of\s+(?:them|these))?)

    | 違(?:う|います|いますね|うよ) | ちが(?:う|います) | だめ(?:です)? | ダメ(?:です)? | 的外れ(?:です)? | 見当違い(?:です)?
    | (?:どれも|どちらも|全部|全て|すべて|全然|いずれも)
      (?:違(?:う|います|いますね)|ちが(?:う|います)|該当しません|関係(?:ない|ありません)(?:です)?
      |合って(?:いない|いません|ません)|だめ(?:です)?|ダメ(?:です)?)
    | (?:この中に(?:は)?|ここに(?:は)?)(?:ありません|ない(?:です)?) | どれでも(?:ない|ありません)(?:です)?
    | (?:却下|差し戻し|棄却|不採用)(?:します|です|で|でお願いします|してください)? | 不承認(?:です|とします)?
    | (?:違う|別の|関係の?ない)(?:文書|資料)(?:です)? | (?:探して|求めて)いる(?:もの|文書|資料)ではありません
    | 承認(?:しません|できません|しない|しないで(?:ください)?) | 関係(?:ない|ありません)(?:です)?
    | (?:使わ|出さ|送ら|公開し)ないで(?:ください)?
"""
_CANCELS = r"""
    취소(?:요|해요?|해\s*(?:줘요?|주세요)|할게요?|할래요?|합니다|하겠습니다|하자|하죠|부탁(?:해요|드려요|드립니다|합니다))?
    | 그만(?:요|해요?|할게요?|할래요?|합니다|하겠습니다|하자|하죠|둘게요?|둘래요?|두세요|두자|두겠습니다)? | 관둘게요? | 관둬요?
    | 안\s*(?:할게요?|할래요?|하겠습니다) | 없던\s*(?:일|걸|것)로\s*(?:해\s*(?:줘요?|주세요)|할게요?|합시다|하죠|하자)?

    | cancel(?:led|\s+(?:it|that|this|everything|the\s+question|my\s+question))? | never\s*mind(?:\s+(?:it|that|this))? | nvm
    | forget\s+(?:about\s+)?(?:it|that|this) | stop(?:\s+(?:it|this|here))? | abort | quit
    | (?:i\s+|i'?ve\s+|i\s+have\s+)?changed\s+my\s+mind | i\s+(?:want\s+to|'?d\s+like\s+to|would\s+like\s+to)\s+cancel

    | キャンセル(?:です|で|でお願いします|します|しますね|する|して(?:ください)?|したい(?:です)?)?
    | (?:取り消し|取消し?)(?:です|で|でお願いします|ます|たい(?:です)?)? | 取り消して(?:ください)? | 取り消す
    | (?:やめ|止め)(?:ます|ますね|る|て(?:ください)?|たい(?:です)?|とく|ておく|とき(?:ます)?|ておきます|にします|ましょう)
    | 中止(?:します|です|で|でお願いします|して(?:ください)?)? | もう(?:いい|結構|けっこう)(?:です)? | 忘れて(?:ください)?
"""
_FLAGS = re.IGNORECASE | re.VERBOSE
_APPROVAL = re.compile(f"{YES}|{_APPROVES}", _FLAGS)
_REJECTION = re.compile(f"{NO}|{_REJECTS}|{_CANCELS}", _FLAGS)
_CANCELLATION = re.compile(_CANCELS, _FLAGS)
_AROUND_CANCELLATION = re.compile(
    f"{NO}|{_CANCELS}|그냥|그럼|아|음|please|ok(?:ay)?|actually|oh|well|just|やっぱり|やはり|では|じゃあ?|あ", _FLAGS
)
_NO_FIRST = re.compile(
    rf"{POLITE}(?:{NO}|{_REJECTS}|{_CANCELS})(?![\w가-힣ぁ-ヿ一-鿿])[\s,.:;!~。、：—–-]*(?P<more>.*)", _FLAGS | re.DOTALL
)
_THANKS_LAST = re.compile(rf"(?:{THANKS}){POLITE}$", re.IGNORECASE)
_LONGEST = 80  # characters; a decision is short, so the patterns skip longer texts
_EITHER_WAY = re.compile(r"(?:いいです、?)?(?:結構|けっこう)です[。！.!]*")  # "that is fine", or "no, thank you"
_ASKS = re.compile(
    r"[?？]|(?:알려|찾아|보여|열어|띄워|설명해|가르쳐|말해|정리해|요약해|번역해|비교해)\s*(?:줘|주세요|줄래|달라)|(?:뭐"
    r"|무엇|뭔|얼마"
    r"|언제|어디|어떻게|왜|누가|몇|어느|어떤)|(?:인가요|나요|까요|습니까|는지)\b"
    r"|^(?:summari[sz]e|translate|compare|open|list|read|what|how|which|who|when|where|why|does|do|is|are|can|could|should"
    r"|tell|show|explain|give|find)\b|\b(?:tell"
    r"|show)\s+me\b"
    r"|教えて|見せて|説明して|要約して|まとめて|(?:ですか|ますか|でしょうか)|何|どう(?:や|し|す|な)|どこ|いつ|いくつ|いくら"
    r"|なぜ|どの|どれくらい",
    re.IGNORECASE,
)
_WRONG = (
    r"틀(?:렸|려|리|린|림)|잘못|다르|달라|다릅|빠(?:졌|져|진|짐)|누락|뒤바뀌|바뀌었|맞지\s*않|안\s*맞|아니(?:라|고|에요|야"
    r"|잖)|아닙|부족"
    r"|오류|오래된|없(?:어|습|네|잖)|이상(?:해|합|하)|모자라|부정확|확인되지\s*않|불명확|너무"
    r"|\b(?:wrong|incorrect|mistaken|inaccurate|missing|misses|outdated|incomplete|error|false|unclear|contradicts?"
    r"|unsupported|too\s+\w+)\b|\bnot\b|n['’]t\b|\bshould\b|\binstead\s+of\b|\bomit|\bleaves?\s+out\b|\blacks?\b"
    r"|違(?:う|い|っ)|間違|誤(?:り|って|っ)|抜け|不足|足りな|正しく(?:ない|あり)|ありません|おかしい|古い|不正確|漏れ"
    r"|ではな|じゃな|載って(?:いな|な|いま)"
)
_COMPLAINS = re.compile(_WRONG, re.IGNORECASE)
# After a "no", any statement is a reason.
_CORRECTS = re.compile(
    r"(?:예요|이에요|입니다|인데요|거든요|です(?:よ)?)[.!。\s]*$|\b(?:it|that|this|the\s.{1,40})(?:['’]s|\s+(?:is|are|was"
    r"|says?))\b",
    re.IGNORECASE,
)
# Without a "no" before it, only statements about the draft itself: "the alarm is wrong" may be a new question.
_OF_ANSWER_KO = r"(?:값|숫자|답|답변|초안|내용|단계|출처|번호|수치|단위|문장|인용|설명|순서|토크)"
_COMPLAINS_OF_ANSWER = re.compile(
    rf"{_OF_ANSWER_KO}[이가은는도]?\s{{0,3}}(?:\S{{1,20}}\s{{1,3}})?(?:틀(?:렸|려|리|린|림)|잘못(?:됐|되|된|썼|적)|다르|달라|다릅"
    rf"|뒤바뀌|빠(?:졌|져|진|짐)|누락|맞지\s*않|안\s*맞|부정확)"
    r"|\b(?:answer|draft|value|number|figure|unit|step|source|citation|quote|sentence|summary|order"
    r"|torque)s?\b.{0,40}\b(?:wrong|incorrect|missing|mistaken|inaccurate|outdated|incomplete|not\s+right|not\s+correct"
    r"|unsupported)\b"
    r"|(?:値|回答|答え|下書き|内容|手順|出典|番号|数値|単位|文|引用|説明|順序|トルク)(?:が|は|も).{0,20}(?:違(?:う|い|っ)"
    r"|間違|誤(?:り|って|っ)|抜け|不足|足りな|正しく(?:ない|あり)|不正確)",
    re.IGNORECASE,
)
_REJECTED_FOR = re.compile(
    r"(?:반려|거절|거부|불승인|승인\s*(?:안\s*(?:함|해요?|합니다)|불가)|reject(?:ed)?|not\s+approved|disapproved?|却下"
    r"|差し戻し|不承認|承認しません)(?:합니다|해요?|함|します|です|it)?\s*(?:[:：,.\-—–、。]+|because(?:\s+of)?|since|as"
    r"|for|사유는?|이유는?|理由は?)\s*[:：]?\s*(?P<reason>.+)",
    re.IGNORECASE | re.DOTALL,
)


def approves(text: str) -> bool:
    """Whether the whole text (normalised) only approves."""
    return len(text) <= _LONGEST and made_of(_APPROVAL, _THANKS_LAST.sub("", text))


def rejects(text: str) -> bool:
    """Whether the whole text (normalised) only rejects."""
    return len(text) <= _LONGEST and not approves(text) and made_of(_REJECTION, _THANKS_LAST.sub("", text))


def cancels(text: str) -> bool:
    """Whether the whole text (normalised) cancels the question: 취소, "never mind", やめます.

    A no or a word like "actually" may surround it: いえ、やめます.
    """
    said = _THANKS_LAST.sub("", text)
    return len(text) <= _LONGEST and _CANCELLATION.search(said) is not None and made_of(_AROUND_CANCELLATION, said)


def more_than_no(text: str) -> str | None:
    """The text (normalised) after a no at its beginning; None when it does not begin so."""
    found = _NO_FIRST.fullmatch(text)
    return None if found is None else found["more"].strip()


def may_mean_either(text: str) -> bool:
    """Whether the text (normalised) can mean approve or decline: 結構です."""
    return _EITHER_WAY.fullmatch(text) is not None


def asks(text: str) -> bool:
    """Whether the text (normalised) asks or requests something."""
    return _ASKS.search(text) is not None


def reason_against(text: str) -> str | None:
    """The objection to a draft in a text (normalised) that decides nothing else; None when it is none."""
    if (said := _REJECTED_FOR.fullmatch(text)) is not None:
        return said["reason"].strip()
    if asks(text):
        return None
    more = more_than_no(text)
    if more and (_COMPLAINS.search(more) or _CORRECTS.search(more)):
        return more
    return text if _COMPLAINS_OF_ANSWER.search(text) else None
