"""How the server is."""

import hmac
from typing import Annotated

from fastapi import APIRouter, Header, Response

from orrery import __version__
from orrery.server import metrics, wire
from orrery.server.errors import BadToken, UnknownTable
from orrery.server.visitors import HallHere

from . import ERRORS, reply

router = APIRouter(tags=["health"])


@router.get("/health", response_model=wire.Health, responses={503: {"model": wire.Health}})
async def show_health(hall: HallHere) -> Response:
    """200 while moves can be committed and bots move, else 503; the answer comes within 5 s."""
    signs = await hall.vitals.look()
    hears = hall.neighbours.hearing.is_set() if hall.neighbours is not None else None
    body = {
        "status": "ok" if signs.good and hears is not False else "degraded",
        "version": __version__,
        "store": "sqlite" if hall.store.is_sqlite else "postgresql",
        "store_ok": signs.commits,
        "bots_ok": signs.bots,
        "neighbours_ok": hears,
        "sockets": len(hall.tables.live),
    }
    return reply(body, status=200 if signs.good else 503)


@router.get(
    "/metrics",
    response_class=Response,
    responses={**ERRORS, 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def show_metrics(
    hall: HallHere, authorization: Annotated[str, Header(max_length=400)] = ""
) -> Response:
    """Figures for Prometheus, for whoever has the token that the server was started with."""
    wanted = hall.settings.metrics_token
    if not wanted:
        raise UnknownTable("figures are not shown here; ORRERY_METRICS_TOKEN says to whom they are")
    if not hmac.compare_digest(authorization.encode(), f"Bearer {wanted}".encode()):
        raise BadToken("figures are for whoever has the token that this server was started with")
    return Response(metrics.page(), media_type="text/plain; version=0.0.4; charset=utf-8")
