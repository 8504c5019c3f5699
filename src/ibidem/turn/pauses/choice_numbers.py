"""The words around the numbers with which a reply picks sources, in three languages: "yes, only 1 and 3", 2번은 빼고."""

import re

from ibidem.language.phrases import made_of

_ONLY = re.compile(r"만(?:요|으로)?|\bonly\b|\bjust\b|だけ|のみ", re.IGNORECASE)
# Words around numbers that pick sources; the numbers themselves are read as in references to documents.
_YES_OR_NO_FIRST = re.compile(
    r"^(?:네|예|응|넵|아니(?:요|오|야)?|아뇨|좋아요|그럼|음|yes|yeah|ok(?:ay)?|sure|no|nope"
    r"|はい|うん|ええ|いいえ|いや|では"
    r"|じゃあ)(?:[\s,.!、。]+|(?=\d))",
    re.I,
)
_NUMBER = r"[0-9]{1,9}+(?:\s{0,2}+(?:번째|번|番目|番|つ目))?"
_NUMBERS = rf"((?:문서\s{{0,2}}+)?(?<![0-9]){_NUMBER}(?:\s{{0,2}}+(?:,|、|와|과|이?랑|하고|と|및)\s{{0,2}}+{_NUMBER}){{0,20}})"
_TAKING_OUT = re.compile(
    rf"(?:leave\s+out|exclude|remove|omit|drop|skip|not|leave(?=\s+(?:number\s+)?\d+\s+out))\s+(?:document\s+|number\s+|source\s+)?{_NUMBERS}"
    rf"|{_NUMBERS}\s*+(?:(?:문서|자료|の文書)\s*+)?(?:(?:은|는|도|이|가|는요|은요)\s*+)?(?:아니(?:야|에요|예요|고|네요)|아닙니다"
    rf"|틀렸(?:어요?|습니다)|틀려요?|(?:관련|상관)\s*없(?:어요?|습니다|으니|네요)|필요\s*없(?:어요?|습니다)|빼(?:줘"
    rf"|\s*주세요|고)|제외(?:해|하고)?)"
    rf"|{_NUMBERS}(?:の文書)?(?:は|が|を)?(?:違(?:う|います)|関係(?:ない|ありません)(?:です)?|不要(?:です)?|いりません"
    rf"|要りません|外して|除外して|使わないで)"
    rf"|{_NUMBERS}\s+(?:is|are)\s+(?:wrong|irrelevant|not\s+relevant|unrelated|not\s+(?:right|it))",
    re.IGNORECASE,
)
_PICKING = re.compile(
    r"이?면\s*(?:돼요?|됩니다|충분해요?)|\bnumbers\b|(?<=\d)\s+out\b|(?<=로)\s*(?:알려|말해|설명해)\s*(?:줘요?|주세요)"
    r"|사용\s*(?:해\s*(?:줘요?|주세요)|하세요|해|$)|써\s*(?:줘요?|주세요)"
    r"|(?:답변?|대답)\s*(?:을\s*)?(?:해|만들어|작성해)\s*(?:줘요?|주세요)|진행\s*(?:해\s*(?:줘요?|주세요))?|승인(?:합니다"
    r"|해요?|할게요)?|골라\s*(?:줘요?|주세요)|선택(?:합니다|해요?|할게요)?"
    r"|\b(?:please\s+)?(?:answer|go(?:\s+ahead)?|proceed|continue)\s+(?:only\s+)?(?:with|from|using)\b|\b(?:keep|approved?"
    r"|select|pick|choose|take|use|using)\b|\bthe\s+rest\s+(?:is|are)\s+\w+\b"
    r"|(?:だけ|のみ)?(?:を|で)?(?:使って|使用して|回答して|答えて|進めて|選んで|承認して)(?:ください|下さい)?|のみ"
    r"|承認(?:します)?|(?:て)?ください",
    re.IGNORECASE,
)
# All of what is listed, and nothing else: 전부요, "all of them", 両方です.
_ALL = re.compile(
    r"둘\s*다|모두|전부|전체|다|요|all|both|every\s*one|of\s+(?:them|these|those)|両方|全部|すべて|全て|どちらも|です|で|please|주세요|お願いします",
    re.IGNORECASE,
)
_LONGEST_ALL = 40  # characters
_BOTH = re.compile(r"둘\s*다|\bboth\b|両方|どちらも", re.IGNORECASE)


def without_decision(text: str) -> str:
    """A reply (normalised) without the yes or no before its numbers and the words around them; words that exclude
    become "빼고"."""
    return _PICKING.sub(" ", _TAKING_OUT.sub(_taken_out, _YES_OR_NO_FIRST.sub("", text))).strip()


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
