"""The kinds of document that a request narrows by: types, and groups of them, that there are."""

from dataclasses import replace

from ibidem.domain.documents import Principal, SearchFilters
from ibidem.domain.errors import InvalidInput
from ibidem.ports.document_store import DocumentReader
from ibidem.profile import Profile


async def with_types_of_groups(
    filters: SearchFilters, profile: Profile, documents: DocumentReader, principal: Principal
) -> SearchFilters:
    """The filters, with the types of each group that they name in its place; a name that is both means all of them. Raises
    InvalidInput for a name that is neither one of the profile nor the type of a document that the principal may read.
    """
    if not filters.doc_types:
        return filters
    held = (await documents.words(principal)).doc_types
    types = dict.fromkeys((*(one.name for one in profile.doc_types), *held))
    groups = {one.group for one in profile.doc_types}
    meant: list[str] = []
    for name in filters.doc_types:
        if name in groups:
            meant += [one.name for one in profile.doc_types if one.group == name]
        elif name in types:
            meant.append(name)
        else:
            allowed = ", ".join(sorted(groups | types.keys())) or "there are none yet"
            problem = f"{name[:80]!r} is no type and no group of documents"
            raise InvalidInput("filters.doc_types", problem, f"allowed are {allowed}")
    return replace(filters, doc_types=tuple(dict.fromkeys(meant)))
