"""The same with Google itself: only when `LIVE_GEMINI` names a model, such as gemini:gemini-2.5-flash, and there is a key."""

import os

import pytest

from ibidem.backends.registry import open_hosted_corpus
from ibidem.domain.hosted import Grounding
from ibidem.testing.hosted_corpus import question_of, upload_of

MODEL = os.environ.get("LIVE_GEMINI", "")


@pytest.mark.slow
@pytest.mark.skipif(not MODEL, reason="LIVE_GEMINI names no model")
async def test_a_document_is_copied_found_and_deleted() -> None:
    corpus = open_hosted_corpus(MODEL)
    try:
        await corpus.create("ibidem-live-test")
        made = await corpus.upload("ibidem-live-test", upload_of("kb_live", text="배터리 보증 기간은 구입일부터 24개월입니다."))
        try:
            events = [event async for event in corpus.ask(question_of("배터리 보증 기간은 얼마입니까?", "ibidem-live-test"))]
            (grounding,) = [event for event in events if isinstance(event, Grounding)]
            assert {passage.doc_id for passage in grounding.passages} == {"kb_live"}
        finally:
            await corpus.delete(made)
    finally:
        await corpus.close()
