"""A reranker is added as docs/architecture.md says: a module with an opener, and a row in one table.

The code that is served is a copy, to which a newcomer's module and row were added, and in which nothing else changed.
"""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import ibidem
from ibidem.domain.languages import Language
from journeys.doors import Cli, Service, served_anew
from journeys.playing import stored

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
PACKAGE = Path(ibidem.__file__).parent
TABLE, CONTRACT = "RERANKING_PROVIDERS", "ports/models.py"

MODULE = """
class Longest:
    def __init__(self, name):
        self.name = name

    async def rerank(self, question, passages):
        return [float(len(passage)) for passage in passages]

    async def close(self):
        pass


def open_longest(model):
    return Longest(f"longest:{model}")
"""
ROW = '    "longest": Provider("ibidem.backends.longest", "open_longest", "json", None, ()),\n'
# A short and a long text of one subject a language: by their words the short one comes first.
DOCUMENTS: dict[Language, tuple[str, str]] = {
    "ko": (
        "# 콜드 트랩 청소\n\n콜드 트랩은 월요일에 청소한다.\n",
        "# 지난달 기록\n\n콜드 트랩은 지난달에 두 번 청소하였고, 청소한 사람은 일지에 이름과 걸린 시간을 적어 두었다.\n",
    ),
    "en": (
        "# Cleaning the cold trap\n\nThe cold trap is cleaned on Mondays.\n",
        "# Record of last month\n\nThe cold trap was cleaned twice last month, and whoever did it wrote down a name and the time "
        "that it took.\n",
    ),
    "ja": (
        "# コールドトラップの清掃\n\nコールドトラップは月曜日に清掃する。\n",
        "# 先月の記録\n\nコールドトラップは先月二回清掃し、清掃した人は日誌に名前とかかった時間を書いておいた。\n",
    ),
}
ASKED: dict[Language, str] = {
    "ko": "콜드 트랩은 언제 청소하나요?",
    "en": "When is the cold trap cleaned?",
    "ja": "コールドトラップはいつ清掃しますか。",
}


def added_to(home: Path) -> Path:
    """The code with the module and its row; all other files are those of this checkout."""
    package = Path(shutil.copytree(PACKAGE, home / "code" / "ibidem", copy_function=os.symlink))
    (package / "backends" / "longest.py").write_text(MODULE, encoding="utf-8")
    registry = package / "backends" / "registry.py"
    text, added = re.subn(rf"(?m)^{TABLE}: .*\n", lambda found: found[0] + ROW, registry.read_text(encoding="utf-8"))
    assert added == 1
    registry.unlink()
    registry.write_text(text, encoding="utf-8")
    return package.parent


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = Cli(tmp_path_factory.mktemp("adding"), profile="general")
    for language, texts in DOCUMENTS.items():
        for name, text in zip(("short", "long"), texts, strict=True):
            path = cli.home / "corpus" / language / f"{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    done = cli.run("index", str(cli.home / "corpus"))
    assert done.returncode == 0, done.stderr
    return cli


@pytest.fixture(scope="module")
def service(corpus: Cli) -> Iterator[Service]:
    guard = corpus.environment()["PYTHONPATH"].split(os.pathsep)[0]
    code = os.pathsep.join((guard, str(added_to(corpus.home))))
    with served_anew(corpus, PYTHONPATH=code, IBIDEM_RERANKER="longest:any") as service:
        yield service


@pytest.mark.parametrize("language", ASKED)
def test_a_reranker_is_a_module_with_an_opener_and_a_row_in_one_table(service: Service, language: Language) -> None:
    found = service.client.post("/v1/search", json={"query": ASKED[language]}).json()["results"]
    assert found[0]["doc_id"] == f"{language}/short", "by words, which no reranker changes"
    trace = stored(service, service.ask(ASKED[language]))["trace"]
    assert trace["candidates"][0]["doc_id"] == f"{language}/long"


def test_without_the_row_its_name_is_refused_with_those_that_there_are(corpus: Cli) -> None:
    done = corpus.run("search", "x", IBIDEM_RERANKER="longest:any")
    assert done.returncode != 0 and "where PROVIDER is local or tei or cohere or jina" in done.stderr.replace("\n", " ")


def test_the_page_names_what_was_touched() -> None:
    (told,) = re.findall(r"(?m)^\*\*A reranker, .*(?:\n.+)*", PAGE.read_text(encoding="utf-8"))
    assert all(f"`{name}`" in told for name in (TABLE, CONTRACT, "backends/registry.py")) and (PACKAGE / CONTRACT).exists()
