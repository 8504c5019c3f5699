"""Which of its ids a document gets beside documents that were read from other files."""

from collections.abc import Mapping

from ibidem.backends.soundness import taken
from ibidem.domain.documents import PreparedDocument


def wanted_ids(prepared: PreparedDocument) -> tuple[str, ...]:
    """The ids that the document may get, the first choice first."""
    return (prepared.document.doc_id, *prepared.other_ids)


def beside_others(prepared: PreparedDocument, sources: Mapping[str, str]) -> PreparedDocument:
    """The document under the id that its own file has already, else the first that no other file has; `sources` are those of what
    is current, by id. Raises InvalidInput where others have them all."""
    if not prepared.other_ids:
        return prepared
    ids = wanted_ids(prepared)
    own = _file_name(prepared.document.source)
    files = {doc_id: _file_name(source) for doc_id, source in sources.items()}
    known = (doc_id for doc_id in ids if files.get(doc_id) == own)
    free = (doc_id for doc_id in ids if not files.get(doc_id))
    for doc_id in (*known, *free):
        return prepared if doc_id == prepared.document.doc_id else prepared.under(doc_id)
    raise taken(prepared.document.doc_id)


def is_others(prepared: PreparedDocument, source: str) -> bool:
    """Whether a document with this source is not to be replaced by the prepared one, because it was read from another file."""
    name = _file_name(source)
    return bool(prepared.other_ids and name) and name != _file_name(prepared.document.source)


def _file_name(source: str) -> str:
    """The file's own name: a folder's files have their paths, an upload has none."""
    return source.replace("\\", "/").rpartition("/")[2]
