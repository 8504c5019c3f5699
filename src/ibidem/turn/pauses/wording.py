"""The questions that ibidem asks a person, and what it says about the reply."""

from dataclasses import dataclass

from ibidem.domain.languages import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseWording:
    """The sentences in one language; a `how_` explains the possible replies. `{}` takes a page, a title, an id or a list."""

    which_device: str
    how_device: str
    no_such_device: str
    confirm_sources: str
    how_sources: str
    review: str
    how_review: str
    against: str
    sources: str
    page: str
    sources_rejected: str
    draft_rejected: str
    approved: str
    edited: str
    changed: str
    nothing_left: str
    draft_gone: str
    expired: str


PAUSE_WORDINGS: dict[Language, PauseWording] = {
    "ko": PauseWording(
        which_device="어느 장비를 말씀하시나요?",
        how_device="번호나 이름으로 답해 주세요. 모르시면 '모두'라고 하셔도 됩니다.",
        no_such_device="{}에 관한 문서가 없습니다. 문서가 있는 장비: {}.",
        confirm_sources="이 문서들을 바탕으로 답변해도 될까요?",
        how_sources=(
            "'네'나 '아니요'로 답하시거나, '1번이랑 3번만'처럼 고르시거나, '리크 체크 주기로 다시 찾아줘'처럼 다른 검색어를 "
            "말씀해 주세요."
        ),
        review="문서로 뒷받침되는지 확인하지 못한 초안입니다. 답변으로 사용해도 될까요?",
        how_review="'승인'이나 '반려'로 답하시거나, '아니요, 토크 값이 틀렸어요'처럼 이유를 말씀해 주세요.",
        against="확인되지 않은 점:",
        sources="출처:",
        page="{}쪽",
        sources_rejected=(
            "알겠습니다. 이 문서들은 사용하지 않았습니다. 대신 무엇을 찾아볼까요? 검색할 말이나 문서 번호, 제목을 알려 주세요."
        ),
        draft_rejected=(
            "알겠습니다. 초안을 답변으로 사용하지 않았습니다. 더 구체적으로 다시 물어보시거나, 참고할 문서를 알려 주세요."
        ),
        approved="문서로 뒷받침되는지 자동으로 확인하지는 못했고, 사람이 검토하여 승인한 답변입니다.",
        edited="사람이 검토하여 고쳐 쓴 답변입니다.",
        changed="「{}」 문서는 그사이 바뀌어 사용하지 않았습니다.",
        nothing_left="고르신 문서를 더 이상 그대로 읽을 수 없어 답변하지 않았습니다. 질문을 다시 해 주세요.",
        draft_gone="초안이 인용한 문서를 더 이상 읽을 수 없어 답변으로 사용하지 않았습니다. 질문을 다시 해 주세요.",
        expired="앞에서 여쭤본 것은 기한이 지났습니다. 필요하시면 원래 질문을 다시 해 주세요.",
    ),
    "en": PauseWording(
        which_device="Which device do you mean?",
        how_device="Answer with its number or name, or with “all” if you are not sure.",
        no_such_device="No document covers {}. There are documents on {}.",
        confirm_sources="Shall I answer from these documents?",
        how_sources=(
            "Answer “yes” or “no”, pick some (“just 1 and 3”), or give another query (“search for leak check interval instead”)."
        ),
        review="I could not verify that the documents support this draft. May I use it as the answer?",
        how_review="Answer “approve” or “reject”, or say what is wrong (“no, the torque is wrong”).",
        against="What could not be verified:",
        sources="Sources:",
        page="p. {}",
        sources_rejected=(
            "All right, I did not answer from these documents. What shall I search for instead? "
            "A document's number or title will do too."
        ),
        draft_rejected=("All right, I did not use the draft. Please ask more precisely, or say which document to use."),
        approved="This answer could not be verified automatically; a person has reviewed and approved it.",
        edited="A person has reviewed and rewritten this answer.",
        changed="“{}” has changed in the meantime, so it was not used.",
        nothing_left="The documents you chose have changed or are no longer available, so I did not answer. Please ask again.",
        draft_gone="A document that the draft cites is no longer available, so I did not use the draft. Please ask again.",
        expired="My previous question to you has expired. If you still need the answer, please ask again.",
    ),
    "ja": PauseWording(
        which_device="どの装置のことでしょうか？",
        how_device="番号か名前でお答えください。わからない場合は「全部」でもかまいません。",
        no_such_device="{}を扱う文書はありません。文書がある装置: {}。",
        confirm_sources="これらの文書からお答えしてよろしいですか？",
        how_sources=(
            "「はい」か「いいえ」、または「1と3だけ」のように選ぶか、"
            "「リークチェックの周期で検索し直して」のように別の言葉をお知らせください。"
        ),
        review="文書で裏付けられるか確認できなかった下書きです。回答として使ってよろしいですか？",
        how_review="「承認」か「却下」、または「いいえ、トルクの値が違います」のように理由をお知らせください。",
        against="確認できなかった点:",
        sources="出典:",
        page="{}ページ",
        sources_rejected=(
            "承知しました。これらの文書からは回答しませんでした。代わりに何を検索しましょうか。文書の番号やタイトルでも構いません。"
        ),
        draft_rejected=(
            "承知しました。下書きは回答として使っていません。より具体的にお尋ねになるか、参照する文書をお知らせください。"
        ),
        approved="文書で裏付けられるか自動では確認できませんでしたが、人が確認して承認した回答です。",
        edited="人が確認して書き直した回答です。",
        changed="「{}」はその間に改訂されたため、使いませんでした。",
        nothing_left="お選びの文書を元のまま読むことができなくなったため、お答えしていません。もう一度お尋ねください。",
        draft_gone="下書きが引用した文書を読むことができなくなったため、回答として使っていません。もう一度お尋ねください。",
        expired="先ほどお尋ねした件は期限が過ぎました。必要でしたら、元の質問をもう一度お尋ねください。",
    ),
}
