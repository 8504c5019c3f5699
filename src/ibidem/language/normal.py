"""One spelling for what looks the same: composed letters, one width, nothing invisible."""

import re
import unicodedata

# Full- and half-width forms, the wide space, and the squared units (㎏, ㎜): the letters that only East Asian typesetting made.
_WIDE = re.compile("[\u2103\u2109\u3000\u3300-\u33ff\uff00-\uffef]+")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]+")
# Lone surrogates cannot be encoded and control characters mean nothing to a reader; the line breaks and the tab stay.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def normalise(text: str) -> str:
    """The text in NFC, with full- and half-width forms folded, invisible characters dropped and control characters as spaces.

    Takes any string, lone surrogates included, and what comes out can always be encoded as UTF-8. Its length may differ.
    """
    text = _UNPRINTABLE.sub(" ", text)
    if text.isascii():
        return text
    text = _INVISIBLE.sub("", text)
    return unicodedata.normalize("NFC", _WIDE.sub(lambda run: unicodedata.normalize("NFKC", run.group()), text))
