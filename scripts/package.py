"""Builds the sdist and, from it, the wheel, into var/package; installs the wheel as a stranger would, and asks it questions.

The environment is fresh and holds nothing but the wheel and what it needs. Fails where an answer lacks its value or its source.
"""

import json
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parents[1]
PLACE = HERE / "var" / "package"
ASKED = {
    "수프라 XP 챔버 뚜껑 볼트는 얼마나 세게 조여야 해?": "12 N·m",
    "How heavy is the dry pump of the ECOLITE 3000?": "340 kg",
    "GENEVA XPのヒーターの固定ボルトはどのくらいの力で締めますか?": "7 N·m",
}


def run(*command: str | Path) -> str:
    """What a command prints; its errors go to ours. Raises CalledProcessError."""
    done = subprocess.run([str(part) for part in command], cwd=PLACE, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def main() -> None:
    """Builds, installs, asks."""
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    run(sys.executable, "-m", "build", "--outdir", PLACE, HERE)
    (wheel,) = PLACE.glob("*.whl")
    venv.create(PLACE / "installed", with_pip=True)
    programs = PLACE / "installed" / "bin"
    quiet = ("--quiet", "--disable-pip-version-check")
    run(programs / "python", "-m", "pip", "install", *quiet, "--constraint", HERE / "constraints.txt", wheel)
    store = ("--data", PLACE / "data", "--profile", "equipment")
    run(programs / "ibidem", "index", HERE / "examples" / "equipment", "--create", *store)
    for question, told in ASKED.items():
        answer = json.loads(run(programs / "ibidem", "ask", question, "--json", *store))
        if told not in answer["answer"] or not answer["sources"]:
            sys.exit(f"{wheel.name} was asked {question!r} and did not say {told}: {answer['answer']}")
    print(f"{wheel.name}, installed by itself, answers in three languages")


if __name__ == "__main__":
    main()
