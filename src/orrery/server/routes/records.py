"""Records, replays and dice."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from orrery.server import frame_shapes, frames, wire
from orrery.server import records as record_maker
from orrery.server.costs import elsewhere
from orrery.server.errors import BadRequest, NotNow
from orrery.server.fair_queue import Share
from orrery.server.people import Person
from orrery.server.visitors import HallHere, Visitor, address_of, check_creations

from . import ERRORS, TableId
from .games import Lang
from .tables import SeatWanted, own_seat

router = APIRouter(prefix="/api", tags=["records"], responses=ERRORS)
MOST_PLIES = 200
_RECORD_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


@router.get(
    "/tables/{table_id}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def show_record(
    hall: HallHere, request: Request, person: Visitor, table_id: TableId, seat: SeatWanted = None
) -> Response:
    """The record: a seat's own redacted one while the game goes on, then the whole one."""
    async with hall.tables.at(table_id) as table:
        shown, moment = own_seat(table, person, seat), hall.long_work.moment(table)
        if not table.told:
            raise NotNow("the game has not begun, so there is no record of it")
        name = f"{table.game_name}-{table.id}.json"
    text = await hall.long_work.record_text(_share(request, person), moment, shown)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/tables/{table_id}/dice")
async def show_dice(
    hall: HallHere, request: Request, person: Visitor, table_id: TableId, lang: Lang = "en"
) -> wire.DicePage:
    """Who added to the dice, and whether the record holds."""
    async with hall.tables.at(table_id) as table:
        moment = hall.long_work.moment(table)
    verdict = None
    if moment.n >= 0:
        who = _share(request, person)
        verdict = await hall.long_work.dice_verdict(who, moment, lang)
    return wire.DicePage.model_validate(record_maker.dice_page(table, lang, verdict))


@router.get("/tables/{table_id}/replay", response_model=frame_shapes.Replay)
async def show_replay(
    hall: HallHere,
    request: Request,
    person: Visitor,
    table_id: TableId,
    seat: SeatWanted = None,
    first: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    count: Annotated[int, Query(ge=1, le=MOST_PLIES)] = MOST_PLIES,
) -> Response:
    """The plies that stand, each with the view after it, as far as a seat may know them."""
    async with hall.tables.at(table_id) as table:
        shown = own_seat(table, person, seat)
        if table.match is None:
            raise NotNow(frames.why_not_playable(table) or "the game has not begun")
        moment = hall.long_work.moment(table)
    who = _share(request, person)
    page = await hall.long_work.replay_page(who, moment, shown, first, count)
    return Response(page, media_type="application/json")


@router.post("/records", status_code=201, openapi_extra=_RECORD_BODY)
async def bring_record(
    hall: HallHere, request: Request, person: Visitor, lang: Lang = "en"
) -> wire.Verdict:
    """Bring a record here to look through; it is checked first."""
    check_creations(hall, request)
    async with elsewhere(), hall.arriving.place(_share(request, person)):
        text = await request.body()
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            raise BadRequest("a record is text in UTF-8") from None
        arrival = await hall.long_work.check_record(_share(request, person), text, lang)
        await record_maker.keep(hall.store, arrival)
    return wire.Verdict(table=arrival.id, sentence=arrival.sentence)


def _share(request: Request, person: Person | None) -> Share:
    """On whose behalf long work is done."""
    visitor = address_of(request)
    return Share(visitor, person.id if person else visitor)
