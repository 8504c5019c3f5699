"""A folder with pictures: indexed, asked about, cited with its picture, which is fetched, moved, and read again."""

from collections.abc import Iterator
from pathlib import Path

import docx
import pytest

from corpus.drawn import drawn
from journeys.doors import Cli, Service, served

VALVE = drawn("blue", 160, 120)
DOCUMENTS = {
    "ko": (
        "밸브 점검.md",
        "# 밸브 점검\n\n## 압력\n\n시험 압력은 0.7 MPa이다.\n\n"
        "## 손잡이\n\n비상 밸브는 시계 방향으로 세 바퀴 돌린다.\n\n![비상 밸브의 손잡이](img/valve.png)\n",
        "비상 밸브는 어느 방향으로 돌리나요?",
        "비상 밸브의 손잡이",
    ),
    "en": (
        "chiller.html",
        "<h1>Chiller</h1><h2>Filter</h2><p>Change the chiller filter every four months.</p>"
        "<figure><img src='img/valve.png'><figcaption>Where the filter sits</figcaption></figure>",
        "How often is the chiller filter changed?",
        "Where the filter sits",
    ),
    "ja": ("ランプ.docx", "検査灯のランプは二年ごとに交換します。", "検査灯のランプはいつ交換しますか?", "図1 ランプの位置"),
}


def write(folder: Path) -> None:
    (folder / "img").mkdir(parents=True)
    (folder / "img/valve.png").write_bytes(VALVE)
    for language in ("ko", "en"):
        name, text, *_ = DOCUMENTS[language]
        (folder / name).write_text(text, encoding="utf-8")
    name, text, _, caption = DOCUMENTS["ja"]
    document = docx.Document()
    document.add_heading("検査灯", 1)
    document.add_paragraph(text)
    document.add_picture(str(folder / "img/valve.png"))
    document.add_paragraph(caption, style="Caption")
    document.save(str(folder / name))


@pytest.fixture(scope="module")
def illustrated(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = Cli(tmp_path_factory.mktemp("illustrated"), "general")
    write(cli.home / "docs")
    done = cli.run("index", str(cli.home / "docs"), "--no-pictures")
    assert done.returncode == 0, done.stderr
    return cli


@pytest.fixture(scope="module")
def service(illustrated: Cli) -> Iterator[Service]:
    with served(illustrated) as service:
        yield service


@pytest.mark.parametrize("language", DOCUMENTS)
def test_an_answer_comes_with_the_picture_beside_what_it_quotes(service: Service, language: str) -> None:
    *_, question, caption = DOCUMENTS[language]
    answer = service.ask(question)
    (source,) = answer["sources"]
    (figure,) = source["figures"]
    assert (figure["caption"], figure["width"], figure["height"]) == (caption, 160, 120)
    response = service.client.get(figure["url"])
    assert (response.status_code, response.headers["content-type"], response.content) == (200, "image/png", VALVE)
    turns = service.client.get(f"/v1/sessions/{answer['session_id']}/turns").json()["turns"]
    assert turns[0]["doc_refs"][0]["figures"] == [figure]


def test_what_is_quoted_under_another_heading_comes_without_it(service: Service) -> None:
    (source,) = service.ask("밸브 점검의 시험 압력은 얼마인가요?")["sources"]
    assert source["figures"] == []


def test_pictures_move_with_everything_else(illustrated: Cli, tmp_path: Path) -> None:
    done = illustrated.run("migrate", str(illustrated.data), str(tmp_path / "copy"))
    assert done.returncode == 0, done.stderr
    assert "pictures" in done.stdout and "DIFFERENT" not in done.stdout


def test_a_picture_that_changes_is_read_again(tmp_path: Path) -> None:
    cli = Cli(tmp_path, "general")
    write(cli.home / "docs")

    def indexed() -> str:
        done = cli.run("index", str(cli.home / "docs"), "--no-pictures")
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "3 indexed" in indexed()
    assert "0 indexed, 3 unchanged" in indexed()
    (cli.home / "docs/img/valve.png").write_bytes(drawn("green"))
    assert "2 indexed, 1 unchanged" in indexed()
