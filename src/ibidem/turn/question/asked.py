"""The question as a model reads it: with the devices that the person chose and did not write."""

from ibidem.language.normal import normalise
from ibidem.turn.question.subjects import of_carried
from ibidem.turn.values.asking import ParsedQuestion


def as_asked(parsed: ParsedQuestion) -> str:
    """The completed question; after the names of the devices that were picked or filtered by, where it names none of them."""
    inquiry = parsed.inquiry
    chosen = inquiry.devices or inquiry.filters.devices
    said = normalise(inquiry.text).casefold()
    if not chosen or any(normalise(name).casefold() in said for name in chosen):
        return inquiry.text
    return of_carried(inquiry.text, chosen)
