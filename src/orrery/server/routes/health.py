"""How the server is."""

import asyncio
import hmac
from typing import Annotated

import sqlalchemy as sa
from fastapi import APIRouter, Header, Response

from orrery import __version__
from orrery.server import metrics, wire
from orrery.server.errors import BadToken, Unavailable, UnknownTable
from orrery.server.hall import Hall
from orrery.server.visitors import HallHere

from . import ERRORS, reply

router = APIRouter(tags=["health"])


@router.get("/health", response_model=wire.Health, responses={503: {"model": wire.Health}})
async def show_health(hall: HallHere) -> Response:
    """200 while the store answers, else 503."""
    store_ok = await _store_answers(hall)
    hears = hall.neighbours.hearing.is_set() if hall.neighbours is not None else None
    good = store_ok and hears is not False
    body = {
        "status": "ok" if good else "degraded",
        "version": __version__,
        "store": "sqlite" if hall.store.is_sqlite else "postgresql",
        "store_ok": store_ok,
        "neighbours_ok": hears,
        "sockets": len(hall.tables.live),
    }
    return reply(body, status=200 if store_ok else 503)


async def _store_answers(hall: Hall) -> bool:
    try:
        await asyncio.wait_for(
            hall.store.read(lambda c: c.execute(sa.select(1)).scalar_one()), timeout=5
        )
    except (Unavailable, TimeoutError):
        return False
    return True


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
