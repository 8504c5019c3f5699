"""Services as the founders' clients meet them: small corpora, served by profile, and a client that sends what theirs send."""

from collections.abc import Iterator
from typing import Any

import pytest

from journeys.doors import Cli, Service, served

TICKET = """---
devices: [SUPRA XP]
---
# SUPRA XP 압력 센서 드리프트

## 증상

챔버 압력이 천천히 올라가고 E-2107 알람이 발생했다.

## 조치

압력 센서의 영점을 조정하고 케이블을 교체했다.
"""
EQUIPMENT = {
    "sop_1422.md": "---\ndevices: [SUPRA XP]\n---\n# SUPRA XP 게이트 밸브 교체\n\n1. 전원을 차단한다.\n"
    "2. 볼트를 12 N·m로 체결한다.\n",
    "sop_1530.md": "---\ndevices: [ECOLITE 3000]\n---\n# Dry pump replacement, ECOLITE 3000\n\nThe dry pump weighs 340 kg.\n",
    "myservice_31004.md": TICKET,
    "gcb_8841.md": "# スロットルバルブの交換時期\n\nスロットルバルブは24か月ごとに交換する。\n",
}


def indexed(cli: Cli, files: dict[str, str]) -> Cli:
    """The files in the store of this command line."""
    folder = cli.home / "corpus"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    done = cli.run("index", str(folder))
    assert done.returncode == 0, done.stderr
    return cli


@pytest.fixture(scope="session")
def equipment_store(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    return indexed(Cli(tmp_path_factory.mktemp("equipment")), EQUIPMENT)


@pytest.fixture(scope="session")
def equipment(equipment_store: Cli) -> Iterator[Service]:
    """The equipment assistant, without a model."""
    with served(equipment_store) as service:
        yield service


def posted(service: Service, body: dict[str, Any], status: int = 200) -> tuple[dict[str, Any], str]:
    """The response to a request as it is written here, and its header of what was ignored."""
    response = service.client.post("/v1/chat", json=body)
    assert response.status_code == status, response.text
    return response.json(), response.headers.get("Ibidem-Ignored", "")
