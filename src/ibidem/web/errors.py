"""One shape for every error: `{"error": {"type", "message", "details"}}`, whatever raised it."""

import json
import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from math import ceil
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import compile_path

from ibidem.domain.errors import IbidemError, InvalidInput, StoreUnavailable, TooManyRequests, TooManyTurns, Unauthenticated
from ibidem.domain.redaction import without_keys
from ibidem.profile import as_said
from ibidem.shapes.errors import ErrorBody, ErrorResponse, FieldProblem

logger = logging.getLogger(__name__)

STATUSES: Mapping[str, int] = {
    "invalid_input": 422,
    "unknown_field": 400,
    "unauthenticated": 401,
    "forbidden": 403,
    "issuer_unavailable": 503,
    "not_found": 404,
    "already_answered": 409,
    "pause_expired": 410,
    "not_last_turn": 409,
    "unreadable_document": 422,
    "unsupported_format": 422,
    "empty_document": 422,
    "too_many_requests": 429,
    "store_unavailable": 503,
    "timeout": 504,
    "model_unavailable": 503,
    "model_refused": 502,
    "model_error": 502,
    "source_unavailable": 503,
    "source_refused": 502,
    "source_error": 502,
    "hosted_unavailable": 503,
    "hosted_refused": 502,
    "hosted_error": 502,
}
TYPES: Mapping[int, str] = {
    400: "malformed_request",
    401: "unauthenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "request_timeout",
    413: "too_large",
    415: "unsupported_media_type",
    421: "misdirected_request",
    422: "invalid_input",
    429: "too_many_requests",
    431: "headers_too_large",
    501: "not_implemented",
    503: "starting",
}
JSON = "application/json"
FORM = "multipart/form-data"
INTERNAL = ErrorBody(type="internal_error", message="something went wrong inside; the log of the server says more")
STOPPING = ErrorBody(type="stopping", message="the service is stopping; send the request again in a moment")
OVERLOADED = ErrorBody(type="overloaded", message="there are too many connections; send the request again in a moment")
# On every answer: a browser takes none for another kind of thing than it says it is, and nobody keeps what a person may read.
ALWAYS: Mapping[str, str] = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
CHALLENGE: Mapping[str, str] = {"WWW-Authenticate": 'Bearer realm="ibidem"'}  # RFC 6750, 3
MOST_OF_A_PATH = 200
MOST_PROBLEMS = 20  # of one request are reported; a body of the greatest size can hold 40,000


class Refusal(HTTPException):
    """A refusal whose body is not made from its status."""

    def __init__(self, status: int, body: ErrorBody, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, body.message, headers)
        self.body = body


ANSWERED = (IbidemError, RequestValidationError, HTTPException)


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The declaration of error responses for a route's OpenAPI; 500 and 503 are on every route."""
    return {
        status: {"model": ErrorResponse, "description": HTTPStatus(status).phrase}
        for status in sorted({*statuses, 421, 500, 503})
    }


def encode(body: ErrorBody) -> str:
    """The error as JSON text. Half surrogates that a client sent come back as escapes, so that the text can be encoded."""
    text = json.dumps(ErrorResponse(error=body).model_dump(), ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def error_response(status: int, body: ErrorBody, headers: Mapping[str, str] | None = None) -> Response:
    """The error as a response."""
    return Response(encode(body), status, headers, media_type=JSON)


def body_of(error: IbidemError) -> ErrorBody:
    """What a person may see of one of our errors."""
    details = (
        [FieldProblem(field=error.field, problem=error.problem, allowed=error.allowed)] if isinstance(error, InvalidInput) else []
    )
    message = error.problem if isinstance(error, StoreUnavailable) else str(error)
    return ErrorBody(type=error.type, message=message, details=details)


def shortened(path: str) -> str:
    """A path as it is shown to people and in the log; a request may hold 16 KiB of it."""
    return path if len(path) <= MOST_OF_A_PATH else f"{path[:MOST_OF_A_PATH]}…"


def status_of(error_type: str) -> int:
    """The HTTP status for the `type` of an error."""
    return STATUSES.get(error_type, 500)


def install(api: FastAPI) -> None:
    """Makes every error of this API leave it in the one shape."""
    for kind in ANSWERED:
        api.add_exception_handler(kind, _answered)


async def _answered(request: Request, error: Exception) -> Response:
    return response_of(refusal_of(request, error))


def response_of(refusal: Refusal) -> Response:
    """The refusal as a response."""
    return error_response(refusal.status_code, refusal.body, refusal.headers)


def refusal_of(request: Request, error: Exception) -> Refusal:
    """How an error that is one of `ANSWERED` is answered."""
    match error:
        case Refusal():
            return error
        case IbidemError():
            return _ours(error)
        case RequestValidationError():
            return _invalid_request(request, error)
        case HTTPException():
            return _http(request, error)
        case _:
            raise error


def _ours(error: IbidemError) -> Refusal:
    status = status_of(error.type)
    if status >= 500:
        logger.error("%s: %s", error.type, error)
    return Refusal(status, body_of(error), _headers_of(error, status))


def _headers_of(error: IbidemError, status: int) -> Mapping[str, str] | None:
    match error:
        case TooManyTurns():
            return {"Retry-After": "1"}
        case TooManyRequests(seconds=seconds):
            return {"Retry-After": str(ceil(seconds))}
        case Unauthenticated():
            return CHALLENGE
        case _:
            return {"Retry-After": "5"} if status == 429 else None


def _http(request: Request, error: HTTPException) -> Refusal:
    status = error.status_code
    kind = TYPES.get(status, HTTPStatus(status).phrase.lower().replace(" ", "_"))
    message = str(error.detail)
    headers = dict(error.headers or {})
    if status == 405:
        headers["Allow"] = ", ".join(_methods(request)) or headers["Allow"]
    if message == HTTPStatus(status).phrase:  # Starlette's own: no route, or not with this method
        message = f"there is no {request.method} {shortened(without_keys(request.scope['path']))}; /reference lists the routes"
    elif isinstance(error.__cause__, ValueError | RecursionError):  # FastAPI's, around what reading the body raised
        message = "the body is not JSON that can be read: not UTF-8, nested too deep, or with a number too long"
    return Refusal(status, ErrorBody(type=kind, message=message), headers)


def _methods(request: Request) -> list[str]:
    """The methods that a path takes; Starlette names only those of the first route with that path."""
    path, described = request.scope["path"], request.app.openapi()["paths"]
    return [method.upper() for template, item in described.items() if compile_path(template)[0].match(path) for method in item]


def _invalid_request(request: Request, error: RequestValidationError) -> Refusal:
    problems: Sequence[Mapping[str, Any]] = error.errors()
    if any(problem["type"] == "json_invalid" for problem in problems):
        return Refusal(400, ErrorBody(type="malformed_json", message="the body is not JSON; send one JSON object"))
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    places = {tuple(problem["loc"]) for problem in problems}
    for place, wanted in ((("body",), JSON), (("body", "file"), FORM)):
        if place in places and given != wanted:
            return Refusal(415, ErrorBody(type="unsupported_media_type", message=f"send the body as {wanted}"))
    details = [_field_problem(problem) for problem in problems[:MOST_PROBLEMS]]
    reported = [f"{detail.field}: {detail.problem}" for detail in details]
    if len(problems) > len(details):
        reported.append(f"and {len(problems) - len(details):,} more")
    message = "; ".join(reported)
    return Refusal(422, ErrorBody(type="invalid_input", message=message, details=details))


def _discriminator(problem: Mapping[str, Any]) -> str:
    """The field that says of which kind an object is."""
    return str(problem["ctx"]["discriminator"]).strip("'")


def _field_problem(problem: Mapping[str, Any]) -> FieldProblem:
    where = [str(part) for part in problem["loc"]]
    field = without_keys(".".join(where[1:]) if len(where) > 1 else where[0])[:200]
    match problem["type"]:
        case "extra_forbidden":
            return FieldProblem(field=field, problem="is not a field of this request", allowed="leave it out")
        case "missing":
            return FieldProblem(field=field, problem="is missing")
        case "too_short":  # of lists, where an empty one might be taken for all
            return FieldProblem(field=field, problem="is empty", allowed="leave it out for all of them, or name at least one")
        case "string_too_short":
            return FieldProblem(field=field, problem="is empty", allowed="write at least one character")
        case "string_too_long":
            most = f"{problem['ctx']['max_length']:,} characters"
            return FieldProblem(field=field, problem=f"is longer than {most}", allowed=f"at most {most}")
        case "too_long":
            most = f"{problem['ctx']['max_length']:,} entries"
            return FieldProblem(field=field, problem=f"holds more than {most}", allowed=f"at most {most}")
        case "union_tag_not_found":
            return FieldProblem(field=f"{field}.{_discriminator(problem)}", problem="is missing")
        case "union_tag_invalid":
            allowed = str(problem["ctx"]["expected_tags"]).replace("'", "")
            return FieldProblem(field=f"{field}.{_discriminator(problem)}", problem="is none of those allowed", allowed=allowed)
        case "model_type" | "model_attributes_type":
            return FieldProblem(field=field, problem="is no JSON object", allowed="a JSON object")
        case "string_unicode":
            return FieldProblem(field=field, problem="holds half of a surrogate pair; send well-formed Unicode")
        case "string_pattern_mismatch":
            return FieldProblem(field=field, problem="is not well-formed", allowed=f"the pattern {problem['ctx']['pattern']}")
        case _:
            return FieldProblem(field=field, problem=as_said(str(problem["msg"])))
