"""Which datasets are searched, as whom, and what several answers come to."""

import pytest

from ibidem.domain.documents import Principal
from ibidem.domain.passage_sources import SourceFound, SourcePassage
from ibidem.profile import load_profile
from ibidem.profile_parts import Domain
from ibidem.turn.documents.excerpts import excerpts_of, scored_chunks
from ibidem.turn.question.sourced import merged, source_query

POLICY = load_profile("policy")
SALARY = Domain(name="SALARY", routes=("salary",), datasets=("salary",), department_field="dept")
GUARDED = POLICY.model_copy(update={"domains": (*POLICY.domains, SALARY)})
KIM = Principal("kim", frozenset({"role:manager", "department:hr", "department:sales", "all"}))


@pytest.mark.parametrize(
    ("route", "datasets"),
    [
        ("policy", ("POLICY",)),
        ("incident", ("INCIDENT",)),
        ("salary", ("salary",)),
        ("general", ("POLICY", "INCIDENT", "EDUCATION")),
    ],
)
def test_the_domain_of_the_route_names_the_datasets(route: str, datasets: tuple[str, ...]) -> None:
    query = source_query("휴가", route, 5, GUARDED, KIM)
    assert query.datasets == datasets and (query.role, query.department) == ("manager", "hr")
    assert query.department_field == ("dept" if route == "salary" else "")


def test_who_has_neither_role_nor_department() -> None:
    query = source_query("휴가", "policy", 5, POLICY, Principal("lee", frozenset({"all"})))
    assert (query.role, query.department) == ("", "")


def test_a_passage_of_several_answers_is_there_once_with_its_best_score() -> None:
    low, high = SourcePassage("d", "제목", "연차 15일", 1, 0.3), SourcePassage("d", "제목", "연차 15일", 1, 0.8)
    other = SourcePassage("e", "題名", "在宅勤務は週3日", None, None)
    assert merged([SourceFound((low, other)), SourceFound((high,))]) == (high, other)


def test_an_excerpt_is_its_callers_alone() -> None:
    found = (SourcePassage("d", "Leave", "Second page.", 2, 0.4), SourcePassage("d", "Leave", "First page.", 1, 0.9))
    mine, theirs = (excerpts_of(found, "ragflow", "policy", who)[0] for who in (KIM, Principal("lee")))
    assert mine.text == "First page.\n\nSecond page." and [one.chunk.offset for one in mine.chunks] == [0, 13]
    assert mine.document.readers == ("person:kim",) and mine.document.version != theirs.document.version
    assert mine.document.excerpt and not mine.document.current
    assert [one.passage.chunk.text for one in scored_chunks((mine,), found)] == ["First page.", "Second page."]
