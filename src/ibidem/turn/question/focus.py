"""Which earlier turn a question follows up: the latest one, or the one that it refers back to."""

import re
from collections.abc import Iterable, Sequence

from ibidem.domain.conversation import Turn
from ibidem.domain.documents import Passage
from ibidem.finding.history import Exchange, stands_alone
from ibidem.language.placeholders import without_carried
from ibidem.turn.inquiry import Focus
from ibidem.turn.question.subjects import NO_SUBJECT, filler_words, is_named_by, subject_of, subject_words
from ibidem.understanding.recollecting import recollects

GOING_BACK = re.compile(
    r"아까|방금|조금 전|처음에|돌아가서|다시 .{0,12}(?:얘기|이야기|건|쪽)|전에 (?:말|물어|얘기)|앞서|앞에서 "
    r"|\b(?:back to|earlier|going back|return(?:ing)? to|from before|as for (?:the|that)|you (?:mentioned|said))\b"
    r"|さっき|先ほど|先程|最初の|はじめの|に戻|の話|例の|前に(?:聞いた|言った)",
    re.IGNORECASE,
)
# A named thing: "that robot job", 그 로드락 작업, その保証.
_THAT = re.compile(r"(?:(?<![가-힣])그\s|\bthat\s|\bthose\s|その|あの)\s*([^\s.,?!、。？のはがをもにでとへ]{2,})", re.IGNORECASE)

_MOST_READ = 2_000  # characters of a turn's question and of its titles: their words are looked for in every message
_MOST_THINGS = 12  # that one message points at by their names; each is looked for in every turn


def focus(message: str, history: Iterable[Turn]) -> Focus:
    """The focus of a message. Only turns that cited documents count: courtesies, refusals and lists would lead a search
    astray."""
    history = tuple(history)
    turns = tuple(turn for turn in history if turn.content.doc_refs and turn.content.shown_list is None)
    if stands_alone(message) and not (GOING_BACK.search(message) or recollects(message)):
        return Focus(turns, frozenset())
    giving = [turn for turn in history if (turn.content.doc_refs and turn.content.lookup_source is None) or is_named_by(turn)]
    held = subject_of(giving[-1]) if giving else NO_SUBJECT
    if not turns:
        return Focus(turns, frozenset(), subject=held)
    last = gone_back_to(message, turns)
    content = turns[last].content
    if goes_back(message, turns[last]):
        held = subject_of(turns[last])
    elif giving and giving[-1].turn_id > turns[-1].turn_id:  # the earlier citations are about something else
        return Focus(turns, frozenset(), subject=held)
    return Focus(turns[: last + 1], frozenset(ref.doc_id for ref in content.doc_refs), content.lookup_source is not None, held)


def goes_back(message: str, turn: Turn) -> bool:
    """Whether the message refers back to the turn, in general or by naming something that the turn was about."""
    if GOING_BACK.search(message) or recollects(message):
        return True
    return any(is_about(turn, that) for that in [*dict.fromkeys(_THAT.findall(message))][:_MOST_THINGS])


def is_about(turn: Turn, thing: str) -> bool:
    """Whether a turn was about a thing; the analyser may split a lone word differently than in a sentence."""
    words = subject_words(thing) - filler_words()
    return bool(words) and (bool(words & subject_words_of(turn)) or thing.casefold() in question_and_titles(turn).casefold())


def expected(focused: Focus, passages: Iterable[Passage]) -> frozenset[str]:
    """The documents that a follow-up probably asks about: those in focus, or else those of the carried-over devices."""
    if focused.doc_ids:
        return focused.doc_ids
    devices = frozenset(focused.subject.devices)
    return frozenset(passage.document.doc_id for passage in passages if devices & frozenset(passage.document.devices))


def exchanges(focused: Focus) -> tuple[Exchange, ...]:
    """The turns that the question follows up, each with its question as it was completed and searched for."""
    asked = (next(iter(t.content.trace.queries), t.content.user_text) for t in focused.turns)
    return tuple(Exchange(without_carried(text), said(t)) for text, t in zip(asked, focused.turns, strict=True))


def said(turn: Turn) -> str:
    """What the documents said in an answer, without what ibidem says beside it; or the answer that a model wrote."""
    return "\n".join(part.text for part in turn.content.parts) or turn.content.assistant_text


def gone_back_to(message: str, turns: Sequence[Turn]) -> int:
    """The index of the turn whose question and titles share most words with the message; of several, the latest."""
    asked = subject_words(message)
    if not asked:
        return len(turns) - 1
    return max(range(len(turns)), key=lambda place: (len(asked & subject_words_of(turns[place])), place))


def subject_words_of(turn: Turn) -> frozenset[str]:
    """The subject words of a turn's question and cited titles."""
    return subject_words(question_and_titles(turn))


def question_and_titles(turn: Turn) -> str:
    """The question of a turn, and the titles that it cited, as far as they are read."""
    titles = "\n".join(ref.title for ref in turn.content.doc_refs)
    return f"{turn.content.user_text[:_MOST_READ]}\n{titles[:_MOST_READ]}"
