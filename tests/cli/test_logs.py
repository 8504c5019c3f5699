"""Whoever logs, and whatever handler takes it: the record holds no secret."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from ibidem.cli.logs import redact_logs
from ibidem.web.logs import JsonLines, PlainLines

ADDRESS = "http://clerk:s3cret@host"


@pytest.fixture(params=[logging.Formatter("%(message)s"), JsonLines(), PlainLines()], ids=["plain", "json", "lines"])
def log(request: pytest.FixtureRequest) -> Iterator[tuple[logging.Logger, io.StringIO]]:
    before = logging.getLogRecordFactory()
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(request.param)
    logger = logging.getLogger("some.library")
    logger.addHandler(handler)
    redact_logs()
    yield logger, stream
    logging.setLogRecordFactory(before)
    logger.removeHandler(handler)


def test_arguments(log: tuple[logging.Logger, io.StringIO]):
    logger, stream = log
    logger.warning("%s %s", "POST", ADDRESS)
    assert "POST http://***@host" in stream.getvalue() and "s3cret" not in stream.getvalue()


def test_tracebacks(log: tuple[logging.Logger, io.StringIO]):
    logger, stream = log
    try:
        try:
            raise ValueError(ADDRESS)
        except ValueError as error:
            raise RuntimeError(f"called {ADDRESS}") from error
    except RuntimeError:
        logger.exception("it failed")
    text = stream.getvalue()
    assert "ValueError: http://***@host" in text and "RuntimeError: called http://***@host" in text
    assert "s3cret" not in text
    assert not text.startswith("{") or json.loads(text)["traceback"].startswith("Traceback")
