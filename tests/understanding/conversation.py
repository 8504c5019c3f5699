"""A message after turns that cited documents, and what it points at."""

from collections.abc import Sequence

from ibidem.domain.conversation import DocRef
from ibidem.profile import load_profile
from ibidem.understanding.cited import ListedDocuments
from ibidem.understanding.pointer import Pointer
from ibidem.understanding.pointer_reader import read_pointer
from ibidem.understanding.resolve import Ordinary, Resolution, Resolved, resolve

PROFILE = load_profile("equipment")


def read(message: str) -> Pointer | None:
    return read_pointer(message, PROFILE)


async def ask(message: str, *turns: Sequence[str], stored: Sequence[str] = ()) -> Resolution:
    shown = [[DocRef(n, d, "v", d, "", "", None, (), "", None, "") for n, d in enumerate(turn, 1)] for turn in turns]
    pointer = read_pointer(message, PROFILE)
    return Ordinary() if pointer is None else await resolve(pointer, ListedDocuments(shown, stored), PROFILE)


async def documents(message: str, *turns: Sequence[str], stored: Sequence[str] = ()) -> tuple[list[str], str]:
    found = await ask(message, *turns, stored=stored)
    assert isinstance(found, Resolved), (message, found)
    return [target.doc_id for target in found.targets], found.intent
