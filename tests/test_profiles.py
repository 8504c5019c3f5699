"""The profiles that ship: they load, and what they say of ids, devices, routes and words holds in all three languages."""

from collections import Counter
from pathlib import Path

import pytest

from ibidem.domain.errors import ProfileError
from ibidem.domain.languages import LANGUAGES
from ibidem.language.detection import detect_language
from ibidem.profile import Profile, load_profile, parse_profile, shipped_profiles
from ibidem.settings import Settings
from ibidem.turn.question.devices import device_finder
from ibidem.turn.question.routes import GENERAL, route_by_words

NAMES = ("equipment", "policy", "support")  # those of one world; `general` has none


@pytest.fixture(params=NAMES)
def profile(request: pytest.FixtureRequest) -> Profile:
    return load_profile(request.param)


def test_four_profiles_ship() -> None:
    assert set(shipped_profiles()) == {*NAMES, "general"}


def test_the_default_is_of_no_world() -> None:
    general = load_profile(Settings.model_fields["profile"].default)
    assert general.name == "general" and general.languages == LANGUAGES and set(general.title) == set(LANGUAGES)
    assert [route.name for route in general.routes] == ["general"]
    empty = (general.ids, general.doc_types, general.devices, general.owners, general.fields, general.glossary, general.numbered)
    assert not any(empty)


@pytest.mark.parametrize(
    ("declared", "problem"),
    [
        ('[{ name = "year", type = "integer" }]', r"fields\.0\.type: .*'text', 'number', 'date' or 'list'"),
        ('[{ name = "a b", type = "text" }]', r"fields\.0\.name: "),
        (
            '[{ name = "연도", type = "number" }, { name = "year", type = "number", keys = ["연도"] }]',
            "fields holds 연도 more than once",
        ),
        (
            '[{ name = "review_date", type = "date" }, { name = "Review-Date", type = "date" }]',
            "fields holds review_date more than",
        ),
    ],
)
def test_fields_are_checked(declared: str, problem: str) -> None:
    head = 'name = "clinic"\ntitle = { en = "Clinic" }\nroutes = [{ name = "general", priority = 0 }]\n'
    with pytest.raises(ProfileError, match=problem):
        parse_profile(f"{head}fields = {declared}\n", "clinic.toml")


def test_the_prompts_of_a_profile_are_found_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("profiles").mkdir()
    for written, found in (("wording", Path("profiles/wording")), (f"{tmp_path}/elsewhere", tmp_path / "elsewhere")):
        head = f'name = "clinic"\ntitle = {{ en = "Clinic" }}\nprompts = "{written}"\n'
        Path("profiles/clinic.toml").write_text(f'{head}routes = [{{ name = "general", priority = 0 }}]\n')
        assert load_profile("profiles/clinic.toml").prompts == found


def test_what_ships_words_no_prompts_of_its_own(profile: Profile) -> None:
    assert profile.prompts is None


def test_every_label_is_given_in_every_language(profile: Profile) -> None:
    assert set(profile.title) == set(LANGUAGES)
    for doc_type in profile.doc_types:
        assert set(doc_type.label) == set(LANGUAGES), doc_type.name


def test_no_word_of_the_glossary_stands_in_two_groups(profile: Profile) -> None:
    words = Counter(word.casefold() for group in profile.glossary for word in group)
    assert [word for word, times in words.items() if times > 1] == []


def test_glossary_groups_are_broad_and_their_words_long_enough_to_be_told_apart(profile: Profile) -> None:
    assert 150 <= len(profile.glossary) <= 300
    assert [word for group in profile.glossary for word in group if len(word) < 2] == []
    assert [group for group in profile.glossary if len(group) < 2] == []


def test_nearly_every_glossary_group_joins_the_three_languages(profile: Profile) -> None:
    scripts = [{detect_language(word) for word in group} for group in profile.glossary]
    assert sum("en" in s and len(s) > 1 for s in scripts) / len(scripts) > 0.97


@pytest.mark.parametrize(
    ("name", "written", "doc_id"),
    [
        ("equipment", "마이서비스 29392 보여줘", "myservice_29392"),
        ("equipment", "show me myservice #29392", "myservice_29392"),
        ("equipment", "マイサービス29392を見せて", "myservice_29392"),
        ("equipment", "지씨비 8841이 뭐였지", "gcb_8841"),
        ("equipment", "what does GCB-8841 say", "gcb_8841"),
        ("equipment", "手順書1203の内容", "sop_1203"),
        ("policy", "POL 104 내용 알려줘", "POL-104"),
        ("policy", "what is in policy 104", "POL-104"),
        ("policy", "インシデント2031の原因", "INC-2031"),
        ("policy", "EDU-17 다시 보여줘", "EDU-17"),
        ("support", "케이스 5501은 해결됐어?", "CASE-5501"),
        ("support", "open case #5501", "CASE-5501"),
        ("support", "KB1042を開いて", "KB-1042"),
    ],
)
def test_ids_are_found_as_people_write_them(name: str, written: str, doc_id: str) -> None:
    matches = [p.normalise(m.group(1)) for p in load_profile(name).ids if (m := p.matcher.search(written))]
    assert matches == [doc_id]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("equipment", "SOP 3단계에서 막혔어"),
        ("equipment", "number 2 valve"),
        ("policy", "the leave policy 2024"),
        ("policy", "2024年の規程"),
        ("support", "just in case 2 of them fail"),
    ],
)
def test_a_number_that_is_no_id_is_none(name: str, written: str) -> None:
    assert not [p.name for p in load_profile(name).ids if p.matcher.search(written)]


@pytest.mark.parametrize(
    ("name", "written", "device"),
    [
        ("equipment", "수프라 XP 토크 알려줘", "SUPRA XP"),
        ("equipment", "SUPRA V+의 정전척", "SUPRA Vplus"),
        ("equipment", "torque on the ecolite3000 clamps", "ECOLITE 3000"),
        ("equipment", "プレシアの校正", "PRECIA"),
        ("equipment", "ジュネーブXPのヒーター", "GENEVA XP"),
        ("support", "루모R3 불빛", "Lumo R3"),
        ("support", "ink for the pixa-p20", "Pixa P20"),
        ("support", "ルモ R2につながらない", "Lumo R2"),
    ],
)
def test_devices_are_found_as_people_write_them(name: str, written: str, device: str) -> None:
    assert device_finder(load_profile(name).devices, ()).named(written) == (device,)


@pytest.mark.parametrize(
    ("name", "question", "route"),
    [
        ("equipment", "E-2107 알람 원인이 뭐야?", "ts"),
        ("equipment", "why does the robot drop out of position?", "ts"),
        ("equipment", "ポンプが止まる原因は?", "ts"),
        ("equipment", "오링 교체 순서 알려줘", "setup"),
        ("equipment", "how do I replace the dry pump?", "setup"),
        ("equipment", "ヒーターの交換手順", "setup"),
        ("equipment", "이 설비는 몇 년식이야", "general"),
        ("policy", "어떤 정보 유출 사고가 있었어?", "incident"),
        ("policy", "which training must new staff take?", "education"),
        ("policy", "有休は何日ありますか", "policy"),
        ("support", "노트가 안 보여요", "trouble"),
        ("support", "what's new in 4.3", "release"),
        ("support", "通知の設定はどこで変更できますか", "howto"),
    ],
)
def test_the_route_follows_the_words_of_the_question(name: str, question: str, route: str) -> None:
    assert (route_by_words(question, (), load_profile(name)) or GENERAL) == route


def test_what_is_wrong_is_told_in_our_words_alone() -> None:
    with pytest.raises(ProfileError, match=r'^profile x\.toml:\n  the file: routes must hold one named "general"$'):
        parse_profile('name = "x"\nroutes = [{name = "ts", priority = 1}]\n[title]\nen = "X"\n', "x.toml")


@pytest.mark.parametrize(
    "text", ["routes = " + "[" * 20_000, "title = " + "{en = " * 20_000, "title." + "en." * 20_000 + "en = 1"]
)
def test_what_is_nested_without_end_is_refused(text: str) -> None:
    with pytest.raises(ProfileError, match=r"^profile x\.toml:"):
        parse_profile(text, "x.toml")
