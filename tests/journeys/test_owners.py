"""Rules of several owners in one store, through the HTTP door: never one's for another's without saying so."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from journeys.doors import Cli, Service, served

FOLDERS = {
    "gaon": (
        "가온정보",
        {
            "jobs": "# 부업과 겸직\n\n직원은 부서장의 승인을 받으면 부업을 할 수 있다.\n",
            "leave": "# 휴가 규정\n\n연차 휴가는 입사 첫해에 15일이다.\n",
        },
    ),
    "narin": (
        "나린소프트",
        {
            "leave": "# 휴가 안내\n\n연차 휴가는 입사 첫해에 20일이다.\n",
            "trip": "# 출장비 기준\n\n국내 출장의 숙박비는 하루 9만 원까지 지급한다.\n",
        },
    ),
    "beacon": (
        "Beacon Works",
        {
            "jobs": "# Side jobs\n\nEmployees may take a side job after telling their manager.\n",
            "leave": "# Vacation\n\nEvery employee has 25 days of vacation a year.\n",
        },
    ),
    "lumen": (
        "Lumen Labs",
        {
            "leave": "# Vacation policy\n\nEvery employee has 30 days of vacation a year.\n",
            "trip": "# Travel expenses\n\nHotels are paid up to 140 dollars a night.\n",
        },
    ),
    "tsukuroa": (
        "株式会社ツクロア",
        {
            "jobs": "# 副業について\n\n副業は事前に届け出れば行うことができる。\n",
            "leave": "# 休暇の規程\n\n年次有給休暇は入社初年度に12日付与する。\n",
        },
    ),
    "minamo": (
        "みなも商事",
        {
            "leave": "# 休暇制度\n\n年次有給休暇は入社初年度に15日付与する。\n",
            "trip": "# 出張旅費\n\n宿泊費は一泊12,000円まで支給する。\n",
        },
    ),
}
# An owner and its days of leave, another and its days, and the question after them of whichever is named.
LEAVE = {
    "ko": ("가온정보", "15일", "나린소프트", "20일", "{}에서 연차는 며칠인가요?", "연차는 며칠인가요?", "{}는?"),
    "en": (
        "Beacon Works",
        "25 days",
        "Lumen Labs",
        "30 days",
        "At {}, how many days of vacation do I get?",
        "How many days of vacation do employees get?",
        "and at {}?",
    ),
    "ja": ("ツクロア", "12日", "みなも商事", "15日", "{}では有給休暇は何日ですか？", "有給休暇は何日もらえますか？", "{}は？"),
}
# Two owners whose names share a word, what each grants, a document of the second that says its name more often, the question of
# the first, by its name or by what only its name has, and the one after it.
OFFICES = {
    "ko": (
        ("서울 사무소", "# 출산휴가\n\n출산휴가는 90일이다.\n", "90일"),
        ("부산 사무소", "# 출산휴가\n\n출산휴가는 100일이다.\n", "100일"),
        "# 부산 주차\n\n부산 주차장은 부산역 옆에 있다.\n",
        ("서울 사무소 출산휴가는 며칠이야?", "서울 출산휴가는 며칠이야?"),
        ("부산은?", "그럼 부산은?"),
    ),
    "en": (
        ("London office", "# Maternity leave\n\nMothers get 26 weeks of maternity leave.\n", "26 weeks"),
        ("Dublin office", "# Maternity leave\n\nMothers get 22 weeks of maternity leave.\n", "22 weeks"),
        "# Visitors\n\nVisitors of the Dublin office sign in at the desk in Dublin.\n",
        ("How much maternity leave does the London office give?", "How many weeks of maternity leave do mothers get in London?"),
        ("and Dublin?", "what about Dublin?"),
    ),
    "ja": (
        ("東京オフィス", "# 産休\n\n産休は16週間です。\n", "16週間"),
        ("大阪オフィス", "# 産休\n\n産休は18週間です。\n", "18週間"),
        "# 大阪の駐車場\n\n大阪の駐車場は大阪駅の隣です。\n",
        ("東京オフィスの産休は何週間ですか？", "東京の産休は何週間？"),
        ("大阪は？", "では大阪は？"),
    ),
}
BOTH = {
    "ko": "가온정보와 나린소프트의 연차 휴가를 비교해줘",
    "en": "Compare vacation at Beacon Works and Lumen Labs",
    "ja": "ツクロアとみなも商事の有給休暇の違いは？",
}
# What the owner named says nothing of, and whose rule there is.
ELSEWHERE = {
    "ko": ("가온정보의 출장 숙박비는 얼마예요?", "가온정보", "나린소프트", "9만 원"),
    "en": ("What does Beacon Works pay for hotels?", "Beacon Works", "Lumen Labs", "140 dollars"),
    "ja": ("ツクロアの宿泊費はいくらまで出ますか？", "株式会社ツクロア", "みなも商事", "12,000円"),
}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    cli = Cli(tmp_path_factory.mktemp("owners"), profile="policy")
    for name, (owner, documents) in FOLDERS.items():
        folder = cli.home / "in" / name
        folder.mkdir(parents=True)
        (folder / "folder.meta.yaml").write_text(f"owner: {owner}\n", encoding="utf-8")
        for document, text in documents.items():
            (folder / f"{document}.md").write_text(text, encoding="utf-8")
    assert cli.run("index", str(cli.home / "in")).returncode == 0
    with served(cli) as running:
        yield running


@pytest.fixture(scope="module")
def offices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    cli = Cli(tmp_path_factory.mktemp("offices"), profile="policy")
    for language, (one, other, besides, *_) in OFFICES.items():
        for name, (owner, *texts) in {"one": one[:2], "other": (*other[:2], besides)}.items():
            folder = cli.home / "in" / f"{language}-{name}"
            folder.mkdir(parents=True)
            (folder / "folder.meta.yaml").write_text(f"owner: {owner}\n", encoding="utf-8")
            for number, text in enumerate(texts):
                (folder / f"{number}.md").write_text(text, encoding="utf-8")
    assert cli.run("index", str(cli.home / "in")).returncode == 0
    with served(cli) as running:
        yield running


def owners_of(answer: dict[str, Any]) -> set[str]:
    return {source["owner"] for source in answer["sources"] if f"[{source['slot']}]" in answer["answer"]}


@pytest.mark.parametrize("language", LEAVE)
def test_who_names_an_owner_gets_its_rule_and_asks_on_of_another(service: Service, language: str) -> None:
    one, days, other, others, question, _, further = LEAVE[language]
    first = service.ask(question.format(one), session_id=f"named-{language}")
    assert days in first["answer"] and others not in first["answer"]
    assert first["meta"]["found"] == "answered" and len(owners_of(first)) == 1
    assert one in first["meta"]["understood"] and one in first["sources"][0]["owner"]
    second = service.ask(further.format(other), session_id=f"named-{language}")
    assert others in second["answer"] and days not in second["answer"]
    assert owners_of(second) == {other}


@pytest.mark.parametrize("language", OFFICES)
def test_what_only_one_owners_name_has_asks_on_of_that_owner(offices: Service, language: str) -> None:
    (one, _, days), (other, _, others), _, questions, furthers = OFFICES[language]
    for number, (question, further) in enumerate(product(questions, furthers)):
        session = f"office-{language}-{number}"
        assert days in offices.ask(question, session_id=session)["answer"]
        second = offices.ask(further, session_id=session)
        assert others in second["answer"] and days not in second["answer"]
        assert owners_of(second) == {other} and other in second["meta"]["understood"]
        assert one not in second["meta"]["understood"]


@pytest.mark.parametrize("language", LEAVE)
def test_who_names_none_gets_each_rule_under_its_owners_name(service: Service, language: str) -> None:
    one, days, other, others, _, question, _ = LEAVE[language]
    for asked in (question, BOTH[language]):
        answer = service.ask(asked)
        values = {owner: line for line in answer["answer"].split("\n\n") for owner in (one, other) if f"{owner} · " in line}
        assert days in values[one] and others in values[other]
        assert answer["meta"]["found"] == "answered" and len(owners_of(answer)) == 2


@pytest.mark.parametrize("language", ELSEWHERE)
def test_anothers_rule_is_shown_as_anothers(service: Service, language: str) -> None:
    question, named, other, value = ELSEWHERE[language]
    answer = service.ask(question)
    assert value in answer["answer"] and f"{other} · " in answer["answer"]
    assert answer["meta"]["found"] == "closest"
    assert named in answer["meta"]["notice"] and other in answer["meta"]["notice"]


@pytest.mark.parametrize("language", LEAVE)
def test_filters_keep_to_an_owner(service: Service, language: str) -> None:
    _, days, other, others, _, question, _ = LEAVE[language]
    answer = service.ask(question, filters={"owners": [other]})
    assert others in answer["answer"] and days not in answer["answer"]
    assert owners_of(answer) == {other}


@pytest.mark.parametrize(
    ("message", "owner"),
    [
        ("나린소프트의 문서 목록", "나린소프트"),
        ("나린소프트 문서는 뭐가 있어?", "나린소프트"),
        ("list the documents of Lumen Labs", "Lumen Labs"),
        ("What documents do you have from Lumen Labs?", "Lumen Labs"),
        ("みなも商事の文書一覧", "みなも商事"),
        ("みなも商事の文書は何がありますか？", "みなも商事"),
    ],
)
def test_an_owners_documents_are_listed(service: Service, message: str, owner: str) -> None:
    listed = service.ask(message)
    assert owners_of(listed) == {owner} and len(listed["sources"]) == 2
    assert owner in listed["answer"].splitlines()[0]
