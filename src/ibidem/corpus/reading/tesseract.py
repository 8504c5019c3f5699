"""Tesseract, a program of its own that recognises text: whether it is there, and which of our languages it knows."""

import shutil
from functools import lru_cache

from ibidem.corpus.reading.programs import run
from ibidem.domain.languages import FACTS

RECOGNISER = "tesseract"
INSTALL_RECOGNISER = (
    "install Tesseract with its languages (Debian: tesseract-ocr tesseract-ocr-kor tesseract-ocr-jpn), then index it again"
)
_LANGUAGES = tuple(facts.ocr for facts in FACTS.values() if facts.ocr)
_SECONDS = 60  # to list its languages, which takes no time


def installed() -> bool:
    """Whether there is a program that recognises text; which languages it knows is for a worker to find out."""
    return shutil.which(RECOGNISER) is not None


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Those of ours that Tesseract knows; none where it is not installed."""
    if not installed():
        return ()
    listed = run([RECOGNISER, "--list-langs"], b"", _SECONDS).stdout.decode("utf-8", "replace").split()
    return tuple(language for language in _LANGUAGES if language in listed)
