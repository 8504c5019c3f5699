"""What journeys that point back share: further documents, and how people point, in three languages."""

from journeys.doors import Service

LANGUAGES = ["ko", "en", "ja"]

LONG = "\n".join(
    [
        "장기 점검 기록",
        "",
        *(f"{day}일째: 압력 {day % 7}.{day % 10} Torr, 이상 없음. 담당자가 서명하였다." for day in range(1, 1500)),
    ]
)
# Readable by a group that the server's person is not in. Nothing of it may ever be said.
SECRET = """---
title: 비공개 사고 보고 Zephyrine
readers: [safety]
---
# 비공개 사고 보고 Zephyrine

Zephyrine 누출로 대피하였다. The Zephyrine leak was kept secret. ゼフィリンの漏れは公表しない。
"""
FURTHER = {
    "gcb_7001.txt": LONG,
    "myservice_40404.md": SECRET,
    "myservice_50011.md": "# 로드락 도어 멈춤\n\n현상: 도어가 닫히다 멈추었다.\n\n원인: 실린더의 공압이 낮았다.\n",
    "myservice_50012.md": "# 척 온도 흔들림\n\n현상: 척 온도가 흔들렸다.\n\n원인: 열전대 접점이 느슨했다.\n",
    "myservice_50021.md": "# Door stops\n\nSymptom: the door stopped halfway.\n\nCause: the cylinder pressure was low.\n",
    "myservice_50022.md": "# Chuck unsteady\n\nSymptom: the chuck ran hot and cold.\n\nCause: a thermocouple was loose.\n",
    "myservice_50031.md": "# 扉の停止\n\n現象: 扉が途中で止まった。\n\n原因: シリンダーの空気圧が低かった。\n",
    "myservice_50032.md": "# チャック温度の変動\n\n現象: チャックの温度が揺れた。\n\n原因: 熱電対の接点が緩んでいた。\n",
}

QUESTIONS = {
    "ko": ("게이트 밸브 볼트는 몇 N·m로 조이나요?", "sop_1203"),
    "en": ("What torque do the cover screws of the slit valve get?", "sop_1422"),
    "ja": ("真空ポンプのドレンプラグは何N·mで締めますか?", "sop_2101"),
}
BY_SLOT = {
    "ko": "이전 2번 문서 전체를 보여줘",
    "en": "show me the whole of the second document",
    "ja": "2番の文書を全文見せて",
}
POINTERS = {"ko": "그 문서 보여줘", "en": "show me that document", "ja": "さっきの文書を見せて"}
MORE_DETAIL = {"ko": "2번 문서 더 자세히 알려줘", "en": "tell me more about document 2", "ja": "文書2についてもっと詳しく"}
NO_SUCH = {
    "ko": "{} 문서는 없거나 볼 수 있는 권한이 없습니다.",
    "en": "There is no document {} that you may read.",
    "ja": "文書 {} は存在しないか、閲覧する権限がありません。",
}


def history(*doc_ids: str, asked: str, titles: tuple[str, ...] = ()) -> list[dict[str, object]]:
    """A client's history of one turn."""
    answered = {"role": "assistant", "summary": "…", "refs": list(titles), "doc_ids": list(doc_ids)}
    return [{"role": "user", "content": asked}, answered]


def cited_three(service: Service, session: str, language: str) -> list[str]:
    """A session whose only turn showed three documents, under the slots 1, 2 and 3."""
    words = {"ko": "{}, {}, {} 보여줘", "en": "show me {}, {} and {}", "ja": "{}と{}と{}を見せて"}[language]
    done = service.ask(words.format("myservice 29392", "sop 1422", "gcb 8841"), session_id=session)
    assert done["ref_doc_ids"] == ["myservice_29392", "sop_1422", "gcb_8841"]
    return done["ref_doc_ids"]
