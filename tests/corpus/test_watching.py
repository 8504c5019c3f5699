import asyncio
import os
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path

from ibidem.corpus.watching import changes


async def given(seen: AsyncGenerator[Sequence[Path]]) -> Sequence[Path]:
    return await asyncio.wait_for(anext(seen), 10)


async def test_folders_are_given_at_once_and_each_again_when_it_changes(tmp_path: Path) -> None:
    seoul, tokyo = tmp_path / "서울", tmp_path / "東京"
    for folder in (seoul, tokyo):
        folder.mkdir()
        (folder / "a.md").write_text("# A")
    async with aclosing(changes([seoul, tokyo], 0.01)) as seen:
        assert await given(seen) == [seoul, tokyo]
        (tokyo / "a.md").write_text("# A, longer")
        assert await given(seen) == [tokyo]
        (seoul / "below").mkdir()
        (seoul / "below/b.md").write_text("# B")
        assert await given(seen) == [seoul]
        (tokyo / "a.md").rename(tokyo / "c.md")
        assert await given(seen) == [tokyo]


async def test_what_changes_while_a_change_is_dealt_with_is_not_missed(tmp_path: Path) -> None:
    async with aclosing(changes([tmp_path], 0.01)) as seen:
        assert await given(seen) == [tmp_path]
        (tmp_path / "during.md").write_text("# During")
        assert await given(seen) == [tmp_path]


async def test_a_file_that_is_being_written_is_waited_for(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    async with aclosing(changes([tmp_path], 0.05)) as seen:
        assert await given(seen) == [tmp_path]
        next_one = asyncio.ensure_future(anext(seen))
        for size in range(20):
            page.write_text("x" * (size + 1))
            await asyncio.sleep(0.02)
            assert not next_one.done()
        assert await asyncio.wait_for(next_one, 10) == [tmp_path]


async def test_hidden_files_of_programs_and_lost_links_disturb_nobody(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    os.symlink(tmp_path / "nowhere", tmp_path / "lost.md")  # noqa: PTH211
    async with aclosing(changes([tmp_path], 0.01)) as seen:
        await given(seen)
        (tmp_path / ".git/index").write_text("x")
        next_one = asyncio.ensure_future(anext(seen))
        await asyncio.sleep(0.1)
        assert not next_one.done()
        next_one.cancel()
        await asyncio.gather(next_one, return_exceptions=True)
