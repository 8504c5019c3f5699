"""`ibidem search`: passages without a conversation."""

from collections.abc import Iterator, Sequence

import click

from ibidem.app import App
from ibidem.cli.options import configured, field_option, json_option, owner_option
from ibidem.cli.printing import say, say_json
from ibidem.cli.running import with_app, with_reader
from ibidem.domain.documents import CorpusWords, Passage, SearchFilters
from ibidem.domain.fields import FieldFilter
from ibidem.settings import Settings
from ibidem.shapes.documents import SearchResponse
from ibidem.shapes.filtering import ORDERED, from_words
from ibidem.shapes.requests import MAX_RESULTS

MOST_HELD = 10_000  # values of a field that are compared with a mistyped one


@click.command(help="Search for passages.")
@click.argument("query")
@click.option("--limit", type=click.IntRange(1, MAX_RESULTS), default=10, show_default=True, help="How many passages at most.")
@click.option("--device", multiple=True, help="Only documents about this device (may be given more than once).")
@click.option("--doc-type", multiple=True, help="Only documents of this type (may be given more than once).")
@owner_option
@field_option
@json_option
@configured
def search(
    settings: Settings,
    *,
    query: str,
    limit: int,
    device: tuple[str, ...],
    doc_type: tuple[str, ...],
    owner: tuple[str, ...],
    field: tuple[str, ...],
    as_json: bool,
) -> None:
    async def act(app: App) -> Sequence[Passage]:
        fields = from_words(field, app.profile, "--field")
        filters = SearchFilters(devices=device, doc_types=doc_type, owners=owner, fields=fields)
        found = await app.search(query, filters, limit, app.principal)
        if settings.retriever is None:
            for line in [*unknown(filters, await app.documents.words(app.principal)), *await unknown_values(fields, app)]:
                click.echo(line, err=True)
        if not await app.backend.in_step():
            click.echo("the last changes are not found yet; `ibidem ask` or `ibidem serve` sees to it", err=True)
        return found

    # Passages of a retriever are kept as excerpts.
    passages = (with_reader if settings.retriever is None else with_app)(settings, act)
    if as_json:
        say_json(SearchResponse.of(passages))
        return
    for number, passage in enumerate(passages, start=1):
        page = "" if passage.chunk.page is None else f", p. {passage.chunk.page}"
        document = passage.document
        owner_of = f", {document.owner}" if document.owner else ""
        standing = "" if document.in_force else ", not in force"
        say(f"{number}. {document.title} ({document.doc_id}{owner_of}{page}{standing})")
        say(f"   {' '.join(passage.chunk.text.split())}")
    if not passages:
        click.echo("nothing found", err=True)


async def unknown_values(fields: Sequence[FieldFilter], app: App) -> Sequence[str]:
    """As `unknown`, of texts that no document has in a field."""
    lines: list[str] = []
    for one in fields:
        if one.kind in ORDERED:
            continue
        held = await app.documents.field_values(one.name, app.principal, MOST_HELD)
        shown = ", ".join(held[:20]) + (" ..." if len(held) > 20 else "")
        missing = [value for value in one.values if value not in held]
        lines += [f"no document has the {one.name} {value!r}; there are: {shown or 'none'}" for value in missing]
    return lines


def unknown(filters: SearchFilters, held: CorpusWords) -> Iterator[str]:
    """What to say of each value of the filters that no document has: mistyped, it leaves out what was meant."""
    for name, values, known in (
        ("device", filters.devices, held.devices),
        ("document type", filters.doc_types, held.doc_types),
        ("owner", filters.owners, held.owners),
    ):
        for value in values:
            if value not in known:
                yield f"no document has the {name} {value!r}; there are: {', '.join(known) or 'none'}"
