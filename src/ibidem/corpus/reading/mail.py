"""EML (RFC 5322, MIME): a message under its subject, and what is attached to it as sections, each read by its own reader."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from typing import cast

from ibidem.corpus.reading.blocks import Fields, Paragraph, ReadText, TextBuilder, tidy
from ibidem.corpus.reading.encodings import decode
from ibidem.corpus.reading.html import read_html
from ibidem.corpus.reading.nesting import below
from ibidem.corpus.reading.plain import plain_blocks
from ibidem.domain.errors import UnreadableDocument

_MOST_PARTS = 200  # attachments, messages in messages and forms of one text together
_DEEPEST = 5  # messages in messages
_LONGEST_LINE = 2_000  # characters of a line in the head, which may name a thousand people
# Characters up to a blank, or where there is none for so long.
_DECODED_AT_ONCE = re.compile(r" ?(?:[^\n]{1,4000}(?= |\Z)|[^\n]{1,4000})")
_BOUNDARY = re.compile(rb"boundary\s*=", re.IGNORECASE)
# Two lines or more of the head of another message, as programs write it above what they quote.
_QUOTED_HEAD = re.compile(r"(?:[> \t*]*(?:From|To|Cc|Sent|Date|Subject|Reply-To)\*?:[^\n]*(?:\n|\Z)){2}")
_HEAD = ("From", "To", "Cc", "Date")

Reader = Callable[[str, bytes], ReadText]


def read_mail(name: str, original: bytes, read: Reader) -> ReadText:
    """Reads a message; `read` reads what is attached. An attachment that cannot be read is named all the same.

    Raises UnreadableDocument for one of too many parts.
    """
    # Each line is compared with all boundaries that are open.
    if sum(1 for _ in _BOUNDARY.finditer(original)) > _MOST_PARTS:
        raise _too_many(name)
    try:
        message = message_from_bytes(original)
    except RecursionError as error:
        raise _too_deep(name) from error
    builder = TextBuilder()
    _Mail(name, builder, read).add(message, 1)
    return builder.finish()


class _Mail:
    def __init__(self, name: str, builder: TextBuilder, read: Reader) -> None:
        self._name = name
        self._builder = builder
        self._read = read
        self._left = _MOST_PARTS

    def add(self, message: "Message[str, str]", level: int) -> None:
        """A message as a section of this level: its head, its text, its attachments."""
        self._builder.heading(level, _header(message, "Subject"))
        parts = list(self._parts(message))
        shown = [f"{label}: {_header(message, label)[:_LONGEST_LINE]}" for label in _HEAD if message[label]]
        names = [_file_name(part) for part in parts if part.get_filename()]
        self._builder.fields([*shown, *([f"Attachments: {', '.join(names)}"[:_LONGEST_LINE]] if names else [])])
        body = next((p for p in parts if _is_body(p, "text/plain")), None) or next(
            (p for p in parts if _is_body(p, "text/html")), None
        )
        if body is not None:
            self._include(_heads_apart(self._text(body)), level)
        for part in parts:
            if part.get_content_type() == "message/rfc822":
                if level >= _DEEPEST:
                    raise _too_deep(self._name)
                for one in _inside(part):
                    self.add(one, level + 1)
            elif part.get_filename():
                self._attached(part, level + 1)

    def _parts(self, message: "Message[str, str]") -> Iterator["Message[str, str]"]:
        """What is no container, in order; what is inside of a message inside is left to that one."""
        waiting = [message]
        while waiting:
            part = waiting.pop()
            self._left -= 1
            if self._left < 0:
                raise _too_many(self._name)
            inside = _inside(part) if part.get_content_maintype() == "multipart" else []
            waiting += reversed(inside)
            if not inside:
                yield part

    def _attached(self, part: "Message[str, str]", level: int) -> None:
        name = _file_name(part)
        self._builder.heading(level, name)
        try:
            found = self._read(name, _payload(part))
        except UnreadableDocument:
            return  # a logo, a calendar: its name is read, and the message is worth reading without it
        self._include(found, level)

    def _include(self, found: ReadText, level: int) -> None:
        """Adds what was read, its headings below this level."""
        self._builder.include(below(found, level))

    def _text(self, part: "Message[str, str]") -> ReadText:
        payload = _payload(part)
        try:
            text = payload.decode(part.get_content_charset() or "utf-8")
        except (LookupError, UnicodeDecodeError):
            text = decode(self._name, payload)
        return read_html(text) if part.get_content_type() == "text/html" else plain_blocks(tidy(text).strip("\n").rstrip())


def _heads_apart(body: ReadText) -> ReadText:
    """The text of a message, in which the heads of those that it answers or passes on are no prose."""
    blocks = (
        Fields(block.start, block.end, None)
        if isinstance(block, Paragraph) and _QUOTED_HEAD.match(body.text, block.start, block.end)
        else block
        for block in body.blocks
    )
    return replace(body, blocks=tuple(blocks))


def _inside(part: "Message[str, str]") -> "list[Message[str, str]]":
    inner = part.get_payload()
    return (
        [cast("Message[str, str]", one) for one in cast("list[object]", inner) if isinstance(one, Message)]
        if isinstance(inner, list)
        else []
    )


def _is_body(part: "Message[str, str]", kind: str) -> bool:
    return part.get_content_type() == kind and not part.get_filename() and bool(_payload(part).strip())


def _payload(part: "Message[str, str]") -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _file_name(part: "Message[str, str]") -> str:
    return _decoded(part.get_filename() or "").replace("\\", "/").rpartition("/")[2]


def _header(message: "Message[str, str]", name: str) -> str:
    return _decoded(str(message[name] or ""))


def _decoded(header: str) -> str:
    """A header in words, a piece at a time: the decoder takes the square of how many words there are."""
    pieces: list[str] = []
    before = ""
    for piece in _DECODED_AT_ONCE.findall(" ".join(header.split())):
        joined = before.endswith("?=") and piece.lstrip().startswith("=?")  # the blank between encoded words is none
        pieces += ("" if joined else " " * piece.startswith(" ")), _decoded_piece(piece.strip())
        before = piece
    return "".join(pieces)


def _decoded_piece(piece: str) -> str:
    """One whose encoding is broken stays as it stands."""
    try:
        return " ".join(str(make_header(decode_header(piece))).split())
    except (HeaderParseError, LookupError, ValueError):
        return piece


def _too_many(name: str) -> UnreadableDocument:
    return UnreadableDocument(name, f"holds more than {_MOST_PARTS} attachments and parts", "save the attachments as files")


def _too_deep(name: str) -> UnreadableDocument:
    return UnreadableDocument(name, f"holds messages more than {_DEEPEST} deep", "save the inner ones as files")
