"""What is made of a page: a picture, and places on it."""

from dataclasses import dataclass

PDF = "application/pdf"
PICTURES = {"image/png": "PNG", "image/jpeg": "JPEG", "image/tiff": "TIFF", "image/bmp": "BMP", "image/webp": "WEBP"}
DRAWN_AS = "image/webp"


@dataclass(frozen=True, slots=True)
class Box:
    """A place on a page, in shares of its width and its height, from its upper left corner."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page as a picture (WebP), no wider than asked for."""

    picture: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class PlacedPage:
    """The size of a page in points (of a picture in pixels), and for each quotation the boxes of its lines; none where it is not
    found."""

    width: float
    height: float
    boxes: tuple[tuple[Box, ...], ...]


class NotDrawn(Exception):
    """A page that cannot be drawn; says why."""
