"""How often a plain turn asks the store, as `bench/parts.py` counts it: a new round trip is noticed here."""

from pathlib import Path

from ibidem.app import App
from ibidem.domain.conversation import Question
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from module_files import module_at

BENCH = Path(__file__).parents[2] / "bench"

parts_of = module_at(BENCH / "parts.py")
ASKED = ("오링 교체 주기는 얼마인가요?", "How often is the O-ring replaced?", "Oリングの交換周期はどのくらいですか?")
TOLD = "오링은 30일마다 교체한다.\n\nThe O-ring is replaced every 31 days.\n\nOリングは32日ごとに交換する。\n"


async def test_a_plain_turn_asks_the_store_eight_times_and_writes_twice(tmp_path: Path) -> None:
    settings = load_settings(data=tmp_path / "data").model_copy(update={"embedder": None, "reranker": None})
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "ring.md").write_text(TOLD, encoding="utf-8")
    parts = parts_of.Parts()
    async with await App.open(settings, load_profile("general")) as app:
        async for _ in app.index_folder(tmp_path / "documents"):
            pass
        await app.warm()
        with parts.watched(app):
            for number, message in enumerate(ASKED):
                async for _ in app.ask(Question(message, f"s{number}"), app.principal):
                    pass
                await app._afterwards.close()  # what the turns are found by is made
                parts.over()
    assert len(parts.turns) == len(ASKED)
    for turn in parts.turns:
        assert turn["store: read"][0] <= 8 and turn["store: write"][0] == 2
        assert turn["search by words"][0] == turn["writing the turn"][0] == 1
