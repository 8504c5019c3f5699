"""What earlier turns were about, for a message that leaves it out: devices, document types, owners, and the question."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ibidem.domain.conversation import Turn
from ibidem.language.everyday import everyday_tokens
from ibidem.language.normal import normalise
from ibidem.language.search_text import WORD, question_terms
from ibidem.turn.inquiry import Subject
from ibidem.turn.question.devices import DeviceFinder, Mention, names_of
from ibidem.understanding.courtesies import is_courtesy

FROM_CLIENT = "client"  # the route of a turn from the client's history
# Words around the name of another device to ask about; by themselves they ask for nothing.
_FILLER_WORDS = """
    어때 어떤가 어떤가요 어떻습니까 어떻게 돼 쪽 경우 같아 똑같아 동일 마찬가지 달라 다른가요 차이 말이야 말인데 말씀 얘기
    이야기 물어본 거야 질문 장비 설비 기종 모델 대신 말고 말고도 아니 빼고 제외 그건 요 이요 거요 쪽이요 알려줘 궁금 부탁 비교
    호기 만 이랑 하고 그럼 아 앗 어 아아
    same different question about regarding compare comparison mean meant asking asked talking case machine tool device model
    version instead not no wait sorry actually except rather equal equally apply applies true hold holds too well differ
    difference
    どう 如何 同じ 同様 違う 違い 場合 方 ほう のほう お願い お願いします について いえ いや ない 教えて 比べて 比較 質問 話
    聞いた あ ああ あっ え 装置 機種 機械 設備 では なら 代わり 以外 一度
"""
# Replaces the name of a device, so that the particle after it is still read as one.
_NAMED = " X"
_LONGEST = 80  # characters; a message that only names another device is short


NO_SUBJECT = Subject()


def subject_words(text: str) -> frozenset[str]:
    """The words of a text that identify its subject."""
    return frozenset(t.token for t in question_terms(text) if t.token[0] == WORD) - everyday_tokens()


def subject_of(turn: Turn) -> Subject:
    """The subject of a turn, named in it or carried over into it."""
    trace = turn.content.trace
    return Subject(trace.devices, trace.doc_types, trace.owners)


def is_named_by(turn: Turn) -> bool:
    """Whether a turn set the subject although it found nothing; one that had to ask which device is meant set none."""
    pause = turn.content.pause
    return bool(turn.content.trace.devices or turn.content.trace.owners) and (pause is None or pause.kind != "device")


def last_named(history: Sequence[Turn]) -> tuple[str, ...]:
    """The devices of the latest turn that had any: "the XP" alone is resolved against them."""
    return next((t.content.trace.devices for t in reversed(history) if is_named_by(t) and t.content.trace.devices), ())


def mentions_in(text: str, history: Sequence[Turn], held: tuple[str, ...], finder: DeviceFinder) -> tuple[Mention, ...]:
    """The devices that a text names; also by a family's name, where devices carry over or the text has nothing else."""
    last = last_named(history)
    mentions = finder.mentions(text, last, held or last)
    return mentions if held or only_names(normalise(text), mentions) else finder.mentions(text, last)


def query_of(text: str, mentions: Sequence[Mention], history: Sequence[Turn], finder: DeviceFinder) -> str:
    """The search text: the message without the devices it excludes.

    A message that only names another device ("SUPRA N은 어때?") repeats the previous question for that device.
    """
    said = normalise(text)
    meant = tuple(mention for mention in mentions if not mention.excluded)
    if mentions and only_names(said, mentions) and (before := previous_query(history, finder)):
        return of_devices(before, meant, finder)
    excluded = [mention for mention in mentions if mention.excluded]
    return cut(said, excluded).strip(" ,、") or text if excluded else text


def only_names(text: str, mentions: Sequence[Mention]) -> bool:
    """Whether a text (normalised) names devices and has nothing else to search for."""
    return len(text) <= _LONGEST and not subject_words(cut(text, mentions, _NAMED)) - filler_words()


def names_another(text: str, history: Sequence[Turn], finder: DeviceFinder) -> bool:
    """Whether a text names a sibling of the devices that were asked about last, and nothing else: "no, the 8", "S2 말이에요"."""
    last = last_named(history)
    mentions = finder.mentions(text, last, last) if last and len(text) <= _LONGEST else ()
    meant = names_of(mention for mention in mentions if not mention.excluded)
    return bool(meant) and not set(meant) <= set(last) and only_names(normalise(text), mentions)


def of_carried(text: str, names: Sequence[str]) -> str:
    """A question that leaves out the devices or owners it is about, with their names."""
    return f"{', '.join(names)}: {text}"


def previous_query(history: Sequence[Turn], finder: DeviceFinder) -> str:
    """The latest question that was no courtesy; "" where it had nothing to search for."""
    for turn in reversed(history):
        content = turn.content
        if is_courtesy(content.user_text):
            continue
        if content.trace.queries:
            return content.trace.queries[0]
        if content.route != FROM_CLIENT:
            return ""  # a stored turn that searched nothing
        # The client's history has the question, not the query.
        said = normalise(content.user_text)
        mentions = finder.mentions(said, content.trace.devices) or finder.families_in(said)
        if not mentions or not only_names(said, mentions):
            return said
    return ""


def of_devices(text: str, meant: Sequence[Mention], finder: DeviceFinder) -> str:
    """The question with these devices in place of those that it names."""
    names = " ".join(dict.fromkeys(mention.called for mention in meant))
    said = normalise(text)
    former = finder.mentions(said) or finder.families_in(said)
    if not former:
        return f"{names} {said}".strip()
    return f"{said[: former[0].start]}{names}{cut(said[former[0].end :], shifted(former[1:], former[0].end))}".strip()


def shifted(mentions: Sequence[Mention], by: int) -> tuple[Mention, ...]:
    """The mentions relative to the text after the first `by` characters."""
    return tuple(replace(one, start=one.start - by, end=one.end - by) for one in mentions)


def cut(text: str, mentions: Sequence[Mention], instead: str = " ") -> str:
    """The text with these mentions replaced by `instead`."""
    kept = text
    for mention in reversed(mentions):
        kept = f"{kept[: mention.start]}{instead}{kept[mention.end :]}"
    return kept


@lru_cache(maxsize=1)
def filler_words() -> frozenset[str]:
    """The search tokens of words around the name of another device."""
    return subject_words(_FILLER_WORDS) | subject_words(_NAMED)


def excluded_devices(mentions: Sequence[Mention]) -> tuple[str, ...]:
    """The names of the devices that a text excludes and does not name again."""
    meant = names_of(mention for mention in mentions if not mention.excluded)
    return tuple(name for name in names_of(mention for mention in mentions if mention.excluded) if name not in meant)
