"""What holds for every test: nothing reaches outside this machine, and no test depends on how fast or how configured it is."""

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import settings

import loopback  # noqa: F401  (what it is for happens on import)
import required  # noqa: F401  (reads what is cleared below)

settings.register_profile("thorough", deadline=None)  # `make test-slow` asks for it
settings.register_profile("ibidem", deadline=None, max_examples=settings.get_profile("thorough").max_examples // 4)
settings.load_profile("ibidem")

for _name in [name for name in os.environ if name.startswith("IBIDEM_")]:
    del os.environ[_name]
# Loading the encoder and the reader takes a second or two, so only the tests that are about them have them.
os.environ["IBIDEM_EMBEDDER"] = os.environ["IBIDEM_RERANKER"] = "none"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """A million objects are made here and none is garbage: looking through them took a quarter of the time, and later again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
