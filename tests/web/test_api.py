"""The OpenAPI is complete, and the page made from it needs nothing from elsewhere."""

import re
from html.parser import HTMLParser

import pytest

from ibidem.settings import Settings
from ibidem.web.reference import reference_page
from ibidem.web.server import create_api


@pytest.fixture
def openapi(settings: Settings) -> dict[str, object]:
    async def never() -> object:
        raise AssertionError("the description of the API opens no store")

    return create_api(settings, never).openapi()  # pyright: ignore[reportArgumentType]


ROUTES = {
    "POST /v1/chat",
    "GET /v1/pauses",
    "GET /v1/feedback",
    "GET /v1/feedback/export",
    "GET /v1/measurements",
    "GET /v1/unanswered",
    "DELETE /v1/collections/{name}",
    "DELETE /v1/sessions/{session_id}/link",
    "GET /v1/collections",
    "GET /v1/shared/{session_id}",
    "PATCH /v1/documents",
    "PUT /v1/collections/{name}",
    "PUT /v1/sessions/{session_id}/link",
    "GET /v1/corpus",
    "PATCH /v1/sessions/{session_id}",
    "GET /v1/sessions/{session_id}/documents",
    "POST /v1/sessions/{session_id}/branches",
    "GET /v1/sessions/{session_id}/export",
    "PUT /v1/sessions/{session_id}/turns/{turn_id}/feedback",
    "DELETE /v1/sessions/{session_id}/turns/{turn_id}/feedback",
    "GET /v1/documents/{doc_id}/view",
    "GET /v1/running",
    "GET /v1/sessions/{session_id}/turns/{turn_id}/events",
    "DELETE /v1/sessions/{session_id}/turns/{turn_id}/events",
    "GET /v1/documents/{doc_id}/pdf",
    "GET /v1/documents/{doc_id}/figures/{figure_id}",
    "GET /v1/documents/{doc_id}/pages/{number}",
    "GET /v1/documents/{doc_id}/pages/{number}/image",
    "GET /v1/sessions",
    "GET /v1/sessions/{session_id}",
    "DELETE /v1/sessions/{session_id}",
    "GET /v1/sessions/{session_id}/turns",
    "GET /v1/sessions/{session_id}/turns/{turn_id}",
    "GET /v1/sessions/{session_id}/turns/{turn_id}/today",
    "GET /v1/sessions/{session_id}/turns/{turn_id}/follow-ups",
    "POST /v1/documents",
    "GET /v1/documents",
    "GET /v1/documents/{doc_id}",
    "GET /v1/documents/{doc_id}/text",
    "GET /v1/documents/{doc_id}/original",
    "POST /v1/pauses/{pause_id}",
    "DELETE /v1/documents/{doc_id}",
    "POST /v1/search",
    "POST /v1/uploads",
    "GET /v1/documents/{doc_id}/versions",
    "POST /v1/chat/completions",
    "GET /v1/models",
    "GET /v1/models/{model}",
    "POST /v1/sign-in",
    "DELETE /v1/sign-in",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
}


def operations(openapi):
    return {f"{method.upper()} {path}": found for path, item in openapi["paths"].items() for method, found in item.items()}


def test_every_route_is_there_and_described(openapi) -> None:
    found = operations(openapi)
    assert set(found) == ROUTES
    for name, operation in found.items():
        assert operation["summary"] and operation["description"], name


def test_every_error_has_the_one_shape(openapi) -> None:
    for name, operation in operations(openapi).items():
        own = {"421", "500", "503"} if operation["tags"] == ["OpenAI"] else None
        errors = {status: r for status, r in operation["responses"].items() if status >= "400"}
        assert {"421", "500"} <= set(errors), name
        for status, response in errors.items():
            schema = response["content"]["application/json"]["schema"]
            shape = "ErrorResponse" if own is None or status in own else "CompletionErrorResponse"
            assert schema == {"$ref": f"#/components/schemas/{shape}"}, f"{name} {status}"
    assert "HTTPValidationError" not in openapi["components"]["schemas"]


def test_what_is_sent_has_examples(openapi) -> None:
    shapes = openapi["components"]["schemas"]
    assert len(shapes["ChatRequest"]["properties"]["message"]["examples"]) == 3
    assert shapes["SearchRequest"]["properties"]["query"]["examples"]
    stream = openapi["paths"]["/v1/chat"]["post"]["responses"]["200"]["content"]["text/event-stream"]
    assert "event: done" in stream["example"]


class Links(HTMLParser):
    """What a page would fetch or lead to, and the names it gives to its parts."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.ids: set[str] = set()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("href", "src", "action"):
                self.targets.append(value or "")
            if name == "id" and value:
                self.ids.add(value)


def test_the_page_shows_every_route_and_shape_and_fetches_nothing(openapi) -> None:
    page = reference_page(openapi)
    links = Links()
    links.feed(page)
    assert links.tags.isdisjoint({"script", "link", "img", "iframe"})
    assert {target for target in links.targets if not target.startswith("#")} == {"/openapi.json"}
    assert {target[1:] for target in links.targets if target.startswith("#")} <= links.ids
    for path in openapi["paths"]:
        assert re.search(rf"<code>{re.escape(path)}</code>", page)
    assert set(openapi["components"]["schemas"]) <= links.ids


def test_the_page_escapes_what_it_shows() -> None:
    evil = "<script>alert(1)</script>"
    page = reference_page(
        {
            "info": {"title": evil, "version": "1", "description": evil},
            "paths": {evil: {"get": {"description": evil, "responses": {"200": {"description": evil}}}}},
            "components": {"schemas": {evil: {"description": evil, "properties": {evil: {"type": evil, "enum": [evil]}}}}},
        }
    )
    assert "<script" not in page
