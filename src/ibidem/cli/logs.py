"""What every record of the log is, whichever library writes it."""

import logging
from typing import Any

from ibidem.domain.redaction import redacted


class RedactedRecord(logging.LogRecord):
    """A record whose message and traceback hold no secret: libraries log the addresses that they call, passwords and all."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.exc_info:
            self.exc_text = redacted(logging.Formatter().formatException(self.exc_info))  # every formatter takes it from here

    def getMessage(self) -> str:  # noqa: N802
        """As in LogRecord."""
        return redacted(super().getMessage())


def redact_logs() -> None:
    """From now on every record is a RedactedRecord, for whatever handler a library or a person sets up."""
    logging.setLogRecordFactory(RedactedRecord)
