"""The app: routes, errors in one shape, pages, and a beginning and an end."""

import mimetypes
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from orrery import __version__
from orrery.core import registry
from orrery.core.errors import OrreryError
from orrery.core.game import Game

from . import frame_shapes, socket_wire
from .connections import Connections
from .encoding import to_json
from .errors import BadRequest, TableError, UnknownTable, status_of
from .hall import Hall
from .metrics import ERRORS, is_action
from .middleware import Guard, route_of
from .routes import daily, games, health, people, records, reply, socket, tables
from .settings import Settings
from .shapes import put_in, shapes_of
from .store import Store
from .visitors import set_cookie

PAGES = Path(__file__).parent.parent / "pages"
"""Where the built web is, if this package has it."""
LONGEST_PATH = 200
"""No page has a longer one; a path of thousands of folders takes long to look for."""
_NO_PAGES = """<!doctype html><meta charset="utf-8"><title>Orrery</title>
<p>The server is running, but this installation has no web pages. The API is at
<a href="/api/games">/api/games</a>, and described in
<a href="/api/openapi.json">/api/openapi.json</a>.</p>"""


def make_app(settings: Settings, store: Store, connections: Connections | None = None) -> FastAPI:
    """The app on an opened store, and on the connections that somebody counts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hall = Hall(settings, store, connections)
        app.state.hall = hall
        _written(app)  # it takes long, so nobody is to wait for it later
        hall.edition = app.openapi()["info"]["version"]
        await hall.open()
        yield
        await hall.close()

    return _build(lifespan)


def _build(lifespan: Any = None) -> FastAPI:
    app = FastAPI(
        title="Orrery",
        version=__version__,
        summary="Tables for games: events, seats, honest dice.",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    for part in (games, daily, people, tables, records, health, socket):
        app.include_router(part.router)
    app.add_exception_handler(OrreryError, _answer_error)
    app.add_exception_handler(RequestValidationError, _answer_shape)
    app.add_exception_handler(HTTPException, _answer_http)
    app.openapi = lambda: describe(app, registry.all_games())  # type: ignore[method-assign]
    app.add_middleware(Guard)
    _serve_document(app)
    _serve_pages(app)
    return app


def _serve_document(app: FastAPI) -> None:
    @app.get("/api/openapi.json", include_in_schema=False)
    async def show_document() -> Response:
        return Response(_written(app), media_type="application/json")


def _written(app: FastAPI) -> bytes:
    """The OpenAPI document as text, written once."""
    if not hasattr(app.state, "document"):
        app.state.document = to_json(app.openapi())
    found: bytes = app.state.document
    return found


def _serve_pages(app: FastAPI) -> None:
    index = PAGES / "index.html"
    if index.exists():
        app.mount("/assets", StaticFiles(directory=PAGES / "assets"), "assets")

    @app.get("/{path:path}", include_in_schema=False)
    async def show_page(path: str) -> Response:
        if path.startswith("api/"):
            raise UnknownTable("there is no such page")
        if not index.exists():
            return HTMLResponse(_NO_PAGES, 200 if path == "" else 404)
        found = _find_page(path)
        if found is not None:
            return Response(found.read_bytes(), media_type=_kind_of(found))
        return HTMLResponse(index.read_text("utf-8"))


def _find_page(path: str) -> Path | None:
    """A file among the pages, if the path names one and leads nowhere else."""
    try:
        if not 0 < len(path) <= LONGEST_PATH:
            return None
        file = (PAGES / path).resolve()
        good = file.is_relative_to(PAGES.resolve()) and file.is_file()
    except (OSError, ValueError):
        return None
    return file if good else None


def _kind_of(file: Path) -> str:
    return mimetypes.guess_type(file.name)[0] or "application/octet-stream"


async def _answer_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, OrreryError)
    if not is_action(request.method, route_of(request.scope)):
        ERRORS.labels(error.code).inc()
    answer = reply(error.as_json(), status=status_of(error))
    token = getattr(request.state, "new_token", None)
    if token is not None:
        set_cookie(request, answer, token)
    return answer


async def _answer_shape(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return await _answer_error(request, socket.bad_shape(error.errors()))


async def _answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, OrreryError):  # it was raised while the body was read
        return await _answer_error(request, error.__cause__)
    known: TableError = BadRequest(str(error.detail))
    if error.status_code == 404:
        known = UnknownTable("there is no such page")
    answer = await _answer_error(request, known)
    if error.status_code != 400:
        answer.status_code = error.status_code
    for key, value in (error.headers or {}).items():
        answer.headers[key] = value
    return answer


def describe(app: FastAPI, games: Iterable[Game]) -> dict[str, Any]:
    """The OpenAPI document, with what goes over the socket and what games show among its shapes."""
    if app.openapi_schema:
        return app.openapi_schema
    made = get_openapi(title=app.title, version="1", summary=app.summary, routes=app.routes)
    shapes = made["components"]["schemas"]
    adapters: dict[str, TypeAdapter[Any]] = {
        "SocketMessage": TypeAdapter(socket_wire.AnyMessage),
        "SocketFrame": TypeAdapter(frame_shapes.Frame),
    }
    for name, adapter in adapters.items():
        schema = adapter.json_schema(ref_template="#/components/schemas/{model}")
        shapes |= schema.pop("$defs", {})
        shapes[name] = schema
    for unused in ("HTTPValidationError", "ValidationError"):
        shapes.pop(unused, None)
    shapes |= shapes_of(registry.own_games())
    made["info"]["version"] = sha256(to_json(made)).hexdigest()[:12]
    shapes |= shapes_of(games)
    app.openapi_schema = put_in(made)
    return app.openapi_schema


def openapi() -> dict[str, Any]:
    """The document without a server, with the games of this package alone."""
    return describe(_build(), registry.own_games())
