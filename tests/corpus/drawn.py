"""Pictures that are drawn for a test."""

import io

from PIL import Image


def drawn(colour: str = "red", width: int = 64, height: int = 48, form: str = "PNG") -> bytes:
    """A picture of one colour, in a format that Pillow writes."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, form)
    return file.getvalue()
