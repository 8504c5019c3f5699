"""A session of sixty turns, whose third was answered from a document, and whose fifth says what no document does."""

import json
from dataclasses import replace
from typing import Any

from ibidem.domain.conversation import DocRef, NewTurn
from ibidem.domain.languages import Language
from ibidem.profile import ExploreLimits
from ibidem.turn.context import TurnContext
from turn.library import SECRET, TEXTS, store

TURNS = 60
CHATTER: dict[Language, str] = {
    "ko": "{}번 라인의 청소 일정을 알려 주세요.",
    "en": "When is line {} cleaned?",
    "ja": "ライン{}の清掃はいつですか。",
}
SCHEDULE: dict[Language, str] = {
    "ko": "{}번 라인은 금요일에 청소합니다.",
    "en": "Line {} is cleaned on Fridays.",
    "ja": "ライン{}は金曜日に清掃します。",
}
TOLD: dict[Language, tuple[str, str]] = {
    "ko": ("우리 장비의 일련번호는 KX-7741입니다. 기억해 두세요.", "알겠습니다."),
    "en": ("The serial number of our tool is KX-7741. Keep it in mind.", "All right."),
    "ja": ("うちの装置の製造番号はKX-7741です。覚えておいてください。", "承知しました。"),
}
THIRD: dict[Language, tuple[str, str]] = {
    "ko": ("게이트 밸브 볼트는 얼마로 조이나요?", "볼트는 12 N·m로 조입니다 [1]."),
    "en": ("What torque do the cover screws of the slit valve get?", "The cover screws get 3.5 N·m [1]."),
    "ja": ("真空ポンプのドレンプラグは何N·mで締めますか。", "ドレンプラグは18 N·mで締めます[1]。"),
}
# About the third turn, and the fifth.
ASKED: dict[Language, str] = {
    "ko": "맨 처음쯤 물어본 그 조임값, 다시 말해 주시겠어요?",
    "en": "Which torque did you tell me near the start?",
    "ja": "最初のほうで教えてくれた締め付けの値は何でしたか。",
}
SERIAL: dict[Language, str] = {
    "ko": "제가 말했던 장비 일련번호가 뭐였죠?",
    "en": "What was the serial number that I told you?",
    "ja": "私が伝えた装置の製造番号は何でしたか。",
}


async def long_session(context: TurnContext, language: Language, session: str = "s") -> str:
    """Stores the document and the turns; the id of the chunk that the third cites."""
    doc_id, text = TEXTS[language]
    (version, _) = await store(context, (doc_id, text), SECRET)
    chunk_id = f"{doc_id}@{version}#0"
    ref = DocRef(1, doc_id, version, doc_id, f"{doc_id}.md", "", None, (chunk_id,), "", None, "bm25")
    for number in range(1, TURNS + 1):
        asked, answered = CHATTER[language].format(number), SCHEDULE[language].format(number)
        refs: tuple[DocRef, ...] = ()
        if number == 3:
            (asked, answered), refs = THIRD[language], (ref,)
        elif number == 5:
            asked, answered = TOLD[language]
        await context.turns.append(NewTurn(session, asked, answered, answered, language, "general", refs), context.principal)
    return chunk_id


def exploring(context: TurnContext, policy: str = "explore", **limits: Any) -> TurnContext:
    """The context with a profile that explores within these limits."""
    profile = context.profile.model_copy(update={"history": policy, "explore": ExploreLimits(**limits)})
    return replace(context, profile=profile)


def call(tool: str, **arguments: object) -> str:
    """What a model writes to call a tool."""
    return json.dumps({"tool": tool, **arguments}, ensure_ascii=False)
