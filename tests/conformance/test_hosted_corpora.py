"""Every hosted search keeps the contract of the port: Gemini File Search, through Google's SDK and a loopback server."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from ibidem.backends.registry import open_hosted_corpus
from ibidem.ports.hosted_corpus import HostedCorpus
from ibidem.testing.chat_model import SECRET
from ibidem.testing.hosted_corpus import HostedCorpusSuite, HostedStaging
from ibidem.testing.script import Script
from vendors.gemini_server import gemini_server


class TestGeminiFileSearch(HostedCorpusSuite):
    @pytest.fixture
    def staging(self, monkeypatch: pytest.MonkeyPatch) -> HostedStaging:
        monkeypatch.setenv("GEMINI_API_KEY", SECRET)

        @asynccontextmanager
        async def open_stage(script: Script) -> AsyncGenerator[HostedCorpus]:
            async with gemini_server(script, SECRET) as server:
                monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
                corpus = open_hosted_corpus("gemini:scripted")
                try:
                    yield corpus
                finally:
                    await corpus.close()

        return open_stage
