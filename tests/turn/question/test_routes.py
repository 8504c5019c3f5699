"""Routes and document types by the profile's words, and the filters a search runs within."""

import pytest

from ibidem.domain.documents import SearchFilters
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.profile import Profile, load_profile
from ibidem.turn.question.queries import narrowed
from ibidem.turn.question.routes import GENERAL, any_stands_in, described, find_doc_types, route_by_words


@pytest.mark.parametrize(
    ("message", "route"),
    [
        ("정전척 교체 절차 알려줘", "setup"),
        ("How do I replace the chuck?", "setup"),
        ("静電チャックの交換手順は？", "setup"),
        ("교체 후에 알람이 떠요", "ts"),
        ("An alarm comes up after I replace the chuck", "ts"),
        ("交換した後にアラームが出ます", "ts"),
        ("챔버 온도는?", "general"),
        ("What is the chamber temperature?", "general"),
        ("チャンバーの温度は？", "general"),
    ],
)
def test_the_highest_priority_wins(message: str, route: str, profile: Profile) -> None:
    assert (route_by_words(message, (), profile) or GENERAL) == route


def test_a_document_type_asked_for_chooses_its_route(profile: Profile) -> None:
    assert route_by_words("챔버 온도는?", ("ticket",), profile) == "ts"


def test_filters_given_are_not_overruled_by_what_was_understood() -> None:
    given = SearchFilters(devices=("SUPRA N",), doc_types=("sop",))
    assert narrowed(given, ("SUPRA XP",), ()) == given
    ours = SearchFilters(owners=("ツクロア",))
    assert narrowed(ours, (), ("가온정보",)) == ours
    assert narrowed(SearchFilters(), (), ("가온정보",)) == SearchFilters(owners=("가온정보",))
    assert narrowed(SearchFilters(doc_types=("sop",)), ("SUPRA XP",), ()) == SearchFilters(
        devices=("SUPRA XP",), doc_types=("sop",)
    )


def test_document_types_must_be_held(profile: Profile) -> None:
    assert find_doc_types("SOP에서 알려줘", profile.doc_types, frozenset({"sop"})) == ("sop",)
    assert find_doc_types("手順書を見せて", profile.doc_types, frozenset({"sop"})) == ("sop",)
    assert find_doc_types("any tickets on this?", profile.doc_types, frozenset({"sop", "ticket"})) == ("ticket",)
    assert find_doc_types("SOP에서 알려줘", profile.doc_types, frozenset({"ticket"})) == ()


def test_latin_words_stand_whole() -> None:
    assert any_stands_in(("alarm", "error"), "two errors today")
    assert not any_stands_in(("alarm", "error"), "terrors")
    assert any_stands_in(("error", "고장"), "고장났어요")
    assert any_stands_in(("故障",), "故障しました")
    assert not any_stands_in((), "anything")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_route_is_described_in_the_language_of_the_question(language: Language) -> None:
    routes = {route.name: described(route, language) for route in load_profile("equipment").routes}
    own = {"ko": ("고장", "그 밖의"), "en": ("failure", "anything else"), "ja": ("故障", "それ以外")}
    assert all((own[one][0] in routes["ts"]) == (one == language) for one in LANGUAGES)
    assert own[language][1] in routes["general"] and all(line.startswith(f"{name}: ") for name, line in routes.items())
