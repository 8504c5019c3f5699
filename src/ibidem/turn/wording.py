"""The sentences that ibidem itself says, in the language of the question."""

from dataclasses import dataclass

from ibidem.domain.languages import Language
from ibidem.turn.values import Courtesy


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said in one language. `not_here` and `nearest` stand where nothing supports an answer."""

    quoted: str
    not_here: str
    nearest: str
    empty_corpus: str
    courtesies: dict[Courtesy, str]


WORDINGS: dict[Language, Wording] = {
    "ko": Wording(
        quoted="설정된 모델이 없어 문서의 구절을 그대로 인용했습니다.",
        not_here="이 문서들에서는 답을 찾지 못했습니다.",
        nearest="가장 가까운 문서: ",
        empty_corpus="아직 읽을 수 있는 문서가 없습니다.",
        courtesies={
            "thanks": "도움이 되었다니 다행입니다. 더 궁금한 점이 있으면 말씀해 주세요.",
            "greeting": "안녕하세요. 문서에서 찾고 싶은 내용을 물어봐 주세요.",
            "farewell": "안녕히 가세요. 필요하실 때 다시 물어봐 주세요.",
        },
    ),
    "en": Wording(
        quoted="No model is set, so these are passages quoted from the documents as they stand.",
        not_here="I found no answer to this in these documents.",
        nearest="The nearest documents: ",
        empty_corpus="There are no documents to read yet.",
        courtesies={
            "thanks": "You're welcome. Ask me whenever you need something else.",
            "greeting": "Hello. Ask me anything that the documents may answer.",
            "farewell": "Goodbye. Come back whenever you have a question.",
        },
    ),
    "ja": Wording(
        quoted="モデルが設定されていないため、文書の記述をそのまま引用しました。",
        not_here="これらの文書には答えが見つかりませんでした。",
        nearest="最も近い文書: ",
        empty_corpus="読める文書がまだありません。",
        courtesies={
            "thanks": "お役に立てて何よりです。ほかにも気になることがあればお尋ねください。",
            "greeting": "こんにちは。文書について知りたいことをお尋ねください。",
            "farewell": "失礼いたします。またいつでもお尋ねください。",
        },
    ),
}
