"""The contract of `ibidem.ports.HostedCorpus`, as tests."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing

import pytest

from ibidem.domain.documents import SearchFilters
from ibidem.domain.errors import HostedRefused, ModelError, ModelRefused, ModelUnavailable
from ibidem.domain.hosted import Grounding, HostedEvent, HostedQuestion, HostedUpload, Utterance
from ibidem.domain.models import ModelEnd, ModelRequest, TextDelta
from ibidem.ports.hosted_corpus import HostedCorpus
from ibidem.testing.script import Play, Script, refused, unavailable

HostedStaging = Callable[[Script], AbstractAsyncContextManager[HostedCorpus]]

# What is cited stands in brackets by its id; the service's own answer holds no brackets.
ANSWERS = {
    "ko": ("배터리 보증 기간은 2년입니다", "😀 토너 보증은 6개월이고 영수증이 필요합니다", "."),
    "en": ("The battery is under warranty for two years", "😀 Toner has six months, with a receipt", "."),
    "ja": ("バッテリーの保証期間は2年です", "😀トナーの保証は6か月で、領収書が必要です", "。"),
}
QUESTIONS = {
    "ko": "보증 기간이 얼마나 되나요?",
    "en": "How long is the warranty?",
    "ja": "保証期間はどのくらいですか。",
}
in_three_languages = pytest.mark.parametrize("language", ANSWERS)


def upload_of(doc_id: str, version: str = "v1", text: str = "...", **more: str) -> HostedUpload:
    """A document to be copied."""
    return HostedUpload(
        doc_id=doc_id, version=version, tenant=more.get("tenant", "acme"), title=doc_id.title(), text=text, doc_type="faq"
    )


def question_of(text: str, *stores: str, history: Sequence[Utterance] = (), **more: object) -> HostedQuestion:
    """A question to the stores, of the tenant of `upload_of`."""
    filters = more.get("filters", SearchFilters())
    assert isinstance(filters, SearchFilters)
    tenant = str(more.get("tenant", "acme"))
    request = ModelRequest("Task: hosted\nAnswer from the stores.", text, 200)
    return HostedQuestion(request=request, stores=stores, history=tuple(history), tenant=tenant, filters=filters)


class HostedCorpusSuite:
    """Subclass it with a fixture `staging`, which opens a corpus whose service plays a script: what a reply cites by its doc_id
    in brackets is grounded in the copy of that document, if that copy is searched."""

    @in_three_languages
    async def test_a_copy_is_listed_as_it_was_uploaded_until_it_is_deleted(self, staging: HostedStaging, language: str) -> None:
        async with staging(_saying("")) as corpus:
            await corpus.create("tickets")
            await corpus.create("tickets")
            made = await corpus.upload("tickets", upload_of('고객 "A" \\ 안내', text=ANSWERS[language][0]))
            assert (made.doc_id, made.version, made.tenant, made.state) == ('고객 "A" \\ 안내', "v1", "acme", "active")
            assert [one.name for one in await corpus.documents("tickets")] == [made.name]
            await corpus.delete(made)
            await corpus.delete(made)
            assert list(await corpus.documents("tickets")) == []

    async def test_more_copies_than_a_page_holds_are_all_listed(self, staging: HostedStaging) -> None:
        async with staging(_saying("")) as corpus:
            await corpus.create("tickets")
            await asyncio.gather(*(corpus.upload("tickets", upload_of(f"kb_{number}")) for number in range(23)))
            assert {one.doc_id for one in await corpus.documents("tickets")} == {f"kb_{number}" for number in range(23)}

    async def test_a_store_that_is_not_there(self, staging: HostedStaging) -> None:
        async with staging(_saying("")) as corpus:
            with pytest.raises(HostedRefused, match="nowhere"):
                await corpus.documents("nowhere")
            with pytest.raises(ModelRefused, match="nowhere"):
                await _asked(corpus, question_of("?", "nowhere"))

    @in_three_languages
    async def test_supports_are_characters_of_the_answer(self, staging: HostedStaging, language: str) -> None:
        first, second, stop = ANSWERS[language]
        async with staging(_saying(f"{first} [kb_1]{stop} {second} [kb_2, kb_1]{stop}")) as corpus:
            await self._two_stores(corpus, language)
            text, grounding = await _asked(corpus, question_of(QUESTIONS[language], "tickets", "common"))
            assert text == f"{first}{stop} {second}{stop}"
            assert [text[one.start : one.end] for one in grounding.supports] == [first + stop, second + stop]
            cited = [[grounding.passages[place].doc_id for place in one.passages] for one in grounding.supports]
            assert cited == [["kb_1"], ["kb_2", "kb_1"]]
            assert {(one.version, one.text) for one in grounding.passages} == {("v1", first), ("v1", second)}

    @in_three_languages
    async def test_only_the_stores_that_are_asked_answer(self, staging: HostedStaging, language: str) -> None:
        async with staging(_saying("A [kb_1]. B [kb_2].")) as corpus:
            await self._two_stores(corpus, language)
            _, grounding = await _asked(corpus, question_of(QUESTIONS[language], "common"))
            assert [passage.doc_id for passage in grounding.passages] == ["kb_2"]

    @pytest.mark.parametrize(
        "filters",
        [
            SearchFilters(doc_ids=('kb" OR tenant != "',)),
            SearchFilters(doc_ids=('\\" OR tenant != \\"acme',)),
            SearchFilters(doc_types=('faq" OR doc_type = "faq',)),
            SearchFilters(owners=("\\",)),
            SearchFilters(devices=("고객 '1') OR (tenant = \"x\"",), doc_ids=("nothing",)),
        ],
    )
    async def test_no_value_of_a_filter_is_more_than_a_value(self, staging: HostedStaging, filters: SearchFilters) -> None:
        async with staging(_saying("A [kb_1].")) as corpus:
            await self._two_stores(corpus, "en")
            _, grounding = await _asked(corpus, question_of("?", "tickets", filters=filters))
            assert grounding == Grounding()

    async def test_what_a_filter_names_is_searched(self, staging: HostedStaging) -> None:
        named = 'the "big" one \\ 대형'
        async with staging(_saying(f"A [{named}]. B [kb_1].")) as corpus:
            await self._two_stores(corpus, "en")
            await corpus.upload("tickets", upload_of(named))
            _, grounding = await _asked(corpus, question_of("?", "tickets", filters=SearchFilters(doc_ids=(named,))))
            assert [passage.doc_id for passage in grounding.passages] == [named]
            everywhere = SearchFilters(devices=("SUPRA XP",))  # a copy without devices is about all of them
            _, grounding = await _asked(corpus, question_of("?", "tickets", filters=everywhere))
            assert len(grounding.passages) == 2

    async def test_what_was_uploaded_for_another_tenant_answers_nobody_else(self, staging: HostedStaging) -> None:
        async with staging(_saying("A [kb_1]. B [kb_9].")) as corpus:
            await self._two_stores(corpus, "en")
            await corpus.upload("tickets", upload_of("kb_9", tenant="other"))
            _, grounding = await _asked(corpus, question_of("?", "tickets"))
            assert [passage.doc_id for passage in grounding.passages] == ["kb_1"]

    @pytest.mark.parametrize("roles", ["", "um", "uu", "m", "umu", "mmuumm"])
    async def test_every_conversation_is_taken(self, staging: HostedStaging, roles: str) -> None:
        history = [Utterance("user" if role == "u" else "model", f"말 {place}") for place, role in enumerate(roles)]
        async with staging(_saying("A [kb_1].")) as corpus:
            await self._two_stores(corpus, "en")
            text, _ = await _asked(corpus, question_of("그럼 토너는요?", "tickets", history=history))
            assert text == "A."

    async def test_an_answer_without_a_source(self, staging: HostedStaging) -> None:
        async with staging(_saying("[[no answer]]")) as corpus:
            await self._two_stores(corpus, "en")
            assert (await _asked(corpus, question_of("?", "tickets")))[1] == Grounding()

    @pytest.mark.parametrize(
        ("play", "error"),
        [(unavailable(429, 60.0), ModelUnavailable), (unavailable(503, 60.0), ModelUnavailable), (refused(401), ModelRefused)],
    )
    async def test_a_service_that_does_not_answer(self, staging: HostedStaging, play: Play, error: type[ModelError]) -> None:
        async with staging(lambda _request: play) as corpus:
            await self._two_stores(corpus, "en")
            with pytest.raises(error) as raised:
                await _asked(corpus, question_of("?", "tickets"))
            assert "sk-" not in str(raised.value)

    async def _two_stores(self, corpus: HostedCorpus, language: str) -> None:
        first, second, _ = ANSWERS[language]
        for store, doc_id, text in (("tickets", "kb_1", first), ("common", "kb_2", second)):
            await corpus.create(store)
            await corpus.upload(store, upload_of(doc_id, text=text))


def _saying(text: str) -> Script:
    return lambda _request: Play(text)


async def _asked(corpus: HostedCorpus, question: HostedQuestion) -> tuple[str, Grounding]:
    """The answer, and the one grounding that stands before its end."""
    async with aclosing(corpus.ask(question)) as events:
        found: list[HostedEvent] = [event async for event in events]
    *_, grounding, end = found
    assert isinstance(end, ModelEnd) and isinstance(grounding, Grounding)
    assert sum(isinstance(event, Grounding) for event in found) == 1
    return "".join(event.text for event in found if isinstance(event, TextDelta)), grounding
