"""`ibidem feedback`: what people thought of answers, as a data set."""

from pathlib import Path

import click

from ibidem.app import App
from ibidem.cli.options import configured
from ibidem.cli.printing import say
from ibidem.cli.running import with_reader
from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.beir import CORPUS
from ibidem.evaluation.feedback import feedback_set
from ibidem.settings import Settings


@click.command(help="Write your feedback on answers, with every document, as a data set that `ibidem eval` measures on.")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@configured
def feedback(settings: Settings, *, folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()):
        raise InvalidInput("DIR", f"{folder} is not empty", "a new folder, or an empty one")

    async def write(app: App) -> int:
        found = await feedback_set(app.turns, app.documents, app.principal)
        for file, text in found.files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, encoding="utf-8", newline="\n")
        with (folder / CORPUS).open("w", encoding="utf-8", newline="\n") as corpus:
            async for line in found.corpus:
                corpus.write(line)
        return found.rated

    say(f"{with_reader(settings, write)} rated turns written to {folder}")
