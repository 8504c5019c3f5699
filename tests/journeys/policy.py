"""A retrieval service with the rules of a company beside the served ibidem, and what a test does to it."""

import asyncio
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

from ibidem.domain.languages import Language
from vendors.ragflow_server import KEY, Held, RagflowLoopback, ragflow_server

RULES: Mapping[str, Sequence[Held]] = {
    "POLICY": [
        Held("rule-leave", "연차휴가 규정.pdf", "제5조 연차휴가는 1년에 15일이며, 3일 전에 부서장에게 신청한다.", 3),
        Held("rule-leave", "연차휴가 규정.pdf", "제6조 반차는 오전 반차와 오후 반차로 나누어 쓸 수 있다.", 4),
        Held(
            "rule-travel", "Travel expenses.pdf", "A hotel may cost up to 180 euros a night. Breakfast is paid for separately.", 2
        ),
        Held("rule-remote", "在宅勤務規程.pdf", "在宅勤務は週に3日まで認められます。上司の承認が必要です。", 1),
    ],
    "INCIDENT": [Held("inc-7", "피싱 사고 보고서.md", "2025년 11월 회계팀에서 피싱 메일로 송장이 위조된 사고가 발생했다.", 1)],
    "EDUCATION": [Held("edu-2", "보안 교육 과정.md", "보안 교육은 매년 4월까지 이수해야 한다. 미이수자는 계정이 잠긴다.", 1)],
}
ASKED: Mapping[Language, tuple[str, str, str]] = {
    "ko": ("연차휴가는 1년에 며칠인가요?", "rule-leave", "15일"),
    "en": ("How much may a hotel cost a night?", "rule-travel", "180 euros"),
    "ja": ("在宅勤務は週に何日まで認められますか？", "rule-remote", "3日"),
}
WHOLE: Mapping[Language, str] = {"ko": "1번 문서 전체를 보여줘", "en": "Show me document 1", "ja": "文書1を全部見せて"}
UNANSWERED: Mapping[Language, tuple[str, str]] = {
    "ko": ("사내 어린이집 신청 규정은 무엇인가요?", "인사팀"),
    "en": ("What is the rule for keeping a parrot at the nursery?", "the HR team"),
    "ja": ("保育所の申請に関する規程を教えてください", "人事部"),
}
GENERAL: Mapping[Language, str] = {
    "ko": "일반적으로는 담당 부서에 먼저 문의하고 신청서를 내면 됩니다. 실제 규정은 다를 수 있습니다.",
    "en": "Usually you ask the department in charge first and hand in a form. Your own rules may differ.",
    "ja": "一般的には、まず担当部署に相談してから申請書を提出します。実際の規程は異なる場合があります。",
}


class Retrieval:
    """The service, in a thread of its own. Its faults may be set while it runs."""

    def __init__(self, server: RagflowLoopback) -> None:
        self.server = server

    def environment(self, provider: str = "ragflow", key: str = KEY) -> dict[str, str]:
        """What a process needs to use it."""
        return {"IBIDEM_RETRIEVER": f"{provider}:{self.server.url}", "RAGFLOW_API_KEY": key}

    @contextmanager
    def broken(self, *faults: object) -> Generator[None]:
        """Within the block every call is answered by these, one after the other."""
        self.server.faults[:] = faults  # pyright: ignore[reportArgumentType]
        try:
            yield
        finally:
            self.server.faults.clear()


@contextmanager
def retrieving() -> Generator[Retrieval]:
    loop, ready, done = asyncio.new_event_loop(), threading.Event(), asyncio.Event()
    opened: list[Retrieval] = []

    async def serve() -> None:
        async with ragflow_server(RULES) as server:
            opened.append(Retrieval(server))
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait()
    try:
        yield opened[0]
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()
