"""A message that is cut short, mixed up or run into another is read to some end, whatever that is."""

import random
from pathlib import Path

import pytest

from ibidem.evaluation.references import read_cases
from ibidem.profile import load_profile
from ibidem.understanding.beside import beside_pointing
from ibidem.understanding.pointer_reader import read_pointer

CASES = read_cases(Path(__file__).parents[1] / "references")
PROFILES = {name: load_profile(name) for name in {case.profile for case in CASES}}


def broken(chance: random.Random) -> tuple[str, str]:
    case, other = chance.choice(CASES), chance.choice(CASES)
    message = case.message
    cut = chance.randrange(len(message))
    words = message.split()
    chance.shuffle(words)
    return chance.choice([message[:cut], message[cut:], " ".join(words), message + other.message]), case.profile


@pytest.mark.parametrize("seed", range(4))
def test_no_message_fails(seed: int):
    chance = random.Random(seed)
    for _ in range(400):
        message, profile = broken(chance)
        read_pointer(message, PROFILES[profile])
        beside_pointing(message, ["sop_1203"], PROFILES[profile])
