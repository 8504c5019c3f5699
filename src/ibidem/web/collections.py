"""`/v1/collections`: filters of the library that a person has saved under names."""

from typing import Annotated

from fastapi import APIRouter, Path

from ibidem.shapes.collections import CollectionList, CollectionName, CollectionRequest, CollectionShape
from ibidem.web import errors
from ibidem.web.callers import Caller, OpenApp

router = APIRouter(prefix="/v1/collections", tags=["documents"], responses=errors.responses(421, 500, 503))

Named = Annotated[CollectionName, Path(description="The name of a collection.", examples=["Safety rules"])]


@router.get("", summary="List your collections")
async def collections(app: OpenApp, principal: Caller) -> CollectionList:
    """What you have saved, in any browser and by any key of yours. A collection opens nothing that its filters would not."""
    return CollectionList.of(await app.backend.collections.collections(principal))


@router.put("/{name:path}", responses=errors.responses(400, 408, 413, 415, 422), summary="Save a collection")
async def save(name: Named, given: CollectionRequest, app: OpenApp, principal: Caller) -> CollectionShape:
    """Saves filters under a name, in place of what you saved under it before; up to 100."""
    made = given.to_domain(name, app.profile)
    await app.backend.collections.save(made, principal)
    return CollectionShape.of(made)


@router.delete("/{name:path}", status_code=204, responses=errors.responses(404, 422), summary="Delete a collection")
async def delete(name: Named, app: OpenApp, principal: Caller) -> None:
    """The documents stay as they are."""
    await app.backend.collections.delete(name, principal)
