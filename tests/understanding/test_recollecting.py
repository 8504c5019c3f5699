"""A question about what was said in the conversation, and one about what documents say, in three languages."""

import pytest

from ibidem.understanding.recollecting import recollects
from ibidem.understanding.talking import topic
from understanding.conversation import PROFILE

ABOUT_THE_CONVERSATION = [
    ("아까 처음에 말한 그 펌프 압력 얼마였지?", "펌프"),
    ("처음에 물어본 게이트 밸브 토크가 뭐였죠?", "게이트 밸브"),
    ("방금 전에 알려준 오일 교체 주기 다시 알려줘", "오일"),
    ("오링 크기는 뭐라고 했지?", "오링"),
    ("필터 청소에 대해 얘기했던 내용 정리해줘", "필터"),
    ("What did we decide about the vent valve at the start?", "vent valve"),
    ("What was the pump pressure you mentioned earlier?", "pump pressure"),
    ("Remind me what you said about the coolant hose.", "coolant hose"),
    ("Which torque did I ask about first?", "torque"),
    ("最初のほうで聞いたポンプの圧力はいくつでしたか。", "ポンプ"),
    ("さっき教えてもらったバルブのトルクをもう一度お願いします。", "バルブ"),
    ("前に話したフィルターの掃除のことですが、周期は?", "フィルター"),
    ("Oリングのサイズは何と言っていましたか。", "Oリング"),
]
ABOUT_DOCUMENTS = [
    "교체 전에 무엇을 확인하나요?",
    "처음에 설정할 값은 얼마인가요?",
    "매뉴얼에서 말하는 허용 압력은?",
    "펌프 압력은 얼마인가요?",
    "What does the manual say about the vent valve?",
    "What should I do before I ask for a refund?",
    "How is the valve opened at the start of a shift?",
    "Do you recommend a torque wrench?",
    "Can you tell me the torque of the bolts?",
    "最初に確認する項目は何ですか。",
    "交換する前にバルブを閉めますか。",
    "マニュアルには何が書いてありますか。",
    "以前の手順書ではどうなっていますか。",
]


@pytest.mark.parametrize(("message", "about"), ABOUT_THE_CONVERSATION)
def test_a_question_about_what_was_said(message: str, about: str) -> None:
    assert recollects(message)
    left = topic(message, PROFILE)
    assert about in left and len(left) < len(message)


@pytest.mark.parametrize("message", ABOUT_DOCUMENTS)
def test_a_question_about_what_documents_say(message: str) -> None:
    assert not recollects(message)
