"""The ways to read a message as a small network sees them, trained on messages with what they mean (decision 13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.understanding.composing import Labels, compose
from ibidem.understanding.decoding import decode
from ibidem.understanding.mentions import Masked
from ibidem.understanding.network import shipped
from ibidem.understanding.pointer import Pointer

# Of the likeliest labels so many are composed; what is beyond has no share worth counting.
_COMPOSED = 8
_EXPLAINED = 3


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a message: what it points at, None for a question like any other; how likely that is, 0..1; and what
    the network says of its mentions for the likeliest of the labels that come to it."""

    pointer: Pointer | None
    share: float
    labels: Labels


def readings(masked: Masked) -> list[Reading]:
    """The ways to read a message, the likeliest first."""
    found: dict[Pointer | None, Reading] = {}
    for one in decode(shipped().read(masked), masked.mentions)[:_COMPOSED]:
        pointer = compose(one.labels, masked.mentions)
        first = found.get(pointer)
        labels, share = (one.labels, 0.0) if first is None else (first.labels, first.share)
        found[pointer] = Reading(pointer, share + one.likely, labels)
    return sorted(found.values(), key=lambda one: -one.share)


def ways_in_a_line(masked: Masked, ways: Sequence[Reading]) -> str:
    """The likeliest ways in a line: `title in latest, whole .97 (pump: named) | none .02`."""
    return " | ".join(_line(one, masked) for one in ways[:_EXPLAINED] if one.share >= 0.005)


def _line(one: Reading, masked: Masked) -> str:
    labels, share = one.labels, f"{one.share:.2f}".removeprefix("0")
    if labels.shape == "none":
        return f"none {share}"
    said = [masked.text[m.start : m.end] for m in masked.mentions]
    roles = [f"{word}: {role}" for word, role in zip(said, labels.roles, strict=True) if role != "none"]
    place = f", place {' '.join(map(str, labels.place))}" if labels.place else ""
    return f"{labels.shape} in {labels.scope}, {labels.intent}{place} {share}" + (f" ({', '.join(roles)})" if roles else "")
