# pyright: reportUnknownMemberType=false, reportMissingTypeStubs=false
"""MSG of Outlook (MS-OXMSG, MS-OXPROPS): made into a message as mail programs send it, to be read as such."""

import io
import struct
from datetime import UTC, datetime, timedelta
from email.header import Header
from email.mime.application import MIMEApplication
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import format_datetime
from typing import TYPE_CHECKING, cast

import olefile

from ibidem.corpus.reading.blocks import one_line, tidy
from ibidem.corpus.reading.encodings import decode
from ibidem.domain.errors import UnreadableDocument

# Properties by their numbers.
_SUBJECT, _SENDER, _ADDRESS, _MAIL_ADDRESS, _TO, _CC = 0x0037, 0x0C1A, 0x0C1F, 0x5D01, 0x0E04, 0x0E03
_BODY, _HTML, _FILE_NAME, _LONG_NAME, _SHOWN_NAME, _DATA = 0x1000, 0x1013, 0x3704, 0x3707, 0x3001, 0x3701
_SENT, _DELIVERED, _CODE_PAGE = 0x0039, 0x0E06, 0x3FFD
_UNICODE, _BYTES_8, _BINARY, _STORAGE = "001F", "001E", "0102", "000D"
_PROPERTIES = "__properties_version1.0"
_DEEPEST = 5  # messages in messages
_MOST_ATTACHMENTS = 200
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)

if TYPE_CHECKING:
    _Ole = olefile.OleFileIO[str]
_Path = tuple[str, ...]


def as_message(name: str, original: bytes) -> bytes:
    """The message with its attachments in the form of RFC 5322. Raises UnreadableDocument for a file that is none."""
    try:
        with cast("_Ole", olefile.OleFileIO(io.BytesIO(original))) as ole:
            if not ole.exists(_PROPERTIES):
                raise ValueError("no message")
            return _Message(name, ole, (), 1).built().as_bytes()
    except (OSError, struct.error, ValueError, KeyError, LookupError, OverflowError, RecursionError) as error:
        raise UnreadableDocument(name, "a damaged MSG, or none", "open it in Outlook and save it again") from error


class _Message:
    def __init__(self, name: str, ole: "_Ole", path: _Path, depth: int) -> None:
        self._name = name
        self._ole = ole
        self._path = path
        self._depth = depth
        self._fixed = self._fixed_properties()
        page = self._fixed.get(_CODE_PAGE, b"")
        self._encoding = f"cp{struct.unpack_from('<I', page)[0]}" if page[:4].strip(b"\0") else "cp1252"

    def built(self) -> MIMEMultipart:
        """The message, what is attached included."""
        message = MIMEMultipart()
        sender, address = self._text(_SENDER), self._text(_MAIL_ADDRESS) or self._text(_ADDRESS)
        shown = f"{sender} <{address}>" if "@" in address and address != sender else sender or address
        for label, text in (("Subject", self._text(_SUBJECT)), ("From", shown), ("To", self._text(_TO)), ("Cc", self._text(_CC))):
            if text:
                message[label] = Header(one_line(tidy(text)), "utf-8").encode()
        if (sent := self._sent()) is not None:
            message["Date"] = format_datetime(sent)
        body, page = self._text(_BODY), self._stream(_HTML, _BINARY)
        if body.strip():
            message.attach(MIMEText(tidy(body), "plain", "utf-8"))
        elif page:
            message.attach(MIMEText(tidy(decode(self._name, page.rstrip(b"\0"))), "html", "utf-8"))
        for folder in self._attachments():
            self._attach(message, folder)
        return message

    def _attach(self, message: MIMEMultipart, folder: _Path) -> None:
        inner = (*folder, f"__substg1.0_{_DATA:04X}{_STORAGE}")
        name = self._text(_LONG_NAME, folder) or self._text(_FILE_NAME, folder) or self._text(_SHOWN_NAME, folder)
        if self._ole.exists(list(inner)):
            if self._depth < _DEEPEST and self._ole.exists([*inner, _PROPERTIES]):
                message.attach(MIMEMessage(_Message(self._name, self._ole, inner, self._depth + 1).built()))
        elif name:
            part = MIMEApplication(self._stream(_DATA, _BINARY, folder))
            part.add_header("Content-Disposition", "attachment", filename=("utf-8", "", one_line(tidy(name))))
            message.attach(part)

    def _attachments(self) -> list[_Path]:
        here = len(self._path)
        listed = self._ole.listdir(streams=True, storages=False)
        folders = {
            tuple(one[: here + 1])
            for one in listed
            if tuple(one[:here]) == self._path and len(one) > here + 1 and one[here].startswith("__attach_version1.0_")
        }
        return sorted(folders)[:_MOST_ATTACHMENTS]

    def _fixed_properties(self) -> dict[int, bytes]:
        """The properties of a fixed size; the head before them is shorter in a message inside another one."""
        stream = self._read((*self._path, _PROPERTIES))
        entries = (stream[at : at + 16] for at in range(24 if self._path else 32, len(stream) - 15, 16))
        return {struct.unpack_from("<H", entry, 2)[0]: entry[8:] for entry in entries}

    def _sent(self) -> datetime | None:
        ticks = next((self._fixed[one] for one in (_SENT, _DELIVERED) if self._fixed.get(one, b"").strip(b"\0")), None)
        return _EPOCH + timedelta(microseconds=struct.unpack("<Q", ticks)[0] // 10) if ticks is not None else None

    def _text(self, number: int, folder: _Path | None = None) -> str:
        if unicode := self._stream(number, _UNICODE, folder):
            return unicode.decode("utf-16-le", "replace").rstrip("\0")
        return self._stream(number, _BYTES_8, folder).decode(self._encoding, "replace").rstrip("\0")

    def _stream(self, number: int, kind: str, folder: _Path | None = None) -> bytes:
        return self._read((*(self._path if folder is None else folder), f"__substg1.0_{number:04X}{kind}"))

    def _read(self, path: _Path) -> bytes:
        return bytes(self._ole.openstream(list(path)).read()) if self._ole.exists(list(path)) else b""
