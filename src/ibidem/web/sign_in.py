"""`/v1/sign-in`: the page's way in. A browser sends a cookie with uploads, downloads and streams alike; no script reads it."""

from fastapi import APIRouter, Request, Response

from ibidem.domain.errors import Unauthenticated
from ibidem.shapes.requests import SignInRequest
from ibidem.web import errors
from ibidem.web.admission import COOKIE, NOT_VALID, Doorkeeper, valid_key
from ibidem.web.callers import OpenApp

PATH = "/v1"  # the cookie goes nowhere else: not to the page's files, nor to /mcp and /metrics, which are for programs

router = APIRouter(prefix="/v1/sign-in", tags=["access"], responses=errors.responses(421, 500, 503))


@router.post("", status_code=204, responses=errors.responses(400, 401, 408, 413, 415, 422), summary="Sign in on the page")
async def sign_in(body: SignInRequest, request: Request, response: Response, app: OpenApp) -> None:
    """Sets a cookie that stands for the key for twelve hours, until the browser or the service ends, or the key does."""
    key = await valid_key(body.key.strip(), app.backend.keys)
    if key is None:
        raise Unauthenticated(NOT_VALID)
    door: Doorkeeper = request.app.state.door
    secure = request.headers.get("origin", "").startswith("https://")  # of the address bar, also behind a proxy
    response.set_cookie(COOKIE, door.sign_ins.cookie(key), path=PATH, secure=secure, httponly=True, samesite="strict")


@router.delete("", status_code=204, summary="Sign out on the page")
async def sign_out(response: Response) -> None:
    """Takes the cookie away."""
    response.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="strict")
