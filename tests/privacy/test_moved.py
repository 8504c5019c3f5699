"""A session that another program kept is masked as its turns would have been stored here."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.foreign_sessions import session_of
from ibidem.backends.pii.finder import RuleFinder
from ibidem.domain.documents import Principal
from ibidem.privacy.session_masking import Maskings
from ibidem.profile import Masking

TITLES = {
    "ko": "지게차 사고 보고, 연락처 {}",
    "en": "Report of the forklift accident, write to {}",
    "ja": "フォークリフト事故報告、連絡先 {}",
}


@pytest.mark.parametrize("language", TITLES)
async def test_what_is_said_of_a_document_is_masked_with_its_address(tmp_path: Path, language: str) -> None:
    value = "gildong@example.com"
    ref = {"slot": 1, "doc_id": "a", "uri": f"https://files.example/?of={value}", "snippet": value}
    row = {"ts": datetime(2026, 1, 1, tzinfo=UTC).isoformat(), "user_text": "?", "assistant_text": "."}
    kept = session_of("s", [{**row, "doc_refs": [{**ref, "title": TITLES[language].format(value)}]}], Principal("mina"), None)
    backend = EmbeddedBackend.open(tmp_path / "data")
    moved = await Maskings(Masking(where=("documents",)), RuleFinder(), backend).moved(kept)
    backend.close()
    (masked,) = moved.turns[0].turn.content.doc_refs
    assert value not in repr(masked) and masked.uri.startswith("https://files.example/?of=<EMAIL")
