"""Shortening text for a summary or a title, never inside a word."""

import re

from ibidem.language.japanese import word_starts

ELLIPSIS = "…"
KANA_OR_KANJI = re.compile(r"[぀-ヿ㐀-鿿]")


def shorten(text: str, limit: int) -> str:
    """The text on one line, or its longest beginning of whole words that fits in `limit` characters together with an ellipsis.

    A single word longer than the limit gives the ellipsis alone, which is honest and fits.
    """
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    room = limit - len(ELLIPSIS)
    ends = [i for i in range(1, room + 1) if line[i] == " "]
    if KANA_OR_KANJI.search(line[: room + 1]):
        ends += [i for i in word_starts(line[: room + 20]) if 0 < i <= room]
    return line[: max(ends, default=0)].rstrip(" 、,，・(（「『[") + ELLIPSIS
