"""Documents that are a ZIP of XML: what holds for each of them, whatever it is called."""

import io
import posixpath
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager

from lxml import etree

from ibidem.domain.errors import UnreadableDocument

_MOST_UNPACKED = 256 * 1024 * 1024  # bytes; a report of a thousand pages with its pictures unpacks to a tenth of it
_MOST_PARTS = 10_000
_OLE = b"\xd0\xcf\x11\xe0"  # what an encrypted document is wrapped in, and one from before 2007
_FAULTS = (zipfile.BadZipFile, zlib.error, etree.XMLSyntaxError, KeyError, ValueError, NotImplementedError, EOFError)


def check_package(name: str, original: bytes) -> int:
    """The bytes that it unpacks to. Raises UnreadableDocument for one that is encrypted, declares a DTD, or unpacks to more than
    is sane; BadZipFile and the like for what is no ZIP."""
    with zipfile.ZipFile(io.BytesIO(original)) as package:
        parts = package.infolist()
        if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _MOST_UNPACKED:
            problem = f"unpacks to more than {_MOST_UNPACKED >> 20} MB or {_MOST_PARTS} parts"
            raise UnreadableDocument(name, problem, "take out pictures, or save it as PDF")
        if any(part.flag_bits & 1 for part in parts):
            raise UnreadableDocument(name, "encrypted with a password", "save it without the password")
        for part in parts:
            if part.filename.endswith((".xml", ".rels", ".hpf")):
                xml = package.read(part)
                if b"<!DOCTYPE" in xml or "<!DOCTYPE".encode("utf-16-le") in xml or "<!DOCTYPE".encode("utf-16-be") in xml:
                    problem = "holds a document type declaration, which no office program writes"
                    raise UnreadableDocument(name, problem, "do not trust this file; ask for one from its author")
        return sum(part.file_size for part in parts)


@contextmanager
def opened(name: str, original: bytes, kind: str) -> Generator[zipfile.ZipFile]:
    """The checked package; whatever fails while it is read says that it is damaged. `kind` is what people call the format."""
    if original.startswith(_OLE):
        raise UnreadableDocument(name, f"encrypted, or no {kind}", f"save it as {kind} without a password")
    try:
        check_package(name, original)
        with zipfile.ZipFile(io.BytesIO(original)) as package:
            yield package
    except _FAULTS as error:
        raise UnreadableDocument(name, f"a damaged {kind}", "open it in the program that wrote it and save it again") from error


def parsed(package: zipfile.ZipFile, part: str) -> etree._Element:  # pyright: ignore[reportPrivateUsage]
    """A part as XML; nothing outside is fetched. Raises KeyError and XMLSyntaxError."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    return etree.fromstring(package.read(part), parser)


def related(package: zipfile.ZipFile, part: str, kind: str) -> dict[str, str]:
    """The parts of this kind that a part names, by their ids; never one outside of the package."""
    folder = part.rpartition("/")[0]
    return {
        key: posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        for key, target, outside in _relations(package, part, kind)
        if not outside
    }


def external(package: zipfile.ZipFile, part: str, kind: str) -> dict[str, str]:
    """The addresses outside of the package that a part names for this kind, by their ids."""
    return {key: target for key, target, outside in _relations(package, part, kind) if outside}


def _relations(package: zipfile.ZipFile, part: str, kind: str) -> Iterator[tuple[str, str, bool]]:
    """Of each the id, the target, and whether that is outside."""
    folder, _, last = part.rpartition("/")
    relations = f"{folder}/_rels/{last}.rels"
    for one in parsed(package, relations) if relations in package.namelist() else ():
        if (one.get("Type") or "").endswith(f"/{kind}"):
            yield one.get("Id") or "", one.get("Target") or "", one.get("TargetMode") == "External"
