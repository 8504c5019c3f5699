"""Every regular expression of ibidem, and texts made of its own parts that it may take long to fail on."""

import ast
import gc
import inspect
import random
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from re import _constants as codes  # pyright: ignore
from re import _parser as parser  # pyright: ignore
from types import ModuleType
from typing import Any

import ibidem
from security.units import UNITS

SOURCES = Path(ibidem.__file__).parent
OPERATIONS: Mapping[str, Callable[[re.Pattern[str], str], object]] = {
    "search": lambda pattern, text: pattern.search(text),
    "match": lambda pattern, text: pattern.match(text),
    "fullmatch": lambda pattern, text: pattern.fullmatch(text),
    "finditer": lambda pattern, text: sum(1 for _ in pattern.finditer(text)),
    "findall": lambda pattern, text: pattern.findall(text),
    "sub": lambda pattern, text: pattern.sub("", text),
    "subn": lambda pattern, text: pattern.subn("", text),
    "split": lambda pattern, text: pattern.split(text),
}
_CALL = re.compile(rf"\b(\w+)(?:\[[^\]]*\])?\.({'|'.join(OPERATIONS)})\((?!\))")
# What no pattern ends with, and what many look beyond.
_TAILS = ("", "\x01x")


@dataclass(frozen=True)
class Found:
    """A pattern, where it stands, and how it is used."""

    place: str
    pattern: re.Pattern[str]
    operations: tuple[str, ...]


def module_names(leaving_out: tuple[str, ...]) -> list[str]:
    """The modules in which a pattern may stand."""
    names: list[str] = []
    for path in sorted(SOURCES.rglob("*.py")):
        name = ".".join(("ibidem", *path.relative_to(SOURCES).with_suffix("").parts))
        if not name.startswith(leaving_out) and re.search(r"^import re$|re\.Pattern", path.read_text("utf-8"), re.MULTILINE):
            names.append(name)
    return names


def patterns_in(name: str) -> Iterator[Found]:
    """The patterns of a module: its own constants, however deep, those it remembers, and those it writes in its functions."""
    module = import_module(name)
    source = Path(str(module.__file__)).read_text("utf-8")
    tree = ast.parse(source)
    own = {target.id for statement in tree.body for target in _targets(statement)}
    for constant in sorted(own):
        for place, pattern in _within(vars(module).get(constant), constant, 0):
            yield Found(f"{name}.{place}", pattern, _operations(place, source, own))
    for function, value in vars(module).items():
        if hasattr(value, "cache_info") and getattr(value, "__module__", "") == name:
            for result in gc.get_referents(value):
                if not inspect.isfunction(result):
                    for place, pattern in _within(result, f"{function}()", 0):
                        yield Found(f"{name}.{place}", pattern, _operations(place, source, own))
    yield from _written(name, module, tree)


def attacks(pattern: re.Pattern[str], most: int = 20) -> Iterator[Callable[[int], str]]:
    """Texts of any length: at most so many parts of the pattern, so many of the units, and pairs of these, each over and over."""
    chance = random.Random(zlib.crc32(repr(pattern.pattern).encode()))
    parts = list(dict.fromkeys(part for part in _parts(pattern) if part[1]))
    words, letters = ([part for part in parts if (len(part[1]) > 1) is several] for several in (True, False))
    units = [
        *_some(words, most, chance),
        *_some(letters, most // 5, chance),
        *_some([("", unit) for unit in UNITS], most, chance),
    ]
    pairs = [("", chance.choice(units)[1] + chance.choice(units)[1]) for _ in range(most // 5)]
    for before, unit in dict.fromkeys([*units, *pairs]):
        for tail in _TAILS:
            yield repeated(unit, before, tail)


def _some(parts: list[tuple[str, str]], most: int, chance: random.Random) -> list[tuple[str, str]]:
    return chance.sample(parts, most) if len(parts) > most else parts


def repeated(unit: str, before: str = "", tail: str = "") -> Callable[[int], str]:
    """The unit over and over, so that the whole is of the length asked for."""
    around = len(before) + len(tail)
    return lambda length: f"{before}{(unit * (length // len(unit) + 1))[: max(0, length - around)]}{tail}"


def _targets(statement: ast.stmt) -> Iterator[ast.Name]:
    match statement:
        case ast.Assign(targets=targets):
            yield from (node for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
        case ast.AnnAssign(target=ast.Name() as name):
            yield name
        case _:
            pass


def _within(value: object, place: str, depth: int) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield place, value
    elif depth < 6:
        for key, part in _parts_of(value):
            yield from _within(part, f"{place}{key}", depth + 1)


def _parts_of(value: Any) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        yield from ((f"[{key!r}]", part) for key, part in value.items())
    elif isinstance(value, list | tuple | set | frozenset):
        yield from ((f"[{at}]", part) for at, part in enumerate(value))
    elif is_dataclass(value) and not isinstance(value, type):
        yield from ((f".{field.name}", getattr(value, field.name, None)) for field in fields(value))
    elif type(value).__module__.startswith("ibidem."):
        yield from ((f".{key}", part) for key, part in getattr(value, "__dict__", {}).items())


@cache
def _everything() -> str:
    return "\n".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))


def _operations(place: str, source: str, own: set[str]) -> tuple[str, ...]:
    """How a pattern is used: by its name in its module, or where that is public, in any; else as its module uses any other."""
    names = set(re.findall(r"(?<![\w'])[A-Za-z_]\w*(?![\w'(])", place))
    read = source if all(name.startswith("_") for name in names) else _everything()
    called = {operation for name, operation in _CALL.findall(read) if name in names}
    called = called or {operation for name, operation in _CALL.findall(source) if name not in own and name != "re"}
    return tuple(sorted(called)) or ("finditer", "fullmatch")


def _written(name: str, module: ModuleType, tree: ast.Module) -> Iterator[Found]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=operation), args=[pattern, *_]) if (
                operation in OPERATIONS
            ):
                try:
                    written = eval(compile(ast.Expression(pattern), name, "eval"), vars(module))
                except NameError:
                    continue  # made of what is read: spelled out and escaped
                if isinstance(written, str):
                    yield Found(f"{name}:{node.lineno}", re.compile(written), (operation,))
            case _:
                pass


def _parts(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """What the pattern repeats, with what leads up to it, and what it may begin with."""
    tree = list(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))
    yield from _repeats(tree, "")
    yield "", _sample(tree, 0)
    yield "", _sample(tree, 1)


def _repeats(tree: list[Any], before: str) -> Iterator[tuple[str, str]]:
    for at, (code, value) in enumerate(tree):
        lead = before + _sample(tree[:at], 0)
        if at:
            yield "", _sample(tree[:at], 0)
        if code in _REPEATS:
            _, most, body = value
            if most >= 8:
                for kind in range(3):
                    yield lead, _sample(body, kind)
                    yield "", _sample(body, kind)
            yield from _repeats(list(body), lead)
        elif code is codes.BRANCH:
            for branch in value[1]:
                yield "", _sample(branch, 0)
                yield from _repeats(list(branch), lead)
        elif code is codes.SUBPATTERN:
            yield from _repeats(list(value[3]), lead)
        elif code is codes.ATOMIC_GROUP:
            yield from _repeats(list(value), lead)
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            yield from _repeats(list(value[1]), lead)


_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
_OF_A_CATEGORY = {
    codes.CATEGORY_DIGIT: "1",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_NOT_WORD: "-",
}


def _sample(tree: Any, kind: int) -> str:
    """A text that the parsed pattern, or nearly it, matches: the one of this kind."""
    return "".join(_letters(code, value, kind) for code, value in tree)


def _letters(code: Any, value: Any, kind: int) -> str:
    match code:
        case codes.LITERAL:
            return chr(value)
        case codes.NOT_LITERAL:
            return "b" if value == ord("a") else "a"
        case codes.ANY:
            return "a가1"[kind % 3]
        case codes.IN:
            return _member(value, kind)
        case codes.BRANCH:
            return _sample(value[1][kind % len(value[1])], kind)
        case codes.SUBPATTERN:
            return _sample(value[3], kind)
        case codes.ATOMIC_GROUP:
            return _sample(value, kind)
        case codes.MAX_REPEAT | codes.MIN_REPEAT | codes.POSSESSIVE_REPEAT:
            return _sample(value[2], kind) * max(value[0], 1 - kind % 2)
        case _:
            return ""


def _member(items: list[Any], kind: int) -> str:
    """A letter of a class, or one that a negated class may hold."""
    if items[0][0] is codes.NEGATE:
        barred = re.compile(f"[{''.join(_written_out(code, value) for code, value in items[1:])}]")
        allowed = [letter for letter in "a가あ漢1 .-\n(~" if barred.match(letter) is None] or ["\x02"]
        return allowed[kind % len(allowed)]
    code, value = items[kind % len(items)]
    if code is codes.CATEGORY:
        return _OF_A_CATEGORY[value]
    return chr(value[0] if code is codes.RANGE else value)


def _written_out(code: Any, value: Any) -> str:
    if code is codes.CATEGORY:
        return {"1": r"\d", " ": r"\s", "a": r"\w", "-": r"\W"}[_OF_A_CATEGORY[value]]
    low, high = value if code is codes.RANGE else (value, value)
    return f"{re.escape(chr(low))}-{re.escape(chr(high))}"
