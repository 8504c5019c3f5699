"""Values of the question that an answer repeats as a condition: "with three years of service"; the document has "1 to 4 years".

Such a value is no claim. A value that the question suggests as its answer ("is it 15 N·m?") is one.
"""

import re
from collections.abc import Sequence

from ibidem.checks.ranges import Range, find_ranges
from ibidem.checks.values import Quantity, Value, read_values
from ibidem.language.question_words import asked_values
from ibidem.language.sentences import sentence_spans

_ASKS = re.compile(
    r"\b(?:what|which|who|whom|when|where|why|how)\b|몇|며칠|얼마|언제|어디|누구|누가|무엇|뭐|뭘|무슨|어떤|어떻게|어느|왜"
    r"|何|いつ|どこ|誰|だれ|どれ|どの|どう|どんな|なぜ|いく[つら]|どちら",
    re.IGNORECASE,
)
# What ends the part of a sentence that describes the case: "45분 지각하면 …", "3年ですが、…", but not "15 N·m로 조이면 되나요?".
_CASE_ENDS = re.compile(
    r"[는은인던한된]데(?=[\s,])|[가-힣]면(?=[\s,])(?! ?(?:되|돼|됩|될|괜찮|맞))"
    r"|니까|지만|경우|[을할될된한] ?때|[아어여해]서(?=[\s,])"
    r"|(?:が|けど|けれども|ので|から|とき|場合)(?:は|に)?、|(?:たら|なら|れば|だと|場合|とき)(?:は|、)?(?=[一-龥ぁ-んァ-ヶ、])(?!いい|よい|良い)"
    r"|[,.](?= )"
)
_CASE_BEGINS = re.compile(r"\b(?:if|when|once|after|with|for|as)\b[^,]{0,60}$", re.IGNORECASE)


def is_condition(value: Value, held: Sequence[Value], question: str, sources: Sequence[str]) -> bool:
    """Whether a value that the question gave, and none of the sources holds, only repeats the case that the question describes.

    `held` are the values of the same sentence that the sources hold. Where one of them is of the same kind, it is contrasted with
    that; else a range beside them has to cover it, or where none stands there, all others of its kind. Without such values any
    range may cover it. A value that the question suggests has to be covered beside them, where nothing else of its kind stands.
    """
    suggested = _is_suggested(value, question)
    if not isinstance(value, Quantity):
        return bool(held) and not suggested
    lines = [text[start:end] for text in sources for start, end in sentence_spans(text)]
    known = {one.value for one in held if isinstance(one, Quantity)}
    ranges = [tuple(one for one in find_ranges(line) if one.is_about(value)) for line in lines if _holds_any(line, known)]
    if suggested:
        return any(_all_cover(one, value) for one in ranges)
    if any(isinstance(one, Quantity) and Range(None, None, one.unit).is_about(value) for one in held):
        return True
    beside = [one for of_line in ranges for one in of_line if not one.is_exact]
    if beside:
        return any(one.covers(value) for one in beside)
    anywhere = [one for line in lines for one in find_ranges(line) if one.is_about(value) and not one.is_exact]
    # All of them: a longer text holds more ranges, and must not let more pass.
    return all(one.covers(value) for one in anywhere) if held else any(one.covers(value) for one in anywhere)


def _holds_any(line: str, values: set[str]) -> bool:
    """Whether one of the values stands in a line."""
    return any(isinstance(one, Quantity) and one.value in values for one in read_values(line).values)


def _all_cover(ranges: Sequence[Range], value: Quantity) -> bool:
    return bool(ranges) and all(one.covers(value) for one in ranges)


def _is_suggested(value: Value, question: str) -> bool:
    """Whether the question proposes the value as its answer: "is it 15 N·m?", "how many cycles, 8 cycles?"."""
    sentences = [question[start:end] for start, end in sentence_spans(question)]
    asking = [sentence for sentence in sentences if sentence.endswith(("?", "？")) or _ASKS.search(sentence)] or sentences[-1:]
    return any(_suggests(sentence, value) for sentence in asking)


def _suggests(sentence: str, value: Value) -> bool:
    given = next((one for one in read_values(sentence).values if _is_same(one, value)), None)
    if given is None:
        return False
    before, after = sentence[: given.start], sentence[given.end :]
    if _CASE_ENDS.search(after):
        return False
    if any(pattern.search(sentence[given.start : given.end]) for pattern in asked_values(sentence)):
        return True
    if _ASKS.search(sentence):
        return before.rstrip().endswith((",", "、", "?", "？"))
    return _CASE_BEGINS.search(before) is None


def _is_same(one: Value, other: Value) -> bool:
    if isinstance(one, Quantity) and isinstance(other, Quantity):
        return one.value == other.value
    return type(one) is type(other)
