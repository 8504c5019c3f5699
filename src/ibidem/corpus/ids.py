"""The ids of documents that none was given for: the path of the file, as people write it.

`Benefits/Time Off/index.md` is `benefits/time_off`. The rule looks at one path alone, so that an id stays when files are added.
Where two files would have one id, the second takes the next of its `path_ids`.
"""

import hashlib
import re
import unicodedata
from pathlib import PurePath

from ibidem.corpus.reading.blocks import tidy

LONGEST_ID = 200
# A page with one of these names is the page of its folder.
_INDEX_STEMS = frozenset({"index", "_index", "readme"})
# `/v1/documents/ID/text` and the like are addresses: no id of several parts ends as one of them.
_ADDRESS = re.compile(r".+/(?:text|original|versions|view|pdf|pages/[0-9]{1,6}(?:/image)?|figures/[0-9a-f]{64})")
_PART = r"[^\W_][\w.-]*"
_ID = re.compile(rf"{_PART}(?:/{_PART})*")
ID_ALLOWED = (
    "letters, digits, '-', '_' and '.', beginning with a letter or digit, in parts joined by '/' of which the last are not "
    "'text', 'original', 'versions', 'view', 'pdf', 'pages/NUMBER', 'pages/NUMBER/image' or 'figures/SHA-256', "
    f"at most {LONGEST_ID}"
)
_NOT_IN_ID = re.compile(r"[^\w.-]+")


def is_id(text: str) -> bool:
    """Whether the text may be the id of a document."""
    return len(text) <= LONGEST_ID and _ID.fullmatch(text) is not None and not _is_address(text)


def path_ids(name: str) -> tuple[str, str, str]:
    """The ids that a file may have by its path, the first choice first: without what is said anyhow, whole, and one that no other
    path has: `time_off`, `time_off/index.md`, `time_off/index.md-1c0ffee5`."""
    *folders, file = _parts(name)
    stem = file_stem(name)
    short = folders if folders and stem.casefold() in _INDEX_STEMS else [*folders, stem]
    whole = _joined([*folders, file])
    first = _joined(short)
    distinct = f"{whole[: LONGEST_ID - 9]}-{_digest(unicodedata.normalize('NFC', name))}"
    return whole if _is_address(first) else first, whole, distinct


def naming_stem(name: str) -> str:
    """The part of the path that names the document: the file's, or its folder's where the file is the folder's page."""
    *folders, _ = _parts(name)
    stem = file_stem(name)
    return folders[-1] if folders and stem.casefold() in _INDEX_STEMS else stem


def file_stem(name: str) -> str:
    """The last part of the file's name in NFC, without its folder and its extension."""
    last = _parts(name)[-1]
    return PurePath(last).stem if last not in (".", "..") else ""


def slug(text: str) -> str:
    """A part of an id: the letters and digits of the text in any script, lower case, anything else as one underscore."""
    found = _NOT_IN_ID.sub("_", tidy(text).lower()).strip("_.-")[:LONGEST_ID].rstrip("_.-")
    return found or f"document_{_digest(text)}"


def _parts(name: str) -> list[str]:
    *folders, file = unicodedata.normalize("NFC", name.replace("\\", "/").rstrip("/")).split("/")
    return [*(folder for folder in folders if folder not in ("", ".", "..")), file]


def _joined(parts: list[str]) -> str:
    joined = "/".join(slug(part) for part in parts)
    if len(joined) <= LONGEST_ID:
        return joined
    kept = joined[-(LONGEST_ID - 9) :].partition("/")[2] or slug(parts[-1])[: LONGEST_ID - 9]
    return f"{kept}-{_digest(joined)}"


def _is_address(doc_id: str) -> bool:
    return _ADDRESS.fullmatch(doc_id) is not None


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
