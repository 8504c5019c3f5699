"""A turn's context over a real store, with a small profile of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.documents import Principal
from ibidem.flow.journal import Journal
from ibidem.profile import Profile, parse_profile
from ibidem.turn.context import TurnContext

PROFILE = """
name = "test"
title = {ko = "시험", en = "Test", ja = "試験"}

[[ids]]
name = "sop"
spellings = ["sop", "에스오피"]
digits = [3, 5]
doc_id = "sop_{number}"
doc_type = "sop"

[[doc_types]]
name = "sop"
group = "setup"
label = {ko = "작업 표준서", en = "SOP", ja = "作業手順書"}
words = ["sop", "작업 표준서", "手順書"]

[[doc_types]]
name = "ticket"
group = "ts"
label = {ko = "티켓", en = "Ticket", ja = "チケット"}
words = ["ticket", "티켓", "チケット"]

[[devices]]
name = "SUPRA XP"
aliases = ["수프라 XP", "スープラXP"]

[[devices]]
name = "SUPRA N"
aliases = ["수프라 N", "スープラN"]

[[devices]]
name = "ECOLITE 3000"
aliases = ["에코라이트 3000", "エコライト3000"]

[[routes]]
name = "ts"
priority = 30
words = ["알람", "고장", "alarm", "error", "故障", "アラーム"]
groups = ["ts"]

[[routes]]
name = "setup"
priority = 20
words = ["교체", "절차", "replace", "install", "交換", "手順"]
groups = ["setup"]

[[routes]]
name = "general"
priority = 0
"""


@pytest.fixture(scope="session")
def profile() -> Profile:
    return parse_profile(PROFILE, "test")


@pytest.fixture
def context(tmp_path: Path, profile: Profile) -> Iterator[TurnContext]:
    backend = EmbeddedBackend.open(tmp_path / "data")
    yield TurnContext(
        turns=backend.turns,
        documents=backend.documents,
        index=backend.index,
        profile=profile,
        principal=Principal("local"),
        journal=Journal(),
    )
    backend.close()
