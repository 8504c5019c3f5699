"""Words of contrast that no reading has used up: where one stands among the numbers, all of them cannot be meant."""

import re
from collections.abc import Iterable

from ibidem.pointing.groups import Group
from ibidem.pointing.positions import kinds_of
from ibidem.pointing.scanning import Token

_CONTRAST = re.compile(
    r"\b(?:not|isn't|wasn't|aren't|don't|doesn't|didn't|but|than|rather|except|excluding|instead|without|ignore|forget|skip|never"
    r"|unlike|prefer|wrong)\b"
    r"|말고|말구|아니[고라구]|아닌|빼고|빼구|제외|보다|됐고|대신"
    r"|[でじ][はゃ]な[くい]|以外|除[いき]|"
    r"[番目つ]の?(?:方|ほう|文書|資料)?より|いいの?で|いいから|いらな|要らな|不要|代わり|かわり"
)
# With these what is set against it comes on top: "not only 1 but also 2", 1번뿐 아니라 2번도, 1番だけでなく2番も.
_ON_TOP = re.compile(
    r"\b(?:only|just|also|too|as well|both)\b|뿐|만이?\s?아니|둘\s?다|[0-9번서]도(?![가-힣])"
    r"|だけ|ばかり|のみ|も(?![のっ])|両方|どっち|どちら"
)
# What the two are held against each other for, which asks for both: "is it newer than", 1번보다 2번이, 1番より2番のほうが.
_HELD_AGAINST = re.compile(
    r"\b(?:differ\w*|compare\w*|same|contradict\w*|agree\w*|match\w*|\w+er than|more \w+ than|less \w+ than|which)\b"
    r"|보다.{0,16}(?:더|나[은아]|높|낮|크|작|최신|새|길|짧|많|적)|비교|차이|다른|다르|어느|뭐가|무엇이"
    r"|より.{0,16}(?:新し|古|高|低|大き|小さ|長|短|多|少な|詳し|いい|よい|良)|比べ|比較|違[うい]|異な|どっち|どちら"
)
# "Document 1 or 2", 1번이나 2번, 1番か3番: which of them, it leaves open, where it is no question.
_OR = re.compile(r"\bor\b|또는|혹은|[번서째][이]?나(?![가-힣])|または|もしくは|あるいは|[番目書料]か(?![らなも])")
_PREFERRED = re.compile(r"\b(?:rather|sooner|prefer|better|instead)\b")


# "I'd rather have document 3 than document 1", "I prefer the first over the second", "I need 2 more than 1".
_LIKED = re.compile(r"\b(?:rather|sooner|prefer)\b|\b(?:i|we) (?:need|want|like|would like|care about)\b[^,.;?!]* more than\b")
_OVER = frozenset({"than", "over", "to"})
_LEFT_BEHIND = re.compile("[hFlS]*(?:I|[AYKa]?[NnB](?:o?[AYKG])?)")


def without_what_is_liked_less(tokens: list[Token]) -> list[Token]:
    """The tokens without the document that another is preferred to; all of them where none is."""
    kinds = kinds_of(tokens)
    for at, token in enumerate(tokens):
        if token.text not in _OVER or re.search("[NnBI]", kinds[:at]) is None:
            continue
        less = _LEFT_BEHIND.match(kinds, at + 1)
        said = " ".join(t.text for t in tokens[: at + 1])
        if token.text == "to" and "prefer" not in said:
            continue  # "rather than the second I'd like to see the third"
        if less is not None and _LIKED.search(said) is not None:
            begun = at - 1 if tokens[at - 1].text == "more" else at
            return tokens[:begun] + tokens[less.end() :]
    return tokens


_ANOTHER_THING = re.compile("[Jb]?x[hF]*H[nNB]J?")


def without_other_things(tokens: list[Token]) -> list[Token]:
    """ "Show me document 1, not chamber 2": without the thing that is not meant, where a document is."""
    kinds = kinds_of(tokens)
    other = _ANOTHER_THING.search(kinds)
    if other is None or re.search("A[nNB]|[NB]A", kinds[: other.start()] + kinds[other.end() :]) is None:
        return tokens
    return tokens[: other.start()] + tokens[other.end() :]


def left_open(tokens: list[Token], mentioned: Iterable[Group], numbers: tuple[int, ...]) -> bool:
    """Whether one of several is to be shown, whichever: "open document 1 or document 2"."""
    named = list(mentioned)
    before = tokens[: named[0].first] if named else []
    either = before != [] and before[-1].text == "either" and not any(token.kind == "f" for token in before[:-1])
    asks = any(token.kind in "fVvkpc" for token in tokens) and not either
    if len(numbers) < 2 or asks:
        return False
    among = "".join(t.text if t.attached else f" {t.text}" for t in tokens[named[0].first : named[-1].last])
    return _OR.search(among) is not None


def unsettled(tokens: list[Token], mentioned: Iterable[Group], numbers: tuple[int, ...]) -> bool:
    """Whether all numbers that the message mentions are taken, though a word between them sets one against another."""
    named = list(mentioned)
    if len(numbers) < 2 or any(group.excluded or set(group.numbers) - set(numbers) for group in named):
        return False
    whole = " ".join(token.text for token in tokens)
    among = " ".join(token.text for token in tokens[named[0].first : named[-1].last])
    if _CONTRAST.search(among) is None or _ON_TOP.search(whole) is not None:
        return False
    if "k" in (token.kind for token in tokens):
        return False  # "document 1 says 5 minutes but document 2 says 10, which is right?"
    return _HELD_AGAINST.search(whole) is None or _PREFERRED.search(whole) is not None
