"""Guests."""

from fastapi import APIRouter, Request, Response

from orrery.server import wire
from orrery.server.errors import NoToken
from orrery.server.visitors import (
    HallHere,
    Known,
    check_creations,
    set_cookie,
    token_of,
)

from . import ERRORS

router = APIRouter(prefix="/api", tags=["people"], responses=ERRORS)


@router.post("/guests", status_code=201)
async def make_guest(
    hall: HallHere, request: Request, response: Response, wanted: wire.NewGuest
) -> wire.Guest:
    """A new guest, with a name at once; known by a cookie, or a program by its token."""
    check_creations(hall, request)
    person, token = await hall.people.welcome(wanted.name)
    if wanted.bearer:
        return wire.Guest(id=person.id, name=person.name, token=token)
    set_cookie(request, response, token)
    return wire.Guest(id=person.id, name=person.name)


@router.get("/me")
async def show_me(person: Known) -> wire.Guest:
    """Who one is."""
    return wire.Guest(id=person.id, name=person.name)


@router.put("/me")
async def rename_me(
    hall: HallHere, request: Request, person: Known, wanted: wire.Rename
) -> wire.Guest:
    """Take another name."""
    token, _ = token_of(request)
    if token is None:
        raise NoToken("this needs a guest")
    renamed = await hall.people.rename(token, wanted.name)
    return wire.Guest(id=renamed.id, name=renamed.name)
