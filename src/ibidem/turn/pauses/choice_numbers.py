"""The words around the numbers with which a reply picks sources, in three languages: "yes, only 1 and 3", 2번은 빼고."""

import re

from ibidem.language.phrases import made_of

_ONLY = re.compile(r"만(?:요|으로)?|\bonly\b|\bjust\b|だけ|のみ", re.IGNORECASE)
# Words around numbers that pick sources; the numbers themselves are read as in references to documents.
_NUMBER = r"[0-9]{1,9}+(?:\s{0,2}+(?:번째?|番目?|つ目))?"
_NUMBERS = rf"((?:문서\s{{0,2}}+)?(?<![0-9]){_NUMBER}(?:\s{{0,2}}+(?:[,、와과と]|이?랑|하고|및)\s{{0,2}}+{_NUMBER}){{0,20}})"
_TAKING_OUT = re.compile(
    rf"(?:leave\s+out|exclude|remove|omit|drop|skip|not|leave(?=\s+(?:number\s+)?\d+\s+out))\s+(?:(?:document|number"
    rf"|source)\s+)?{_NUMBERS}"
    rf"|{_NUMBERS}\s*+(?:(?:문서|자료|の文書)\s*+)?(?:[은는도이가]요?\s*+)?(?:아니(?:야|에요|예요|고|네요)|아닙니다"
    r"|틀렸(?:어요?|습니다)|틀려요?|(?:관련|상관|필요)\s*없[가-힣]{1,3}|빼(?:줘|\s*주세요|고)|제외(?:해|하고)?)"
    rf"|{_NUMBERS}(?:の文書)?[はがを]?(?:違(?:う|います)|(?:関係|要|い)(?:ない|あ?りません)(?:です)?|不要(?:です)?|(?:外"
    rf"|除外)して|使わないで)"
    rf"|{_NUMBERS}\s+(?:is|are)\s+(?:wrong|(?:not\s+)?(?:ir)?relevant|unrelated|not\s+(?:right|it))",
    re.IGNORECASE,
)
_PLEASE = r"\s*(?:해\s*)?(?:줘요?|주세요)"
_PICKING = re.compile(
    rf"이?면\s*(?:돼요?|됩니다|충분해요?)|\bnumbers\b|(?<=\d)\s+out\b|(?<=로)\s*(?:알려|말해|설명해){_PLEASE}"
    rf"|사용(?:{_PLEASE}|\s*하세요|\s*해|$)|(?:써|골라){_PLEASE}|(?:답변?|대답)\s*(?:을\s*)?(?:해|만들어|작성해){_PLEASE}"
    rf"|진행(?:{_PLEASE})?|(?:승인|선택)(?:합니다|해요?|할게요)?"
    r"|\b(?:please\s+)?(?:answer|go(?:\s+ahead)?|proceed|continue)\s+(?:only\s+)?(?:with|from|using)\b"
    r"|\b(?:keep|approved?|select|pick|choose|take|use|using)\b|\bthe\s+rest\s+(?:is|are)\s+\w+\b"
    r"|(?:だけ|のみ)?[をで]?(?:(?:使っ|使用し|回答し|答え|進め|承認し)て|選んで)(?:ください|下さい)?|のみ|承認(?:します)?"
    r"|て?ください",
    re.IGNORECASE,
)
# All of what is listed, and nothing else: 전부요, "all of them", 両方です.
_ALL = re.compile(
    r"둘\s*다|모두|전부|전체|다|요|all|both|every\s*one|of\s+(?:them|these|those)|両方|全部|すべて|全て|どちらも|です|で"
    r"|please|주세요|お願いします",
    re.IGNORECASE,
)
_LONGEST_ALL = 40  # characters
_BOTH = re.compile(r"둘\s*다|\bboth\b|両方|どちらも", re.IGNORECASE)


def without_decision(text: str) -> str:
    """A reply (normalised) without the words around its numbers; words that exclude become "빼고"."""
    return _PICKING.sub(" ", _TAKING_OUT.sub(_taken_out, text)).strip()


def without_only(text: str) -> str:
    """The text without its "only"."""
    return _ONLY.sub(" ", text)


def says_all(text: str) -> bool:
    """Whether the text (normalised) says nothing but all of them."""
    return len(text) <= _LONGEST_ALL and made_of(_ALL, text)


def says_both(text: str) -> bool:
    """Whether the text refers to two."""
    return _BOTH.search(text) is not None


def _taken_out(match: re.Match[str]) -> str:
    return f"{next(filter(None, match.groups()))} 빼고 "
