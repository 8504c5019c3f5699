"""The linear network that reads what a message does: its runs of letters, weighted by how rare they are, and its vector.

Rarity and weights are those of TF-IDF and multinomial logistic regression; `python -m training acts` makes them.
"""

import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

BUCKETS = 1 << 16
RUN = 4  # letters of the longest run
# Characters that are read of a message, of its beginning and of its end.
HEAD, TAIL = 160, 80
# How much the vector weighs beside the letters, which have the length 1 together.
MEANING = 1.5
_DIGITS = re.compile(r"\d+")


def runs(text: str) -> Counter[int]:
    """How often each run of letters stands in a text, by its bucket; digits are alike."""
    folded = " ".join(unicodedata.normalize("NFKC", text).lower().split())
    if len(folded) > HEAD + TAIL:
        folded = f"{folded[:HEAD]} {folded[-TAIL:]}"
    framed = f" {_DIGITS.sub('0', folded)} "
    return Counter(
        zlib.crc32(framed[at : at + size].encode("utf-8", "replace")) % BUCKETS
        for size in range(1, RUN + 1)
        for at in range(len(framed) - size + 1)
    )


def weighted(found: Counter[int], rarity: Array) -> tuple[NDArray[np.int64], Array]:
    """The buckets of a text and what each weighs, of length 1 together."""
    buckets = np.fromiter(found, np.int64, len(found))
    weights = (1 + np.log(np.fromiter(found.values(), np.float32, len(found)))) * rarity[buckets]
    return buckets, (weights / max(float(np.linalg.norm(weights)), 1e-9)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Weights:
    """Of letters (BUCKETS, acts), of the vector (numbers, acts), of every message (acts); and how sharp the shares are made, so
    that they are as often right as they say."""

    letters: NDArray[np.int8]
    scales: Array
    meaning: Array
    always: Array
    sharpness: float


@dataclass(frozen=True, slots=True)
class ActNetwork:
    """Weights for messages with a vector, and for those without."""

    acts: tuple[str, ...]
    rarity: Array
    with_vector: Weights
    without: Weights

    def shares(self, text: str, vector: Sequence[float] | None) -> dict[str, float]:
        """How likely each act is, 0..1."""
        weights = self.without if vector is None else self.with_vector
        buckets, values = weighted(runs(text), self.rarity)
        scores = (values @ weights.letters[buckets].astype(np.float32)) * weights.scales + weights.always
        if vector is not None:
            scores = scores + MEANING * np.asarray(vector, np.float32) @ weights.meaning
        raised = np.exp(weights.sharpness * (scores - scores.max()))
        return dict(zip(self.acts, (raised / raised.sum()).tolist(), strict=True))


@cache
def shipped() -> ActNetwork:
    """The network that comes with ibidem."""
    with np.load(BytesIO(files("ibidem.understanding").joinpath("acts.npz").read_bytes())) as stored:

        def part(name: str) -> Weights:
            letters, scales, meaning, always = (stored[f"{name}.{one}"] for one in ("letters", "scales", "meaning", "always"))
            sharpness = float(stored[f"{name}.sharpness"])
            return Weights(letters, scales, meaning.astype(np.float32), always, sharpness)

        rarity = stored["rarity"].astype(np.float32)
        return ActNetwork(tuple(stored["acts"].tolist()), rarity, part("both"), part("letters"))
