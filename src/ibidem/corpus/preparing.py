"""From a file's bytes to a document that can be stored: read, described, cut, and made searchable. Touches nothing outside."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from ibidem.corpus.chunking import Piece, cut, cut_row
from ibidem.corpus.figures import figures_of
from ibidem.corpus.given_fields import given_fields
from ibidem.corpus.ids import path_ids
from ibidem.corpus.metadata import DEFAULT_DOC_TYPE, describe, given_metadata, version_of
from ibidem.corpus.reading.blocks import tidy
from ibidem.corpus.reading.formats import format_of, read
from ibidem.corpus.text_masking import masked_metadata, masked_reading
from ibidem.domain.documents import Chunk, Document, PreparedDocument, SearchableChunk, chunk_id_of
from ibidem.language.detection import detect_language
from ibidem.language.search_text import passage_tokens
from ibidem.privacy.document_masking import DocumentMasking
from ibidem.profile import Profile


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as it came in: its name (a path inside its folder, or what a client called it), its bytes, its sidecar's bytes, and
    those of the folders above it, the outermost first. `beside` are the pictures that it may show, by their paths from its own
    folder."""

    name: str
    original: bytes
    sidecar: bytes = b""
    above: tuple[bytes, ...] = ()
    beside: tuple[tuple[str, bytes], ...] = ()

    @property
    def version(self) -> str:
        """What changes when any of these changes."""
        return version_of(self.original, self.sidecar, *self.above, *(content for _, content in self.beside))


def prepare(
    source: SourceFile, profile: Profile, tenant: str, indexed_at: datetime, masking: DocumentMasking | None = None
) -> PreparedDocument:
    """Makes a file a document, with placeholders for its personal data where a masking is given. Raises UnreadableDocument."""
    found = read(source.name, source.original)
    given = given_metadata(source.name, found.front_matter, source.sidecar, source.above)
    further = given_fields(source.name, found.front_matter, source.sidecar, source.above, profile)
    metadata = describe(source.name, found, given, profile)
    if masking is not None:
        if profile.masking.publishes(metadata.doc_id, metadata.doc_type):
            masking = masking.leaving_contacts()
        whole = masking.whole(found.text)
        found = masked_reading(found, whole, masking)
        metadata = masked_metadata(describe(source.name, found, given, profile), whole, masking)
        further = further.masked(partial(masking.beside, whole=whole))
    # What a picture shows cannot be masked.
    figures, pictures = figures_of(found.pictures if masking is None else (), dict(source.beside))
    document = Document(
        doc_id=metadata.doc_id,
        version=version_under(masking, source),
        title=metadata.title,
        source=tidy(source.name),
        uri=metadata.uri,
        doc_type=metadata.doc_type,
        language=metadata.language,
        media_type=format_of(source.name).media_type,
        storage_pointer=pointer_of(source.original),
        indexed_at=indexed_at,
        devices=metadata.devices,
        readers=metadata.readers,
        tenant=tenant,
        pages=found.pages,
        recognised=found.recognised,
        in_force=metadata.in_force,
        effective=metadata.effective,
        supersedes=metadata.supersedes,
        owner=metadata.owner,
        fields=further.fields,
        metadata=further.metadata,
        unread_pages=found.unread_pages,
        figures=figures,
    )
    others = () if given.doc_id is not None else tuple(one for one in path_ids(source.name) if one != metadata.doc_id)
    chunks = _searchable(document, found.text, cut(found))
    return PreparedDocument(document, source.original, found.text, chunks, pictures, others)


def version_under(masking: DocumentMasking | None, source: SourceFile) -> str:
    """The version of the document that a file becomes."""
    return source.version if masking is None else f"{source.version}{masking.policy}"


def prepare_row(doc_id: str, title: str, text: str, indexed_at: datetime, tenant: str = "default") -> PreparedDocument:
    """Makes a row of a table of passages a document: one chunk, unless it is as long as a chapter. Any string will do."""
    text, title = tidy(text), tidy(title)
    original = f"{title}\n{text}".encode()
    document = Document(
        doc_id=doc_id,
        version=version_of(original, b""),
        title=title or doc_id,
        source=doc_id,
        uri="",
        doc_type=DEFAULT_DOC_TYPE,
        language=detect_language(text),
        media_type="text/plain",
        storage_pointer=pointer_of(original),
        indexed_at=indexed_at,
        tenant=tenant,
    )
    return PreparedDocument(document, original, text, _searchable(document, text, cut_row(text)))


def _searchable(document: Document, text: str, pieces: Sequence[Piece]) -> tuple[SearchableChunk, ...]:
    """The pieces as chunks, found also by what they are read under: the title, the headings above, a table's header."""
    return tuple(
        SearchableChunk(chunk, passage_tokens(chunk.text, _title_words(document.title, piece)))
        for order, piece in enumerate(pieces)
        for chunk in (
            Chunk(
                doc_id=document.doc_id,
                version=document.version,
                chunk_id=chunk_id_of(document.doc_id, document.version, order),
                order=order,
                section=" > ".join(piece.section),
                page=piece.page,
                offset=piece.start,
                text=text[piece.start : piece.end],
                head=piece.head,
            ),
        )
    )


def _title_words(title: str, piece: Piece) -> str:
    return "\n".join(dict.fromkeys(part for part in (title, *piece.section, piece.head) if part))


def pointer_of(original: bytes) -> str:
    """What names these bytes where originals are kept (`Document.storage_pointer`)."""
    return f"sha256:{hashlib.sha256(original).hexdigest()}"
