"""A File Search server beside the served ibidem, with a store of tickets and one of common documents, and what it says."""

import asyncio
import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any

from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from ibidem.testing.loopback import Loopback
from ibidem.testing.script import Play
from journeys.background import in_a_thread
from vendors.gemini_server import gemini_server
from vendors.gemini_stores import GeminiStores

LANGUAGES: tuple[Language, ...] = ("ko", "en", "ja")
KEY = "AIza-hosted-key-of-a-test"

# Kept here and copied: warranties, by type of document.
KEPT: Mapping[Language, tuple[str, str]] = {
    "ko": ("warranty_ko", "# 배터리 보증 안내\n\n배터리 보증 기간은 구입일부터 24개월입니다.\n\n영수증이 있어야 접수됩니다."),
    "en": (
        "warranty_en",
        "# Battery warranty\n\nThe battery warranty runs for 24 months from purchase.\n\nA receipt is needed.",
    ),
    "ja": ("warranty_ja", "# バッテリーの保証\n\nバッテリーの保証期間は購入日から24か月です。\n\n受付には領収書が必要です。"),
}
# Uploaded by somebody else: a ticket under its file name.
TICKETS: Mapping[Language, tuple[str, str]] = {
    "ko": ("ticket-881.txt", "😀 문의 881: 배터리가 부풀어 무상 교체로 처리했습니다."),
    "en": ("ticket-882.txt", "😀 Case 882: the battery had swollen and was replaced free of charge."),
    "ja": ("ticket-883.txt", "😀 案件883：バッテリーが膨らんだため、無償で交換しました。"),
}
QUESTION: Mapping[Language, str] = {
    "ko": "배터리 보증 기간이 얼마나 되나요?",
    "en": "How long is the battery warranty?",
    "ja": "バッテリーの保証期間はどのくらいですか。",
}
FOLLOW_UP: Mapping[Language, str] = {
    "ko": "그럼 부풀어 오른 배터리는 어떻게 처리했나요?",
    "en": "And what was done about a swollen battery?",
    "ja": "では、膨らんだバッテリーはどう対応しましたか。",
}
# What the service says, what it cites in brackets, as the loopback server reads it.
WARRANTY: Mapping[Language, str] = {
    "ko": "🔋 배터리 보증 기간은 구입일부터 24개월입니다 [warranty_ko]. 영수증이 있어야 접수됩니다 [warranty_ko].",
    "en": "🔋 The battery warranty runs for 24 months from purchase [warranty_en]. A receipt is needed [warranty_en].",
    "ja": "🔋バッテリーの保証期間は購入日から24か月です [warranty_ja]。受付には領収書が必要です [warranty_ja]。",
}
SWOLLEN: Mapping[Language, str] = {
    "ko": "부푼 배터리는 무상 교체로 처리했습니다 [ticket-881.txt]. 보증 기간은 24개월입니다 [warranty_ko].",
    "en": "A swollen battery was replaced free of charge [ticket-882.txt]. The warranty runs for 24 months [warranty_en].",
    "ja": "膨らんだバッテリーは無償で交換しました [ticket-883.txt]。保証期間は24か月です [warranty_ja]。",
}
TOLD: Mapping[Language, tuple[str, str]] = {
    "ko": (
        "🔋 배터리 보증 기간은 구입일부터 24개월입니다 [1]. 영수증이 있어야 접수됩니다 [1].",
        "부푼 배터리는 무상 교체로 처리했습니다 [1]. 보증 기간은 24개월입니다 [2].",
    ),
    "en": (
        "🔋 The battery warranty runs for 24 months from purchase [1]. A receipt is needed [1].",
        "A swollen battery was replaced free of charge [1]. The warranty runs for 24 months [2].",
    ),
    "ja": (
        "🔋バッテリーの保証期間は購入日から24か月です[1]。受付には領収書が必要です[1]。",
        "膨らんだバッテリーは無償で交換しました[1]。保証期間は24か月です[2]。",
    ),
}


class HostedPlayer:
    """The server: it says what was last set, and keeps what it was asked."""

    def __init__(self) -> None:
        self.stores = GeminiStores()
        self.reply: str | Play = ""
        self.loopback: Loopback | None = None

    def __call__(self, _request: ModelRequest) -> Play:
        return self.reply if isinstance(self.reply, Play) else Play(self.reply)

    def environment(self, **further: str) -> Mapping[str, str]:
        """What a process needs to use this server."""
        assert self.loopback is not None
        server = {"GOOGLE_GEMINI_BASE_URL": self.loopback.url, "GEMINI_API_KEY": KEY}
        hosted = {"IBIDEM_HOSTED_SEARCH": "gemini:played", "IBIDEM_HOSTED_STORES": "tickets,common"}
        return {**server, **hosted, "IBIDEM_HOSTED_FOREIGN": "true", **further}

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The bodies of the questions, in their order."""
        assert self.loopback is not None
        exchanges = [one for one in self.loopback.exchanges if "streamGenerateContent" in one.path.replace("%3A", ":")]
        return [json.loads(one.body) for one in exchanges]


def said(content: Mapping[str, Any]) -> tuple[str, str]:
    """A side of the conversation, and what it said."""
    return content["role"], "\n".join(part["text"] for part in content["parts"])


@contextmanager
def hosting() -> Generator[HostedPlayer]:
    """A File Search server in a thread of its own."""
    player = HostedPlayer()
    with in_a_thread(gemini_server(player, KEY, player.stores), asyncio.new_event_loop()) as player.loopback:
        yield player
