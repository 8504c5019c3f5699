"""Which earlier turn a question goes on from: the latest one, or the one that it goes back to."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ibidem.domain.conversation import Turn
from ibidem.language.everyday import everyday_tokens
from ibidem.language.search_text import WORD, question_terms
from ibidem.turn.history import stands_alone

GOING_BACK = re.compile(
    r"아까|방금|조금 전|처음에|돌아가서|다시 .{0,12}(?:얘기|이야기|건|쪽)|전에 (?:말|물어|얘기)|앞서|앞에서 "
    r"|\b(?:back to|earlier|going back|return(?:ing)? to|from before|as for (?:the|that)|you (?:mentioned|said))\b"
    r"|さっき|先ほど|先程|最初の|はじめの|に戻|の話|例の|前に(?:聞いた|言った)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Focus:
    """The turns that a question is read with, in their order, and the documents that it probably asks about.

    A question that stands alone is read with all of them and asks about no document in particular. `named` says that the last of
    the turns was about documents that the person had pointed at, not about what a search had found.
    """

    turns: tuple[Turn, ...]
    doc_ids: frozenset[str]
    named: bool = False

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices that hold on from the last of the turns."""
        return self.turns[-1].content.trace.devices if self.turns and self.doc_ids else ()


def focus(message: str, history: Iterable[Turn]) -> Focus:
    """The focus of a message. Only turns that cited documents count: courtesies and refusals would lead a search astray."""
    turns = tuple(turn for turn in history if turn.content.doc_refs)
    if not turns or (stands_alone(message) and not GOING_BACK.search(message)):
        return Focus(turns, frozenset())
    last = gone_back_to(message, turns)
    content = turns[last].content
    return Focus(turns[: last + 1], frozenset(ref.doc_id for ref in content.doc_refs), content.lookup_source is not None)


def gone_back_to(message: str, turns: Sequence[Turn]) -> int:
    """The place of the turn whose question and titles share most words with the message; of several, the latest."""
    asked = subject_words(message)
    return max(range(len(turns)), key=lambda place: (len(asked & spoken_of(turns[place])), place))


def spoken_of(turn: Turn) -> frozenset[str]:
    """The words that a turn was about."""
    return subject_words("\n".join((turn.content.user_text, *(ref.title for ref in turn.content.doc_refs))))


def subject_words(text: str) -> frozenset[str]:
    """The words of a text that tell its subject."""
    return frozenset(t.token for t in question_terms(text) if t.token[0] == WORD) - everyday_tokens()
