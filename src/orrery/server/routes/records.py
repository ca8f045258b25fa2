"""Records, replays and dice."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from orrery.server import frames, wire
from orrery.server import records as record_maker
from orrery.server.errors import BadRequest, NotNow
from orrery.server.visitors import HallHere, Visitor, check_creations

from . import ERRORS, TableId, reply
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
    hall: HallHere, person: Visitor, table_id: TableId, seat: SeatWanted = None
) -> Response:
    """The record: a seat's own redacted one while the game goes on, then the whole one."""
    async with hall.tables.at(table_id) as table:
        text = record_maker.record_of(table, own_seat(table, person, seat)).text()
        name = f"{table.game_name}-{table.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/tables/{table_id}/dice")
async def show_dice(hall: HallHere, table_id: TableId, lang: Lang = "en") -> wire.DicePage:
    """Who added to the dice, and whether the record holds."""
    page = await record_maker.dice_page(hall.tables, table_id, lang)
    return wire.DicePage.model_validate(page)


@router.get("/tables/{table_id}/replay", response_model=wire.Replay)
async def show_replay(
    hall: HallHere,
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
        plies = frames.ply_frames(table, shown, first, count)
        start = table.match.view_at(0, shown)
        return reply({"total": len(table.match.plies), "first": start, "plies": plies})


@router.post("/records", status_code=201, openapi_extra=_RECORD_BODY)
async def bring_record(hall: HallHere, request: Request, lang: Lang = "en") -> wire.Verdict:
    """Bring a record here to look through; it is checked first."""
    check_creations(hall, request)
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest("a record is text in UTF-8") from None
    table, sentence = await record_maker.bring(hall.tables, text, lang)
    return wire.Verdict(table=table.id, sentence=sentence)
