"""What ibidem says of an exploration, in the language of the question."""

from dataclasses import dataclass

from ibidem.domain.languages import Language
from ibidem.domain.trace import ExploreEnding


@dataclass(frozen=True, slots=True, kw_only=True)
class ExploringWording:
    """The sentences in one language. `{}` takes what is looked for, or why the search was not finished (`why`)."""

    in_turns: str
    in_documents: str
    reading: str
    unfinished: str
    searched: str
    why: dict[ExploreEnding, str]
    notes: str
    unconfirmed: str
    from_turns: str


EXPLORING_WORDINGS: dict[Language, ExploringWording] = {
    "ko": ExploringWording(
        in_turns="대화에서 찾는 중입니다: {}",
        in_documents="문서에서 찾는 중입니다: {}",
        reading="{}번째 질문과 답변을 다시 읽는 중입니다.",
        unfinished="끝까지 찾아보지 못하고({}) 그때까지 찾은 내용으로 답했습니다.",
        searched="대화를 다 살펴보지 못해({}) 질문 그대로 검색하여 답했습니다.",
        why={
            "calls": "조회 횟수의 한도",
            "tokens": "토큰 한도",
            "seconds": "시간 한도",
            "bytes_read": "읽을 수 있는 분량의 한도",
            "repeated": "같은 조회의 되풀이",
            "unreadable": "읽을 수 없는 모델의 응답",
            "unavailable": "응답하지 않는 모델",
        },
        notes="지금까지 적어 둔 내용입니다.",
        unconfirmed="이 내용은 모델이 적은 것으로, 문서에서 확인하지 않았습니다.",
        from_turns="이 대화에서 오간 내용에서 찾은 답이며, 문서에서 다시 확인하지 않았습니다.",
    ),
    "en": ExploringWording(
        in_turns="Looking through the conversation: {}",
        in_documents="Looking through the documents: {}",
        reading="Reading turn {} again.",
        unfinished="The search was not finished ({}), so this answer rests on what had been found by then.",
        searched="Looking around was not finished ({}), so the question was searched for as it stands.",
        why={
            "calls": "limit of calls",
            "tokens": "limit of tokens",
            "seconds": "time limit",
            "bytes_read": "limit of what may be read",
            "repeated": "the same search again and again",
            "unreadable": "the model's replies could not be read",
            "unavailable": "the model did not reply",
        },
        notes="This is what had been noted so far.",
        unconfirmed="These are notes of the model, not confirmed by the documents.",
        from_turns="This answer comes from the conversation itself and was not confirmed by the documents again.",
    ),
    "ja": ExploringWording(
        in_turns="会話の中を調べています：{}",
        in_documents="文書の中を調べています：{}",
        reading="{}番目のご質問と回答を読み返しています。",
        unfinished="最後まで調べられなかったため（{}）、それまでに見つかった内容でお答えしました。",
        searched="会話を調べきれなかったため（{}）、ご質問のまま検索してお答えしました。",
        why={
            "calls": "照会回数の上限",
            "tokens": "トークン数の上限",
            "seconds": "時間の上限",
            "bytes_read": "読める分量の上限",
            "repeated": "同じ照会の繰り返し",
            "unreadable": "モデルの応答を読み取れず",
            "unavailable": "モデルの応答なし",
        },
        notes="これまでに書き留めた内容です。",
        unconfirmed="モデルが書き留めた内容であり、文書では確認していません。",
        from_turns="この会話でやり取りした内容からの回答で、文書での再確認はしていません。",
    ),
}
