import pytest

from ibidem.corpus.reading.blocks import Heading
from ibidem.corpus.reading.code import read_code
from ibidem.corpus.reading.formats import format_of
from ibidem.domain.errors import UnreadableDocument

SOURCES = {
    "py": (
        "# 펌프 제어\nclass Pump:\n    async def start(self):\n        pass\n\n\ndef stop():\n    ...",
        ["class Pump", "def start", "def stop"],
    ),
    "ts": ("export class Pump {\n  x = 1\n}\n\nexport default function stop() {}", ["class Pump", "function stop"]),
    "go": ("// ポンプ\nfunc (p *Pump) Start() {\n}", ["func Start"]),
    "rs": ("pub fn start() {}\nimpl Pump {\n    fn stop() {}\n}", ["fn start", "impl Pump", "fn stop"]),
    "sql": ("CREATE TABLE IF NOT EXISTS parts (\n  id int\n);", ["parts"]),
    "java": ("public final class Pump {\n}", ["class Pump"]),
}


@pytest.mark.parametrize("language", SOURCES)
def test_the_text_is_as_it_was_under_the_names_that_it_defines(language: str) -> None:
    source, names = SOURCES[language]
    found = read_code(source)
    assert found.text == source
    assert [block.title for block in found.blocks if isinstance(block, Heading)] == names
    assert not found.headed
    covered = "".join(source[block.start : block.end] for block in found.blocks)
    assert covered.split() and "".join(covered.split()) == "".join(source.split())


@pytest.mark.parametrize("name", ["a.min.js", "package-lock.json", "pnpm-lock.yaml", "types.d.ts", "style.css", "font.woff2"])
def test_what_programs_write_for_programs_is_no_document(name: str) -> None:
    with pytest.raises(UnreadableDocument):
        format_of(name)
