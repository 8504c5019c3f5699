"""The encoder of this process: answers lie near their questions in three languages, and a text has one vector."""

import asyncio
import os
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ibidem.backends.local import encoder as module
from ibidem.backends.local.encoder import FEW, MOST_CHARACTERS, LocalEncoder, open_local
from ibidem.backends.local.network import Network
from ibidem.backends.understanding import scales_of, understood
from ibidem.domain.errors import SettingsError
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.flow.priority import NICENESS

# A question and its answer, neither in the other's words, and what answers nothing here.
ASKED: dict[Language, str] = {
    "ko": "펌프는 얼마나 무거워요?",
    "en": "How heavy is the pump?",
    "ja": "ポンプはどのくらい重いですか。",
}
ANSWERS: dict[Language, str] = {
    "ko": "양수기의 질량은 340kg이다.",
    "en": "The mass of the pumping unit is 340 kg.",
    "ja": "揚水機の質量は340kgである。",
}
UNRELATED: dict[Language, str] = {
    "ko": "연차 휴가는 1년 근무 후에 부여한다.",
    "en": "Annual leave is granted after a year of service.",
    "ja": "年次休暇は一年勤務した後に与えられる。",
}


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


async def test_it_understands_all_three(encoder: LocalEncoder) -> None:
    assert await understood(encoder) == set(LANGUAGES)
    for scale in (await scales_of(encoder, LANGUAGES)).values():
        assert -0.1 < scale.apart < 0.2 < scale.near


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_answer_in_any_language_is_nearer_than_what_answers_nothing(encoder: LocalEncoder, language: Language) -> None:
    asked = await encoder.embed_question(ASKED[language])
    near = [cosine(asked, one) for one in await encoder.embed_passages(list(ANSWERS.values()))]
    far = [cosine(asked, one) for one in await encoder.embed_passages(list(UNRELATED.values()))]
    assert min(near) > max(far) + 0.1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has no priority of its own")
async def test_whoever_asks_goes_before_many_passages(encoder: LocalEncoder) -> None:
    await encoder.embed_passages(["밸브"] * (FEW + 1))
    here = os.getpriority(os.PRIO_PROCESS, 0)
    embedding = [one.native_id for one in threading.enumerate() if one.name.startswith("ibidem-embed")]
    assert embedding and all(os.getpriority(os.PRIO_PROCESS, one) == min(here + NICENESS, 19) for one in embedding if one)


async def test_a_question_is_not_embedded_as_a_passage_is(encoder: LocalEncoder) -> None:
    for text in ASKED.values():
        asked, (held,) = await encoder.embed_question(text), await encoder.embed_passages([text])
        assert 0.3 < cosine(asked, held) < 0.98


@pytest.mark.parametrize(
    ("before", "follow_up", "answer", "other"),
    [
        ("펌프는 어디에 설치하나요?", "그럼 밸브는요?", "밸브는 배관실에 설치한다.", "밸브는 청동으로 만든다."),
        (
            "Where is the pump installed?",
            "And the valve?",
            "The valve is installed in the pipe room.",
            "The valve is made of bronze.",
        ),
        ("ポンプはどこに設置しますか。", "では、バルブは?", "バルブは配管室に設置する。", "バルブは青銅で作られている。"),
    ],
)
async def test_questions_before_count(encoder: LocalEncoder, before: str, follow_up: str, answer: str, other: str) -> None:
    held = await encoder.embed_passages([answer, other])

    async def ahead(*earlier: str) -> float:
        asked = await encoder.embed_question(follow_up, earlier)
        return cosine(asked, held[0]) - cosine(asked, held[1])

    assert await ahead(before) > max(0.0, await ahead())


async def test_the_last_two_questions_before_count_as_far_as_there_is_room(encoder: LocalEncoder) -> None:
    before = ("What is a pump?", "Where is the valve?", "Who repairs it?")
    assert await encoder.embed_question("When?", before) == await encoder.embed_question("When?", before[1:])
    assert await encoder.embed_question("When?", before) != await encoder.embed_question("When?", before[2:])
    long = "When is the valve replaced? " * 40
    assert await encoder.embed_question(long, before) == await encoder.embed_question(long)


async def test_a_text_has_one_vector_whatever_it_is_computed_with(encoder: LocalEncoder) -> None:
    texts = ["short", "a longer one, " * 9, "", "밸브", "バルブ", "x\ud800y", "word " * 4000]
    together = await encoder.embed_passages(texts * 3)
    assert len(together) == 3 * len(texts) > FEW
    for place, text in enumerate(texts):
        (alone,) = await encoder.embed_passages([text])
        assert len(alone) == 384 and cosine(alone, alone) == pytest.approx(1.0, abs=1e-5)
        assert all(together[place + len(texts) * n] == alone for n in range(3))
    assert not await encoder.embed_passages([])


async def test_a_question_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[Sequence[int]] = []

    def counted(_network: Network, text: Sequence[int]) -> list[float]:
        computed.append(text)
        return [float(len(computed))]

    monkeypatch.setattr(module, "_vector", counted)
    encoder = LocalEncoder()
    asked = [("밸브는?", ()), ("밸브는?", ["펌프는?"]), ("And the valve?", ()), ("バルブは?", ())]
    first = [await encoder.embed_question(text, before) for text, before in asked]
    assert [await encoder.embed_question(text, before) for text, before in asked] == first
    assert len(computed) == len(asked) == len({tuple(vector) for vector in first})
    await encoder.close()


@pytest.mark.parametrize("text", ["", " ", "\n", "\udfff", "\x00", "🛠️" * 30])
async def test_whatever_is_asked_has_a_vector(encoder: LocalEncoder, text: str) -> None:
    for one in (await encoder.embed_question(text, (text,)), *(await encoder.embed_passages([text]))):
        assert np.isfinite(one).all() and cosine(one, one) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("word", ["매뉴얼 ", "manual ", "説明書", "x"])
async def test_a_text_counts_up_to_a_length(encoder: LocalEncoder, word: str) -> None:
    text = (word * 100_000)[:100_000]
    assert await encoder.embed_question(text) == await encoder.embed_question(text[:MOST_CHARACTERS])
    assert await encoder.embed_passages([text]) == await encoder.embed_passages([text[:MOST_CHARACTERS]])


def test_vectors_of_another_adapter_have_another_name(
    encoder: LocalEncoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "encoder.npz").write_bytes(b"another")
    monkeypatch.setattr(module, "WEIGHTS", tmp_path)
    assert open_local("ibidem-1").name != encoder.name == f"local:ibidem-1@{encoder.name[-8:]}"


def test_six_threads_at_once_load_it_once(encoder: LocalEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[int] = []

    def counted(*about: object) -> Network:
        loaded.append(threading.get_ident())
        return Network(*about)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(module, "Network", counted)
    fresh = open_local("ibidem-1")
    texts = [*ASKED.values(), *ANSWERS.values()]
    with ThreadPoolExecutor(6) as threads:
        there = [one.tolist() for one in map(np.array, threads.map(lambda t: asyncio.run(fresh.embed_question(t)), texts))]
    assert there == [list(asyncio.run(encoder.embed_question(text))) for text in texts] and len(loaded) == 1
    asyncio.run(fresh.close())


def test_another_name_is_refused() -> None:
    with pytest.raises(SettingsError, match="there is no use-multilingual-v3 here; the model of this machine is ibidem-1"):
        open_local("use-multilingual-v3")
