"""Which languages an embedding model understands, and how near each other its vectors lie, found out by trying.

Names and model cards do not say it reliably, and the vectors of a language that a model has not learned are noise, which would
push good answers out of the ranking.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from statistics import fmean

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.ports.models import Embedder

# Questions and what answers them, in everyday words that the two do not share: who finds most of the answers, understands them.
PAIRS: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("How do I get my money back?", "Refunds are paid within ten days."),
        ("Where may I leave my car?", "Parking is free behind the building."),
        ("The screen stays black.", "If the display shows nothing, plug in the power cable."),
        ("When does the shop close?", "Opening hours are from nine to six."),
        ("I cannot remember my password.", "To sign in again, have a new secret code sent by e-mail."),
        ("Is the soup made without meat?", "All our dishes are suitable for vegetarians."),
        ("It is far too cold in here.", "Turn up the heating with the wheel on the radiator."),
        ("My child has a fever.", "For ill toddlers, call the doctor on duty."),
    ),
    "ko": (
        ("돈을 돌려받으려면 어떻게 하나요?", "환불은 열흘 안에 처리됩니다."),
        ("차를 어디에 세우면 되나요?", "건물 뒤편에서 무료로 주차할 수 있습니다."),
        ("화면이 까맣게 나와요.", "디스플레이에 아무것도 보이지 않으면 전원 케이블을 꽂으십시오."),
        ("가게는 몇 시에 닫아요?", "영업시간은 아홉 시부터 여섯 시까지입니다."),
        ("비밀번호가 기억나지 않아요.", "다시 로그인하려면 새 암호를 이메일로 받으십시오."),
        ("국에 고기가 안 들어가나요?", "저희 음식은 모두 채식주의자도 드실 수 있습니다."),
        ("여기는 너무 추워요.", "난방기의 손잡이를 돌려 온도를 올리십시오."),
        ("아이가 열이 나요.", "어린 환자는 당직 의사에게 전화하십시오."),
    ),
    "ja": (
        ("お金を返してもらうには?", "払い戻しは十日以内に行います。"),
        ("車はどこに止められますか。", "建物の裏に無料の駐車場があります。"),
        ("画面が真っ暗なままです。", "ディスプレイに何も映らないときは、電源ケーブルを差し込んでください。"),
        ("お店は何時に閉まりますか。", "営業時間は九時から六時までです。"),
        ("パスワードを忘れました。", "もう一度ログインするには、新しい暗証番号をメールで受け取ってください。"),
        ("スープに肉は入っていませんか。", "当店の料理はすべて菜食主義の方も召し上がれます。"),
        ("ここは寒すぎます。", "暖房のつまみを回して温度を上げてください。"),
        ("子どもに熱があります。", "小さな患者さんは当直の医師に電話してください。"),
    ),
}
# Of eight. By chance one is right. all-MiniLM-L6-v2, which learned English, finds 8 in English, 1 in Korean and 2 in Japanese.
ENOUGH = 6
# Cosines of questions with their answers and with other answers differ by .23 for the Universal Sentence Encoder, by .05 for E5.
_LEAST_SPREAD = 0.02


@dataclass(frozen=True, slots=True)
class Scale:
    """Cosines as nearness: 0 is that of a question and what does not answer it, 1 that of a question and its answer."""

    apart: float = 0.0
    near: float = 1.0

    def nearness(self, cosine: float) -> float:
        """The place of a cosine on the scale; it may lie beyond both ends."""
        return (cosine - self.apart) / (self.near - self.apart)


async def scale_of(embedder: Embedder, language: Language) -> Scale:
    """The scale of the model's cosines; plain cosines for one that understands nothing. Raises ModelUnavailable, ModelRefused."""
    texts = [text for pair in PAIRS[language] for text in pair]
    vectors = list(map(_unit, await embedder.embed_passages(texts)))
    asked, answers = vectors[::2], vectors[1::2]
    cosines = {(i, j): _cosine(asked[i], answers[j]) for i, j in product(range(len(asked)), repeat=2)}
    near = fmean(cosine for (i, j), cosine in cosines.items() if i == j)
    apart = fmean(cosine for (i, j), cosine in cosines.items() if i != j)
    return Scale(apart, near) if near - apart >= _LEAST_SPREAD else Scale()


async def understood(embedder: Embedder) -> frozenset[Language]:
    """The languages of which the model finds the answers to most of the questions. Raises ModelUnavailable and ModelRefused."""
    answers = [answer for language in LANGUAGES for _, answer in PAIRS[language]]
    vectors = list(map(_unit, await embedder.embed_passages(answers)))
    found: set[Language] = set()
    for language in LANGUAGES:
        own, vectors = vectors[: len(PAIRS[language])], vectors[len(PAIRS[language]) :]
        right = 0
        for place, (question, _) in enumerate(PAIRS[language]):
            asked = await embedder.embed_question(question)
            nearness = [_cosine(asked, vector) for vector in own]
            right += nearness.index(max(nearness)) == place
        if right >= ENOUGH:
            found.add(language)
    return frozenset(found)


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _unit(vector: Sequence[float]) -> Sequence[float]:
    length = sqrt(sum(x * x for x in vector)) or 1.0
    return [x / length for x in vector]
