"""Vectors and scores without a model, over the wire: the more letters two texts share, the nearer they are.

A vector counts the tokens of the text (`ibidem.testing.stores.tokens`), each in the place that the CRC of its letters names,
and has length 1. That finds shared words in every language, and nothing that a synonym says.
"""

import base64
import math
import struct
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from ibidem.testing.stores import tokens

DIMENSIONS = 256


def vector(text: str, dimensions: int = DIMENSIONS) -> list[float]:
    """The vector of a text; a text without words has its length in the first place."""
    counts = [0.0] * dimensions
    for token in tokens(text) or [""]:
        counts[crc32(token.encode()) % dimensions] += 1.0
    length = math.hypot(*counts)
    return [count / length for count in counts]


def embeddings(body: Mapping[str, Any]) -> object:
    """The response to POST /v1/embeddings. Raises ValueError, TypeError and KeyError for a body that is none."""
    given: str | list[str] = body["input"]
    texts = [given] if isinstance(given, str) else given
    vectors = [vector(text, body.get("dimensions") or DIMENSIONS) for text in texts]
    whole = [_packed(v) if body.get("encoding_format") == "base64" else v for v in vectors]
    data = [{"object": "embedding", "index": index, "embedding": one} for index, one in enumerate(whole)]
    used = sum(-(-len(text) // 4) for text in texts)
    return {
        "object": "list",
        "data": data,
        "model": body["model"],
        "usage": {"prompt_tokens": used, "total_tokens": used},
    }


def ranked(body: Mapping[str, Any]) -> object:
    """The response to POST /rerank, best first, in the shape that the request is of."""
    tei = "texts" in body
    asked = vector(body["query"])
    texts: Sequence[str] = body["texts" if tei else "documents"]
    scores = sorted(((sum(map(float.__mul__, asked, vector(text))), index) for index, text in enumerate(texts)), reverse=True)
    if tei:
        return [{"index": index, "score": score} for score, index in scores]
    results = [{"index": index, "relevance_score": score} for score, index in scores[: body.get("top_n")]]
    return {"id": "rerank-scripted", "model": body["model"], "results": results}


def _packed(values: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(values)}f", *values)).decode()
