"""The contract of `ibidem.ports.FolderStore`, as tests."""

from dataclasses import replace
from typing import Protocol

from ibidem.domain.folders import IndexedFile
from ibidem.ports.folder_store import FolderStore

FILES = (
    IndexedFile("/srv/handbook", "benefits/time-off/index.md", "benefits/time-off", "a" * 16, "r"),
    IndexedFile("/srv/handbook", "복지/연차.md", "복지/연차", "b" * 16, "r"),
    IndexedFile("/srv/規程", "手当/通勤.md", "手当/通勤", "c" * 16, "r"),
)


class FolderStores(Protocol):
    """What the suite needs."""

    @property
    def folders(self) -> FolderStore:
        """The folder store under test."""
        ...


class FolderStoreSuite:
    """Subclass it with a fixture `stores` (see `ibidem.testing`)."""

    async def test_files_come_back_by_folder_and_path(self, stores: FolderStores) -> None:
        assert not await stores.folders.files("default")
        await stores.folders.record([FILES[2], FILES[1], FILES[0]], "default")
        assert tuple(await stores.folders.files("default")) == FILES
        assert not await stores.folders.files("elsewhere")

    async def test_a_file_is_recorded_once(self, stores: FolderStores) -> None:
        await stores.folders.record(FILES, "default")
        changed = replace(FILES[0], doc_id="pump", version="d" * 16, reading="s")
        await stores.folders.record([changed], "default")
        assert tuple(await stores.folders.files("default")) == (changed, *FILES[1:])

    async def test_a_file_of_an_unknown_folder_is_taken_over(self, stores: FolderStores) -> None:
        await stores.folders.record([replace(FILES[0], folder=""), replace(FILES[1], folder="")], "default")
        await stores.folders.record(FILES[:1], "default")
        assert tuple(await stores.folders.files("default")) == (replace(FILES[1], folder=""), FILES[0])

    async def test_what_is_forgotten_is_gone_in_its_folder_alone(self, stores: FolderStores) -> None:
        copy = replace(FILES[0], folder="/mnt/copy")
        await stores.folders.record([*FILES, copy], "default")
        await stores.folders.forget([FILES[0]], "default")
        assert set(await stores.folders.files("default")) == {copy, *FILES[1:]}
