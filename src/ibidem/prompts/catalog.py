"""Every prompt in every language: shipped, replaced by a profile's own, checked whole, and read anew when a file changes."""

import logging
import os
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path

from ibidem.domain.errors import PromptError
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.prompts.prompt import Prompt
from ibidem.prompts.prompt_file import read_prompt
from ibidem.prompts.route_file import read_route_prompts
from ibidem.prompts.tasks import FALLBACK_ROUTE, ROUTE_TASKS, SHIPPED, TASKS, RouteTask, Task, tasks_of

logger = logging.getLogger(__name__)

# A look at the sixty files takes 0.15 ms; a hundred turns a second would pay it a hundred times for nothing.
SECONDS_BETWEEN_LOOKS = 1.0

_NAME = re.compile(rf"(\w+)\.({'|'.join(LANGUAGES)})\.md")
# What editors and file systems leave beside the files.
_NOT_OURS = re.compile(r"\..*|#.*|.*~")

_Key = tuple[str, Language]
_Stamp = tuple[str, int, int, int]


class Catalog:
    """The prompts of one deployment. They are valid at any time: an invalid change is ignored."""

    def __init__(
        self,
        overrides: Path | None,
        routes: Collection[str],
        shipped: Mapping[Language, Path] = SHIPPED,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._overrides = overrides
        self._routes = routes
        self._shipped = shipped
        self._clock = clock
        self._looked = clock()
        self._stamps = self._stamped()
        self._prompts = self._read()

    def get(self, name: str, language: Language) -> Prompt:
        """The prompt of that task. Raises PromptError when there is no such task."""
        try:
            return self._prompts[name, language]
        except KeyError:
            there = sorted({known for known, _ in self._prompts})
            raise PromptError(f"there is no prompt {name}.{language}; there are {', '.join(there)}") from None

    def for_route(self, task: RouteTask, route: str, language: Language) -> Prompt:
        """The prompt of the task for a route of the profile: its own where it has one in this language, else the general one."""
        return self._prompts.get((f"{task}_{route}", language)) or self.get(f"{task}_{FALLBACK_ROUTE}", language)

    def prompts(self) -> tuple[Prompt, ...]:
        """All of them, by name and language."""
        return tuple(prompt for _, prompt in sorted(self._prompts.items()))

    def fresh(self) -> None:
        """Takes files that changed, came or went since the last look, at most once a second; call it where a turn begins.

        Where they are invalid the last good texts stay, and one warning says what is wrong. The prompts change all
        at once, so that threads and tasks see the old or the new.
        """
        now = self._clock()
        if now - self._looked < SECONDS_BETWEEN_LOOKS:
            return
        self._looked = now
        stamps = self._stamped()
        if stamps == self._stamps:
            return
        self._stamps = stamps
        try:
            prompts = self._read()
        except PromptError as error:
            logger.warning("prompts changed but are invalid; the earlier texts stay in use. %s", error)
            return
        changed = sorted(p.label for key, p in prompts.items() if self._prompts.get(key) != p)
        logger.info("prompts changed: %s", ", ".join(changed) or "some were removed")
        self._prompts = prompts

    def _folders(self) -> Iterator[Path]:
        yield from self._shipped.values()
        if self._overrides is not None:
            yield self._overrides

    def _stamped(self) -> frozenset[_Stamp]:
        return frozenset(stamp for folder in self._folders() for stamp in _stamps(folder))

    def _read(self) -> dict[_Key, Prompt]:
        problems: list[str] = []
        prompts = _read_shipped(self._shipped, problems)
        if self._overrides is not None:
            tasks = tasks_of({*self._routes, *_routes_of(prompts)})
            for path in _files(self._overrides, problems):
                read = _read_file(path, tasks, problems)
                prompts |= read
                problems += [f"{path}: {_no_route(name, tasks)}" for name, _ in read if name not in tasks]
        if problems:
            raise PromptError("prompts are invalid:\n  " + "\n  ".join(problems))
        return prompts


def load_catalog(overrides: Path | None = None, routes: Collection[str] = ()) -> Catalog:
    """The shipped prompts, with those of the folder `overrides` in their place.

    The folder may hold prompts of its own for `routes` too: `answer_ROUTE`, `queries_ROUTE` and `judge_ROUTE`, in any of the
    languages, or tables of them in `answer`, `queries` and `judge`. Raises PromptError with one line a problem: the file, what is
    wrong, what is allowed.
    """
    return Catalog(overrides, routes)


def _read_shipped(folders: Mapping[Language, Path], problems: list[str]) -> dict[_Key, Prompt]:
    """The prompts that ship: a file for each task and language, and in those of the routes' tasks the same routes."""
    prompts: dict[_Key, Prompt] = {}
    for folder in folders.values():
        for path in _files(folder, problems):
            prompts |= _read_file(path, TASKS, problems)
    expected = (folder / f"{name}.{language}.md" for name in (*TASKS, *ROUTE_TASKS) for language, folder in folders.items())
    problems += [f"{path} is missing" for path in expected if not path.exists()]
    # A file that could not be read lacks them all, and says more of it.
    if not problems:
        problems += [
            f"{folder / f'{kind}.{language}.md'} has no table [routes.{route}]"
            for kind in ROUTE_TASKS
            for language, folder in folders.items()
            for route in sorted({FALLBACK_ROUTE, *_routes_of(prompts)})
            if (f"{kind}_{route}", language) not in prompts
        ]
    return prompts


def _routes_of(prompts: Collection[_Key]) -> set[str]:
    """The routes that have texts of their own."""
    return {name.partition("_")[2] for name, _ in prompts if name not in TASKS}


def _no_route(name: str, tasks: Collection[str]) -> str:
    kind, _, route = name.partition("_")
    allowed = sorted(known.partition("_")[2] for known in tasks if known.startswith(f"{kind}_"))
    return f"there is no route {route!r}; allowed are {', '.join(allowed)}"


def _read_file(path: Path, tasks: Mapping[str, Task], problems: list[str]) -> dict[_Key, Prompt]:
    """The prompts of a file: that of one of the tasks, or those of the routes that it has tables for."""
    written = _NAME.fullmatch(path.name)
    if written is None or not (written[1] in tasks or written[1] in ROUTE_TASKS):
        files, names = ", ".join(f"NAME.{language}.md" for language in LANGUAGES), ", ".join(sorted({*tasks, *ROUTE_TASKS}))
        problems.append(f"{path} is no prompt; allowed are {files} with NAME one of {names}")
        return {}
    key = (written[1], written[2])
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        problems.append(f"{path} cannot be read as UTF-8 text: {error}")
        return {}
    prompts, wrong = _read_text(text, *key, tasks)
    problems += [f"{path}: {problem}" for problem in wrong]
    return {(prompt.name, prompt.language): prompt for prompt in prompts}


def _read_text(text: str, name: str, language: Language, tasks: Mapping[str, Task]) -> tuple[Collection[Prompt], Collection[str]]:
    if name in ROUTE_TASKS:
        return read_route_prompts(text, name, language)
    prompt = read_prompt(text, name, language, tasks[name])
    return ((prompt,), ()) if isinstance(prompt, Prompt) else ((), prompt)


def _files(folder: Path, problems: list[str]) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not _NOT_OURS.fullmatch(path.name))
    except OSError as error:
        problems.append(f"{folder} is no folder that can be read: {error}")
        return []


def _stamps(folder: Path) -> Iterator[_Stamp]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        try:
            found = entry.stat()
        except OSError:
            yield entry.path, 0, 0, 0
        else:
            yield entry.path, found.st_mtime_ns, found.st_size, found.st_ino
