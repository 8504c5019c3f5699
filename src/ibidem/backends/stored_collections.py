"""What all stores do alike with collections."""

from pydantic import TypeAdapter

from ibidem.domain.collections import MOST_COLLECTIONS, Collection
from ibidem.domain.errors import InvalidInput
from ibidem.domain.text import require_storable

COLLECTION = TypeAdapter(Collection)


def encoded(collection: Collection) -> str:
    """A collection as JSON. Raises InvalidInput for text that cannot be stored."""
    filters = collection.filters
    require_storable("name", collection.name)
    listed = (filters.devices, filters.doc_types, filters.doc_ids, filters.owners)
    fields = [text for one in filters.fields for text in (one.name, *one.values, one.least or "", one.most or "")]
    for text in (*fields, *(text for texts in listed for text in texts)):
        require_storable("filters", text)
    return COLLECTION.dump_json(collection).decode()


def too_many() -> InvalidInput:
    """What a person is refused with who has as many as may be."""
    return InvalidInput("name", f"there are {MOST_COLLECTIONS} collections already", "delete one, or save under the name of one")
