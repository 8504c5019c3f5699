"""No piece of a value is anywhere: what is cut out of a text, quoted in a notice or shortened was masked before it was cut."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.ports.models import ChatModel
from ibidem.testing.script import Play, Reply, breaks_off
from ibidem.testing.scripted_model import ScriptedModel
from security.masking import DOCUMENTS, Door, door

RESIDENT, CARD, PHONE = "900101-1234568", "5105-1051-0510-5100", "010-8642-9753"
VALUES = (RESIDENT, CARD, PHONE)
# Times, ids and digests, in which four digits of a value may stand by chance.
_OTHER = re.compile(
    r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?|0x[0-9a-f]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{16,}\b|\d+\.\d+"
)


@dataclass(frozen=True)
class Written:
    """What a model writes of the values, and the question."""

    question: str
    answer: str
    issue: str


WRITTEN: dict[Language, Written] = {
    "ko": Written(
        "연차휴가는 1년에 며칠인가요?",
        f"연차휴가는 15일이며 37 mm이고 주민등록번호는 {RESIDENT}, 카드는 {CARD}이다 [1]. 담당자 {PHONE}에게 알린다 [1].",
        f"문서에는 주민등록번호 {RESIDENT}와 카드 {CARD}가 없다.",
    ),
    "en": Written(
        "How many days of annual leave are there a year?",
        f"Annual leave is 15 days and 37 mm; the resident number is {RESIDENT}, the card {CARD} [1]. Ask at {PHONE} first [1].",
        f"The documents hold neither the number {RESIDENT} nor the card {CARD}.",
    ),
    "ja": Written(
        "年次有給休暇は年に何日ですか。",
        f"年次有給休暇は15日、37 mmで、申請者の番号は{RESIDENT}、カードは{CARD}である [1]。担当の{PHONE}へ知らせる [1]。",
        f"文書には番号{RESIDENT}とカード{CARD}がない。",
    ),
}


def replies(written: Written, answer: Reply) -> Mapping[str, Reply]:
    """A model that repeats the values in everything that it writes."""
    verdict = json.dumps(
        {"faithful": False, "issues": [written.issue, written.answer], "hint": written.issue}, ensure_ascii=False
    )
    further = json.dumps({"queries": [written.issue]}, ensure_ascii=False)
    return {"answer": answer, "judge": verdict, "refine": further, "queries": further, "summary": written.issue}


def pieces() -> Iterator[str]:
    """Every four digits in a row of the values."""
    for group in {group for value in VALUES for group in re.findall(r"\d+", value)}:
        yield from (group[at : at + 4] for at in range(len(group) - 3))


def texts(value: object) -> Iterator[str]:
    """Every text in a value of JSON."""
    match value:
        case str():
            yield value
        case dict():
            for member in value.values():
                yield from texts(member)
        case list() | tuple():
            for member in value:
                yield from texts(member)
        case _:
            pass


def assert_no_piece(*values: object) -> None:
    for text in texts(values):
        said = _OTHER.sub("", text)
        assert not [piece for piece in pieces() if piece in said], text


async def assert_clean(service: Door, session: str, *bodies: object) -> None:
    """Neither the bodies, nor what is kept of the session, nor the log and the spans hold a piece of a value."""
    assert_no_piece(*bodies)
    for path in (f"/v1/sessions/{session}/turns", "/v1/sessions", "/v1/feedback"):
        assert_no_piece((await service.client.get(path)).json())
    for turn in await service.app.turns.last_turns(session, 9, service.app.principal):
        assert_no_piece(asdict(turn.content))
    assert_no_piece(*service.log.records, *(span.to_json() for span in service.spans.get_finished_spans()))


def events(body: str) -> list[Any]:
    return [json.loads(line.removeprefix("data: ")) for line in body.splitlines() if line.startswith("data: {")]


@pytest.mark.parametrize("mode", ["fast", "verified"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_failed_check_gives_no_piece_away(tmp_path: Path, language: Language, mode: str) -> None:
    written = WRITTEN[language]
    model: ChatModel = ScriptedModel.by_task(replies(written, written.answer), default=written.issue)
    async with door(tmp_path / "data", model) as service:
        whole = await service.post("/v1/chat", message=written.question, session_id="s-1", mode=mode)
        assert "15" in whole.json()["answer"], whole.text
        streamed = await service.post("/v1/chat", message=written.question, session_id="s-2", mode=mode, stream=True)
        await service.client.put("/v1/sessions/s-1/turns/1/feedback", json={"rating": "wrong_fact", "comment": written.issue})
        await assert_clean(service, "s-1", whole.json())
        await assert_clean(service, "s-2", events(streamed.text))
        [turn] = await service.app.turns.last_turns("s-1", 9, service.app.principal)
        assert any(attempt.failed_checks for attempt in turn.content.trace.attempts), turn.content.trace
        assert turn.content.notice is not None or turn.content.pause is not None, "a check fails, and is reported"
    kept = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text(encoding="utf-8").splitlines()]
    assert kept
    assert_no_piece(*kept)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_answer_that_breaks_off_within_a_value_gives_no_piece_away(tmp_path: Path, language: Language) -> None:
    written = WRITTEN[language]
    before = written.answer.index(CARD) + 7
    cited = written.answer[:before].replace(",", " [1],").replace(";", " [1];").replace("、", " [1]、")
    async with door(tmp_path / "data", ScriptedModel.by_task(replies(written, breaks_off(cited, 999)), default="")) as service:
        whole = await service.post("/v1/chat", message=written.question, session_id="s-1")
        await assert_clean(service, "s-1", whole.json())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_thoughts_that_are_too_long_are_cut_behind_no_piece(tmp_path: Path, language: Language) -> None:
    written = WRITTEN[language]
    for length in (19_985, 19_990, 19_995):
        thoughts = Play(written.answer, thoughts="a b " * (length // 4) + RESIDENT)
        async with door(tmp_path / str(length), ScriptedModel.by_task(replies(written, thoughts), default="")) as service:
            await service.post("/v1/chat", message=written.question, session_id="s-1")
            await assert_clean(service, "s-1")


LONG: dict[Language, tuple[str, str]] = {
    "ko": ("연차휴가를 신청하는 직원은 ", "총무팀의 확인을 받고 "),
    "en": ("Whoever applies for annual leave ", "asks the office about it and "),
    "ja": ("年次有給休暇を申請する社員は", "総務部の確認を受けて、"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("before", [284, 288, 292, 296, 299])
async def test_a_snippet_ends_within_no_value(tmp_path: Path, language: Language, before: int) -> None:
    beginning, further = LONG[language]
    line = beginning + further * 40
    text = f"# {DOCUMENTS[language][1].splitlines()[0][2:]} 2\n\n{line[: before - 1]} {RESIDENT} {further * 4}\n"
    async with door(tmp_path / "data") as service:
        file = SourceFile(f"long-{language}.md", text.encode())
        await service.app.documents.put([prepare(file, service.app.profile, "default", datetime.now(UTC))])
        await service.app.index.catch_up()
        for session, message in (("s-1", beginning), ("s-2", f"long-{language} {WHOLE[language]}")):
            for confirm in (False, True):
                body = await service.post("/v1/chat", message=message, session_id=session, confirm_sources=confirm)
                assert_no_piece(body.json())
            await assert_clean(service, session)


WHOLE: dict[Language, str] = {"ko": "전문을 보여줘", "en": "show the whole document", "ja": "の全文を見せて"}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_page_ends_within_no_value(tmp_path: Path, language: Language) -> None:
    text = "가" * 19_992 + RESIDENT + "나" * 20_000
    async with door(tmp_path / "data") as service:
        file = SourceFile(f"long-{language}.txt", text.encode())
        await service.app.documents.put([prepare(file, service.app.profile, "default", datetime.now(UTC))])
        await service.app.index.catch_up()
        first = await service.post("/v1/chat", message=f"long-{language} {WHOLE[language]}", session_id="s-1")
        assert first.json()["document"]["next"] is not None, first.text
        second = await service.post("/v1/chat", message={"ko": "다음", "en": "next", "ja": "次"}[language], session_id="s-1")
        assert_no_piece(first.json(), second.json())
