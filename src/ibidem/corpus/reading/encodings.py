"""Bytes to text when nothing says which encoding they are in, without ever guessing quietly."""

import codecs
import re
from collections.abc import Callable

from ibidem.corpus.reading.syllables import IN_USE
from ibidem.domain.errors import UnreadableDocument

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BINARY = (b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\xd0\xcf\x11\xe0", b"\x7fELF", b"\x1f\x8b")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_FOREIGN = re.compile("[^\x00-\x7f]+")
_SAMPLE = 65_536  # characters are enough to tell an encoding by; all of the file must decode nevertheless
_PLAUSIBLE = 0.85  # native text scores .97 and more in its own encoding, below .6 in any other one (tests/corpus/reading)

_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_JAPANESE = re.compile("[\u3000-\u3002\u3005-\u3015\u3041-\u3096\u3099-\u30ff\uff01-\uff5e]")
_OF_OURS = re.compile("[\t\n\r\x20-\xff\u2000-\u22ff\u3000-\u318f\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]")
_HALF_WIDTH = re.compile("[\uff61-\uff9f]")
_HAN = re.compile("[\u4e00-\u9fff]")


def decode(name: str, original: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 or UTF-32 (with a mark, or UTF-16 without), CP949, Shift_JIS, EUC-JP or Windows-1252.

    Raises UnreadableDocument when the bytes are not text, or when no encoding makes likely text of them.
    """
    for mark, encoding in _MARKS:
        if original.startswith(mark):
            return _strict(name, original[len(mark) :], encoding)
    if original.startswith(_BINARY):
        raise _not_text(name)
    if b"\x00" in original[:_SAMPLE]:
        return _unmarked_utf16(name, original)
    try:
        text = original.decode("utf-8")
    except UnicodeDecodeError:
        text = _legacy(name, original)
    if len(_CONTROL.findall(text[:_SAMPLE])) > 0.05 * min(len(text), _SAMPLE):
        raise _not_text(name)
    return text


def _strict(name: str, original: bytes, encoding: str) -> str:
    try:
        return original.decode(encoding)
    except UnicodeDecodeError as error:
        problem = f"marked as {encoding.upper()} and damaged at byte {error.start}"
        raise UnreadableDocument(name, problem, "save it again as UTF-8") from error


def _unmarked_utf16(name: str, original: bytes) -> str:
    """Latin letters, digits, spaces and line ends leave zeros. Read from the wrong end, few characters are of our scripts."""
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            text = original.decode(encoding)
        except UnicodeDecodeError:
            continue
        sample = text[:_SAMPLE]
        if len(_OF_OURS.findall(sample)) >= 0.95 * len(sample) and not _CONTROL.search(text):
            return text
    raise _not_text(name)


def _legacy(name: str, original: bytes) -> str:
    """The likeliest of the encodings from before Unicode.

    Strict decoding tells little: Korean bytes are mostly valid Japanese ones and the other way round. What tells is which
    characters come out, since the wrong table gives rare syllables, half-width kana and stray jamo.
    """
    scored: list[tuple[float, str]] = []
    for encoding, likelihood in _TABLES:
        try:
            text = original.decode(encoding)
        except UnicodeDecodeError:
            continue
        scored.append((likelihood(_FOREIGN.findall(text[:_SAMPLE])), text))
    scored.sort(key=lambda pair: -pair[0])
    if not scored or scored[0][0] < _PLAUSIBLE:
        raise UnreadableDocument(name, "its text encoding is not known", "save it as UTF-8")
    if len(scored) > 1 and scored[1][0] >= _PLAUSIBLE and scored[0][0] - scored[1][0] < 0.05:
        raise UnreadableDocument(name, "its bytes make sense in more than one text encoding", "save it as UTF-8")
    return scored[0][1]


def _mean(runs: list[str], likely: Callable[[str], float]) -> float:
    scores = [likely(char) for run in runs for char in run]
    return sum(scores) / len(scores) if scores else 0.0


def _korean(runs: list[str]) -> float:
    """The syllables of KS X 1001 have both bytes from 0xA1 up; CP949 puts the rest elsewhere, which is hardly ever used.

    Chinese in GBK, read so, gives syllables that are rare for the most part, and Chinese characters between them.
    """

    def likely(char: str) -> float:
        code = char.encode("cp949")
        if len(code) != 2:
            return 0.0
        if min(code) < 0xA1:
            return 0.35
        if "\uac00" <= char <= "\ud7a3":
            return 1.0 if char in IN_USE else 0.6
        return 0.9 if code[0] in (0xA1, 0xA2, 0xA3, 0xA5, 0xA6, 0xA7, 0xA8) else 0.65 if _HAN.match(char) else 0.3

    return _mean(runs, likely)


def _shift_jis(runs: list[str]) -> float:
    """JIS X 0208 puts the kanji in use first; in Shift_JIS they end at 0x9872. Half-width kana is what Korean bytes look like."""

    def likely(char: str) -> float:
        if _JAPANESE.match(char):
            return 1.0
        if _HALF_WIDTH.match(char):
            return 0.7
        code = char.encode("cp932")
        if _HAN.match(char):
            return 1.0 if code < b"\x98\x73" else 0.3
        return 0.9 if len(code) == 2 and code[0] in (0x81, 0x83, 0x87) else 0.0

    return _mean(runs, likely)


def _euc_jp(runs: list[str]) -> float:
    """Korean bytes give kanji in use, too, but never kana, without which there is hardly a Japanese text."""

    def likely(char: str) -> float:
        if _JAPANESE.match(char) or (_HAN.match(char) and char.encode("euc_jp") < b"\xcf\xd4"):
            return 1.0
        return 0.3 if _HAN.match(char) else 0.9

    return _mean(runs, likely) if any(_KANA.search(run) for run in runs) else 0.0


def _western(runs: list[str]) -> float:
    """Accents and signs stand alone among ASCII letters; the bytes of an Asian encoding come in pairs and runs."""

    def likely(char: str) -> float:
        return 0.9 if char.isalpha() or char in "°±²³µ·¼½¾×÷§©®™€£¥–—‘’“”•…«»" else 0.0

    lonely = sum(len(run) == 1 for run in runs)
    return _mean(runs, likely) if lonely > 0.8 * len(runs) else 0.0


_TABLES: tuple[tuple[str, Callable[[list[str]], float]], ...] = (
    ("cp949", _korean),
    ("cp932", _shift_jis),
    ("euc_jp", _euc_jp),
    ("cp1252", _western),
)


def _not_text(name: str) -> UnreadableDocument:
    return UnreadableDocument(name, "not text, although its name says so", "give it the extension of what it is, or leave it out")
