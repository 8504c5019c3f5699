"""With no profile named, documents of any kind are answered from in three languages, and nothing of another world is known."""

from pathlib import Path

import pytest

from journeys.doors import Cli

FILES = {
    "주차.md": "# 주차장 이용 안내\n\n방문객은 지하 2층에 세 시간까지 무료로 주차할 수 있다.\n",
    "recipe.md": "# Lentil soup\n\nSimmer the lentils for 25 minutes before adding the lemon.\n",
    "図書館.md": "# 図書館の利用\n\n本は一人10冊まで、二週間借りることができる。\n",
}
ASKED = {
    "ko": ("방문객은 몇 시간까지 무료로 주차할 수 있나요?", "세 시간", "주차"),
    "en": ("How long do the lentils simmer?", "25 minutes", "recipe"),
    "ja": ("本は何冊まで借りられますか？", "10冊", "図書館"),
}


@pytest.fixture(scope="module")
def anything(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = Cli(tmp_path_factory.mktemp("general"), profile="")
    folder: Path = cli.home / "docs"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    done = cli.run("index", str(folder))
    assert done.returncode == 0, done.stderr
    return cli


@pytest.mark.parametrize("language", ASKED)
def test_the_default_answers_from_documents_of_any_kind(anything: Cli, language: str) -> None:
    question, expected, doc_id = ASKED[language]
    answer = anything.json("ask", question)
    assert answer["status"] == "answered" and answer["meta"]["route"] == "general"
    assert expected in answer["answer"]
    assert [source["doc_id"] for source in answer["sources"]] == [doc_id]


def test_no_name_of_another_world_is_known(anything: Cli) -> None:
    listed = anything.json("documents", "list")["documents"]
    assert {one["doc_type"] for one in listed} == {"document"}
    assert all(one["devices"] == [] for one in listed)
