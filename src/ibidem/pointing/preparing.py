"""Gets the reading of messages ready: what is built once a profile, and patterns that are compiled when they are first met."""

from ibidem.pointing.network import shipped
from ibidem.pointing.reading import read_pointer
from ibidem.profile import Profile

# Nearly every pattern is met by one of these: of those that 18,000 messages need, all but 1 in 700.
_MESSAGES = (
    "2번 빼고 다",
    "끝에 두 개 비교해줘",
    "그 문서들 비교해줘",
    "다음 문서",
    "sop 2인 작업 기준",
    "2번까지 했는데 3번에서 막혔어요",
    "2번 읽어봤는데 이해가 안 가 쉽게 설명해줘",
    "같은 문서가 2번 등록됐는데 하나 지우려면 어떻게 해야 해?",
    "show 1 and then 3",
    "the first... uh, no, the third document",
    "Summarise every source but source 1.",
    "No, not from your first answer. Source 2 from the latest one.",
    "you cited two things about torque, what exactly does [2] say",
    "pls merge doc1 and doc2 into 1 summary, boss is waiting",
    "I have to brief the night crew. print my document 2",
    "Can I use 1 gasket instead of 2?",
    "need valve 2 up before the shift ends",
    "全部見せて",
    "文書が開きません",
    "1番の次の文書を見せて",
    "最初のと最後のを開いて",
    "2番目のポンプの文書を見せて",
    "えっと、1番の文書だと5Nmで合ってる?",
    "1回目の回答の1番と2番を比べてほしい",
    "1回目の回答の文書2と、今の回答の文書1を比べて",
    "お客さんの2番目の質問を要約すると、いつ届くかです",
)


def prepare(profile: Profile) -> None:
    """Reads a message of each kind and loads the network, so that the first messages of people need not wait for it."""
    shipped()
    for message in _MESSAGES:
        read_pointer(message, profile)
