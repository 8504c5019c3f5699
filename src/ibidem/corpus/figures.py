"""The figures of a document: which of the pictures in it are kept, and what is known of them.

A picture is what its bytes begin as, whatever a file calls it. None is unpacked here, so that one which unpacks to gigabytes
costs no more than another.
"""

import hashlib
import io
import struct
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

from ibidem.corpus.picture_files import local_path
from ibidem.corpus.reading.blocks import MOST_FIGURES, MOST_PICTURE_BYTES, MOST_PLACES, ShownPicture, one_line, tidy
from ibidem.domain.documents import Figure

MOST_PIXELS = 50_000_000  # of one picture, beside its MOST_PICTURE_BYTES
MOST_BYTES_IN_ALL = 32 * 1024 * 1024  # of one document
# Along the shorter side. What is smaller is an icon, a bullet or a rule; a formula or a button in a line of text has 24 or more.
LEAST_SIDE = 24
_LONGEST_CAPTION = 300

# https://en.wikipedia.org/wiki/List_of_file_signatures
_FORMS = ((b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF87a", "GIF"), (b"GIF89a", "GIF"))
_Inspected = tuple[str, int, int]


def figures_of(pictures: Iterable[ShownPicture], beside: Mapping[str, bytes]) -> tuple[tuple[Figure, ...], tuple[bytes, ...]]:
    """The figures in their order, and the bytes of each once. `beside` are the files that the document may show, by their paths
    from its folder."""
    placed = [(one, content) for one in pictures if (content := one.content or beside.get(local_path(one.address), b""))]
    ids = _ids([content for _, content in placed])
    places = Counter(ids[id(content)] for _, content in placed)
    kept: dict[str, bytes] = {}
    known: dict[str, _Inspected | None] = {}
    figures: list[Figure] = []
    room = MOST_BYTES_IN_ALL
    for one, content in placed:
        figure_id = ids[id(content)]
        if places[figure_id] > MOST_PLACES:
            continue
        if figure_id not in known:
            known[figure_id] = _inspected(content) if len(content) <= room and len(kept) < MOST_FIGURES else None
            if known[figure_id] is not None:
                kept[figure_id] = content
                room -= len(content)
        if (found := known[figure_id]) is not None:
            figures.append(Figure(figure_id, one.offset, *found, _caption(one.caption)))
    return tuple(figures), tuple(kept.values())


def _ids(contents: Sequence[bytes]) -> dict[int, str]:
    """The SHA-256 of each object; one that is shown a thousand times is hashed once."""
    return {key: hashlib.sha256(one).hexdigest() for key, one in {id(one): one for one in contents}.items()}


def _caption(text: str) -> str:
    """What the picture is called; "" for the name of a file, which programs write there."""
    caption = one_line(tidy(text))[:_LONGEST_CAPTION]
    named = PurePath(caption).suffix.lower() in (".png", ".jpg", ".jpeg", ".gif", ".webp")
    return "" if named and " " not in caption else caption


def _inspected(content: bytes) -> _Inspected | None:
    """The media type, width and height of a picture that is worth keeping; None for any other."""
    if len(content) > MOST_PICTURE_BYTES:
        return None
    form = next((form for mark, form in _FORMS if content.startswith(mark)), None)
    try:
        if form is not None:
            width, height = _size(content, form)
        elif content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            form, (width, height) = "WEBP", _webp_size(content)
        else:
            return None
    except (OSError, ValueError, SyntaxError, LookupError, struct.error):  # as its plugins fail
        return None
    if min(width, height) < LEAST_SIDE or width * height > MOST_PIXELS:
        return None
    return f"image/{form.lower()}", width, height


def _size(content: bytes, form: str) -> tuple[int, int]:
    from PIL import Image  # for the processes that read alone

    Image.MAX_IMAGE_PIXELS = None  # as in `ocr`: a picture is never unpacked here
    with Image.open(io.BytesIO(content), formats=(form,)) as opened:
        return opened.size


def _webp_size(content: bytes) -> tuple[int, int]:
    """After RFC 9649: Pillow would unpack the picture to give it. Raises ValueError, and struct.error where it is cut short."""
    match content[12:16]:
        case b"VP8X":
            wide, high = content[24:27], content[27:30]
            return int.from_bytes(wide, "little") + 1, int.from_bytes(high, "little") + 1
        case b"VP8L":
            (bits,) = struct.unpack_from("<I", content, 21)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = struct.unpack_from("<HH", content, 26)
            return width & 0x3FFF, height & 0x3FFF
        case _:
            raise ValueError("no WebP")
