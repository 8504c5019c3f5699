"""Separates the thoughts of a reasoning model from its answer, where both come as one text: <think>thoughts</think>answer.

The templates of some models (DeepSeek-R1, QwQ, Qwen3-Thinking) put the opening tag into the prompt, so that only the closing one
is in the text. Then nothing at the beginning of an answer says whether it is one; see `Beginning`.
"""

from collections.abc import Iterator
from typing import Literal

from ibidem.domain.models import TextDelta, ThoughtDelta

OPEN, CLOSE = "<think>", "</think>"

# What a text is before its first tag: the answer, thoughts, or not known yet; then it waits until a tag or the end decides.
Beginning = Literal["answer", "thoughts", "unknown"]
Piece = TextDelta | ThoughtDelta


class ThoughtSplitter:
    """Fed with the pieces of one text in their order; gives them out as what they are, tags left out, tags in two pieces too."""

    def __init__(self, beginning: Beginning) -> None:
        self._beginning: Beginning = beginning
        self._phase: Literal["start", "answer", "thoughts", "held"] = "start"
        self._pending = ""
        self._kept: list[str] = []
        self._spoken = False  # on the last line so far
        self.unopened = False
        """Whether a closing tag came without an opening one."""

    def feed(self, piece: str) -> Iterator[Piece]:
        """The part of the text so far that is decided and was not returned yet."""
        self._pending += piece
        phase = None
        while self._pending and phase != self._phase:
            phase = self._phase
            match phase:
                case "start":
                    self._start()
                case "answer" | "held":
                    yield from self._answer()
                case "thoughts":
                    yield from self._think()

    def close(self) -> Iterator[Piece]:
        """The rest, at the end of a whole text.

        A text that should have begun with thoughts and never closed them was an answer: it is given out once more as that.
        """
        pending, self._pending = self._pending, ""
        match self._phase:
            case "thoughts" if self._beginning == "thoughts":
                yield from _some(TextDelta("".join(self._kept) + pending))
            case "thoughts":
                yield from _some(ThoughtDelta(pending.rstrip()))
            case "start":
                yield from _some(TextDelta(pending.strip()))
            case "answer":
                yield from _some(TextDelta(pending))
            case "held":
                yield from _some(TextDelta("".join(self._kept) + pending))

    def _start(self) -> None:
        text = self._pending.lstrip()
        if text.startswith(OPEN):
            self._phase, self._beginning, self._pending = "thoughts", "answer", text.removeprefix(OPEN)
        elif not OPEN.startswith(text):
            phases: dict[Beginning, Literal["answer", "thoughts", "held"]] = {
                "answer": "answer",
                "thoughts": "thoughts",
                "unknown": "held",
            }
            self._phase, self._pending = phases[self._beginning], text

    def _answer(self) -> Iterator[Piece]:
        text, given = self._pending, 0
        at = text.find(CLOSE)
        # Thoughts end on a line of their own; this is an answer that mentions the tag, as a document may get a model to do.
        while at >= 0 and self._speaks(text, given, at):
            self._spoken, given = True, at + len(CLOSE)
            at = text.find(CLOSE, given)
        yield from self._give(text[:given])
        before, tag, after = text[given:].partition(CLOSE)
        if tag:
            self.unopened = True
            held = self._phase == "held"
            yield from _some(ThoughtDelta(("".join(self._kept) + before).rstrip()) if held else TextDelta(before))
            self._begin_answer(after)
        else:
            sure = _before_tag(before)
            self._pending = before[len(sure) :]
            yield from self._give(sure)

    def _give(self, text: str) -> Iterator[Piece]:
        """Text of an answer, or of what may be one."""
        if text:
            self._spoken = self._speaks(text, 0, len(text))
        if self._phase == "held":
            self._kept.append(text)
        else:
            yield from _some(TextDelta(text))

    def _speaks(self, text: str, start: int, end: int) -> bool:
        """Whether the last line so far says something, with this stretch of a text behind it."""
        line = text.rfind("\n", start, end)
        return (line < 0 and self._spoken) or bool(text[max(start, line + 1) : end].strip())

    def _think(self) -> Iterator[Piece]:
        before, tag, after = (self._pending if self._kept else self._pending.lstrip()).partition(CLOSE)
        if tag:
            self.unopened = self.unopened or self._beginning == "thoughts"
            yield from _some(ThoughtDelta(before.rstrip()))
            self._begin_answer(after)
        else:
            sure = _before_tag(before).rstrip()
            self._pending = before[len(sure) :]
            if sure:
                self._kept.append(sure)
                yield ThoughtDelta(sure)

    def _begin_answer(self, after: str) -> None:
        self._phase, self._beginning, self._pending, self._spoken = "start", "answer", after, False
        self._kept.clear()


def _before_tag(text: str) -> str:
    """The text without the end of it that may be the beginning of a closing tag."""
    at = text.rfind("<", max(0, len(text) - len(CLOSE) + 1))
    return text if at < 0 or not CLOSE.startswith(text[at:]) else text[:at]


def _some(piece: Piece) -> Iterator[Piece]:
    if piece.text:
        yield piece
