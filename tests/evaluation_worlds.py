"""A small world in three languages, as a folder."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

DOCUMENTS = {
    "pump.md": "# 진공 펌프 관리\n\n진공 펌프는 지하 기계실에 있다. 진공 펌프의 오일은 여섯 달마다 교체한다.\n",
    "chiller.md": (
        "# Chiller maintenance\n\nThe coolant of the chiller is changed every October.\n\n"
        "| Bolt | Torque |\n|---|---|\n| Lid of the chiller | 9 N·m |\n| Foot of the chiller | 32 N·m |\n"
    ),
    "ja/robot.md": "# 搬送ロボットの停止\n\n## 止め方\n\n1. 運転盤の赤いボタンを押す。\n2. 扉の鍵を抜く。\n",
}


def answer(doc: str, quote: str, lead: str) -> dict[str, str]:
    return {"doc": doc, "quote": quote, "lead": lead}


def asked(
    number: int, lang: str, kind: str, question: str, *answers: dict[str, str], history: Sequence[str] = ()
) -> dict[str, Any]:
    return {
        "id": f"p-{number}", "lang": lang, "kind": kind, "history": list(history), "question": question, "answers": list(answers),
    }  # fmt: skip


OIL = answer("pump.md", "진공 펌프의 오일은 여섯 달마다 교체한다.", "여섯 달마다")
COOLANT = answer("chiller.md", "The coolant of the chiller is changed every October.", "every October")
LID = answer("chiller.md", "| Lid of the chiller | 9 N·m |", "9 N·m")
FOOT = answer("chiller.md", "| Foot of the chiller | 32 N·m |", "32 N·m")
BUTTON = answer("ja/robot.md", "1. 運転盤の赤いボタンを押す。\n2. 扉の鍵を抜く。", "赤いボタンを押す")
QUESTIONS: list[dict[str, Any]] = [
    asked(1, "ko", "fact", "진공 펌프 오일은 얼마나 자주 교체해요?", OIL),
    asked(2, "en", "table", "how tight does the lid of the chiller have to be?", LID),
    asked(3, "ja", "steps", "搬送ロボットの止め方を教えて", BUTTON),
    asked(4, "en", "compare", "chiller bolt torque: lid or foot, which is which?", LID, FOOT),
    asked(5, "ko", "followup", "진공 펌프의 오일은요?", OIL, history=["냉각수는 언제 가나요?"]),
    asked(6, "ja", "unanswerable", "駐車場の定期券はどこで買えますか"),
]


def write_world(folder: Path, questions: Sequence[dict[str, Any]] = QUESTIONS) -> Path:
    """The world as a folder."""
    for name, text in DOCUMENTS.items():
        file = folder / "docs" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    lines = [json.dumps(one, ensure_ascii=False) for one in questions]
    (folder / "questions.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
