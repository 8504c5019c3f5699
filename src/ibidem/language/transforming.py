"""Messages that want the last answer in another form: as a table, shorter, in steps, in English, for a customer, compared.

Such a message consists of nothing but a form, words for the answer, what to do with it, and whom or what it is for, in any order:
"표로 정리해 줘" does, "점검 주기를 표로 정리해 줘" has a subject of its own.
"""

import re
from typing import Literal

from ibidem.language.normal import normalise

Transformed = Literal["answer", "document", "compared"]

LONGEST = 100  # characters; a longer message asks for something of its own

_END = r"[\s.,!?。、！？~:]"

_KO_FORM = (
    r"(?:표|[가-힣]{0,4}목록|체크 ?리스트|리스트|불릿(?: ?포인트)?|글머리(?:표| ?기호)"
    r"|(?:이?메일|문자|공지|안내|보고)(?:문|서|글)?|(?:한|두|세|네|다섯|\d) ?(?:줄|문장|단락|문단|가지)"
    r"|(?:쉬운|짧은|간단한) (?:말|글|문장)|단계|항목"
    r"|(?:영|일|한국|일본|국|중국)(?:어|문))(?: ?(?:형식|형태|양식))?(?:으로|로|별로)(?:만|는)?"
    r"|(?:좀 더 |조금 더 |더 |좀 |아주 )?(?:짧게|간단(?:히|하게)|간략(?:히|하게)|간결하게|쉽게)|순서대로|(?:핵심|요점|결론)만"
    r"|(?:고객|손님|신입 ?사원|신입|초보자|팀장)님?(?:에게|께|한테|용으로)(?: (?:보낼|설명할|안내할) (?:글|말)로)?"
)
_KO_OF = (
    r"(?:그|이|요)(?:거|것|걸|건|걸로)?|(?:방금|아까|위|앞|지금|마지막)(?:의|에|에서)?"
    r"|(?:말한|알려 ?준|답한|말해 ?준) ?(?:거|것|걸|내용)|답변?|내용|설명"
)
_KO_DOCUMENT = r"(?:이 |그 )?(?:문서|자료)"
_KO_DO = (
    r"(?:다시 )?(?:(?:정리|요약|번역|설명|작성|표현|안내|압축|변환)(?:해|하여)?|(?:바꿔|바꾸어|줄여|나눠|만들어|써|적어|알려"
    r"|말해?|보여|옮겨|풀어|다듬어|고쳐|뽑아)) ?(?:서 )?(?:써 |적어 |말해 )?(?:줘요?|주세요|줄래요?|줄 수 (?:있어요?|있나요"
    r"|있을까요)|주시겠어요|주실래요|봐|부탁(?:해요?|드려요|드립니다))?|부탁(?:해요?|드려요|드립니다)|해 ?(?:줘요?|주세요)|요"
)
_KO_BESIDE = r"그럼|그러면|이제|네|고마워요?|감사합니다|좀|다시|전부|모두|한번"
# What it is to be good for, and whom it is for; either may be anything but a device, which would be another question.
_KO_PURPOSE = (
    r"(?:[가-힣]+(?<![을를은는이가로]) ){0,2}[가-힣]+(?:에게?|로|께|한테|도|이|가) "
    r"(?:쓸|적을|넣을|올릴|보낼|붙일|남길|읽을|볼|(?:공유|전달|보고|설명|안내|이해|첨부)할) 수 있(?:게|도록)"
)
_KO_FOR = r"(?:[가-힣]+(?<![을를은는이가로]) )?[가-힣]+(?:에게|께|한테|용(?:으로)?)"
_EN_OF = (
    r"(?:of |for )?(?:it|that|this|them|these|what you (?:just )?said|the above"
    r"|(?:the|your|that|this)(?: last| previous)? (?:answer|reply|response|explanation|text))"
)
_EN_DOCUMENT = r"(?:the|that|this) (?:document|page)"
_EN_KIND = (
    r"(?:table|(?:bullet |bulleted |numbered )?list|bullets|bullet points?|(?:numbered )?steps|check-?list|e-?mail"
    r"|message|memo|note|sentences?|lines?|paragraphs?|summary|words|language|english|korean|japanese|chinese)"
)
_EN_HOW = r"(?:one|two|three|four|five|\d|a few|single|short|shorter|brief|simple|simpler|easier|fewer|plain|quick|concise)"
_EN_FORM = (
    rf"(?:as|in|into|to|down to) (?:an? )?(?:{_EN_HOW} ){{0,3}}{_EN_KIND}"
    r"|the (?:short|shorter|simple|quick) version|(?:much |a bit |a little )?(?:shorter|simpler|more briefly|step by step)"
    r"|(?:shorten|simplify|condense)"
    r"|for (?:an? |the |my |our )?(?:customers?|clients?|newcomers?|beginners?|boss|manager"
    r"|new (?:hires?|employees?|colleagues?))"
)
_EN_DO = (
    r"(?:put|show|give|make|present|write|rewrite|rephrase|reword|phrase|summari[sz]e|boil|trim|cut|turn|format|say|explain|repeat"
    r"|translate|convert|change|sum|break)(?: (?:me|up|down|out))?"
)
_EN_BESIDE = (
    r"ok(?:ay)?|thanks|thank you|now|and|please|again|just|up|(?:can|could|would|will) you|(?:can|could|may) i (?:have|get)"
    r"|i(?: need|['’]d like| want)|for me"
)
_EN_PURPOSE = (
    r"so (?:that )?(?:[a-z'’-]+ ){1,5}(?:understands?|reads?|follows?|can (?:understand|read|follow|use|send|paste)) (?:it|that)"
)
_EN_NOUN = r"(?-i:[A-Za-z][a-z'’-]*)(?![\w'’-])"  # no name of a device: SUPRA, R2
_EN_FOR = rf"(?:for|to) (?:an?|the|my|our|your|tonight['’]s) {_EN_NOUN}(?: {_EN_NOUN}){{0,4}}"
_JA_FORM = (
    r"(?:表|箇条書き|チェックリスト|リスト|手順書?|ステップ|メール(?=の|に)|文章?面?|[一二三四五1-5](?:文|行|点|つ|段落)(?:以内)?|要点)"
    r"(?:形式|の形|の文面|ごと)?(?:に|で|だけ)|(?:英語|韓国語|日本語|中国語|英文)(?:で|に)"
    r"|(?:もっと|もう少し|より|さらに)?(?:短く|簡潔に|簡単に|やさしく|わかりやすく|分かりやすく|手短に)|簡単な言葉で"
    r"|(?:お客様|顧客|新人|初心者|上司)(?:向け|用)(?:に|で|の文章に)?"
)
_JA_OF = r"(?:それ|これ|(?:今|さっき|先ほど|上|この|その|前)の?(?:回答|答え|内容|説明|もの)?|回答|内容)(?:を|は|も)?"
_JA_DOCUMENT = r"(?:今|さっき|先ほど|上|この|その|前)の?(?:文書|資料)(?:を|は|も)?"
_JA_DO = (
    r"(?:まとめ|書き?|書き直し|直し|要約し|翻訳し|訳し|言い換え|説明し|変え|整理し|し直し|縮め|し|教え|書い)(?:て|で)?"
    r"(?:ください(?:ませんか)?|下さい|くれますか|もらえますか|いただけますか|くれる|ほしい(?:です)?|もらえる)?|お願い(?:します|いたします)?"
)
_JA_BESIDE = r"では|じゃあ|はい|ありがとう(?:ございます)?"
_JA_PURPOSE = (
    r"[^、。をはが]{1,16}(?:送れ|載せられ|貼れ|使え|読め|伝えられ|共有でき|説明でき|渡せ|残せ)るように"
    r"|[^、。をはが]{1,12}(?:わか|分か|伝わ)る(?:言葉で|表現で|ように)"
)
_JA_FOR = r"[^\s、。をはがものA-Za-z0-9]{1,12}(?:用|向け)(?:に|で|の)"


def _parts(*, form: str, document: str, answer: str, purpose: str, other: str, ends: str = "") -> re.Pattern[str]:
    """Matches one part of such a message."""
    named = {"purpose": purpose, "form": form, "document": document, "answer": answer, "other": other}
    return re.compile("|".join(f"(?P<{name}>{part}){ends}" for name, part in named.items()) + rf"|{_END}+", re.IGNORECASE)


_KO_ENDS, _EN_ENDS = r"(?:을|를|은|는|도|의)?(?![가-힣A-Za-z0-9])", r"(?![A-Za-z0-9])"
_LANGUAGES = (
    _parts(
        form=_KO_FORM,
        document=_KO_DOCUMENT,
        answer=_KO_OF,
        purpose=_KO_PURPOSE,
        other=f"{_KO_DO}|{_KO_BESIDE}|{_KO_FOR}",
        ends=_KO_ENDS,
    ),
    _parts(
        form=_EN_FORM,
        document=_EN_DOCUMENT,
        answer=_EN_OF,
        purpose=_EN_PURPOSE,
        other=f"{_EN_DO}|{_EN_BESIDE}|{_EN_FOR}",
        ends=_EN_ENDS,
    ),
    _parts(form=_JA_FORM, document=_JA_DOCUMENT, answer=_JA_OF, purpose=_JA_PURPOSE, other=f"{_JA_DO}|{_JA_BESIDE}|{_JA_FOR}"),
)
_COMPARED = re.compile(
    r"(?:(?:그거|이거|방금 ?(?:거|것|답변))(?:을|를)? )?(?:이전|앞|바로 앞|직전|아까)(?:의)? ?(?:답변?|것|거"
    r"|내용)(?:과|와|이랑|하고|랑) 비교(?:해 ?(?:줘요?|주세요|줄래요?))?"
    rf"{_END}*"
    r"|(?:please )?(?:(?:can|could) you )?compare (?:it|that|this|this answer|that answer) (?:with|to) the (?:(?:one"
    r"|answer) before"
    rf"|(?:previous|earlier) (?:one|answer))(?:,? please)?{_END}*"
    rf"|(?:これ|それ|今の回答)?(?:を)?(?:一つ前|前|先ほど|さっき)の(?:回答|もの|答え|内容)と(?:比較|比べ)(?:して"
    rf"|て)(?:ください|くれますか|もらえますか)?{_END}*",
    re.IGNORECASE,
)


def transformation(message: str) -> Transformed | None:
    """What the message wants in another form: the last answer, the document just shown, or the last two answers side by side.

    None where it is anything else.
    """
    text = normalise(message).strip()
    if not text or len(text) > LONGEST:
        return None
    if _COMPARED.fullmatch(text):
        return "compared"
    for part in _LANGUAGES:
        names = _parts_in(text, part)
        if "form" in names or {"answer", "purpose"} <= names:
            return "document" if "document" in names else "answer"
    return None


def _parts_in(text: str, part: re.Pattern[str]) -> frozenset[str | None]:
    """The names of the parts of a text; none where it does not consist of them. No part is read twice, which keeps it linear."""
    names: set[str | None] = set()
    at = 0
    while at < len(text):
        found = part.match(text, at)
        if found is None:
            return frozenset()
        names.add(found.lastgroup)
        at = found.end()
    return frozenset(names)
