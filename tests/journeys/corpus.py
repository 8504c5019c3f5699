"""A small corpus in three languages, about machines, rules and a product that nobody makes."""

from pathlib import Path

DOCUMENTS = {
    "sop_1203.md": """---
title: 게이트 밸브 교체
doc_type: sop
devices: [SUPRA XP]
---
# 게이트 밸브 교체

## 준비

챔버 압력을 대기압까지 올린다. 냉각수 밸브를 잠근 뒤 잔압을 확인한다.

## 절차

1. 게이트 밸브의 전원 커넥터를 분리한다.
2. 고정 볼트 여덟 개를 대각선 순서로 푼다.
3. 새 밸브를 올리고 볼트를 12 N·m로 조인다.
4. 누설 시험을 하고 누설률이 1.0E-9 이하인지 확인한다.
""",
    "sop_1422.md": """---
title: Replacing the slit valve O-ring
doc_type: sop
devices: [SUPRA N]
---
# Replacing the slit valve O-ring

## Preparation

Vent the chamber and wait until the gauge reads 760 Torr. Lock out the pneumatic supply.

## Procedure

1. Remove the cover with a 4 mm hex key.
2. Lift the old O-ring out with a plastic pick; never use metal.
3. Wipe the groove with isopropyl alcohol and let it dry for two minutes.
4. Tighten the cover screws to 3.5 N·m in a star pattern.
""",
    "sop_2101.md": """---
title: 真空ポンプのオイル交換
doc_type: sop
devices: [ECOLITE 3000]
---
# 真空ポンプのオイル交換

## 準備

ポンプを停止し、油温が四十度以下になるまで待つ。保護手袋を着用する。

## 手順

1. 排油口の下に容器を置き、ドレンプラグを緩める。
2. 古いオイルを完全に抜き、ドレンプラグを18 N·mで締める。
3. 新しいオイルを1.2リットル注入する。
4. 十分間空運転し、油面が中央の線にあることを確認する。
""",
    "myservice_29392.txt": """압력 이상 알람 E-1234

현상: 공정 중 챔버 압력이 설정값보다 높게 유지되고 E-1234 알람이 발생하였다.
원인: 압력 게이지의 영점이 틀어져 있었다.
조치: 게이지를 영점 조정한 뒤 알람이 해제되었다.
""",
    "myservice_31004.md": """# Robot arm stops during wafer transfer

Symptom: the robot arm stopped halfway and alarm R-207 was raised.
Cause: the belt of the second axis had lost its tension.
Action: the belt was replaced and the home position was taught again.
""",
    "gcb_8841.html": """<html><head><title>冷却水フィルターの清掃周期</title></head><body>
<h1>冷却水フィルターの清掃周期</h1>
<p>冷却水フィルターは三か月ごとに清掃する。水質が悪い工場では毎月清掃する。</p>
<p>流量が毎分4リットルを下回ったときは、周期を待たずに清掃する。</p></body></html>
""",
    "gcb_9105.md": """# Storage of spare parts

Ceramic parts are kept in sealed bags in the dry cabinet. Seals older than five years are thrown away.
""",
    "sop_3301.md": """# 정전 후 재가동 점검

정전이 끝나면 주 차단기를 올리기 전에 비상 정지 버튼이 눌려 있는지 확인한다. 재가동은 두 사람이 함께 한다.
""",
}


def write_corpus(folder: Path) -> Path:
    """Writes the documents into a folder, and returns it."""
    folder.mkdir(parents=True)
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder
