"""DOC and PPT, the formats from before 2007, by way of LibreOffice where it is installed."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from ibidem.corpus.reading.programs import run
from ibidem.domain.errors import UnreadableDocument

PROGRAMS = ("soffice", "libreoffice")
INSTALL = "install LibreOffice (Debian: libreoffice-writer libreoffice-impress), then index it again; or save it as {}"
_SECONDS = 120
# No macros, and nothing is fetched that a file leads to.
_SCRIPTING = "/org.openoffice.Office.Common/Security/Scripting"
_SETTINGS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry">'
    + "".join(
        f'<item oor:path="{_SCRIPTING}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for name, value in (
            ("DisableMacrosExecution", "true"),
            ("BlockUntrustedRefererLinks", "true"),
            ("MacroSecurityLevel", "3"),
        )
    )
    + "</oor:items>\n"
)


def program() -> str | None:
    """The path of LibreOffice, where it is installed."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def converted(name: str, original: bytes, extension: str) -> bytes:
    """The file in the format of this extension. Raises UnreadableDocument for one that LibreOffice does not convert.

    It works in a folder of its own, with a profile of its own, in which macros do not run.
    """
    found = program()
    if found is None:
        raise UnreadableDocument(
            name, "a format from before 2007, and no LibreOffice is there to read it", INSTALL.format(extension)
        )
    with tempfile.TemporaryDirectory(prefix="ibidem-office-") as folder:
        given = Path(folder, f"given.{name.rpartition('.')[2].lower()}")
        given.write_bytes(original)
        command = [found, f"-env:UserInstallation={Path(folder, 'profile').as_uri()}", "--headless", "--norestore"]
        command += ["--convert-to", extension, "--outdir", str(Path(folder, "made")), str(given)]
        settings = Path(folder, "profile", "user", "registrymodifications.xcu")
        settings.parent.mkdir(parents=True)
        settings.write_text(_SETTINGS, encoding="utf-8")
        try:
            run(command, b"", _SECONDS)
            return Path(folder, "made", f"given.{extension}").read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise UnreadableDocument(name, "LibreOffice could not read it", f"open it and save it as {extension}") from error
