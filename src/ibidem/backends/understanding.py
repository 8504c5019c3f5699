"""Which languages an embedding model understands, and how near each other its vectors lie, found out by trying.

Names and model cards do not say it reliably, and the vectors of a language that a model has not learned are noise, which would
push good answers out of the ranking.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.ports.models import Embedder

Numbers = NDArray[np.float32]

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
# Cosines of questions with their answers and with other answers differ by .23 for the Universal Sentence Encoder, by .04 for E5.
_LEAST_SPREAD = 0.02


@dataclass(frozen=True, slots=True)
class Scale:
    """Cosines as nearness: 0 is that of a question and what does not answer it, 1 that of a question and its answer."""

    apart: float = 0.0
    near: float = 1.0

    def nearness(self, cosine: float) -> float:
        """The place of a cosine on the scale; it may lie beyond both ends."""
        return (cosine - self.apart) / (self.near - self.apart)


async def scales_of(embedder: Embedder, languages: Collection[Language]) -> Mapping[Language, Scale]:
    """The scale of the model's cosines for questions in each of these languages; plain cosines for one that understands nothing.

    How far answers lie from other texts differs little between languages, and eight pairs alone tell it badly, so it is the mean
    over all; where other texts lie differs by .08 for E5. Raises ModelUnavailable and ModelRefused.
    """
    cosines: dict[Language, Numbers] = {language: await _cosines(embedder, language) for language in languages}
    apart: dict[Language, float] = {
        language: float(np.mean(found[~np.eye(len(found), dtype=bool)])) for language, found in cosines.items()
    }
    spread = fmean(float(np.mean(np.diag(found))) - apart[language] for language, found in cosines.items())
    if spread < _LEAST_SPREAD:
        return dict.fromkeys(apart, Scale())
    return {language: Scale(start, start + spread) for language, start in apart.items()}


async def understood(embedder: Embedder) -> frozenset[Language]:
    """The languages of which the model finds the answers to most of the questions. Raises ModelUnavailable and ModelRefused."""
    return frozenset([language for language in LANGUAGES if _found(await _cosines(embedder, language)) >= ENOUGH])


def _found(cosines: Numbers) -> int:
    """How many questions find their answer. An answer counts less what it is near to every question: with some models, E5 among
    them, one text lies near to all."""
    return int(np.sum(np.argmax(cosines - cosines.mean(axis=0), axis=1) == np.arange(len(cosines))))


async def _cosines(embedder: Embedder, language: Language) -> Numbers:
    """Of each question with each answer: (questions, answers). Some models make other vectors of questions than of passages."""
    pairs = PAIRS[language]
    asked = await asyncio.gather(*(embedder.embed_question(question) for question, _ in pairs))
    answers = await embedder.embed_passages([answer for _, answer in pairs])
    return _units(asked) @ _units(answers).T


def _units(vectors: Sequence[Sequence[float]]) -> Numbers:
    numbers = np.asarray(vectors, dtype=np.float32)
    return numbers / np.maximum(np.linalg.norm(numbers, axis=1, keepdims=True), 1e-12)
