"""Which messages want what was just answered in another form."""

import pytest

from ibidem.language.transforming import transformation


@pytest.mark.parametrize(
    "message",
    [
        "표로 정리해 줘",
        "그거 더 짧게 요약해 주세요",
        "방금 답변을 단계별로 나눠 줄래요?",
        "영어로 번역해 줘",
        "고객에게 보낼 글로 써 주세요",
        "두 줄로 줄여 줘",
        "위 내용을 표로 바꿔 줘",
        "as a table, please",
        "Can you put that in a table?",
        "Make it shorter.",
        "Translate it into Korean",
        "Explain that step by step",
        "Please rewrite the answer for a customer",
        "in English please",
        "Summarise that in two sentences",
        "表にしてください",
        "それをもっと短くまとめてください",
        "英語に翻訳してもらえますか?",
        "今の回答を箇条書きにして",
        "お客様向けに書き直してください",
        "手順にまとめてください",
        "교대 일지에 쓸 수 있게 한 문장으로 짧게 적어 줘",
        "방금 말한 내용을 메일로 보낼 수 있게 다듬어 줘",
        "핵심만 세 줄로 요약해 줘",
        "이걸 체크리스트로 만들어 주세요",
        "현장 작업자용으로 쉽게 풀어 써 줘",
        "보고서에 넣을 수 있게 한 단락으로 정리해 줄래?",
        "위 답변을 불릿 포인트로 바꿔 주세요",
        "그 내용 한 문장으로 요약 부탁드립니다",
        "Put that in one short sentence for the shift log.",
        "Can you boil that down to two bullet points?",
        "Turn this into a checklist for the night shift",
        "Give me the short version of that",
        "Reword that so a new operator understands it",
        "Write that up as an email to my manager",
        "Could I have that as a numbered list?",
        "Condense it into a single line for the handover note, please",
        "Say that again in simpler words",
        "I need that in Japanese for a colleague in Osaka",
        "引き継ぎノート用に一文でまとめてください",
        "今の内容を箇条書きで三点にしてください",
        "これを新人にもわかる言葉で言い換えて",
        "もう少し短くしてもらえますか",
        "それをメールの文面にしてください",
        "チェックリストの形にしてください",
        "要点だけ三行で教えてください",
        "上の答えを英語にして、海外の同僚に送れるようにしてください",
        "報告書に載せられるように一段落にまとめて",
        "それを手順書の形に書き直してもらえますか",
    ],
)
def test_another_form_of_the_answer(message: str) -> None:
    assert transformation(message) == "answer"


@pytest.mark.parametrize(
    "message", ["이 문서를 영어로 번역해 줘", "Translate this document into Japanese", "この文書を韓国語に訳してください"]
)
def test_another_form_of_the_document_shown(message: str) -> None:
    assert transformation(message) == "document"


@pytest.mark.parametrize(
    "message",
    [
        "이전 답변과 비교해 줘",
        "Compare it with the one before",
        "前の回答と比較してください",
        "compare that to the previous answer, please",
    ],
)
def test_a_comparison_with_the_answer_before(message: str) -> None:
    assert transformation(message) == "compared"


@pytest.mark.parametrize(
    "message",
    [
        "점검 주기를 표로 정리해 줘",
        "영어로 된 매뉴얼 있어?",
        "고객에게 뭐라고 안내해야 하나요?",
        "오링 교체 절차를 단계별로 알려 줘",
        "2번 문서를 요약해 줘",
        "짧게 누르면 어떻게 되나요?",
        "XP랑 N을 비교해 줘",
        "네",
        "그 문서 보여 줘",
        "How do I put a table in the report?",
        "Show the torque values in a table",
        "Is it shorter?",
        "What does it say in English?",
        "translate",
        "Summarise document 2 in two sentences",
        "Compare it with the SUPRA N",
        "Explain the purge step by step",
        "点検周期を表にしてください",
        "英語のマニュアルはありますか?",
        "お客様には何と説明しますか?",
        "2番の文書を要約してください",
        "短く押すとどうなりますか?",
        "XPとNを比較してください",
        "それはどうしてですか?",
        "교대 일지에는 뭘 적어야 해?",
        "리셋 방법을 한 문장으로 알려 줘",
        "메일로 신청할 수 있어?",
        "체크리스트는 어디에 있어?",
        "연차 규정을 표로 보여 줘",
        "이 문장은 무슨 뜻이야?",
        "점검 결과를 보고서에 어떻게 써야 하나요?",
        "그럼 영어로 신청해도 돼?",
        "이걸 현장에서 어떻게 써?",
        "짧게 세 번 깜빡이면 뭐야?",
        "Put that part in which slot?",
        "What goes into the shift log?",
        "How do I put that in order?",
        "Can I send that by email?",
        "Is there a checklist for the night shift?",
        "Put the torque for the lid in one sentence",
        "Turn that off for the night",
        "Can you give me that screw size in inches?",
        "Write the expense rules as a list",
        "Make it work in Japanese",
        "引き継ぎノートには何を書きますか?",
        "返品の条件を一文でまとめてください",
        "メールで申請できますか?",
        "チェックリストはどこにありますか?",
        "これは英語で申請してもいいですか?",
        "それを短く切ってもいいですか?",
        "ヘッドの掃除の手順を箇条書きにして",
        "報告書はいつまでに書きますか?",
        "表に書いてある値は何ですか?",
        "それは三行目のことですか?",
        "Repeat that for the ECOLITE 2000",
        "그걸 SUPRA N용으로 정리해 줘",
        "それをSUPRA N用にまとめて",
        "",
    ],
)
def test_a_question_of_its_own(message: str) -> None:
    assert transformation(message) is None
