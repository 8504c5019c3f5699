"""What documents publish for contact stays where the profile says so, and nothing else in them or in other documents."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.errors import ProfileError
from ibidem.domain.languages import Language
from ibidem.profile import Masking, parse_profile
from ibidem.testing.scripted_model import ScriptedModel
from security.masking import Door, door
from security.test_masked_documents import Kept, masking_documents, service
from security.test_masked_turns import events

PRIVATE, RESIDENT = "010-8642-9753", "900101-1234568"
# A rule that publishes a hotline and a mailbox, and a record with the number of a person.
HOTLINE: dict[Language, tuple[str, str, str, str, str]] = {
    "ko": (
        "---\ndoc_type: policy\n---\n# 분실 신고 규정\n\n분실 신고는 보안 전화 02-555-0119 또는 help@example.com으로 한다.\n\n"
        f"예를 들어 주민등록번호 {RESIDENT}는 가려서 적는다.\n",
        f"---\ndoc_type: incident\n---\n# 노트북 분실 기록\n\n노트북을 잃어버린 직원의 연락처는 {PRIVATE}이다.\n",
        "분실 신고는 어디로 하나요?",
        "노트북을 잃어버린 직원의 연락처는?",
        "02-555-0119로 전화했는데 주민등록번호 예시는 어떻게 적나요?",
    ),
    "en": (
        "---\ndoc_type: policy\n---\n# Reporting a loss\n\nReport a loss to the hotline 02-555-0119 or to help@example.com.\n\n"
        f"As an example, the resident number {RESIDENT} is written with its end hidden.\n",
        f"---\ndoc_type: incident\n---\n# A lost laptop\n\nThe employee who lost the laptop can be reached at {PRIVATE}.\n",
        "Where is a loss reported?",
        "How can the employee who lost the laptop be reached?",
        "I called 02-555-0119; how is the resident number in the example written?",
    ),
    "ja": (
        "---\ndoc_type: policy\n---\n# 紛失届規程\n\n紛失の届け出は保安電話02-555-0119またはhelp@example.comへ行う。\n\n"
        f"例えば住民登録番号{RESIDENT}は末尾を隠して書く。\n",
        f"---\ndoc_type: incident\n---\n# ノートPC紛失の記録\n\nノートPCを紛失した社員の連絡先は{PRIVATE}である。\n",
        "紛失の届け出はどこへ行いますか。",
        "ノートPCを紛失した社員の連絡先は?",
        "02-555-0119に電話しました。例の住民登録番号はどう書きますか。",
    ),
}


async def store(app_of: Door, language: Language) -> None:
    rule, record, *_ = HOTLINE[language]
    files = [SourceFile("rule.md", rule.encode()), SourceFile("record.md", record.encode())]
    await app_of.app.documents.put([prepare(file, app_of.app.profile, "default", datetime.now(UTC)) for file in files])
    await app_of.app.index.catch_up()


@pytest.mark.parametrize("language", HOTLINE)
async def test_a_published_contact_stays_and_a_persons_number_does_not(tmp_path: Path, language: Language) -> None:
    _, _, about_rule, about_person, typed = HOTLINE[language]
    async with door(tmp_path / "data") as here:
        await store(here, language)
        rule = await here.post("/v1/chat", message=about_rule, session_id="s-1")
        assert "02-555-0119" in rule.json()["answer"] and "help@example.com" in rule.json()["answer"], rule.text
        streamed = await here.post("/v1/chat", message=about_rule, session_id="s-2", stream=True)
        (done,) = [data for name, data in events(streamed.text) if name == "done"]
        assert "02-555-0119" in done["answer"] and "<PHONE" not in done["answer"]
        person = await here.post("/v1/chat", message=about_person, session_id="s-1")
        assert "<PHONE_1>" in person.json()["answer"] and PRIVATE not in person.text, person.text
        example = await here.post("/v1/chat", message=typed, session_id="s-3")
        assert RESIDENT not in example.text and "<KR_RRN_1>" in example.text, example.text
        turn = (await here.client.get("/v1/sessions/s-3/turns/1")).json()
        assert "02-555-0119" in turn["user_text"]


@pytest.mark.parametrize("language", HOTLINE)
async def test_a_model_may_repeat_what_is_published(tmp_path: Path, language: Language) -> None:
    published = HOTLINE[language][0].split("\n\n")[1]
    model = ScriptedModel.by_task({"answer": f"{published} [1] {PRIVATE} [1]"}, default="")
    async with door(tmp_path / "data", model) as here:
        await store(here, language)
        body = (await here.post("/v1/chat", message=HOTLINE[language][2], session_id="s-1", stream=True)).text
        assert "02-555-0119" in body and PRIVATE not in body


async def test_what_is_no_longer_published_is_masked(tmp_path: Path) -> None:
    async with door(tmp_path / "data") as here:
        await store(here, "en")
        typed = HOTLINE["en"][4]
        await here.post("/v1/chat", message=typed, session_id="s-1")
        await here.app.documents.delete("rule", here.app.principal)
        await here.post("/v1/chat", message=typed, session_id="s-1")
        turns = (await here.client.get("/v1/sessions/s-1/turns")).json()["turns"]
        assert ["02-555-0119" in turn["user_text"] for turn in turns] == [True, False]


@pytest.mark.parametrize("language", HOTLINE)
async def test_a_masked_document_keeps_what_it_publishes(tmp_path: Path, language: Language) -> None:
    rule, record, *_ = HOTLINE[language]
    async with service(tmp_path, masking_documents(tmp_path)) as here:
        await here.store(Kept("rule.md", rule, "", (), ()), Kept("record.md", record, "", (), ()))
        shown = await here.app.documents.text("rule", here.app.principal)
        assert "02-555-0119" in shown and "help@example.com" in shown and RESIDENT not in shown
        assert PRIVATE not in await here.app.documents.text("record", here.app.principal)


def test_a_type_that_is_not_listed_is_refused() -> None:
    text = 'name = "a"\ntitle = {}\n[[routes]]\nname = "general"\npriority = 0\n[masking]\npublic_types = ["rule"]\n'
    with pytest.raises(ProfileError, match=r"masking\.public_types names doc_types that are not listed: rule"):
        parse_profile(text, "a.toml")


def test_what_is_public_is_part_of_the_policy_of_documents() -> None:
    kept = Masking(where=("documents",))
    policies = [kept, Masking(where=kept.where, public_documents=("a",)), Masking(where=kept.where, public_types=("a",))]
    assert len({policy.of_documents for policy in policies}) == 3
