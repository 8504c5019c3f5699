"""The languages that ibidem treats as equals."""

from typing import Literal

Language = Literal["ko", "en", "ja"]

LANGUAGES: tuple[Language, ...] = ("ko", "en", "ja")
