"""Metadata of copies, and filters on it (AIP-160, https://google.aip.dev/160: strings in double quotes, `:` for lists)."""

from collections.abc import Iterable, Sequence

from google.genai.types import CustomMetadata, GroundingChunkCustomMetadata, StringList

from ibidem.domain.documents import SearchFilters
from ibidem.domain.hosted import HostedUpload

DOC_ID, VERSION, TENANT, DOC_TYPE, OWNER, DEVICES = "doc_id", "checksum", "tenant", "doc_type", "owner", "devices"
# A document without devices passes every filter by device, as in a search of our own.
ANY_DEVICE = "any"


def metadata_of(upload: HostedUpload) -> list[CustomMetadata]:
    """What a copy is known and filtered by. An empty value is left out: the service takes none."""
    texts = {
        DOC_ID: upload.doc_id,
        VERSION: upload.version,
        TENANT: upload.tenant,
        DOC_TYPE: upload.doc_type,
        OWNER: upload.owner,
    }
    devices = StringList(values=list(upload.devices) or [ANY_DEVICE])
    written = [CustomMetadata(key=key, string_value=value) for key, value in texts.items() if value]
    return [*written, CustomMetadata(key=DEVICES, string_list_value=devices)]


def texts_of(metadata: Sequence[CustomMetadata] | Sequence[GroundingChunkCustomMetadata] | None) -> dict[str, str]:
    """The texts among the metadata, by key."""
    return {one.key: one.string_value for one in metadata or () if one.key and one.string_value}


def metadata_filter(tenant: str | None, filters: SearchFilters) -> str | None:
    """What a copy must have to be searched; None where everything is."""
    devices = (*filters.devices, ANY_DEVICE) if filters.devices else ()
    parts = [
        *any_of(TENANT, "=", () if tenant is None else (tenant,)),
        *any_of(DOC_ID, "=", filters.doc_ids),
        *any_of(DOC_TYPE, "=", filters.doc_types),
        *any_of(OWNER, "=", filters.owners),
        *any_of(DEVICES, ":", devices),
    ]
    return " AND ".join(parts) or None


def any_of(key: str, operator: str, values: Iterable[str]) -> Iterable[str]:
    """A condition that one of the values meets; none without values."""
    alternatives = [f"{key} {operator} {quoted(value)}" for value in values]
    if alternatives:
        yield f"({' OR '.join(alternatives)})"


def quoted(value: str) -> str:
    """A value as a string of a filter: whatever stands in it, it cannot end the string."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
