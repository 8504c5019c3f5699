"""The reader of this process: a cross-encoder that reads a question with a window, and scores the window and each of its lines.

`<s> question </s></s> window` goes through six layers of multilingual-e5-small with an adapter of ours, and the most promising
windows through the other six. Relevance comes from the first piece; the score of a line from the mean of its pieces and the first
piece.
"""

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ibidem.backends.local.encoder import MODEL, question_pieces, sound
from ibidem.backends.local.loaded import packed
from ibidem.backends.local.network import BEGIN, END, HALF, LAYERS, WEIGHTS, Network
from ibidem.backends.local.packed import Numbers, Pieces
from ibidem.backends.local.workers import workers
from ibidem.domain.errors import ModelUnavailable, SettingsError
from ibidem.domain.windows import ReadWindow, Window

# Windows that are read to the end. With four of eight the right line is the first of .56 and .45 of two sets, .55 and .46 with
# all of them, and .52 and .42 with none, where reading four takes half as long again as reading none.
FINISHED = 4
WINDOW_PIECES = 240
UNREAD = -60.0
SQRT_TWO = 2**0.5


def open_local_reader(model: str) -> "LocalReader":
    """The reader, loaded when it is first asked. Raises SettingsError for another name."""
    if model != MODEL:
        raise SettingsError(f"reranker: there is no {model} here; the model of this machine is {MODEL}")
    return LocalReader()


class Heads:
    """What is made of the hidden values after some layers."""

    def __init__(self, layers: int) -> None:
        with np.load(WEIGHTS / "reader.npz") as stored:
            part = {name: stored[f"head{layers}.{name}"].astype(np.float32) for name in _NAMES}
        self._pool, self._pool_bias, self._relevance, self._relevance_bias = (part[n] for n in _NAMES[:4])
        self._line, self._line_bias, self._out = (part[n] for n in _NAMES[4:])

    def read(self, values: Numbers, line_of: Sequence[int], count: int) -> ReadWindow:
        """What a window of `count` lines scores, whose pieces have these hidden values, (pieces, hidden); `line_of` is the number
        of each piece's line from 1, 0 for none."""
        return ReadWindow(self.relevance(values[0]), self.lines(values, line_of, count))

    def relevance(self, first: Numbers) -> float:
        """Of a window, by the hidden value of its first piece, (hidden,)."""
        return float(np.tanh(first @ self._pool + self._pool_bias) @ self._relevance + self._relevance_bias)

    def lines(self, values: Numbers, line_of: Sequence[int], count: int) -> tuple[float, ...]:
        """A score of each line; one of which no piece was read scores `UNREAD`."""
        theirs = (np.asarray(line_of, np.int64) == np.arange(1, count + 1)[:, None]).astype(np.float32)
        pieces = theirs.sum(1)
        means = (theirs @ values) / np.maximum(pieces, 1)[:, None]
        hidden = values.shape[-1]
        inner = means @ self._line[:hidden] + values[0] @ self._line[hidden:] + self._line_bias
        scores = (inner * 0.5 * (1 + _erf(inner / SQRT_TWO))) @ self._out
        return tuple(np.where(pieces > 0, scores, UNREAD).tolist())


_NAMES = ("pool", "poolb", "rel", "relb", "line", "lineb", "lineo")


class LocalReader:
    """ports.Reader. Windows are read side by side, one a processor."""

    name = f"local:{MODEL}"

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._loaded_parts: _Parts | None = None
        self._workers = workers("read")

    async def load(self) -> None:
        """See ports.Reader."""
        await asyncio.to_thread(self._parts)

    async def read(self, question: str, before: Sequence[str], windows: Sequence[Window]) -> Sequence[ReadWindow]:
        """See ports.Reader."""

        def cut() -> tuple[_Parts, list[_Written]]:
            parts = self._parts()
            asked = [BEGIN, *question_pieces(parts.pieces, question, before), END, END]
            return parts, [_written(asked, window, parts.pieces) for window in windows]

        def begin(one: _Written) -> tuple[Numbers, ReadWindow]:
            values = parts.network.begun(one.pieces)
            return values, parts.halfway.read(values, one.line_of, one.lines)

        def finish(at: int) -> ReadWindow:
            values = parts.network.finished(begun[at][0])
            return parts.at_the_end.read(values, written[at].line_of, written[at].lines)

        parts, written = await asyncio.to_thread(cut)
        loop = asyncio.get_running_loop()
        begun = await asyncio.gather(*(loop.run_in_executor(self._workers, begin, one) for one in written))
        found = [read for _, read in begun]
        best = sorted(range(len(found)), key=lambda at: -_promise(found[at]))[:FINISHED]
        finished = await asyncio.gather(*(loop.run_in_executor(self._workers, finish, at) for at in best))
        for at, read in zip(best, finished, strict=True):
            found[at] = read
        return found

    async def close(self) -> None:
        """See ports.Reader."""
        self._workers.shutdown(cancel_futures=True)

    def _parts(self) -> "_Parts":
        """Raises ModelUnavailable."""
        model, pieces = packed(self.name)
        with self._loading:
            if self._loaded_parts is None:
                try:
                    network = Network(model, WEIGHTS / "reader.npz")
                    self._loaded_parts = _Parts(network, Heads(HALF), Heads(LAYERS), pieces)
                except Exception as error:
                    raise ModelUnavailable(self.name, f"cannot be loaded ({type(error).__name__}: {error})") from error
            return self._loaded_parts


@dataclass(frozen=True, slots=True)
class _Parts:
    """What is loaded: the network, its heads after the first half and after all layers, and the vocabulary."""

    network: Network
    halfway: Heads
    at_the_end: Heads
    pieces: Pieces


def _promise(read: ReadWindow) -> float:
    return read.relevance + max(read.lines, default=UNREAD)


@dataclass(frozen=True, slots=True)
class _Written:
    """The pieces of a question with a window, the number of each one's line from 1, 0 for what is of none, and how many lines the
    window has."""

    pieces: Sequence[int]
    line_of: Sequence[int]
    lines: int


def _written(asked: Sequence[int], window: Window, pieces: Pieces) -> _Written:
    over, *lines = pieces.of([sound(window.over), *(sound(line.text) for line in window.lines)])
    text = [*over, *(piece for line in lines for piece in line)][:WINDOW_PIECES]
    line_of = [0] * len(over) + [number for number, line in enumerate(lines, 1) for _ in line]
    return _Written([*asked, *text], [0] * len(asked) + line_of[:WINDOW_PIECES], len(lines))


def _erf(x: Numbers) -> Numbers:
    """The error function, off by at most 1.5e-7 (Abramowitz and Stegun, 7.1.26)."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return (np.sign(x) * (1 - series * np.exp(-x * x))).astype(np.float32)
