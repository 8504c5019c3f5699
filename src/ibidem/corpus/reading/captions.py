"""Captions (WebVTT, W3C; SubRip): what is said, by speaker, each paragraph with the time at which it begins."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, tidy, unwrapped

_TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,]\d{1,3}"
_CUE = re.compile(rf"^[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}[^\n]*$", re.MULTILINE)
_VOICE = re.compile(r"<v(?:\.[\w.-]{1,80})?[ \t]+([^<>\n]{1,200})>")
_SPEAKER = re.compile(r"[ \t]*([^\W\d_][^\n:：.!?。]{0,30})[:：][ \t]+(?=\S)")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>|<\d[\d:.]{0,20}>|\{\\[^{}\n]{0,100}\}")
_ENDED = re.compile(r"[.!?。！？…][\"')\]」』”’]*$")
_TOO_LONG = 600  # characters of a paragraph, after which the next sentence begins another one


@dataclass(frozen=True, slots=True)
class _Cue:
    time: str
    speaker: str
    text: str


def read_captions(text: str) -> ReadText:
    """Reads captions; lines that are said again, as those that scroll are, stand once."""
    builder = TextBuilder()
    time, speaker, said = "", "", ""
    last = ""
    for cue in _cues(tidy(text)):
        fresh = _fresh(last, cue.text)
        last = cue.text
        if not fresh:
            continue
        if said and ((cue.speaker and cue.speaker != speaker) or (len(said) > _TOO_LONG and _ENDED.search(said))):
            builder.paragraph(_line(time, speaker, said))
            said = ""
        if not said:
            time, speaker = cue.time, cue.speaker or speaker
        said = unwrapped(f"{said}\n{fresh}") if said else fresh
    builder.paragraph(_line(time, speaker, said) if said else "")
    return builder.finish()


def _line(time: str, speaker: str, said: str) -> str:
    return f"({time}) {f'{speaker}: ' if speaker else ''}{said}"


def _cues(text: str) -> Iterator[_Cue]:
    found = list(_CUE.finditer(text))
    for number, cue in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(text)
        body = text[cue.end() : end].strip("\n").split("\n\n", 1)[0]
        hours, minutes, seconds = (int(part or 0) for part in cue.groups()[:3])
        clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
        for speaker, said in _voices(body):
            yield _Cue(clock, speaker, said)


def _voices(body: str) -> Iterator[tuple[str, str]]:
    """What each speaker of a cue says."""
    pieces = _VOICE.split(body)
    for speaker, said in zip(["", *pieces[1::2]], pieces[::2], strict=True):
        shown = unescape(_TAG.sub("", said)).strip()
        named = _SPEAKER.match(shown) if not speaker else None
        if shown:
            text = unwrapped(shown[named.end() :] if named is not None else shown)
            yield (named[1].strip() if named is not None else speaker.strip()), text


def _fresh(before: str, text: str) -> str:
    """What a cue says that the one before did not end with."""
    if text in before:
        return ""
    size = next((size for size in range(min(len(before), len(text)), 0, -1) if before.endswith(text[:size])), 0)
    return text[size:].lstrip() if size > len(text) // 3 else text
