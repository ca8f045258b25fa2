"""The game of the day, and one's own best results."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from orrery.server import frame_shapes, wire
from orrery.server.table import today
from orrery.server.visitors import HallHere, Visitor, Welcome, address_of, check_creations

from . import ERRORS, reply
from .games import GameName
from .tables import facts

router = APIRouter(prefix="/api/games/{game}", tags=["daily"], responses=ERRORS)
BEGUN = "orrery_begun"
_DAY = 24 * 3600
DayWanted = Annotated[
    str | None, Query(max_length=20, description="As in 2026-11-15; without, today.")
]


@router.get("/daily")
async def show_day(
    hall: HallHere, person: Visitor, game: GameName, day: DayWanted = None
) -> wire.DayPage:
    """A day's game: its promise, its results, and when it is over its secret."""
    return wire.DayPage.model_validate(await hall.daily.page(game, day, person))


@router.post("/daily", status_code=201, response_model=frame_shapes.TableFacts)
async def play_day(
    hall: HallHere, request: Request, response: Response, person: Welcome, game: GameName
) -> Response:
    """Play today's game: a person's first try counts, the others are practice."""
    check_creations(hall, request)
    begun = _begun_here(request)
    table = await hall.daily.start(game, person, address_of(request), game in begun)
    _note_begun(request, response, begun | {game})
    return reply(facts(table, person), response, 201)


def _begun_here(request: Request) -> set[str]:
    """The games of today that this browser has begun, whoever it was then."""
    day, _, names = request.cookies.get(BEGUN, "")[:1000].partition(":")
    return set(names.split(".")) if day == today() else set()


def _note_begun(request: Request, response: Response, games: set[str]) -> None:
    """Let a browser remember what it has begun today. It says nothing of who did."""
    response.set_cookie(
        BEGUN,
        f"{today()}:{'.'.join(sorted(games))}"[:1000],
        max_age=_DAY,
        path="/api/games",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


@router.get("/best")
async def show_best(hall: HallHere, person: Visitor, game: GameName) -> wire.BestList:
    """One's own best results, by level or whatever the game compares by."""
    return wire.BestList.model_validate(await hall.daily.best(game, person))
