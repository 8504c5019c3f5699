"""The words of the set of `lookback_set`: expressions of time and order, with what they mean there, and sentences around them."""

from collections.abc import Mapping
from dataclasses import dataclass

from ibidem.domain.languages import Language

# Expressions with their meaning, and the sentences that each of them fits into.
Groups = tuple[tuple[tuple[tuple[str, str], ...], tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LookbackWording:
    """In one language: questions of a conversation, times and places with their sentences, and questions about the world."""

    questions: tuple[str, ...]
    times: Groups
    orders: Groups
    others: tuple[str, ...]


LOOKBACK_WORDINGS: Mapping[Language, LookbackWording] = {
    "ko": LookbackWording(
        questions=(
            "펌프 오일은 얼마나 자주 갈아요?",
            "챔버 누설 기준 알려줘",
            "칠러 유량이 낮아요",
            "로봇 티칭은 언제 다시 하나요?",
        ),
        times=(
            (
                (
                    ("day 1", "어제"),
                    ("day 2", "그저께"),
                    ("day 0 0-12", "오늘 아침에"),
                    ("day 1 12-24", "어제 오후에"),
                    ("day 3", "3일 전에"),
                    ("day 2", "이틀 전에"),
                    ("week 1", "지난주에"),
                    ("week 1 4", "지난주 금요일에"),
                    ("week 0", "이번 주에"),
                    ("week 2", "지지난주에"),
                    ("month 5", "지난달에"),
                    ("month 5", "5월에"),
                    ("date 6-2", "6월 2일에"),
                    ("week 0 0-2", "월요일부터 수요일까지"),
                    ("dates 6-1 6-5", "6월 1일부터 5일까지"),
                    ("week 0", "월요일부터 지금까지"),
                ),
                (
                    "{} 내가 뭐 물어봤지?",
                    "{} 제가 여쭤본 내용 좀 보여 주세요.",
                    "{} 우리가 무슨 얘기 했더라?",
                    "{} 질문했던 것들 정리해 줘",
                    "{} 문의드렸던 내용을 다시 확인하고 싶습니다.",
                    "내가 {} 물어본 거 기억나?",
                ),
            ),
        ),
        orders=(
            (
                (
                    ("1", "첫 번째"),
                    ("3", "세 번째"),
                    ("12", "열두 번째"),
                    ("7", "7번째"),
                    ("-1", "마지막"),
                    ("-2", "끝에서 두 번째"),
                    ("-2", "두 개 전"),
                    ("1 to 3", "처음 세 개"),
                    ("-2 to -1", "마지막 두 개"),
                    ("2 to 4", "두 번째부터 네 번째까지"),
                    ("2,5", "두 번째랑 다섯 번째"),
                    ("-1", "방금 전"),
                ),
                (
                    "{} 질문이 뭐였지?",
                    "제 {} 질문 다시 보여 주세요.",
                    "{} 질문에 뭐라고 답했어?",
                    "아까 그 {} 질문 내용 좀 알려줄래?",
                    "{} 질문이 뭐였는지 기억이 안 나네",
                ),
            ),
            (
                (("1", "맨 처음에"), ("4", "네 번째로"), ("-1", "마지막으로"), ("-1", "바로 전에"), ("10", "열 번째로")),
                ("내가 {} 물어본 게 뭐였더라?", "{} 제가 뭘 여쭤봤죠?", "{} 질문한 거 다시 한번 말해 줘"),
            ),
        ),
        others=(
            "어제 3호기가 왜 멈췄어?",
            "지난주에 바뀐 안전 규정 알려줘",
            "점검 절차 세 번째 단계가 뭐야?",
            "마지막 점검은 언제 했어?",
            "처음 기동할 때 뭘 확인해야 하나요?",
            "6월 2일에 발생한 알람 원인은?",
            "두 번째 문서 보여줘",
            "어제 팀장님이 물어본 교체 주기 알려줘",
            "면접에서 첫 번째 질문으로 뭐가 좋을까?",
            "이번 주 금요일까지 제출해야 하나요?",
            "설문지 마지막 질문은 필수인가요?",
            "최근 두 달 고장 건수 알려줘",
        ),
    ),
    "en": LookbackWording(
        questions=(
            "How often is the pump oil changed?",
            "What is the leak limit?",
            "The chiller flow is low.",
            "When to teach it?",
        ),
        times=(
            (
                (
                    ("day 1", "yesterday"),
                    ("day 2", "the day before yesterday"),
                    ("day 0 0-12", "this morning"),
                    ("day 1 12-18", "yesterday afternoon"),
                    ("day 3", "three days ago"),
                    ("day 2", "2 days ago"),
                    ("week 1", "last week"),
                    ("week 1 4", "on Friday last week"),
                    ("week 0", "this week"),
                    ("week 2", "the week before last"),
                    ("month 5", "last month"),
                    ("month 5", "in May"),
                    ("date 6-2", "on June 2nd"),
                    ("week 0 0-2", "between Monday and Wednesday"),
                    ("dates 6-1 6-5", "from 1 to 5 June"),
                    ("week 0", "since Monday"),
                ),
                (
                    "What did I ask you {}?",
                    "Can you list the questions I asked {}?",
                    "show me everything we talked about {}",
                    "I'd like to see again what I asked {}.",
                    "Please summarise what we discussed {}.",
                    "remind me what I wanted to know {}",
                ),
            ),
        ),
        orders=(
            (
                (
                    ("1", "first"),
                    ("3", "third"),
                    ("12", "twelfth"),
                    ("7", "7th"),
                    ("-1", "last"),
                    ("-2", "second to last"),
                    ("-1", "previous"),
                    ("21", "twenty-first"),
                    ("2,5", "second and fifth"),
                    ("1 to 3", "first three"),
                    ("-2 to -1", "last two"),
                ),
                (
                    "What was my {} question again?",
                    "Show me the {} question I asked.",
                    "Could you repeat my {} question and your answer?",
                    "I don't remember my {} question, what was it?",
                    "i need my {} question once more",
                ),
            ),
            (
                (
                    ("-2", "two questions ago"),
                    ("-3", "three questions back"),
                    ("1", "first"),
                    ("-1", "just now"),
                    ("1", "at first"),
                ),
                ("What did I ask {}?", "hey, what did I ask you {}?"),
            ),
            (
                (("2 to 4", "second to the fourth"), ("5 to 8", "fifth through the eighth")),
                ("What did I ask from the {} question?", "List my questions, the {} question please."),
            ),
        ),
        others=(
            "Why did tool 3 stop yesterday?",
            "Which safety rules changed last week?",
            "What is the third step of the check?",
            "When was the last inspection?",
            "What do I check first at start-up?",
            "What caused the alarm on June 2nd?",
            "Show me the second document.",
            "My boss asked me yesterday about the interval, what is it?",
            "What is a good first question in an interview?",
            "Do I have to hand it in by Friday this week?",
            "Is the last question of the survey mandatory?",
            "How many failures were there in the last two months?",
        ),
    ),
    "ja": LookbackWording(
        questions=(
            "ポンプのオイルはどのくらいで交換しますか",
            "漏れの基準を教えて",
            "チラーの流量が低いです",
            "ロボットの再設定はいつ?",
        ),
        times=(
            (
                (
                    ("day 1", "昨日"),
                    ("day 2", "おととい"),
                    ("day 0 0-12", "今朝"),
                    ("day 1 12-24", "昨日の午後に"),
                    ("day 3", "3日前に"),
                    ("day 2", "二日前に"),
                    ("week 1", "先週"),
                    ("week 1 4", "先週の金曜日に"),
                    ("week 0", "今週"),
                    ("week 2", "先々週"),
                    ("month 5", "先月"),
                    ("month 5", "5月に"),
                    ("date 6-2", "6月2日に"),
                    ("week 0 0-2", "月曜から水曜までに"),
                    ("dates 6-1 6-5", "6月1日から5日までに"),
                    ("week 0", "月曜から今日までに"),
                ),
                (
                    "{}何を聞いたっけ?",
                    "{}私が質問した内容を見せてください。",
                    "{}どんな話をしましたか",
                    "{}お尋ねしたことをまとめていただけますか。",
                    "{}聞いたやつ、もう一回教えて",
                    "{}どんな質問をしたか覚えてる?",
                ),
            ),
        ),
        orders=(
            (
                (
                    ("1", "最初の"),
                    ("3", "3番目の"),
                    ("12", "十二番目の"),
                    ("7", "7つ目の"),
                    ("-1", "最後の"),
                    ("-2", "最後から2番目の"),
                    ("-2", "2つ前の"),
                    ("1 to 3", "最初の3つの"),
                    ("-2 to -1", "最後の2つの"),
                    ("2 to 4", "2番目から4番目の"),
                    ("2,5", "2番目と5番目の"),
                    ("-1", "さっきの"),
                ),
                (
                    "{}質問は何でしたっけ?",
                    "私の{}質問をもう一度見せてください。",
                    "{}質問になんて答えてくれた?",
                    "{}質問の内容を教えていただけますか。",
                    "{}質問が思い出せないんだけど",
                ),
            ),
            (
                (("1", "一番最初に"), ("4", "4番目に"), ("-1", "最後に"), ("-1", "ついさっき"), ("10", "十番目に")),
                ("{}聞いたのは何だった?", "{}私は何をお聞きしましたか。", "{}質問したことをもう一度お願いします"),
            ),
        ),
        others=(
            "昨日3号機はなぜ止まったのですか",
            "先週変わった安全規程を教えて",
            "点検の3番目の手順は何ですか",
            "最後の点検はいつでしたか",
            "最初の起動で何を確認しますか",
            "6月2日に出たアラームの原因は?",
            "2番目の文書を見せて",
            "昨日部長に聞かれた交換周期を教えて",
            "面接で最初の質問は何がいいですか",
            "今週の金曜日までに出す必要がありますか",
            "アンケートの最後の質問は必須ですか",
            "最近2か月の故障件数を教えて",
        ),
    ),
}
