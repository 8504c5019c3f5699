"""Which cells of a row a question means: those whose column it names, and one that says more of it than these."""

from pathlib import Path

import pytest

from answering.library import NOW
from ibidem.answering.extract import extract
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import Principal, SearchFilters
from ibidem.finding.passages import find_passages

TABLES = {
    "ko": (
        "| 기능 | 입력 | 예외 |\n|---|---|---|\n| SGU-001 | 인증코드 입력 | 3분이 지나면 인증코드가 만료된다. |\n"
        "| SGU-002 | 비밀번호 입력 | 틀리면 오류를 낸다. |\n",
        "SGU-001 인증코드를 입력하지 않으면 몇 분 뒤에 만료돼?",
        "SGU-001 입력은?",
    ),
    "en": (
        "| Function | Input | Exceptions |\n|---|---|---|\n| SGU-001 | sign-up code | The code expires after 3 minutes. |\n"
        "| SGU-002 | password | A wrong one is an error. |\n",
        "After how many minutes without input does the code of SGU-001 expire?",
        "What is the input of SGU-001?",
    ),
    "ja": (
        "| 機能 | 入力 | 例外 |\n|---|---|---|\n| SGU-001 | 認証コード | 3分で認証コードの期限が切れる。 |\n"
        "| SGU-002 | パスワード | 誤りはエラーになる。 |\n",
        "SGU-001の認証コードは入力しないと何分で期限が切れますか？",
        "SGU-001の入力は？",
    ),
}


@pytest.mark.parametrize("language", TABLES)
async def test_a_cell_that_says_more_of_the_question_stands_beside_the_named_one(tmp_path: Path, language: str) -> None:
    table, question, plain = TABLES[language]
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([prepare_row("functions", "Functions", f"# Functions\n\n{table}", NOW)])
    await backend.index.catch_up()
    for asked, columns in ((question, (1, 2)), (plain, (1,))):
        found = await find_passages(asked, (), SearchFilters(), 10, backend.index, Principal("anyone"))
        answer = extract(asked, found, 300)
        assert answer is not None and answer.quotes[0].columns == columns, asked
    backend.close()
