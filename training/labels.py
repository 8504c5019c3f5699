"""The labels of the rows: what the network learns of each, stored beside them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ibidem.evaluation.references import ReferenceCase, cited_titles, read_cases
from ibidem.profile import Profile, load_profile
from ibidem.understanding.composing import Labels, compose
from ibidem.understanding.decoding import allowed
from ibidem.understanding.mentions import Masked, mask
from ibidem.understanding.network import shipped
from training.meaning import comes_to, likeliest_labels

FILE = "labels.json"
HARD = "hard"
Labelled = tuple[ReferenceCase, Masked, Labels]


def label_rows(rows: Path) -> None:
    """Finds labels for the rows that have none that come to what they mean; prints the rows for which there are none."""
    stored = stored_labels(rows)
    without: list[str] = []
    for case, profile in cases_with_profiles(rows):
        masked = mask(case.message, profile, cited_titles(case))
        known = stored.get(case.id)
        if known is not None and fits(case, masked, read_labels(known, masked), profile):
            continue
        stored.pop(case.id, None)
        found = likeliest_labels(case, masked, profile, [shipped()])
        if found is None:
            without.append(case.id)
        else:
            stored[case.id] = said(found)
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(stored[name])}" for name in sorted(stored))
    (rows / FILE).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    print(f"{len(stored)} rows have labels; none come to what these mean: {' '.join(without) or '-'}")


def labelled(rows: Path, without: Sequence[str] = ()) -> list[Labelled]:
    """The rows with their labels, but those whose ids begin with one of `without`."""
    stored = stored_labels(rows)
    found: list[Labelled] = []
    for case, profile in cases_with_profiles(rows):
        if case.id in stored and not case.id.startswith(tuple(without)):
            masked = mask(case.message, profile, cited_titles(case))
            found.append((case, masked, read_labels(stored[case.id], masked)))
    return found


def fits(case: ReferenceCase, masked: Masked, labels: Labels, profile: Profile) -> bool:
    """Whether the labels come to what the row means; a name is looked up in the store, and is not composed."""
    if len(labels.roles) != len(masked.mentions):
        return False
    roles = zip(masked.mentions, labels.roles, strict=True)
    if any(role not in allowed(mention.form, labels.shape, labels.scope) for mention, role in roles):
        return False
    return labels.shape == "name" or comes_to(compose(labels, masked.mentions), case, profile)


def cases_with_profiles(rows: Path) -> list[tuple[ReferenceCase, Profile]]:
    """The rows, each with its profile."""
    cases = [case for folder in (rows, rows / HARD) for case in read_cases(folder)]
    profiles = {name: load_profile(name) for name in {case.profile for case in cases}}
    return [(case, profiles[case.profile]) for case in cases]


def stored_labels(rows: Path) -> dict[str, dict[str, Any]]:
    """What is stored of the labels, by the ids of their rows."""
    file = rows / FILE
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def said(labels: Labels) -> dict[str, Any]:
    """Labels as they are stored: what is said most is left out."""
    stored: dict[str, Any] = {"shape": labels.shape}
    if labels.shape == "none" and {"none"}.issuperset(labels.roles):
        return stored
    if labels.scope != "latest":
        stored["scope"] = labels.scope
    stored["intent"] = labels.intent
    if labels.id_intent != labels.intent:
        stored["id_intent"] = labels.id_intent
    if labels.place:
        stored["place"] = labels.place
    if roles := {str(at): role for at, role in enumerate(labels.roles) if role != "none"}:
        stored["roles"] = roles
    return stored


def read_labels(stored: Mapping[str, Any], masked: Masked) -> Labels:
    """Labels as they were stored; roles of mentions that there are no longer are kept, so that they do not fit."""
    roles: Mapping[str, Any] = stored.get("roles", {})
    many = max(len(masked.mentions), 1 + max(map(int, roles), default=-1))
    intent = stored.get("intent", "use")
    return Labels(
        shape=stored["shape"],
        scope=stored.get("scope", "latest"),
        intent=intent,
        id_intent=stored.get("id_intent", intent),
        place=tuple(stored.get("place", ())),
        roles=tuple(roles.get(str(at), "none") for at in range(many)),
    )
