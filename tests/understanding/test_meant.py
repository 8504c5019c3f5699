"""Which of several documents is meant, and which messages only sound as if they meant one."""

from collections.abc import Sequence

import pytest

from ibidem.domain.conversation import DocRef
from ibidem.profile import load_profile
from ibidem.understanding.cited import ListedDocuments
from ibidem.understanding.pointer_reader import read_pointer
from ibidem.understanding.resolve import Ordinary, Resolution, Resolved, resolve

PROFILES = {name: load_profile(name) for name in ("equipment", "policy")}


async def ask(message: str, *turns: Sequence[str], profile: str = "equipment") -> Resolution:
    shown = [[DocRef(n, d, "v", d, "", "", None, (), "", None, "") for n, d in enumerate(turn, 1)] for turn in turns]
    pointer = read_pointer(message, PROFILES[profile])
    return Ordinary() if pointer is None else await resolve(pointer, ListedDocuments(shown), PROFILES[profile])


async def documents(message: str, *turns: Sequence[str], profile: str = "equipment") -> tuple[list[str], str]:
    found = await ask(message, *turns, profile=profile)
    assert isinstance(found, Resolved), (message, found)
    return [target.doc_id for target in found.targets], found.intent


@pytest.mark.parametrize(
    "message",
    [
        "i dont want doc 1, i want doc 3 opened",
        "I said document 1 but it's document 3 I want to see",
        "you gave me document 1, I asked for document 3",
        "I've seen 1 and 2, let me see 3",
        "never mind document 2, open document 3",
        "1번 2번은 읽었고 3번 보여줘",
        "1번 문서를 열었네 내가 보려던 건 3번 문서야, 보여줘",
        "2번 문서는 필요 없고 3번 문서 보여줘",
        "미안 2번 아니고 3번 문서",
        "最初の文書はいいので、3番の文書を開いてください",
        "1番と2番は読んだので3番を見せて",
        "1番の文書やなくて3番の方を見せてや",
        "1番の文書が開いたけど、言ったのは3番の文書だよ",
        "二番目の文書は拝見いたしましたので、三番目の文書のみ表示をお願いいたします",
        "2番の文書はいらん、3番の文書を見せて",
    ],
)
async def test_what_is_refused_is_not_meant(message: str):
    assert await documents(message, ["a", "b", "c"]) == (["c"], "whole")


@pytest.mark.parametrize(
    "message",
    [
        "ignore document 2 and summarise the other two",
        "leave out the second source and summarise the rest",
        "2번 문서는 무시하고 나머지 두 개로 요약해줘",
        "[2] 제외하고 나머지 문서로 요약 부탁",
        "2番の文書は無視して残りの2つで要約して",
        "2番を除いた残りの文書で要約して",
    ],
)
async def test_the_rest_is_what_is_not_taken_away(message: str):
    assert await documents(message, ["a", "b", "c"]) == (["a", "c"], "use")


@pytest.mark.parametrize(
    "message",
    [
        "show me document 2 from the answer before the last one",
        "not this last answer, the one before it: show document 2",
        "document 2 from your second to last answer",
        "이번 답변 말고 그 전 답변 2번 문서 보여줘",
        "전전 답변 2번 문서 보여줘",
        "今の回答じゃなくてその前の回答の2番の文書を見せて",
        "前の前の回答の2番の文書を見せて",
    ],
)
async def test_an_answer_counted_from_the_latest(message: str):
    assert await documents(message, ["a", "b"], ["c", "d"]) == (["b"], "whole")


@pytest.mark.parametrize(
    "message", ["그 문서와 2번 문서 보여줘", "show me that document and document 2", "その文書と2番の文書を見せて"]
)
async def test_that_document_and_one_with_a_number(message: str):
    assert await documents(message, ["a", "b"]) == (["a", "b"], "whole")


@pytest.mark.parametrize(
    "message", ["sop 1203이랑 2번 문서 비교해줘", "compare sop 1203 with document 2", "sop 1203と2番の文書を比べて"]
)
async def test_an_id_and_one_with_a_number(message: str):
    assert await documents(message, ["a", "b"]) == (["sop_1203", "b"], "use")


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("야 2번 문서 걍 다 띄워", "whole"),
        ("1번 문서는 봤으니 2번 문서 쭉 보여줘", "whole"),
        ("2번 문서 실수로 닫았어요 다시 열어주세요", "whole"),
        ("출처 2번을 근거로 다시 답변 부탁드립니다", "use"),
        ("2번 문서 읽고 알람 원인 알려줘", "use"),
        ("My mistake, I meant the second document. Please show that one in full.", "whole"),
        ("gonna need that second doc in full, cheers", "whole"),
        ("read document 2 and tell me what causes the alarm", "use"),
        ("2番の文書を後輩に見せたいので全文を出してください", "whole"),
        ("Open document 2, the customer hung up", "whole"),
        ("what deadline does document 2 give us to respond?", "use"),
        ("회의에 참고하려고 하니 2번 문서의 전체 내용을 보여주시면 감사하겠습니다", "whole"),
        ("2번 문서만 봐주세요, HDMI 선 바꾸라는 말 있어요?", "use"),
        ("お手数ではございますが、2番の文書を全文で表示していただけますでしょうか", "whole"),
        ("2番の文書もっぺん見せてや", "whole"),
        ("2番の文書を読んでアラームの原因を教えて", "use"),
    ],
)
async def test_what_is_wanted_of_it(message: str, intent: str):
    assert await documents(message, ["a", "b"]) == (["b"], intent)


@pytest.mark.parametrize(
    "message",
    [
        "2번 규정에 따르면 숙박비 한도가 얼마야",
        "under the second policy, what is the hotel limit?",
        "2番の規程だと上限はいくらですか",
    ],
)
async def test_a_kind_of_document_that_ids_do_not_tell(message: str):
    assert await documents(message, ["rules_leave", "rules_travel"], profile="policy") == (["rules_travel"], "use")


@pytest.mark.parametrize(
    "message",
    [
        "마지막 문서가 자동으로 안 열려요",
        "1번 문서 이름 바꾸는 법",
        "업체가 어제 메일로 2번 문서 보냈대",
        "내 논문 끝에 있는 참고문헌",
        "1번 문서에 인용된 문서 찾아줘",
        "첨부파일 2번 열어줘",
        "부록 2번 자료",
        "the second document doesn't sync",
        "how do I rename document 1",
        "my colleague's second document was rejected",
        "document 2 things we learned from the failure",
        "what's the first document a new hire has to hand in",
        "show me the source cited in document 1",
        "open attachment 2",
        "最後の文書がすぐ落ちます",
        "1番の文書の名前を変える方法",
        "業者が昨日メールで2番の文書を送ってきた",
        "私の論文の最後にある参考文献",
        "1番の文書に引用された文書を探して",
        "添付2を開いて",
        "open 2 more tickets",
        "these documents have to be shredded",
        "this document needs a signature from the manager",
        "that document I wrote",
        "내가 쓴 그 문서 어디 있지",
        "이 문서들 다 파쇄해야 돼",
        "私が書いたあの文書はどこ",
        "これらの文書は全部シュレッダーにかけないと",
    ],
)
async def test_other_documents_than_those_shown_are_not_meant(message: str):
    assert await ask(message, ["a", "b"]) == Ordinary()
