"""Questions about what was said in the conversation itself: "what did we decide about the valve at the start?"."""

import re

from ibidem.language.normal import normalise
from ibidem.understanding.acts import read_acts

_SAID = r"said|asked|mentioned|discussed|decided|talked|agreed|concluded|answered|recommended|suggested|went over|covered"
_SAY = r"say|tell|ask|mention|discuss|decide|talk|agree|conclude|answer|recommend|suggest|go over|cover"
# What is left out of a search for it.
_WE_SAID = re.compile(
    rf"\bdid (?:we|you|i) (?:just |already |originally |first )?(?:{_SAY})\b"
    rf"|\b(?:we|you|i)(?:'ve|'d| have| had)? (?:just |already |originally |first |once )?(?:{_SAID})\b"
    r"|우리가 (?:전에 |아까 |처음에 )?(?:말|얘기|이야기|결정|논의|합의)(?:한|했)"
    r"|(?:말|얘기|이야기|언급|질문|결정|대답|답)했(?:던|었)"
    r"|(?:물어봤|물어보았|알려줬|알려주었|말해줬|말해주었|답해줬)(?:던|었)|뭐라고 (?:했|답했|말했|하셨|그랬)"
    r"|(?:話|言|聞|決め|答え|質問し|説明し|教えて(?:くれ|もらい|いただき))(?:し|い|き)?ました(?:っけ|か)"
    r"|(?:言って|話して|聞いて)(?:い)?(?:た|ました)(?:っけ|よね|か)|何(?:と|て|って)(?:言|答え|話)",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"아까|방금|조금 전(?:에)?|처음(?:쯤)?에|처음 부분에서|초반에|앞서|앞에서|이전에|전에|지난번에|맨 처음(?:에)?"
    r"|さっき|先ほど|先程|最初(?:のほう|の方|のころ|の頃)?[にでの]|(?:はじめ|初め)(?:のほう|の方)?[にでの]|前に|以前|この前|前回|冒頭で",
)
_THAT_WAS_SAID = re.compile(
    r"(?:말|얘기|이야기|언급|질문|결정|대답|답|안내|설명)(?:한|했|하신|하셨|해 ?준|해 ?주신|된)|말씀하신"
    r"|물어본|물어봤|물었|알려 ?준|알려 ?줬|정한|정했"
    r"|(?:言|い)った|話(?:した|していた|してた|に出た)|聞いた|聞いていた|伺った|尋ねた|質問した|教えて(?:くれた|もらった|いただいた)|答え(?:た|てくれた)"
    r"|決めた|説明してくれた"
)
_WHEN = re.compile(
    r"\b(?:at|in) the (?:very )?(?:start|beginning|outset)(?: of (?:this|our) (?:conversation|chat|session))?\b"
    r"|\b(?:earlier|before|previously|a while ago|just now|originally|again|remind me|do you remember)\b",
    re.IGNORECASE,
)


MAYBE = 0.12
# From which share of both together on; chosen on the sentences of tests (decision 16).
_RECOUNTS_ABOVE = 0.52


def recounts(message: str) -> bool:
    """Whether the message asks for turns of the conversation, or for what was said in them: either, where it says when."""
    return _share(message) >= _RECOUNTS_ABOVE


def recollects(message: str) -> bool:
    """Whether the message asks about what was said earlier in the conversation, by either side."""
    return read_acts(message).doing("open") in ("recollect", "recount")


def may_recollect(message: str) -> bool:
    """Whether the message may well do so, though it may be a question of its own too."""
    return _share(message) >= MAYBE


def recollected(message: str) -> str:
    """The message without the words that refer to the conversation: what was talked about."""
    text = normalise(message)
    for pattern in (_WE_SAID, _EARLIER, _THAT_WAS_SAID, _WHEN):
        text = pattern.sub(" ", text)
    return " ".join(text.split())


def _share(message: str) -> float:
    return sum(read_acts(message).shares.get(act, 0.0) for act in ("recollect", "recount"))
