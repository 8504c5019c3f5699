"""Parses a model's reply into closed types: None where that would be a guess. No parser raises.

Models wrap the reply in fences, quotes and prose, leave JSON unfinished, and say yes in many ways. The wrapping is tolerated;
the content has to be explicit.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import cast

from ibidem.domain.trace import Verdict
from ibidem.language.normal import normalise

# No reply parsed here needs more.
MOST_CHARACTERS = 10_000
# Repairing takes up to seconds where thousands of brackets are open, and milliseconds here.
MOST_BRACKETS = 100
MOST_QUERIES = 12
LONGEST_QUERY = 300  # characters: a longer text is an explanation
MOST_ISSUES = 10
LONGEST_ISSUE = 500  # characters

# Brackets that begin JSON, as opposed to a word in brackets.
_JSON = re.compile(r"\[\s*[\"'“\[{]|\{\s*[\"'“]?\w+[\"'”]?\s*:")
_FENCED = re.compile(r"\A\s*```[^\n`]*\n(.*?)(?:\n?```\s*)?\Z", re.DOTALL)
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」", "『": "』", "`": "`"}

# A word is the answer where it begins the text, a line or a sentence, and no word follows that could make it mean something else
# ("no doubt", "no. 5", "네 질문" = your question, "예 문서" = an example document).
_MARKS = r"[\s*_`\"'“”‘’「」>\-•]{0,12}+"
_NOUN = r"answer|verdict|result|정답|답변?|판단|결론|回答|答え|判定|結論"
_LABEL = rf"(?:(?:the\s+)?(?:final\s+)?(?:{_NOUN}){_MARKS}(?:is|은|는|は|:|=){_MARKS})?"
_YES = r"yes|y|yeah|yep|true|네|예|응|맞습니다|맞아요|그렇습니다|참|はい|ええ|そうです|真"
_NO = r"no|n|nope|false|아니요|아니오|아뇨|아니|아닙니다|그렇지\s*않습니다|거짓|いいえ|いえ|いや|違います|偽"
_AFTER = (
    r"(?!\s*+(?:[.:]\s*+)?\d)"
    r"(?=\W*+\Z|\s*\n|\s*[,.!?:;)、。…\"'”’」*_`—]|\s+[-–]\s|\s+(?:because|since|as|it|the|this|that|they|there|i)\b)"
)
_ANSWER = re.compile(rf"(?:\A|(?<=[\n.!?。])){_MARKS}{_LABEL}(?:(?P<yes>{_YES})|(?P<no>{_NO})){_AFTER}")
_BOTH = re.compile(rf"\A{_MARKS}(?:{_YES}|{_NO})\s*(?:and|or|but|/|및|또는|,|、)\s*(?:{_YES}|{_NO})(?!\w)")
_TRUE = re.compile(rf"{_YES}|faithful")
_FALSE = re.compile(rf"{_NO}|unfaithful|not faithful")

_VERDICT_LINE = re.compile(
    r"^\W{0,12}+faithful\W{0,12}[:=]\W{0,12}+([A-Za-z가-힣ぁ-んァ-ヶ一-龥]+)\W*$", re.IGNORECASE | re.MULTILINE
)
_NOT = r"(?:\bnot|\bno|\bnever|n't|\bneither|\bnor|\brather than|\binstead of)\s+(?:(?:a|an|the|about)\s+)*\W{0,3}"
_IS_NOT = r"\W{0,3}(?:(?:이|가|은|는)?\s?(?:아니|아닌|아닙)|(?:では|じゃ)(?:な|あり))"

_ITEM = re.compile(r"\s*(?:[-*•·‣–]\s+|[(\[]?\d{1,2}(?:[.)\]:、]|\s*번)\s*|[①-⑳]\s*)(.+)")
_LABELLED = re.compile(r"(?:search\s+)?(?:query|queries|검색어|질의|쿼리|クエリ|検索語)\s*+(?:\d{1,2}\s*+)?:\s*", re.IGNORECASE)
_TALK = re.compile(
    r"(?:here\s+(?:are|is)|sure\b|certainly|of course|okay|note\b|these\b|the following|i\s|i'|sorry|explanation|reason|this quer"
    r"|다음은|아래는|이유|설명|참고:|물론|죄송|알겠|위\s|以下|次の|理由|説明|注:|もちろん|申し訳|承知|上記)",
    re.IGNORECASE,
)
_SAYS_SOMETHING = re.compile(r"[^\W\d_]|\d{3}")  # a letter, or a number that may be an id
_NUMBERS_LISTED = re.compile(r"\[[\d\s,]{0,200}\]")
_NUMBERS_ALONE = re.compile(r"\d[\d\s,]{0,200}")
_NOTHING = frozenset({"", "none", "n/a", "na", "-", "nothing", "no issues", "없음", "없습니다", "なし", "特になし", "ありません"})

_NO_ISSUE = re.compile(
    r"no (?:issues?|problems?|errors?|faults?)(?: (?:were |was )?(?:found|detected|identified))?"
    r"|(?:특별한 |발견된 )?(?:문제|이상|오류)(?:점)?(?:이|가|은|는)? ?없(?:음|습니다|다)"
    r"|(?:特に)?問題(?:は|が)?(?:なし|ありません|ない)"
)


def read_yes_no(text: str) -> bool | None:
    """Yes or no, in words or as JSON, with or without reasons after it; None when the reply has both or neither."""
    said = {yes for found in json_objects(text) if (yes := _yes_of(found)) is not None}
    if not said:
        plain = _plain(text)
        if _BOTH.match(plain):
            return None
        said = {found["yes"] is not None for found in _ANSWER.finditer(plain)}
    return said.pop() if len(said) == 1 else None


def read_choice(options: Sequence[str]) -> Callable[[str], str | None]:
    """A parser for a reply that names one of the options, as a word or as a value in JSON; None when it names several or
    none."""
    by_name = {_plain(option): option for option in options}
    names = "|".join(re.escape(name) for name in sorted(by_name, key=len, reverse=True))
    # Korean and Japanese particles follow a Latin word directly: only Latin letters and digits make it another word.
    named = re.compile(rf"(?<![a-z0-9_])(?:{names})(?![a-z0-9_])") if names else re.compile(r"(?!)")
    denied = re.compile(rf"{_NOT}(?:{names})(?![a-z0-9_])|(?<![a-z0-9_])(?:{names}){_IS_NOT}") if names else named

    def read(text: str) -> str | None:
        said: set[str] = {by_name[name] for value in _json_texts(text) if (name := _plain(value)) in by_name}
        if not said:
            plain = _plain(text)
            said = set() if denied.search(plain) else {by_name[found.group()] for found in named.finditer(plain)}
        return said.pop() if len(said) == 1 else None

    return read


def read_queries(text: str) -> tuple[str, ...] | None:
    """Queries from a JSON list, an object with lists, or lines, without their numbers and quotes, each once; None without any."""
    written = _json_texts(text)
    if not written:
        lines = [line for line in _unfenced(text).splitlines() if not line.lstrip().startswith("```")]
        items = [found[1] for line in lines if (found := _ITEM.fullmatch(line))]
        written = [line for line in items or lines if not line.rstrip().endswith((":", "："))]
    queries: dict[str, str] = {}
    for one in written:
        query = _query(one)
        if query:
            queries.setdefault(" ".join(query.casefold().split()), query)
    return tuple(queries.values())[:MOST_QUERIES] or None


def read_numbers(text: str) -> tuple[int, ...] | None:
    """Numbers from the first JSON list of nothing else, or from a reply that is nothing else, each once; () from an empty list.
    None for anything else."""
    plain = _plain(text)
    listed = _NUMBERS_LISTED.search(plain) or _NUMBERS_ALONE.fullmatch(plain)
    return None if listed is None else tuple(dict.fromkeys(int(one) for one in re.findall(r"\d{1,9}", listed.group())))


def read_verdict(text: str) -> Verdict | None:
    """A judge's verdict from a JSON object; None when it does not say whether the answer is faithful, or is inconsistent."""
    verdicts = [verdict for found in json_objects(text) if (verdict := _verdict(found)) is not None]
    if not verdicts and (line := _VERDICT_LINE.search(text[:MOST_CHARACTERS])) is not None:
        faithful = _truth(line[1])
        return None if faithful is None else Verdict(faithful)
    if not verdicts and _truth(text) is False:
        return Verdict(faithful=False)  # a bare "no" counts, a bare "yes" does not
    if len({verdict.faithful for verdict in verdicts}) != 1:
        return None
    return verdicts[-1]


def read_text(text: str) -> str | None:
    """The text without a fence or quotes around the whole of it; None when nothing is left."""
    return _bare(_unfenced(text)) or None


def _unfenced(text: str) -> str:
    fenced = _FENCED.match(text)
    return fenced[1] if fenced and "```" not in fenced[1] else text


def _bare(text: str) -> str:
    """Strips white space and one pair of quotes around the whole, where no such quote occurs inside."""
    text = text.strip()
    closing = _QUOTES.get(text[:1])
    if closing is not None and len(text) > 1 and text.endswith(closing):
        inside = text[1:-1]
        if text[0] not in inside and closing not in inside:
            return inside.strip()
    return text


def _plain(text: str) -> str:
    """Normalised for comparison: casefolded, without a fence, quotes or marks around the whole."""
    return normalise(_bare(_unfenced(text[:MOST_CHARACTERS]))).casefold().strip(" \n\t.。*_`\"'“”「」")


def _yes_of(found: dict[str, object]) -> bool | None:
    """Yes or no from a JSON object: its truth values, or else its texts that are nothing but an answer, must agree."""
    values = list(found.values())
    said = {value for value in values if isinstance(value, bool)} or {
        yes for value in values if isinstance(value, str) and (yes := _truth(value)) is not None
    }
    if not said and len(values) == 1 and isinstance(values[0], str):
        said = {answer["yes"] is not None for answer in _ANSWER.finditer(_plain(values[0]))}
    return said.pop() if len(said) == 1 else None


def _truth(value: object) -> bool | None:
    """A truth value, or a text that is nothing but one."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, str):
        return None
    plain = _plain(value)
    if _TRUE.fullmatch(plain):
        return True
    return False if _FALSE.fullmatch(plain) else None


def _verdict(found: dict[str, object]) -> Verdict | None:
    named = {name.casefold().strip(): value for name, value in found.items()}
    said = named.get("faithful", named.get("is_faithful"))
    faithful = _truth(said)
    if faithful is None and isinstance(said, int | float) and _issues(named.get("issues")):
        faithful = False  # a grade on an unknown scale; with issues it is not faithful
    if faithful is None:
        inner = list(named.values())
        if len(inner) == 1 and isinstance(inner[0], dict):
            return _verdict(cast(dict[str, object], inner[0]))
        return None
    said = [" ".join(issue.split())[:LONGEST_ISSUE] for issue in _issues(named.get("issues"))]
    issues = tuple(issue for issue in said if not _says_nothing(issue))[:MOST_ISSUES]
    hint = named.get("hint")
    good = faithful and not issues  # "faithful, but" is a doubt
    return Verdict(
        good,
        issues,
        " ".join(hint.split())[:LONGEST_ISSUE] if isinstance(hint, str) and hint.casefold().strip(" .。") not in _NOTHING else "",
        not good and _truth(named.get("elsewhere")) is True,
    )


def _says_nothing(issue: str) -> bool:
    """Whether an issue only states that there is none."""
    plain = issue.casefold().rstrip(".。! ")
    return plain in _NOTHING or _NO_ISSUE.fullmatch(plain) is not None


def _issues(value: object) -> Sequence[str]:
    """The issues of a verdict: a text, a list of texts, or of objects whose texts belong together."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [": ".join(text for text in cast(dict[str, object], value).values() if isinstance(text, str))]
    return [text for item in cast(list[object], value) for text in _issues_of_item(item)] if isinstance(value, list) else []


def _issues_of_item(item: object) -> Sequence[str]:
    return [] if isinstance(item, list) else _issues(item)


def _query(written: str) -> str | None:
    query = _bare(normalise(written).replace("**", "").strip())
    if found := _ITEM.fullmatch(query):
        query = found[1]
    query = _bare(_LABELLED.sub("", query, count=1).strip().rstrip(",").strip())
    if not _SAYS_SOMETHING.search(query) or len(query) > LONGEST_QUERY or _TALK.match(query) or query.endswith(":"):
        return None
    return " ".join(query.split())


def _json_texts(text: str) -> list[str]:
    """The texts of the JSON in a reply: of its lists where there are some, or else of its objects."""
    lists = [item for value in _values(text) for item in _listed(value)]
    return lists or [item for found in json_objects(text) for item in _strings(found)]


def _listed(value: object) -> Iterator[str]:
    """The texts of a list, or of the lists in an object; of an object in a list, its first text."""
    if isinstance(value, dict):
        for inner in cast(dict[str, object], value).values():
            if isinstance(inner, (list, dict)):
                yield from _listed(cast(object, inner))
    elif isinstance(value, list):
        for item in cast(list[object], value):
            if isinstance(item, str):
                yield item
            elif isinstance(item, dict):
                yield from list(_strings(cast(dict[str, object], item)))[:1]


def _strings(value: dict[str, object]) -> Iterator[str]:
    return (text for text in value.values() if isinstance(text, str))


def json_objects(text: str) -> list[dict[str, object]]:
    """The JSON objects in a reply, by themselves or in lists."""
    found = _values(text)
    found += [item for value in found if isinstance(value, list) for item in cast(list[object], value)]
    return [cast(dict[str, object], value) for value in found if isinstance(value, dict)]


def _values(text: str) -> list[object]:
    """The JSON lists and objects in a reply, up to the first malformed one, which is repaired."""
    text = text[:MOST_CHARACTERS]
    decoder = json.JSONDecoder()
    values: list[object] = []
    end = 0
    while opening := _JSON.search(text, end):
        try:
            value, end = cast(tuple[object, int], decoder.raw_decode(text, opening.start()))
        except (ValueError, RecursionError):
            return [*values, *_repaired(text[opening.start() :])]
        values.append(value)
    return values


def _repaired(text: str) -> list[object]:
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        return []
    # Imported here: most replies are sound, and a turn without a model has none.
    import json_repair

    try:
        value = cast(object, json_repair.loads(text))
    except (ValueError, RecursionError):
        return []
    return [value] if isinstance(value, (dict, list)) else []
