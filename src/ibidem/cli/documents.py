"""`ibidem documents`: what is in the corpus."""

import click

from ibidem.app import App
from ibidem.cli.options import configured, json_option
from ibidem.cli.printing import say, say_json, say_table
from ibidem.cli.running import with_reader, with_stored
from ibidem.domain.documents import Document
from ibidem.settings import Settings
from ibidem.web.schemas import DocumentList, DocumentShape, DocumentWithText


@click.group(help="List, show and delete documents.")
def documents() -> None:
    pass


@documents.command("list", help="List documents by their ids.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help="How many at most.")
@click.option("--offset", type=click.IntRange(0, 2**31 - 1), default=0, help="How many to pass over.")
@json_option
@configured
def list_documents(settings: Settings, *, limit: int, offset: int, as_json: bool) -> None:
    found = with_reader(settings, lambda app: app.documents.documents(app.principal, limit + 1, offset))
    shown, more = found[:limit], len(found) > limit
    if as_json:
        say_json(DocumentList(documents=[DocumentShape.of(d) for d in shown], next_offset=offset + limit if more else None))
        return
    say_table([(d.doc_id, d.doc_type, d.language, d.title) for d in shown])
    if more:
        click.echo(f"there are more; --offset {offset + limit} shows them", err=True)


@documents.command(help="Show a document's whole text.")
@click.argument("doc_id")
@click.option("--version", metavar="CHECKSUM", help="A version that was cited; without it the current one.")
@json_option
@configured
def show(settings: Settings, *, doc_id: str, version: str | None, as_json: bool) -> None:
    async def read(app: App) -> tuple[Document, str]:
        document = await app.documents.get(doc_id, app.principal, version)
        return document, await app.documents.text(doc_id, app.principal, document.version)

    document, text = with_reader(settings, read)
    if as_json:
        say_json(DocumentWithText(**DocumentShape.of(document).model_dump(), text=text))
    else:
        say(text)


@documents.command(help="Take a document out of the corpus. Versions that a turn cites stay readable by version.")
@click.argument("doc_id")
@configured
def delete(settings: Settings, doc_id: str) -> None:
    with_stored(settings, lambda app: app.delete_document(doc_id, app.principal))
    say(f"deleted {doc_id}")
