"""`/v1/feedback`: what a person thought of answers, as a list and as a data set."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import IO, cast
from zipfile import ZIP_DEFLATED, ZipFile

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from ibidem.evaluation.beir import CORPUS
from ibidem.evaluation.feedback import FeedbackSet, feedback_set
from ibidem.shapes.turns import RatedList
from ibidem.web import errors
from ibidem.web.callers import Caller, Limit, Offset, OpenApp

router = APIRouter(prefix="/v1/feedback", tags=["chat"], responses=errors.responses(421, 500, 503))

ZIP = "application/zip"


@router.get("", responses=errors.responses(422), summary="List what you thought of answers")
async def feedback(app: OpenApp, principal: Caller, limit: Limit = 50, offset: Offset = 0) -> RatedList:
    """Your questions with their answers and your feedback, the one rated last first, in pages."""
    found = await app.turns.rated(principal, limit + 1, offset)
    return RatedList.of(found, limit, offset, await app.turns.count_rated(principal))


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: {"description": "A zip archive of the data set.", "content": {ZIP: {}}}},
    summary="Your feedback as a data set",
)
async def export(app: OpenApp, principal: Caller) -> StreamingResponse:
    """A folder that `ibidem eval` reads, as a zip: `queries.jsonl`, `qrels/test.tsv`, `answers.jsonl`, and in `corpus.jsonl` the
    documents that you may read."""
    found = await feedback_set(app.turns, app.documents, principal)
    headers = {"Content-Disposition": 'attachment; filename="feedback.zip"'}
    return StreamingResponse(_zipped(found), media_type=ZIP, headers=headers)


class _Pieces:
    """A file that is written to from one side and sent from the other."""

    def __init__(self) -> None:
        self._held: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._held.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """There is nothing behind it."""

    def taken(self) -> bytes:
        """What was written since."""
        held, self._held = self._held, []
        return b"".join(held)


async def _zipped(found: FeedbackSet) -> AsyncGenerator[bytes]:
    # Packed in a thread: a document may be of megabytes.
    pieces = _Pieces()
    async with aclosing(found.corpus):
        with ZipFile(cast("IO[bytes]", pieces), "w", ZIP_DEFLATED) as archive:
            for file, text in found.files.items():
                await asyncio.to_thread(archive.writestr, file, text)
            with archive.open(CORPUS, "w", force_zip64=True) as entry:
                async for line in found.corpus:
                    await asyncio.to_thread(entry.write, line.encode())
                    if packed := pieces.taken():
                        yield packed
        yield pieces.taken()
