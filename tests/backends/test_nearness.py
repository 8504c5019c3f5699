"""What is kept of an embedder's answers: vectors of windows as they are stored, and those of the last questions."""

import pytest

from ibidem.backends import nearness
from ibidem.backends.nearness import ChunkText, Nearness, Understood, read_stored
from ibidem.domain.documents import VectorQuery
from ibidem.domain.languages import LANGUAGES
from ibidem.testing.word_embedder import WordEmbedder

KNOWN = Understood(256, frozenset(LANGUAGES))
LONG = ChunkText(
    "Parts", "", " ".join(f"Part {number} of the old cabinet lies on its shelf and is counted." for number in range(60))
)
SHORT = ChunkText("Parts", "Clamps", "The clamp is red.")


async def test_a_passage_has_a_vector_of_each_of_its_windows() -> None:
    embedder = WordEmbedder()
    embedder.refuses = lambda text: text == LONG.windows[1]
    long, short = await Nearness(embedder).vectors_of_passages(KNOWN, [LONG, SHORT])
    assert long is not None and short is not None and len(LONG.windows) > 2
    vectors = read_stored([long, short], 256)
    assert vectors.shape == (len(LONG.windows) + 1, 256)
    assert [bool(row.any()) for row in vectors] == [True, False, *[True] * (len(vectors) - 2)], "a refused one is near to nothing"


async def test_a_passage_of_which_every_window_is_refused_has_no_vector() -> None:
    embedder = WordEmbedder()
    embedder.refuses = lambda text: "clamp" in text
    long, short = await Nearness(embedder).vectors_of_passages(KNOWN, [LONG, SHORT])
    assert long is not None and short is None


def test_a_passage_without_a_line_is_embedded_by_its_title() -> None:
    assert ChunkText("Parts", "", "\n\n").windows == ["Parts"]


@pytest.mark.parametrize("other", [ChunkText("Part", "Clamps", SHORT.text), ChunkText("Parts", "Hoses", SHORT.text)])
def test_the_same_text_under_another_heading_is_another_text(other: ChunkText) -> None:
    assert other.digest != SHORT.digest == ChunkText("Parts", "Old > Clamps", SHORT.text).digest


async def test_a_question_is_embedded_once_with_those_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = WordEmbedder()
    one = Nearness(embedder)
    query = VectorQuery("And the hose?", ("Which clamp is red?",))
    first = await one.asked(query, KNOWN)
    again, alone = await one.asked(query, KNOWN), await one.asked(VectorQuery(query.question), KNOWN)
    assert first is not None and again is first and alone is not None and not (alone == first).all()
    assert embedder.questions == [query.question] * 2


async def test_no_more_questions_are_kept_than_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearness, "QUESTIONS_KEPT", 2)
    embedder = WordEmbedder()
    one = Nearness(embedder)
    for question in ("Which?", "Where?", "When?", "Which?"):
        await one.question(question, KNOWN)
    assert embedder.questions == ["Which?", "Where?", "When?", "Which?"], "the oldest went"


async def test_questions_before_in_other_languages_are_left_out() -> None:
    known = Understood(256, frozenset(("en",)))
    one = Nearness(WordEmbedder())
    mixed = await one.asked(VectorQuery("And the hose?", ("클램프는 무슨 색입니까?", "クランプは何色ですか。")), known)
    alone = await one.asked(VectorQuery("And the hose?"), known)
    assert mixed is not None and alone is not None and (mixed == alone).all()
    assert await one.asked(VectorQuery("호스는요?"), known) is None
