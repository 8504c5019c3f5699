"""The API's reference as one plain page, made from its OpenAPI: no script, nothing fetched from elsewhere."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1b1b1b }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #ccc } h3 { margin-bottom: .3rem } .method { text-transform: uppercase }
code { font: 14px/1.45 ui-monospace, monospace; background: #f3f3f1; border-radius: 4px; padding: .1em .3em }
table { border-collapse: collapse; width: 100% } .table { overflow-x: auto }
td { text-align: left; padding: .3rem .6rem; vertical-align: top; border-top: 1px solid #ddd }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #191918 } code { background: #2a2a28 } a { color: #8bf } }
"""

BETWEEN_BACKTICKS = re.compile("`([^`]+)`")

Node = Mapping[str, Any]


def reference_page(openapi: Node) -> str:
    """HTML for an OpenAPI 3.1 document: every route with its parameters, body and responses, and every shape."""
    return "".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
            f"<title>{escape(openapi['info']['title'])}</title><style>{STYLE}</style></head><body>",
            f"<h1>{escape(openapi['info']['title'])} {escape(openapi['info']['version'])}</h1>",
            f"<p>{escape(openapi['info'].get('description', ''))}</p>",
            '<p>The same as <a href="/openapi.json">OpenAPI</a>, for programs.</p>',
            "<h2>Routes</h2>",
            *(_route(path, method, operation) for path, item in openapi["paths"].items() for method, operation in item.items()),
            "<h2>Shapes</h2>",
            *(_shape(name, schema) for name, schema in openapi["components"]["schemas"].items()),
            "</body></html>",
        )
    )


def _route(path: str, method: str, operation: Node) -> str:
    parts = [
        f'<h3><span class="method">{escape(method)}</span> <code>{escape(path)}</code></h3>',
        f"<p>{_prose(operation.get('description', ''))}</p>",
    ]
    rows = [_parameter(parameter) for parameter in operation.get("parameters", [])]
    rows += [_body(kind, media) for kind, media in operation.get("requestBody", {}).get("content", {}).items()]
    rows += [_response(status, response) for status, response in sorted(operation["responses"].items())]
    return "".join((*parts, _table(rows)))


def _parameter(parameter: Node) -> str:
    kind = f"in the {parameter['in']}" + ("" if parameter.get("required") else ", optional")
    return _row(f"<code>{escape(parameter['name'])}</code>", kind, _type(parameter["schema"]), parameter.get("description", ""))


def _body(kind: str, media: Node) -> str:
    return _row("body", kind, _type(media["schema"]), "")


def _response(status: str, response: Node) -> str:
    contents: Mapping[str, Node] = response.get("content", {})
    types = dict.fromkeys(_type(media.get("schema", {})) for media in contents.values())
    return _row(escape(status), ", ".join(contents), " or ".join(filter(None, types)), response.get("description", ""))


def _row(what: str, kind: str, type_html: str, meaning: str) -> str:
    return f"<tr><td>{what}</td><td>{escape(kind)}</td><td>{type_html}</td><td>{_prose(meaning)}</td></tr>"


def _table(rows: Iterable[str]) -> str:
    """The rows in a box of their own, which a narrow window moves sideways without the page."""
    return "".join(('<div class="table"><table>', *rows, "</table></div>"))


def _prose(text: str) -> str:
    """Text with what stands between backticks as code."""
    return BETWEEN_BACKTICKS.sub(r"<code>\1</code>", escape(text))


def _shape(name: str, schema: Node) -> str:
    required = schema.get("required", [])
    rows = (
        _row(f"<code>{escape(field)}</code>", "" if field in required else "optional", _type(value), " ".join(_meaning(value)))
        for field, value in schema.get("properties", {}).items()
    )
    heading = f'<h3 id="{escape(name)}"><code>{escape(name)}</code></h3><p>{_prose(schema.get("description", ""))}</p>'
    return "".join((heading, _table(rows)))


def _meaning(value: Node) -> Iterator[str]:
    if "description" in value:
        yield value["description"]
    if "default" in value and value["default"] is not None:
        yield f"Default: {json.dumps(value['default'], ensure_ascii=False)}."
    if "examples" in value:
        yield f"For example {json.dumps(value['examples'][0], ensure_ascii=False)}."


def _type(schema: Node) -> str:
    """What a schema admits, in a few words; a named shape is a link to it."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(_type(option) for option in schema[several])
    if "enum" in schema or "const" in schema:
        return " or ".join(f"<code>{escape(json.dumps(value))}</code>" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(schema.get("type", ""))
