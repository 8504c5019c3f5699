"""Words of position read as the numbers that they stand for."""

import re

from ibidem.pointing.english.neighbours import with_neighbours
from ibidem.pointing.pointer import MIDDLE, NO_SLOT
from ibidem.pointing.scanning import Token

_TOP = ("上の", "上から", "頭の", "頭から", "前の", "前から", "先頭の", "先頭から", "冒頭の")
ENDS = (
    "last",
    "final",
    "first",
    "마지막",
    "끝",
    "最初",
    "最後",
    "처음",
    "첫",
    "frist",
    "はじめの",
    *_TOP,
    "下の",
    "後ろの",
    "うしろの",
    "下から",
    "末尾の",
    "前半の",
    "後半の",
)
_IN_ORDER = ("째", "마지막", "끝")


def kinds_of(tokens: list[Token]) -> str:
    """One letter a token."""
    return "".join([token.kind for token in tokens])


def settle_words(tokens: list[Token]) -> list[Token]:
    """The tokens with words of position read as the numbers that they stand for: top, 끝에서 두 번째, 次 to last."""
    settled: list[Token] = []
    tokens = with_neighbours(tokens)
    for at, token in enumerate(tokens):
        before = settled[-1].kind if settled else ""
        if token.text in ("first", "last") and before and before in "nNB" and not _names(tokens[at + 1 : at + 2]):
            settled.append(token._replace(kind="F"))  # "show me document 2 first"
        elif token.kind == "Q" and before and before in "NB" and "가" <= token.text[0] <= "힣":
            settled.append(token._replace(kind="G"))  # 두 번째 그거
        elif (
            token.kind != "F"
            and _AFTER_THAT.fullmatch(token.text)
            and (one := _followed(settled, token.text, tokens[at + 1 : at + 2])) is not None
        ):
            value = settled[one].value + (-1 if _BEFORE_THAT.match(token.text) else 1)
            if "X" not in kinds_of(settled[one:]):
                del settled[one:]
            settled.append(token._replace(kind="N", value=value))
        elif _counts_those_named(settled, token):
            settled.append(token._replace(kind="F"))  # 1번 2번 문서 두 개만
        elif _among(tokens, at):
            settled.append(token._replace(kind="D"))  # 세 개 중에 마지막 문서: of those that were shown
        elif token.kind in "10":
            settled.append(token._replace(kind="N", value=1))
        elif token.kind == "y":
            after = kinds_of(tokens[at + 1 :])
            alone = _ASKED_ALONE.fullmatch(kinds_of(settled) + after) is not None and re.search("[SVWv]", after) is not None
            named = re.match("o?[AG]|X", after) is not None or alone
            named = named or [t.text for t in tokens[at + 1 : at + 2]] == ["on your list"]  # "the middle of those three"
            settled.append(token._replace(kind="N", value=MIDDLE) if named else token._replace(kind="o"))
        elif token.kind in "Nn" and token.value == 0:
            settled.append(token._replace(value=NO_SLOT))
        elif before == "O" and (token.kind in "23" or (token.kind in "nq" and _of_anything(token))):
            if settled[-1].text == "other":
                settled[-1] = settled[-1]._replace(text="others")  # "the other two"
            continue  # 나머지 두 개
        elif token.kind == "L":
            settled.append(token._replace(kind="N", value=-1))
        elif token.kind == "z":
            settled.append(token._replace(kind="N", value=-2))
        elif token.kind == "D" and before in ("P", "l") and _in_order(settled) and _DOCUMENT.match(kinds_of(tokens[at + 1 :])):
            settled[-1] = token  # 마지막에 나온 문서 is the last one
        elif token.kind in "Nn" and before == "Z":
            settled[-1] = token._replace(kind="N", value=-abs(token.value), start=settled[-1].start)
        elif token.kind == "Z" and before == "N":
            settled[-1] = settled[-1]._replace(value=-abs(settled[-1].value), end=token.end)
        elif token.kind == "N" and token.value == -1 and before == "Z":
            settled[-1] = token
        elif token.text == "but" and re.search("E[FhoMD]*[AYaG]?D*$", kinds_of(settled)):
            settled.append(token._replace(kind="x", text="all but"))
        elif token.kind == "i" and before == "J" and len(settled) > 1 and settled[-2].kind == "N":
            settled.append(token._replace(kind="N", value=2))
        elif _ends(settled) is not None and (token.kind in "23" or (token.value in (2, 3, 4, 5) and _of_anything(token))):
            count = token.value or (3 if token.kind == "3" else 2)
            first = settled[_ends(settled) or 0]
            del settled[_ends(settled) or 0 :]
            many = range(1, count + 1) if first.value == 1 else range(-count, 0)
            settled += [first._replace(kind="N", value=n, text="one of many") for n in many]
        elif (token.kind in "qn" and token.value in (2, 3, 4, 5) and _of_anything(token)) and (
            side := _side(settled)
        ) is not None:
            first = settled[side]
            many = range(1, token.value + 1) if _SIDES[first.text] > 0 else range(-token.value, 0)
            del settled[side:]
            settled += [first._replace(kind="N", value=n, text="one of many") for n in many]
        else:
            settled.append(token)
    return settled


# 1번 말고 그 다음 거, 2번 다음 문서: the one after it.
_AFTER_THAT = re.compile("(?:(?:그|바로|그 ?바로) )?(?:다음|밑|아래|뒤|위|앞).{0,6}")
_BEFORE_THAT = re.compile("(?:(?:그|바로|그 ?바로) )?[위앞]")


# 真ん中を見せて, 真ん中と最後を比較して.
_ASKED_ALONE = re.compile("[NnFDJ;oqAGPtXEO23SVWv]*")
_DOCUMENT = re.compile("[FDPE]*[AGKYaQ]|$")


def _in_order(settled: list[Token]) -> bool:
    return len(settled) > 1 and settled[-2].text.endswith(_IN_ORDER)


def _followed(settled: list[Token], said: str, following: list[Token]) -> int | None:
    """The place of the number that "the next one" comes after, where the two go together and a noun follows."""
    if kinds_of(following) not in ("A", "G"):
        return None
    match = re.search("([NB])(?:D?[AYKG])?[Pto]*(?:X[PJFD;]*)?$", kinds_of(settled))
    if match is None:
        return None
    value = settled[match.start()].value
    return match.start() if (value > 1 or value == -1 if _BEFORE_THAT.match(said) else value >= 1) else None


def _counts_those_named(settled: list[Token], token: Token) -> bool:
    """Whether a count only says how many have just been named."""
    if token.kind != "q" or not token.text.endswith("개"):
        return False
    named = re.search("(?:[NB][GJPo]{0,9}){1,20}[AYK]P?$", kinds_of(settled))
    return named is not None and len(re.findall("[NB]", named.group())) == token.value


def _among(tokens: list[Token], at: int) -> bool:
    """Whether a count at `at` says of how many a number is one."""
    counted = tokens[at].kind == "q" and tokens[at].text.endswith("개") and 1 < tokens[at].value <= _MOST_SHOWN
    return counted and re.match("o[FD]*[Ny10L]", kinds_of(tokens[at + 1 : at + 5])) is not None


_MOST_SHOWN = 20

# 앞에 두 개, 끝에 두 개.
_SIDES = {
    **dict.fromkeys(("앞에", "앞에서", "맨 앞", "앞", "앞의", "앞쪽", "위", "위의", "위에", "위에서", "위쪽"), 1),
    **dict.fromkeys(("끝에", "뒤에", "맨 뒤", "뒤", "뒤의", "뒤쪽", "밑에", "밑의", "밑", "아래", "아래의", "아래쪽"), -1),
}


def _side(settled: list[Token]) -> int | None:
    """The place of the word for the end that a count is of: 앞의 두 개."""
    at = len(settled) - (2 if settled and settled[-1].kind == "o" else 1)
    return at if at >= 0 and settled[at].text in _SIDES else None


def _names(following: list[Token]) -> bool:
    """Whether a noun or a number follows, that a word of position goes with: "the first one", "the last two"."""
    return kinds_of(following) != "" and kinds_of(following) in "AYKaGnNqTH23"


def _of_anything(token: Token) -> bool:
    """Whether a count may be of documents: "the first three", 最初の3つ, but not 最初の3行."""
    return token.kind == "n" or (token.kind == "q" and token.text.endswith(("つ", "個", "件", "点", "개", "건", "편")))


def _ends(tokens: list[Token]) -> int | None:
    """The place of a "first" or "last" that counts what comes next: "the first two", 最初の2つ."""
    at = len(tokens) - (2 if tokens and tokens[-1].kind == "o" else 1)
    return at if at >= 0 and tokens[at].kind == "N" and tokens[at].text.endswith(ENDS) else None
