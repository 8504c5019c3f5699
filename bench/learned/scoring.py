"""Reads messages with one network or the mean of several, and says how well."""

import asyncio
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from ibidem.domain.languages import Language
from ibidem.evaluation import references
from ibidem.evaluation.references import ReferenceCase, ReferenceScores
from ibidem.pointing.pointer import DocumentIds, Either, NamedId, Pointer, Together
from ibidem.profile import Profile
from learned.composing import Labels, compose
from learned.decoding import decode
from learned.mentions import Masked, mask
from learned.network import Network, Scores

Reader = Callable[[str, Profile], Pointer | None]
# Of the likeliest labels so many are composed; what is beyond has no share worth counting.
_COMPOSED = 8
_MOST_NAMES = 6
_PARTICLE = re.compile(r"(?:이라는|라는|에서|으로|이랑|하고|의|을|를|은|는|이|가|에|도|만|로|랑|와|과)$")
LANGUAGES: tuple[Language, ...] = ("ko", "en", "ja")


def network_of(file: Path) -> Network:
    """The network of a file of weights."""
    return Network({name: value.astype(np.float32) for name, value in np.load(file).items()})


def reader(networks: Sequence[Network], *, asks_below: float, points_above: float) -> Reader:
    """Reads with the mean of the networks.

    Where the likeliest pointer has a share below `asks_below` among all pointers, the next one may be meant as well. Where all
    pointers together are less likely than `points_above`, the message is an ordinary question.
    """

    def read(message: str, profile: Profile) -> Pointer | None:
        masked = mask(message, profile)
        ranked = sorted(shares(networks, masked).items(), key=lambda one: -one[1])
        best, share = ranked[0]
        if best is None or isinstance(best, DocumentIds | Together | Either):
            return best
        pointing = 1 - dict(ranked).get(None, 0.0)
        if pointing < points_above:
            return None
        others = [pointer for pointer, _ in ranked[1:] if pointer is not None and not isinstance(pointer, DocumentIds)]
        return Either((best, others[0])) if others and share / pointing < asks_below else best

    return read


def shares(networks: Sequence[Network], masked: Masked) -> dict[Pointer | None, float]:
    """The pointers that a message may be, with their shares."""
    read = [network.read(masked) for network in networks]
    heads = ("shape", "scope", "intent", "id_intent", "place", "roles")
    mean = Scores(**{head: sum(getattr(one, head) for one in read) / len(read) for head in heads})
    found: dict[Pointer | None, float] = {}
    for one in decode(mean, masked.mentions)[:_COMPOSED]:
        pointer = _name(masked, one.labels) if one.labels.shape == "name" else compose(one.labels, masked.mentions)
        found[pointer] = found.get(pointer, 0.0) + one.likely
    return found


def _name(masked: Masked, labels: Labels) -> Pointer | None:
    """Any word of a message that asks for one thing by a name: it is a document where the store has one of that name."""
    words = [p.text for p in masked.pieces if p.mention < 0 and len(p.text) > 1][:_MOST_NAMES]
    spelled = dict.fromkeys(s for word in words for s in (word, _PARTICLE.sub("", word)) if len(s) > 1)
    named = tuple(NamedId(word, word, False) for word in spelled)
    return DocumentIds(named, labels.id_intent, None, named) if named else None


def score(cases: Sequence[ReferenceCase], read: Reader) -> ReferenceScores:
    """What becomes of the cases with a reader in the place of the rules."""
    rules = references.read_pointer
    references.read_pointer = read
    try:
        return asyncio.run(references.evaluate_references(cases))
    finally:
        references.read_pointer = rules


def line_of(name: str, scores: ReferenceScores) -> str:
    """The figures of one reader, as a row of a table."""
    languages = [language for language in LANGUAGES if any(o.case.language == language for o in scores.outcomes)]
    figures = [f"{scores.accuracy():.4f}", *(f"{language} {scores.accuracy(language=language):.4f}" for language in languages)]
    times = f"p50 {scores.milliseconds(0.5):.2f} ms, p99 {scores.milliseconds(0.99):.2f} ms"
    return " | ".join([name, *figures, f"{scores.wrong_documents()} wrong documents", times])
