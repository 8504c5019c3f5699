"""Questions about what there is to ask, and those that only sound like one."""

import pytest

from ibidem.language.service_questions import DEVICE, KIND, service_question

LIST = (
    *("what documents do you have?", "Which documents are there?", "What docs do you have access to?", "list all documents"),
    *("how many documents do you have?", "show me the list of documents", "document list", "what's in your corpus?"),
    *("what kind of documents can you search?", "Please list all the documents you have", "which documents are available?"),
    *(f"list the {DEVICE} documents", f"what manuals do you have for the {DEVICE}?", f"What {KIND} do you have?"),
    *(
        "문서 목록 보여줘",
        "어떤 문서가 있어?",
        "무슨 문서가 있나요?",
        "문서가 몇 개야?",
        "문서는 총 몇 건 있나요?",
        "문서 뭐 있어?",
    ),
    *(
        "지금 어떤 자료를 가지고 있어?",
        "가지고 있는 문서 목록 보여줘",
        "무슨 문서들이 있는지 알려줘",
        "어떤 문서가 등록되어 있나요?",
    ),
    *(f"{DEVICE} 문서 목록", f"{DEVICE} 관련 문서는 뭐가 있어?", f"어떤 {KIND}가 있어?", f"{KIND} 목록을 보여 주세요"),
    *("どんな文書がある?", "文書の一覧を見せて", "文書一覧", "どのような資料がありますか?", "文書は全部でいくつありますか?"),
    *("どの文書が読めますか", "どんな文書を持っていますか", "ドキュメント一覧を表示して", "文書のリストをください"),
    *(f"{DEVICE}の文書一覧を見せてください", f"{DEVICE}にはどんな文書がありますか", f"どんな{KIND}がありますか"),
)
SHOW = (
    *("show all documents", "show me the documents", f"show me the {DEVICE} documents", f"show me the {KIND} for the {DEVICE}"),
    *("모든 문서 보여줘", "문서 전부 보여줘", f"{DEVICE} 문서 보여줘", f"{DEVICE} {KIND} 보여 주세요"),
    *("すべての文書を見せて", "文書を全部見せてください", f"{DEVICE}の文書を見せて", f"{DEVICE}の{KIND}を表示して"),
)
SERVICE = (
    *(
        "who are you?",
        "what are you?",
        "What's your name?",
        "what can you do?",
        "How can you help me?",
        "help",
        "What can I ask you?",
    ),
    *("너 누구야?", "넌 뭐야?", "누구세요?", "당신은 누구입니까?", "너는 뭐 하는 봇이야?", "뭘 할 수 있어?", "뭐 할 줄 알아?"),
    *("무엇을 도와줄 수 있나요?", "뭐 물어볼 수 있어?", "뭘 물어보면 돼?", "네 이름이 뭐야?", "도움말", "자기소개 해줘"),
    *("あなたは誰ですか?", "君は何者?", "何ができる?", "何ができますか?", "何を聞けばいいですか?", "お名前は?", "ヘルプ"),
    *("自己紹介してください", "できることを教えて", "どんな質問ができますか"),
)
# Each asks the documents, or goes on about something said before.
ORDINARY = (
    *("what documents do I need for a visa?", "which documents mention E-2107?", "list all documents about the chiller"),
    *("what documents are required for a trip", "which documents do I have to sign first", "how many documents do I need?"),
    *("what alarms are there?", "who approves leave?", "who is it?", "what is this?", "how does it work?", "what should I do?"),
    *("what can I do about the alarm?", "help with the alarm E-300", "how do I use this?", "list the documents I must sign"),
    *(
        "show me the document",
        f"show me the {KIND}",
        f"what is the {DEVICE}?",
        f"show me the {DEVICE}",
        "my document list is empty, why?",
    ),
    *("어떤 문서를 제출해야 해?", "어떤 문서가 필요해?", "무슨 서류를 내야 돼?", "어떤 문서를 봐야 돼?", "문서 몇 부 제출해?"),
    *("알람 목록 보여줘", "누가 승인해?", "누구야?", "이름이 뭐야?", "이건 뭐야?", "뭐야?", "뭐 하면 돼?", "무엇을 해야 하나요?"),
    *(
        "최근에 올라온 문서 목록 보여줘",
        "문서 목록이 안 나와",
        "문서 보여줘",
        f"{DEVICE}는 뭐야?",
        f"{KIND}이 뭐야?",
        "어떻게 써?",
    ),
    *("必要な書類は?", "どの文書に書いてありますか", "どの文書を提出すればいいですか", "出張にはどんな文書が必要ですか"),
    *("アラーム一覧を見せて", "誰ですか?", "名前は?", "これは何ですか", "何ですか", "何をすればいいですか", "どうやって使うの?"),
    *("文書の一覧が表示されない", "何の文書?", "文書を見せて", f"{DEVICE}とは?", "誰が承認しますか", "何ができないの?"),
)


@pytest.mark.parametrize("message", LIST)
def test_a_question_for_the_list_of_documents(message: str) -> None:
    assert service_question(message) == "list"


@pytest.mark.parametrize("message", SHOW)
def test_documents_to_be_shown_may_be_cited_ones(message: str) -> None:
    assert service_question(message) == "show"


@pytest.mark.parametrize("message", SERVICE)
def test_a_question_about_ibidem(message: str) -> None:
    assert service_question(message) == "service"


@pytest.mark.parametrize("message", ORDINARY)
def test_what_asks_the_documents_is_left_to_them(message: str) -> None:
    assert service_question(message) is None
