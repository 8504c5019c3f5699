"""What earlier turns were about, for a message that leaves it out: devices, kinds of document, and what was asked."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ibidem.domain.conversation import Turn
from ibidem.language.courtesy import courtesy_of
from ibidem.language.everyday import everyday_tokens
from ibidem.language.normal import normalise
from ibidem.language.search_text import WORD, question_terms
from ibidem.turn.inquiry import Subject
from ibidem.turn.question.devices import DeviceFinder, Mention, names_of

FROM_CLIENT = "client"  # the route of a turn that the client told of
# What is said around a device that is asked about instead of another one, and asks for nothing by itself.
_ABOUT_ANOTHER = """
    어때 어떤가 어떤가요 어떻습니까 어떻게 돼 쪽 경우 같아 똑같아 동일 마찬가지 달라 다른가요 차이 말이야 말인데 말씀 얘기
    이야기 물어본 거야 질문 장비 설비 기종 모델 대신 말고 말고도 아니 빼고 제외 그건 요 이요 거요 쪽이요 알려줘 궁금 부탁 비교
    호기 만 이랑 하고 그럼
    same different question about regarding compare comparison mean meant asking asked talking case machine tool device model
    version instead not no wait sorry actually except rather equal equally apply applies true hold holds too well differ
    difference
    どう 如何 同じ 同様 違う 違い 場合 方 ほう のほう お願い お願いします について いえ いや ない 教えて 比べて 比較 質問 話
    聞いた 装置 機種 機械 設備 では なら 代わり 以外
"""
# Stands where a device was named, so that the particle after it stays one.
_NAMED = " X"
_LONGEST = 80  # characters; what only names another device is short


NO_SUBJECT = Subject()


def subject_words(text: str) -> frozenset[str]:
    """The words of a text that tell its subject."""
    return frozenset(t.token for t in question_terms(text) if t.token[0] == WORD) - everyday_tokens()


def subject_of(turn: Turn) -> Subject:
    """The subject that a turn had, be it named in it or carried into it."""
    return Subject(turn.content.trace.devices, turn.content.trace.doc_types)


def is_named_by(turn: Turn) -> bool:
    """Whether a turn gave the subject although it found nothing; one that had to ask which device is meant gave none."""
    pause = turn.content.pause
    return bool(turn.content.trace.devices) and (pause is None or pause.kind != "device")


def last_named(history: Sequence[Turn]) -> tuple[str, ...]:
    """The devices of the latest turn that had any: what "the XP" alone is told from."""
    return next((turn.content.trace.devices for turn in reversed(history) if is_named_by(turn)), ())


def devices_said(text: str, history: Sequence[Turn], held: tuple[str, ...], finder: DeviceFinder) -> tuple[Mention, ...]:
    """The devices that a text names, by the name of a family too where others hold on, or where it says nothing else."""
    last = last_named(history)
    mentions = finder.mentions(text, last, held or last)
    return mentions if held or only_names(normalise(text), mentions) else finder.mentions(text, last)


def asked_instead(text: str, mentions: Sequence[Mention], history: Sequence[Turn], finder: DeviceFinder) -> str:
    """What is searched for: the text without what it sets aside.

    Where it only names another device ("SUPRA N은 어때?"), it is what was asked about the former one, of this one.
    """
    said = normalise(text)
    meant = tuple(mention for mention in mentions if not mention.aside)
    if mentions and only_names(said, mentions) and (before := asked_before(history, finder)):
        return of_devices(before, meant, finder)
    aside = [mention for mention in mentions if mention.aside]
    return cut(said, aside).strip(" ,、") or text if aside else text


def only_names(text: str, mentions: Sequence[Mention]) -> bool:
    """Whether a text (normalised) names devices and says nothing more that could be searched for."""
    return len(text) <= _LONGEST and not subject_words(cut(text, mentions, _NAMED)) - about_another()


def asked_before(history: Sequence[Turn], finder: DeviceFinder) -> str:
    """What the latest turn asked that was no courtesy; "" where it asked nothing that could be searched for."""
    for turn in reversed(history):
        content = turn.content
        if courtesy_of(content.user_text) is not None:
            continue
        if content.trace.queries:
            return content.trace.queries[0]
        if content.route != FROM_CLIENT:
            return ""  # a turn of ours that searched nothing
        # The client tells what was asked, not what was searched for.
        said = normalise(content.user_text)
        mentions = finder.mentions(said, content.trace.devices) or finder.families_in(said)
        if not mentions or not only_names(said, mentions):
            return said
    return ""


def of_devices(text: str, meant: Sequence[Mention], finder: DeviceFinder) -> str:
    """What was asked, with these devices in place of those that it names."""
    names = " ".join(dict.fromkeys(mention.called for mention in meant))
    said = normalise(text)
    former = finder.mentions(said) or finder.families_in(said)
    if not former:
        return f"{names} {said}".strip()
    return f"{said[: former[0].start]}{names}{cut(said[former[0].end :], shifted(former[1:], former[0].end))}".strip()


def shifted(mentions: Sequence[Mention], by: int) -> tuple[Mention, ...]:
    """The mentions as they stand in what follows the first `by` characters."""
    return tuple(replace(one, start=one.start - by, end=one.end - by) for one in mentions)


def cut(text: str, mentions: Sequence[Mention], instead: str = " ") -> str:
    """The text with something else, or nothing, in place of these."""
    kept = text
    for mention in reversed(mentions):
        kept = f"{kept[: mention.start]}{instead}{kept[mention.end :]}"
    return kept


@lru_cache(maxsize=1)
def about_another() -> frozenset[str]:
    """The search tokens of what is said around a device that is asked about instead of another one."""
    return subject_words(_ABOUT_ANOTHER) | subject_words(_NAMED)


def set_aside_by(mentions: Sequence[Mention]) -> tuple[str, ...]:
    """The names of the devices that a text sets aside and does not name after all."""
    meant = names_of(mention for mention in mentions if not mention.aside)
    return tuple(name for name in names_of(mention for mention in mentions if mention.aside) if name not in meant)
