"""Which files beside a document are pictures that it may show, by its bytes alone: nothing of it is parsed here."""

import posixpath
import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from pathlib import PurePath
from urllib.parse import unquote

SHOWING = frozenset({"md", "markdown", "html", "htm", "xhtml"})
_ENDING = re.compile(rb"\.(?:png|jpe?g|gif|webp)(?![a-z0-9])", re.IGNORECASE)
_DELIMITER = re.compile(rb"[\"'()<>\[\]\s=:]+")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_LONGEST = 500  # bytes of an address
# Of the places at which an address may begin before its ending, so many: a name may hold spaces and brackets.
_BEGINNINGS = 8
_MOST_ENDINGS, _MOST_PATHS = 5_000, 2_000


def shows_files(name: str) -> bool:
    """Whether documents of this name's format may show pictures that are files beside them."""
    return PurePath(name).suffix.lower().removeprefix(".") in SHOWING


def local_path(address: str) -> str:
    """The path, from the folder of a document, of the file that an address in it names: `img/pump.png`, `../pump.png`, and
    `/img/pump.png` from the folder that is indexed. "" for an address elsewhere, and for what is no file of a folder."""
    address = address.strip()
    if _SCHEME.match(address):
        return ""
    path = unquote(re.split(r"[?#]", address, maxsplit=1)[0]).replace("\\", "/")
    if not path or "\x00" in path:
        return ""
    path = unicodedata.normalize("NFC", posixpath.normpath(path))
    return "" if any(part.startswith(".") and part != ".." for part in path.split("/")) else path


def possible_pictures(content: bytes) -> Iterator[str]:
    """The paths (as `local_path` gives them) of pictures that a document of these bytes may show, each once, and more than
    those: whatever stands between two delimiters and ends as a picture's name does."""
    seen: set[str] = set()
    for ending in islice(_ENDING.finditer(content), _MOST_ENDINGS):
        before = content[max(0, ending.end() - _LONGEST) : ending.end()]
        starts = [0, *(found.end() for found in _DELIMITER.finditer(before))]
        for start in reversed(starts[-_BEGINNINGS:]):
            try:
                path = local_path(before[start:].decode())
            except UnicodeDecodeError:
                continue
            if path and path not in seen and len(seen) < _MOST_PATHS:
                seen.add(path)
                yield path
