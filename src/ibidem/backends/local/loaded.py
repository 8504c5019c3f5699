"""What the encoder and the reader of this process share, loaded once and when it is first needed."""

import threading
from functools import lru_cache

from ibidem.backends.local.packed import PackedModel, Pieces
from ibidem.backends.local.packed_file import MISSING, packed_file
from ibidem.domain.errors import ModelUnavailable

_loading = threading.Lock()


@lru_cache(maxsize=1)
def _packed() -> tuple[PackedModel, Pieces]:
    path = packed_file()
    if path is None:
        raise OSError(MISSING)
    packed = PackedModel(path)
    return packed, packed.pieces()


def packed(name: str) -> tuple[PackedModel, Pieces]:
    """The weights and the vocabulary. Raises ModelUnavailable under this name."""
    with _loading:
        try:
            return _packed()
        except (OSError, ValueError, ImportError) as error:
            raise ModelUnavailable(name, f"cannot be loaded ({error})") from error
