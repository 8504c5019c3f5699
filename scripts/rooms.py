"""Prints docs/rooms.mmd: the rooms of ibidem by their floors, and who imports whom. `make reference` keeps it; a test compares.

The floors are the layers that import-linter checks, read from pyproject.toml; the arrows are the imports of the code itself. An
arrow that follows from two others is left out.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
HOUSE, TURN = "ibidem", "ibidem.turn"

Imports = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Floors:
    """The rooms of one container, the uppermost floor first, and which of its rooms each of them imports."""

    container: str
    floors: tuple[tuple[str, ...], ...]
    imports: Imports

    @property
    def rooms(self) -> tuple[str, ...]:
        """All rooms, from the top down."""
        return tuple(room for floor in self.floors for room in floor)


def read_layers() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """The layers of each container of the import-linter contracts, the uppermost first."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    return {
        container: tuple(tuple(room.strip() for room in layer.split("|")) for layer in contract["layers"])
        for contract in tool["contracts"]
        if contract["type"] == "layers"
        for container in contract["containers"]
    }


def read_floors(container: str, layers: tuple[tuple[str, ...], ...], graph: grimp.ImportGraph) -> Floors:
    """The container's rooms with the imports between them, whichever module of a room has them."""
    rooms = [room for layer in layers for room in layer]
    imports = {
        room: frozenset(other for other in rooms if other != room and knows(room, other, container, graph)) for room in rooms
    }
    return Floors(container, layers, imports)


def knows(room: str, other: str, container: str, graph: grimp.ImportGraph) -> bool:
    """Whether a module of the one room imports a module of the other."""
    importers, imported = (modules(f"{container}.{name}", graph) for name in (room, other))
    return any(graph.find_modules_directly_imported_by(module) & imported for module in importers)


def modules(room: str, graph: grimp.ImportGraph) -> set[str]:
    """The modules of a room, which is a module itself or a package."""
    return {room, *graph.find_descendants(room)}


def without_what_follows(imports: Imports) -> Imports:
    """The imports without those that a longer way leads to as well: the transitive reduction."""
    below = {room: reached(room, imports) for room in imports}
    return {
        room: frozenset(other for other in known if not any(other in below[between] for between in known))
        for room, known in imports.items()
    }


def reached(room: str, imports: Imports) -> set[str]:
    """Every room that a way of imports leads to from this one."""
    seen: set[str] = set()
    waiting = list(imports[room])
    while waiting:
        other = waiting.pop()
        if other not in seen:
            seen.add(other)
            waiting.extend(imports[other])
    return seen


def node(container: str, room: str) -> str:
    """What the drawing calls a room: a name without dots, which is no word of mermaid (`graph`, `end`) inside `turn` either."""
    return f"{container}.{room}".removeprefix(f"{HOUSE}.").replace(".", "_")


def drawn(floors: Floors, inner: Mapping[str, Floors]) -> Iterator[str]:
    """The lines of one container: its rooms, those with rooms of their own as a frame around them, then the arrows."""
    for room in floors.rooms:
        name, within = node(floors.container, room), inner.get(f"{floors.container}.{room}")
        if within is None:
            yield f"{name}[{room}]"
        else:
            yield from (f"subgraph {name}[{room}]", *(f"    {line}" for line in drawn(within, {})), "end")
    reduced = without_what_follows(floors.imports)
    for room in floors.rooms:
        for other in sorted(reduced[room], key=floors.rooms.index):
            yield f"{node(floors.container, room)} --> {node(floors.container, other)}"


def main() -> None:
    """Draws the house, with the rooms inside `turn`."""
    graph = grimp.build_graph(HOUSE, cache_dir=None)
    layers = read_layers()
    house, turn = (read_floors(container, layers[container], graph) for container in (HOUSE, TURN))
    print("\n".join(["flowchart TD", *(f"    {line}" for line in drawn(house, {TURN: turn}))]))


if __name__ == "__main__":
    main()
