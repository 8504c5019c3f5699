"""What documents say of themselves under names of a profile: filtered by through every door, and shown with the document."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from journeys.doors import Cli, Service, served
from journeys.test_mcp_clients import call, over_http, refused

PROFILE = """
name = "office"
title = { ko = "사내 문서", en = "Office documents", ja = "社内文書" }

[[fields]]
name = "department"
type = "text"
keys = ["부서", "部署"]
label = { ko = "부서", en = "Department", ja = "部署" }

[[fields]]
name = "year"
type = "number"

[[fields]]
name = "signed"
type = "date"

[[fields]]
name = "tags"
type = "list"

[[routes]]
name = "general"
priority = 0
"""
# One rule of two departments in each language, and a further one that some may not read.
FILES = {
    "영업/할인.md": "---\nyear: 2024\nsigned: 2024-03-01\ntags: [가격]\n작성자: 김민수\n---\n"
    "# 할인 승인\n\n10%를 넘는 할인은 본부장이 승인한다.\n",
    "영업/folder.meta.yaml": "부서: 영업부\n",
    "구매.md": "---\n부서: 구매부\nyear: 2020\n---\n# 할인 승인\n\n10%를 넘는 할인은 구매 팀장이 승인한다.\n",
    "sales.md": "---\ndepartment: Sales\nyear: 2024\n---\n# Discounts\n\nDiscounts above 10% are approved by the sales head.\n",
    "buying.md": "---\ndepartment: Buying\nyear: 2020\n---\n# Discounts\n\nDiscounts above 10% are approved by the buyer.\n",
    "board.md": "---\ndepartment: Sales\nyear: 2024\nreaders: [board]\n---\n# Discounts\n\nDiscounts above 10% are secret.\n",
    "eigyo.txt": "値引きの承認\n\n10%を超える値引きは営業部長が承認する。\n",
    "eigyo.txt.meta.yaml": "部署: 営業部\nyear: 2024\n",
    "kobai.md": "---\n部署: 購買部\nyear: 2020\n---\n# 値引きの承認\n\n10%を超える値引きは購買課長が承認する。\n",
}
ASKED = {
    "ko": ("할인은 누가 승인하나요?", "영업부", "영업/할인", "구매"),
    "en": ("Who approves discounts above 10%?", "Sales", "sales", "buying"),
    "ja": ("値引きは誰が承認しますか？", "営業部", "eigyo", "kobai"),
}


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    home = tmp_path_factory.mktemp("office")
    (home / "office.toml").write_text(PROFILE)
    for name, text in FILES.items():
        (home / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (home / "docs" / name).write_text(text)
    cli = Cli(home, str(home / "office.toml"))
    done = cli.spawn("index", str(home / "docs"))
    assert done.returncode == 0, done.stderr
    return cli


@pytest.fixture(scope="module")
def service(office: Cli) -> Iterator[Service]:
    with served(office) as service:
        yield service


def ids(found: dict[str, list[dict[str, str]]], key: str = "documents") -> set[str]:
    return {one["doc_id"] for one in found[key]}


@pytest.mark.parametrize("language", ASKED)
def test_an_answer_keeps_to_a_field(service: Service, language: str) -> None:
    question, department, mine, other = ASKED[language]
    for fields in ({"department": department}, {"department": [department], "year": {"from": 2023}}):
        answer = service.ask(question, filters={"fields": fields})
        assert {source["doc_id"] for source in answer["sources"]} == {mine}
    answer = service.ask(question, filters={"fields": {"year": {"to": 2020}}})
    assert {source["doc_id"] for source in answer["sources"]} == {other}


@pytest.mark.parametrize("language", ASKED)
def test_the_command_line_keeps_to_a_field(office: Cli, language: str) -> None:
    question, department, mine, other = ASKED[language]
    assert ids(office.json("search", question, "--field", f"department={department}"), "results") == {mine}
    assert other in ids(office.json("search", question, "--field", "year=..2020"), "results")
    assert mine in ids(office.json("documents", "list", "--field", "year=2024", "--field", f"department={department}"))
    asked = office.json("ask", question, "--field", f"department={department}")
    assert {source["doc_id"] for source in asked["sources"]} == {mine}


@pytest.mark.parametrize("language", ASKED)
async def test_tools_keep_to_a_field(service: Service, language: str) -> None:
    question, department, mine, other = ASKED[language]
    async with over_http(service) as client:
        found = await call(client, "search_documents", query=question, fields={"department": department})
        assert ids(found, "passages") == {mine}
        answer = await call(client, "ask", message=question, fields={"year": {"from": 2000, "to": 2020}})
        assert ids(answer, "sources") == {other}
        assert "declared are: department (text), year (number)" in await refused(
            client, "search_documents", query=question, fields={"dept": "x"}
        )


def test_lists_and_searches_over_http_keep_to_fields(service: Service) -> None:
    listed = service.client.get("/v1/documents", params={"field": ["year=2021..", "department=영업부"]}).json()
    assert ids(listed) == {"영업/할인"} and listed["total"] == 1
    found = service.client.post("/v1/search", json={"query": "할인 승인", "filters": {"fields": {"tags": "가격"}}}).json()
    assert ids(found, "results") == {"영업/할인"}
    dated = service.client.post("/v1/search", json={"query": "할인", "filters": {"fields": {"signed": {"from": "2024-03-02"}}}})
    assert dated.json()["results"] == []


def test_what_a_document_says_of_itself_is_shown(office: Cli, service: Service) -> None:
    shown = service.client.get("/v1/documents/영업/할인").json()
    assert shown["fields"] == {"department": "영업부", "year": 2024, "signed": "2024-03-01", "tags": ["가격"]}
    assert shown["metadata"] == {"작성자": "김민수"}
    printed = office.run("documents", "show", "영업/할인").stdout
    assert printed.startswith("department: 영업부\nyear: 2024\nsigned: 2024-03-01\ntags: 가격\n작성자: 김민수\n\n# 할인 승인")


def test_a_filter_opens_nothing_to_who_may_not_read_it(office: Cli, service: Service) -> None:
    board = {"department": "Sales", "year": 2024}
    found = service.client.post("/v1/search", json={"query": "discounts secret", "filters": {"fields": board}}).json()
    assert ids(found, "results") == {"sales"}
    assert ids(service.client.get("/v1/documents", params={"field": "department=Sales"}).json()) == {"sales"}
    offered = {one["name"]: one for one in service.client.get("/v1/corpus?language=ko").json()["fields"]}
    assert offered["department"]["label"] == "부서" and "Buying" in offered["department"]["values"]
    assert offered["year"]["values"] == []
    assert ids(office.json("documents", "list", "--field", "department=Sales", IBIDEM_GROUPS="board")) == {"sales", "board"}


@pytest.mark.parametrize(
    ("path", "body"),
    [("/v1/search", {"query": "할인"}), ("/v1/chat", {"message": "할인은 누가 승인하나요?"})],
)
def test_a_field_that_is_not_declared_is_refused_with_those_that_are(service: Service, path: str, body: dict[str, str]) -> None:
    response = service.client.post(path, json={**body, "filters": {"fields": {"작성자": "김민수"}}})
    assert response.status_code == 400 and response.json()["error"]["type"] == "unknown_field"
    (detail,) = response.json()["error"]["details"]
    assert detail["field"] == "filters.fields" and "작성자" in detail["problem"]
    assert detail["allowed"] == "declared are: department (text), year (number), signed (date), tags (list)"
    wrong = service.client.post(path, json={**body, "filters": {"fields": {"year": "곧"}}})
    assert wrong.status_code == 422 and "'곧' is not a number" in wrong.json()["error"]["message"]


def test_the_command_line_refuses_it_too(office: Cli) -> None:
    for arguments in (("search", "할인"), ("documents", "list"), ("ask", "할인은?"), ("chat",)):
        done = office.run(*arguments, "--field", "dept=영업부")
        assert done.returncode == 2
        assert "--field: 'dept' is not a field of the profile; declared are: department (text)" in done.stderr
    assert (
        "no document has the department '영업'; there are: Buying, Sales"
        in office.run("search", "할인", "--field", "department=영업").stderr
    )


def test_an_upload_with_a_wrong_value_is_named_and_not_stored(service: Service, tmp_path: Path) -> None:
    file = b"---\nyear: soon\n---\n# Late\n\nText.\n"
    response = service.client.post("/v1/documents", files={"file": ("late.md", file)})
    assert response.status_code == 422
    assert response.json()["error"]["message"].startswith(
        "late.md: metadata field year of its front matter: 'soon' is not a number; a number such as 2024 or 1,250.5"
    )
    assert service.client.get("/v1/documents/late").status_code == 404
