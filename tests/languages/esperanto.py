"""A fourth language as whoever adds one would write it: a folder, put into a copy of the package."""

import json
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import ibidem

PACKAGE = Path(ibidem.__file__).parent

FACTS = '''
name = "Esperanto"
order = 4
letters = "A-Za-zĈĉĜĝĤĥĴĵŜŝŬŭ"
stemmer = "esperanto"
sample = "oni anstataŭigas la valvojn"
grammar = """
la kaj estas estis ĉu kio kiu kiuj kiam kie kial kiel kiom tio tiu tiuj oni ne de al por pri kun sen sur el ĝis ĉe mi vi ĝi ni ili
"""
stop_words = """
la kaj estas estis ĉu kio kion kiu kiun kiuj kiam kie kial kiel kiom tio tiu tiuj oni ne de al da do por pri kun sen sur el en ĝis
ĉe mi vi ĝi ni ili
"""
'''

# Of all that ibidem says, what the tests look for; the rest is English, marked.
SAID = {
    "not_here": "En ĉi tiuj dokumentoj mi trovis nenian respondon al tio.",
    "closest": "Jen la plej proksima; eble ĝi ne respondas vian demandon: ",
    "quoted": "Neniu modelo estas agordita, do jen citaĵoj el la dokumentoj.",
}

RULES = """# Reguloj de la urba biblioteko

## Prunto

Libroj estas pruntataj dum tri semajnoj. Ĉiu leganto rajtas prunti ok librojn samtempe.

## Malfrua reveno

Por ĉiu tago de malfruo la leganto pagas 20 cendojn. Se libro perdiĝas, la leganto aĉetas novan ekzempleron.
"""


def package_with_esperanto(folder: Path) -> Path:
    """Where the copy of the package stands: its files of code are those of the original."""
    copy = folder / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    english, own = copy / "languages" / "en", copy / "languages" / "eo"
    (own / "prompts").mkdir(parents=True)
    (own / "language.toml").write_text(FACTS, encoding="utf-8")
    words = tomllib.loads((english / "words.toml").read_text(encoding="utf-8"))
    (own / "words.toml").write_text("\n".join(_written(words)), encoding="utf-8")
    for prompt in (english / "prompts").iterdir():
        shutil.copy(prompt, own / "prompts" / f"{prompt.name.removesuffix('.en.md')}.eo.md")
    return folder


def _written(table: Mapping[str, Any], *path: str) -> Iterator[str]:
    """The lines of a table in TOML, each sentence in the other language."""
    if path:
        yield f"[{'.'.join(map(json.dumps, path))}]"
    for key, value in table.items():
        if not isinstance(value, dict):
            yield f"{json.dumps(key)} = {json.dumps(_translated(key, value), ensure_ascii=False)}"
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _written(value, *path, key)


def _translated(key: str, value: Any) -> Any:
    return SAID.get(key, f"eo {value}") if isinstance(value, str) else [_translated("", one) for one in value]
