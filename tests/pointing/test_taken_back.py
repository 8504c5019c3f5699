"""What is taken back in the middle of a message is not meant; what comes on top of it is."""

import pytest

from ibidem.pointing.resolve import Ordinary, Unclear
from pointing.conversation import ask, documents


@pytest.mark.parametrize(
    "message",
    [
        "document 2 please. scratch that, document 1 please, full text",
        "open the second source, my bad, the first",
        "document 2, hang on, document 1",
        "2번 문서 아 오타 1번 문서 보여줘",
        "2번 문서 열어줘 아 잘못 썼네 1번",
        "2번 띄워줘 아 미안 1번",
        "2번의 문서 보여줘. 정정, 문서 1",
        "2番の文書を…やっぱり1番の文書を全文で出して",
        "2番の文書を見せて、あ、間違えた、1番",
        "文書2を開いて。訂正、文書1",
    ],
)
async def test_what_is_named_last_counts(message: str):
    assert await documents(message, ["a", "b", "c"]) == (["a"], "whole")


@pytest.mark.parametrize(
    "message",
    ["summarise document 3, no, document 1", "3번 문서 요약해줘 아니다 1번 문서", "3番の文書を要約して、いや1番の文書"],
)
async def test_what_is_wanted_still_holds(message: str):
    assert await documents(message, ["a", "b", "c"]) == (["a"], "use")


@pytest.mark.parametrize(
    "message",
    ["document 1 please, and actually document 2 too", "1번 문서 보여줘 아 그리고 2번도", "1番の文書を見せて、あと2番も"],
)
async def test_what_comes_on_top_takes_nothing_back(message: str):
    assert await documents(message, ["a", "b", "c"]) == (["a", "b"], "whole")


@pytest.mark.parametrize("message", ["document 1. no, both", "1번 열어줘 아니 둘 다", "1番を開いて、いや両方"])
async def test_all_of_them_instead_of_one(message: str):
    assert await documents(message, ["a", "b"]) == (["a", "b"], "whole")


@pytest.mark.parametrize(
    "message",
    [
        "show document 1 of the second answer, sorry, of the first answer",
        "두 번째 답변 1번 문서 아 오타 첫 번째 답변 1번 문서 열어줘",
        "2番目の回答の1番の文書、間違えた、最初の回答の1番の文書を開いて",
    ],
)
async def test_an_answer_that_is_taken_back(message: str):
    assert await documents(message, ["a", "b"], ["c", "d"]) == (["a"], "whole")


@pytest.mark.parametrize(
    "message", ["show sop 8801, no wait, document 2", "sop 8801 보여줘 아니 2번 문서", "sop 8801を見せて、いや2番の文書"]
)
async def test_a_slot_instead_of_an_id(message: str):
    assert await documents(message, ["a", "b"]) == (["b"], "whole")


@pytest.mark.parametrize(
    "message", ["show me document 77777", "문서 77777 보여줘", "77777번 문서에서 토크 값 알려줘", "文書77777を見せて"]
)
async def test_a_number_that_no_document_has_is_told(message: str):
    assert await ask(message, ["a", "b"]) == Ordinary("77777")


@pytest.mark.parametrize(
    "message",
    ["can I upload 1200 documents?", "문서 1200건 처리하는 데 얼마나 걸려?", "文書1200件を登録できますか", "문서 2024 서식"],
)
async def test_a_number_that_counts_is_no_document(message: str):
    assert await ask(message, ["a", "b"]) == Ordinary()


@pytest.mark.parametrize(
    "message",
    [
        "1번도 2번도 말고 3번 원문 보여달라고",
        "3ばんの文書みせて",
        "さんばんの文書みせて",
        "showme document3",
        "pull up #3 for me would ya",
    ],
)
async def test_as_it_is_said(message: str):
    assert await documents(message, ["a", "b", "c"]) == (["c"], "whole")


@pytest.mark.parametrize(
    "message",
    [
        "my colleagues second document got rejected, why?",
        "동료의 두 번째 문서는 어디에 있어?",
        "同僚の二番目の文書はどこにありますか",
    ],
)
async def test_a_document_of_somebody_is_not_one_that_was_shown(message: str):
    assert await ask(message, ["a", "b"]) == Ordinary()


@pytest.mark.parametrize(
    "message",
    [
        "document 1 says wait 5 minutes but document 2 says wait 10, which is right?",
        "1번 문서에는 5분이라고 돼 있고 2번 문서에는 10분이라고 돼 있는데 뭐가 맞아?",
        "1番の文書と2番の文書、どっちが正しいの?",
    ],
)
async def test_documents_that_are_set_against_each_other_are_both_meant(message: str):
    assert await documents(message, ["a", "b", "c"]) == (["a", "b"], "use")


@pytest.mark.parametrize(
    "message", ["hold on, show me document 2 first", "잠깐만 2번 문서 먼저 보여줘", "ちょっと待って、先に2番の文書を見せて"]
)
async def test_first_of_all_is_no_number(message: str):
    assert await documents(message, ["a", "b", "c"]) == (["b"], "whole")


@pytest.mark.parametrize(
    "message", ["document 120 of the whole session", "세션 전체에서 120번 문서 보여줘", "セッション全体で120番の文書を見せて"]
)
async def test_a_session_may_have_cited_more_than_a_hundred(message: str):
    turns = [[f"d{turn}_{n}" for n in range(10)] for turn in range(15)]
    assert await documents(message, *turns) == (["d11_9"], "whole")


@pytest.mark.parametrize(
    "message", ["I've seen 1, show me the rest", "1번은 봤으니까 나머지 보여줘", "1番は読んだので残りを見せて"]
)
async def test_the_rest_of_what_has_been_read(message: str):
    assert await documents(message, ["a", "b", "c"]) == (["b", "c"], "whole")


@pytest.mark.parametrize(
    "message", ["2nd doc please whatevs 1st doc", "2번째 문서 보여줘 에휴, 1번째 문서", "2番の文書を見せてあちゃあ1番の文書"]
)
async def test_of_two_that_nothing_sets_against_each_other_neither_is_taken(message: str):
    assert isinstance(await ask(message, ["a", "b", "c"]), Unclear)
