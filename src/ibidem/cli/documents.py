"""`ibidem documents`: what is in the corpus."""

from collections.abc import Sequence

import click

from ibidem.app import App
from ibidem.cli.options import configured, field_option, json_option, offset_option, owner_option
from ibidem.cli.printing import in_part, say, say_json, say_next, say_table
from ibidem.cli.running import with_reader, with_stored
from ibidem.domain.documents import Document, SearchFilters
from ibidem.settings import Settings
from ibidem.shapes.documents import DocumentList, DocumentShape, DocumentWithText
from ibidem.shapes.filtering import from_words
from ibidem.shapes.pages import paged


@click.group(help="List, show and delete documents.")
def documents() -> None:
    pass


@documents.command("list", help="List documents by their ids.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help="How many at most.")
@offset_option
@owner_option
@field_option
@json_option
@configured
def list_documents(
    settings: Settings, *, limit: int, offset: int, owner: tuple[str, ...], field: tuple[str, ...], as_json: bool
) -> None:
    async def read(app: App) -> tuple[Sequence[Document], int]:
        narrowed = SearchFilters(owners=owner, fields=from_words(field, app.profile, "--field"))
        found = await app.documents.documents(app.principal, limit + 1, offset, narrowed)
        return found, await app.documents.count(app.principal, narrowed)

    found, total = with_reader(settings, read)
    if as_json:
        say_json(DocumentList.of(found, limit, offset, total))
        return
    shown, next_offset = paged(found, limit, offset)
    say_table([_row(document) for document in shown])
    say_next(next_offset)


def _row(document: Document) -> tuple[str, ...]:
    standing = "" if document.in_force else " (not in force)"
    return document.doc_id, document.doc_type, document.language, document.title + standing, document.owner


@documents.command(help="Show what a document says of itself, and its whole text.")
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
        return
    said = [*((field.name, field.values) for field in document.fields), *document.metadata]
    for key, values in said:
        say(f"{key}: {', '.join(values)}")
    if said:
        say("")
    say(text)
    if document.unread_pages:
        click.echo(in_part(document.unread_pages), err=True)


@documents.command(help="Take a document out of the corpus. Versions that a turn cites stay readable by version.")
@click.argument("doc_id")
@configured
def delete(settings: Settings, doc_id: str) -> None:
    with_stored(settings, lambda app: app.uploads.delete(doc_id, app.principal))
    say(f"deleted {doc_id}")
