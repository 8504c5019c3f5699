"""What a masked message asks, without what only carries the masked values.

"제 주민번호는 <KR_RRN_1>인데 연차는 며칠이에요?" asks what "연차는 며칠이에요?" asks. A placeholder, the name of the number
before it with whose it is, and the copula or stop behind it say nothing of what is looked for; everything else stays.
"""

import re

from ibidem.domain.personal_data import PLACEHOLDER, without_placeholders

# The name of a number: a noun, bare or as the topic, which a case particle makes part of another clause ("인사팀에 <PHONE_1>로").
_KOREAN = (
    r"(?:(?<![^\s,.?!])(?:제|내|저의|나의|저희|우리|본인)\s{1,3})?"
    r"(?:(?<![^\s,.?!])[가-힣A-Za-z]{1,12}(?<![에를을와과로서게께])(?:\s{0,2}:)?\s{0,3})?"
    rf"{PLACEHOLDER}"
    r"(?:번)?(?:이?(?:고요?|구요?|며|니까?)|인데요?|이?거든요|이?에요|예요|이예요|입니다|인|이야|야)"
    r"(?=[\s,.?!。、]|\Z)[\s,.。、]{0,3}"
)
_ENGLISH = (
    r"(?i:(?<![\w'])(?:(?:and|so|but)\s{1,3})?(?:(?:my|our|his|her|their|the)\s{1,3})?(?:[a-z][\w'-]{0,20}\s{1,3}){0,3}?"
    r"(?:[a-z][\w-]{0,20}(?:'s|\s{1,3}(?:is|are|was)|\s?[:=#])))\s{0,3}"
    rf"{PLACEHOLDER}"
    r"(?:[,;.]\s{0,3}(?:(?:and|so|but)(?![\w'])\s{0,3})?|\s{1,3}(?:and|so|but)(?![\w'])\s{0,3}|\s{0,3}\Z)"
)
_JAPANESE = (
    r"(?:(?:私|僕|自分|うち|本人|当方)の|(?<![をにへとでァ-ヿ一-鿿A-Za-z]))(?:[ァ-ヿ一-鿿A-Za-z]{1,14}[はが]?:?\s?)?"
    rf"{PLACEHOLDER}"
    r"(?:(?:なん|なの)?(?:ですが|ですけれども?|ですけど|だけど|だが|ですので|でして)|なので|(?:です|で|だ)(?=[、。,.\s?!]|\Z))"
    r"[、。,.\s]{0,3}"
)
_CARRIERS = tuple(map(re.compile, (_KOREAN, _JAPANESE, _ENGLISH)))


def without_carried(text: str) -> str:
    """The text as it is searched for: without placeholders, and without what only carries one where something else is said."""
    if "<" not in text:
        return text
    left = text
    for carrier in _CARRIERS:
        left = carrier.sub("", left)
    left = without_placeholders(left)
    return left if any(character.isalnum() for character in left) else without_placeholders(text)
