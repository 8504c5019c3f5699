"""Deletes expired sessions while the service runs. Nobody could read them before either, so nothing waits for this."""

import asyncio
import logging

from ibidem.domain.errors import StoreUnavailable
from ibidem.web.callers import Opening

logger = logging.getLogger(__name__)

# A session of 1,000 turns is deleted in a tenth of a second, in which nothing else is stored: a few, then a breath for others.
AT_A_TIME = 5
BREATH_SECONDS = 1.0
EVERY_SECONDS = 300.0


async def sweep(opening: Opening, every: float = EVERY_SECONDS) -> None:
    """Sweeps until it is cancelled."""
    await opening.finished.wait()
    while (app := opening.app) is not None:
        try:
            swept = await app.turns.sweep_expired(AT_A_TIME)
        except StoreUnavailable as error:
            swept = 0
            logger.warning("expired sessions stay for now: %s", error)
        if swept:
            logger.info("%d expired sessions were deleted", swept)
        await asyncio.sleep(BREATH_SECONDS if swept == AT_A_TIME else every)
