"""Around every request: limits, headers, figures and one line of log."""

import math
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import structlog
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect

from orrery.core.errors import OrreryError

from .addresses import visitor_at
from .costs import Metered
from .encoding import to_json
from .errors import TooFast, TooLarge, status_of
from .limits import LARGEST_BODY, LARGEST_RECORD
from .metrics import ERRORS, REQUESTS, is_action
from .sites import check_site

log = structlog.get_logger()
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

HUNG_UP = 499
"""In figures: nobody was there any more to be answered."""
_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
"""The methods that are told apart in figures: whoever asks must not make up new ones."""
_ALWAYS = ("/health", "/metrics")
"""What is answered whatever else an address has asked for."""
_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline';"
        " connect-src 'self' ws: wss:; worker-src 'self' blob:; object-src 'none';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
}
_RAW_HEADERS = [(k.encode(), v.encode()) for k, v in _HEADERS.items()]


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, watched."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, started = time.perf_counter(), 500, False

        async def send_on(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                message["headers"] = [*message.get("headers", ()), *_headers_for(scope)]
            await send(message)

        try:
            _check(scope)
            await self._pass_on(scope, _capped(scope, receive), send_on)
        except OrreryError as error:
            await _send_error(send_on, error)
        except ClientDisconnect:
            status = HUNG_UP  # they have gone while they asked: that is nothing wrong here
        except Exception:
            log.exception("request_failed", route=route_of(scope))
            if not started:
                said = OrreryError("something went wrong here; nothing was lost")
                await _send_error(send_on, said, 500)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered, in turn with others of its address; what it costs is counted."""
        hall, client = _hall(scope), scope.get("client")
        if hall is None or not client or scope["path"] in _ALWAYS:
            await self.app(scope, receive, send)
            return
        async with hall.costs.counted(visitor_at(client[0])) as meter:
            await Metered(self.app(scope, receive, send), meter)

    def _note(self, scope: Scope, status: int, took: float) -> None:
        route = route_of(scope)
        if not is_action(scope["method"], route):
            method = scope["method"] if scope["method"] in _METHODS else "other"
            REQUESTS.labels(method, route, str(status)).observe(took)
        level = log.warning if status >= 500 else log.debug
        level(
            "request", method=scope["method"], route=route, status=status, ms=round(took * 1e3, 1)
        )


def _check(scope: Scope) -> None:
    """Not too many requests; and what changes something comes from own pages, or from a program."""
    hall = _hall(scope)
    if hall is None:
        return
    client = scope.get("client")
    if client and scope["path"] not in _ALWAYS:
        hall.connections.check_reads(visitor_at(client[0]))
    if client and not hall.requests.take(visitor_at(client[0])):
        raise TooFast("too many requests from one address; wait a moment")
    if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
        check_site(Headers(scope=scope), hall.settings)


def _hall(scope: Scope) -> Any:
    return getattr(scope["app"].state, "hall", None) if "app" in scope else None


def route_of(scope: Scope) -> str:
    """The route as it was declared: no ids, no query."""
    found = scope.get("route")
    return str(getattr(found, "path", "(none)"))


def _headers_for(scope: Scope) -> list[tuple[bytes, bytes]]:
    own = list(_RAW_HEADERS)
    if scope["path"].startswith("/api/"):
        own.append((b"cache-control", b"no-store"))
    if scope.get("scheme") == "https":
        own.append((b"strict-transport-security", b"max-age=31536000"))
    return own


def _capped(scope: Scope, receive: Receive) -> Receive:
    """The body, as long as it is not too long."""
    most = LARGEST_RECORD if scope["path"] == "/api/records" else LARGEST_BODY
    for key, value in scope["headers"]:
        if key == b"content-length" and value.isdigit() and int(value) > most:
            raise TooLarge(f"the body has {int(value)} bytes; this place takes {most}")
    taken = 0

    async def receive_some() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge(f"the body is larger than the {most} bytes this place takes")
        return message

    return receive_some


async def _send_error(send: Send, error: OrreryError, status: int | None = None) -> None:
    ERRORS.labels(error.code).inc()
    body = to_json(error.as_json())
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if isinstance(error, TooFast):
        seconds = math.ceil(error.detail.get("seconds", 1))
        headers.append((b"retry-after", b"%d" % max(1, seconds)))
    start = {
        "type": "http.response.start",
        "status": status or status_of(error),
        "headers": headers,
    }
    await send(start)
    await send({"type": "http.response.body", "body": body})
