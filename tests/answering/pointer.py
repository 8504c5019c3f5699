"""A reader without a model."""

from collections.abc import Sequence

from ibidem.domain.windows import ReadWindow, Window


class Pointer:
    """A reader to whom lines with a word of `liked` answer."""

    name = "plays:pointer"

    def __init__(self, *liked: str) -> None:
        self.liked = liked
        self.read_windows: list[Window] = []
        self.before: Sequence[str] = ()

    async def load(self) -> None:
        pass

    async def read(self, question: str, before: Sequence[str], windows: Sequence[Window]) -> Sequence[ReadWindow]:
        self.read_windows += windows
        self.before = before
        return [self._said(window) for window in windows]

    async def close(self) -> None:
        pass

    def _said(self, window: Window) -> ReadWindow:
        lines = tuple(4.0 if any(word in line.text for word in self.liked) else -4.0 for line in window.lines)
        return ReadWindow(max(lines, default=-4.0), lines)
