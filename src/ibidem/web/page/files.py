"""The files of the page, read once, and the routes that serve them.

Their address holds a checksum over all of them, so a browser keeps them for good, and a newer ibidem has other addresses.
"""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import PurePath

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

router = APIRouter(include_in_schema=False)

TYPES: Mapping[str, str] = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
PAGE = "index.html"
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types ibidem"
)
FOR_GOOD = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is sent; `packed` is the same with gzip."""

    media_type: str
    plain: bytes
    packed: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """The page itself, and the files that it loads by their names."""

    digest: str
    document: PageFile
    files: Mapping[str, PageFile]


@lru_cache
def page() -> Page:
    """The page, with the address of its files written into it."""
    folder = resources.files("ibidem.web.page")
    contents = {one.name: one.read_bytes() for one in folder.iterdir() if PurePath(one.name).suffix in TYPES}
    digest = hashlib.sha256(b"".join(name.encode() + content for name, content in sorted(contents.items()))).hexdigest()[:16]
    document = contents.pop(PAGE).replace(b"{files}", f"/page/{digest}".encode())
    return Page(digest, _file(PAGE, document), {name: _file(name, content) for name, content in contents.items()})


def _file(name: str, content: bytes) -> PageFile:
    return PageFile(TYPES[PurePath(name).suffix], content, gzip.compress(content, mtime=0))


def _response(request: Request, file: PageFile, headers: Mapping[str, str]) -> Response:
    packs = "gzip" in request.headers.get("accept-encoding", "")
    encoding = {"Content-Encoding": "gzip"} if packs else {}
    return Response(
        file.packed if packs else file.plain,
        media_type=file.media_type,
        headers={"Vary": "Accept-Encoding", **encoding, **headers},
    )


@router.get("/")
async def document(request: Request) -> Response:
    """The page."""
    headers = {"Content-Security-Policy": CONTENT_POLICY, "Referrer-Policy": "no-referrer"}
    return _response(request, page().document, headers)


@router.get("/page/{digest}/{name}")
async def page_file(digest: str, name: str, request: Request) -> Response:
    """A file of the page. One of another ibidem is not here."""
    file = page().files.get(name) if digest == page().digest else None
    if file is None:
        raise HTTPException(404)
    return _response(request, file, {"Cache-Control": FOR_GOOD})
