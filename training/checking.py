"""What a world holds, and everything that is wrong with it."""

from collections import Counter
from pathlib import Path

from ibidem.evaluation.worlds import World, faults_of, read_world, world_folders


def check(folder: Path) -> bool:
    """Prints a line for each world in the folder, or all its faults. False where one has faults. Raises InvalidInput."""
    whole = True
    for one in world_folders(folder):
        faults = faults_of(one)
        for fault in faults:
            print(fault)
        print(f"{one.name}: {len(faults)} faults" if faults else described(read_world(one)))
        whole = whole and not faults
    return whole


def described(world: World) -> str:
    """How many documents and questions there are, of which kinds and languages."""
    kinds = Counter[str](question.kind for question in world.questions)
    languages = Counter[str](question.language for question in world.questions)
    counted = ", ".join(f"{count} {name}" for names in (languages, kinds) for name, count in names.most_common())
    return f"{world.name}: {len(world.documents)} documents, {len(world.questions)} questions ({counted})"
