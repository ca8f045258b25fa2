"""The game of the day: one secret, the same dice, one try that counts, and best lists."""

import hmac
import json
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.core import registry
from orrery.core.dice import DailyDice, commitment
from orrery.core.record import Record
from orrery.server import wire
from orrery.server.schema import days, tries
from orrery.server.transfer import export_lines, import_games

from .conftest import MakeClient
from .guests import Guest

TOWER = registry.find("tower")
DAY = "/api/games/tower/daily"
NOON = 1_800_000_000 - 1_800_000_000 % 86_400 + 43_200


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the time of the servers; it is noon of some day at first."""
    now = [float(NOON)]
    monkeypatch.setattr(time, "time", lambda: now[0])

    def move(days: float) -> None:
        now[0] += days * 86_400

    return move


def day_text(later: int = 0) -> str:
    today = date.fromisoformat(time.strftime("%Y-%m-%d", time.gmtime(NOON)))
    return (today + timedelta(days=later)).isoformat()


def play(guest: Guest, table: str, wishes: str = "kkkk") -> list[int]:
    """Play a daily tower; what the dice that were kept showed."""
    kept = []
    for wish in wishes:
        page = guest.look(table, 0)
        if page["now"]["result"] is not None:
            break
        if wish == "a":
            guest.play(table, 0, "again")
            page = guest.look(table, 0)
        kept.append(int(page["now"]["view"]["die"]))
        guest.play(table, 0, "keep")
    return kept


def start(guest: Guest) -> Any:
    return guest.ask("POST", DAY, status=201)


def look(guest: Guest, query: str = "") -> Any:
    page = guest.ask("GET", DAY + query)
    wire.DayPage.model_validate(page)
    return page


def test_two_guests_meet_the_same_dice(ann: Guest, bob: Guest, clock: Any) -> None:
    one, two = start(ann), start(bob)
    assert one["commitment"] == two["commitment"] == look(ann)["commitment"]
    assert one["status"] == "playing"  # nobody is waited for, nobody adds to the dice
    assert (one["day"], one["counted"], one["hints"]) == (day_text(), True, False)
    assert one["options"]["floors"] == 3 + date.fromisoformat(day_text()).toordinal() % 2
    ann_kept = play(ann, one["id"], "akkk")
    bob_kept = play(bob, two["id"], "kkkk")
    assert ann_kept[1:] == bob_kept[1:]
    page = look(ann)
    assert page["finished"]
    assert page["mine"] == one["id"]
    assert len(page["results"]) == 2
    assert {result["name"] for result in page["results"]} == {"Ann", "Bob"}
    assert [result["table"] for result in page["results"] if not result["you"]] == [None]
    heights = [int(result["says"]["places"]["height"]) for result in page["results"]]
    assert heights == sorted(heights, reverse=True)


def test_one_try_counts_and_the_others_are_practice(client: TestClient, clock: Any) -> None:
    ann = Guest(client, "Ann")
    first, second = start(ann), start(ann)
    assert (first["counted"], second["counted"], second["hints"]) == (True, False, True)
    play(ann, second["id"])
    assert look(ann)["results"] == []  # practice is not listed
    assert not look(ann)["finished"]
    play(ann, first["id"])
    assert len(look(ann)["results"]) == 1
    assert start(Guest(client, "Cid"))["counted"] is True


def test_nobody_spoils_a_try_by_a_name(client: TestClient, clock: Any) -> None:
    """Two of one name are two people, and each finds their own result."""
    anns = [Guest(client, "Ann"), Guest(client, "Ann")]
    for ann, wishes in zip(anns, ("kkkk", "akkk"), strict=True):
        table = start(ann)
        assert table["counted"] is True
        play(ann, table["id"], wishes)
    for ann in anns:
        results = look(ann)["results"]
        assert [one["name"] for one in results] == ["Ann", "Ann"]
        assert [one["table"] for one in results if one["you"]] == [look(ann)["mine"]]
        assert sum(one["you"] for one in results) == 1


# Rehearsals


def near(guest: Guest, query: str = "") -> dict[str, bool]:
    return {one["name"]: one["near"] for one in look(guest, query)["results"]}


def come(client: TestClient, name: str, address: str) -> Guest:
    """A guest whose browser is at an address of its own."""
    guest = Guest(client, name)
    guest.client = TestClient(client.app, "http://testserver", client=(address, 5000))
    return guest


def test_a_try_where_another_guest_has_begun_before_is_marked(
    client: TestClient, clock: Callable[[float], None]
) -> None:
    where = {"Ann": "192.0.2.1", "Bob": "192.0.2.1", "Cid": "192.0.2.2", "Dot": "2001:db8::1"}
    guests = {name: come(client, name, address) for name, address in where.items()}
    guests["Eve"] = come(client, "Eve", "2001:db8::ffff:1")  # the same household by IPv6
    for guest in guests.values():
        play(guest, start(guest)["id"])
        start(guest)  # practice afterwards marks nobody
    expected = {"Ann": False, "Bob": True, "Cid": False, "Dot": False, "Eve": True}
    assert near(guests["Ann"]) == expected
    clock(1)
    assert near(guests["Ann"], f"?day={day_text()}") == expected
    again = come(client, "Fay", "192.0.2.1")
    play(again, start(again)["id"])
    assert near(again) == {"Fay": False}  # another day, another game


def test_one_browser_is_known_again_at_another_address(client: TestClient, clock: Any) -> None:
    browser = TestClient(client.app, "http://testserver", client=("192.0.2.1", 5000))
    ann = Guest(client, "Ann")
    ann.client = browser
    start(ann)
    moved = TestClient(client.app, "http://testserver", client=("192.0.2.9", 5000))
    moved.cookies = browser.cookies
    second, other = Guest(client, "Second"), Guest(client, "Other")
    second.client = moved
    other.client = TestClient(client.app, "http://testserver", client=("192.0.2.8", 5000))
    for guest in (second, other):
        play(guest, start(guest)["id"])
    assert near(ann) == {"Second": True, "Other": False}
    (kept,) = [cookie for cookie in browser.cookies.jar if cookie.name == "orrery_begun"]
    assert kept.value == f"{day_text()}:tower"  # no word of who it was


def test_where_a_day_was_played_is_known_for_that_day_only(
    client: TestClient,
    clock: Callable[[float], None],
    make_client: MakeClient,
    new_database: Callable[[str], str],
    tmp_path: Path,
) -> None:
    hall = client.app.state.hall  # type: ignore[attr-defined]
    ann = come(client, "Ann", "192.0.2.1")
    start(ann)

    def kept() -> tuple[Any, Any]:
        with hall.store.engine.connect() as connection:
            address = connection.execute(sa.select(tries.c.address)).scalar_one()
            query = sa.select(days.c.address_key).where(days.c.day == day_text())
            return address, connection.execute(query).scalar_one()

    address, key = kept()
    assert len(address) == 64
    secret = bytes.fromhex(look(ann)["commitment"])
    for guess in (b"", secret):  # nothing that is published is the key
        assert hmac.new(guess, b"192.0.2.1", "sha256").hexdigest() != address
    assert hmac.new(bytes(key), b"192.0.2.1", "sha256").hexdigest() == address
    assert address not in "".join(export_lines(hall.store))
    assert "address_key" not in "".join(export_lines(hall.store))
    forget = client.portal.call  # type: ignore[union-attr]
    forget(hall.daily.forget_addresses)
    assert kept() == (address, key)  # the day goes on
    clock(1)
    forget(hall.daily.forget_addresses)
    assert kept() == (None, None)


def test_the_tries_of_names_are_gone(client: TestClient, tmp_path: Path, clock: Any) -> None:
    """Exports of earlier releases have them."""
    store = client.app.state.hall.store  # type: ignore[attr-defined]
    ann = Guest(client, "Ann")
    start(ann)
    lines = list(export_lines(store))
    (mine,) = [json.loads(line) for line in lines if line.startswith('{"try"')]
    del mine["try"]["near"]
    old = {**mine["try"], "who": "name bob"}
    file = tmp_path / "old.jsonl"
    file.write_text("".join([lines[0], json.dumps({"try": old}) + "\n", *lines[1:]]))
    import_games(store, file)
    with store.engine.connect() as connection:
        assert connection.execute(sa.select(tries.c.who)).scalars().all() == [mine["try"]["who"]]


def test_hints_are_for_practice_only(ann: Guest, clock: Any) -> None:
    table = start(ann)["id"]
    error = ann.act(table, "coach", 409, n=ann.look(table)["n"], seat=0)
    assert error.code == "NotNow"


def test_the_secret_is_promised_ahead_and_revealed_the_next_day(
    ann: Guest, client: TestClient, clock: Callable[[float], None]
) -> None:
    promised = {day["day"]: day["commitment"] for day in look(ann)["coming"]}
    assert list(promised) == [day_text(k) for k in range(1, 8)]
    clock(1)
    table = start(ann)
    assert table["commitment"] == promised[day_text(1)]
    play(ann, table["id"])
    record = client.get(f"/api/tables/{table['id']}/record").text
    assert Record.read(record).body["secret"] is None
    assert day_text(1) in Record.read(record, strict=True).verify(TOWER)
    dice = client.get(f"/api/tables/{table['id']}/dice").json()
    assert (dice["kind"], dice["secret"], dice["holds"]) == ("daily", None, None)
    assert look(ann)["secret"] is None
    clock(1)
    page = look(ann, f"?day={day_text(1)}")
    assert commitment(bytes.fromhex(page["secret"])) == promised[day_text(1)]
    assert not page["playable"]
    dice = client.get(f"/api/tables/{table['id']}/dice").json()
    assert dice["secret"] == page["secret"]
    assert dice["holds"] is True
    whole = Record.read(client.get(f"/api/tables/{table['id']}/record").text, strict=True)
    assert "holds" in whole.verify(TOWER)
    assert isinstance(whole._dice(), DailyDice)
    strangers = client.get(f"{DAY}?day={day_text(1)}").json()["results"]
    assert strangers[0]["table"] == table["id"]  # the day is over: everybody may look


def test_a_try_that_is_finished_too_late_does_not_count(
    ann: Guest, clock: Callable[[float], None]
) -> None:
    look(ann)
    table = start(ann)["id"]
    clock(1)
    play(ann, table)
    assert look(ann, f"?day={day_text()}")["results"] == []
    best = ann.ask("GET", "/api/games/tower/best")["groups"]
    assert [result["counted"] for group in best for result in group["results"]] == [False]


def test_a_game_that_a_bot_played_on_is_no_result(ann: Guest, clock: Any) -> None:
    table = start(ann)["id"]
    ann.ask("DELETE", f"/api/tables/{table}/seats/0")
    ann.sit(table, 0)
    play(ann, table)
    assert look(ann)["results"] == []
    assert ann.ask("GET", "/api/games/tower/best")["groups"] == []


def test_giving_up_counts_as_far_as_one_came(ann: Guest, clock: Any) -> None:
    table = start(ann)["id"]
    ann.play(table, 0, "keep")
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    (result,) = look(ann)["results"]
    assert result["says"]["key"] == "standing.short"


def test_best_results_by_group(ann: Guest, bob: Guest, clock: Callable[[float], None]) -> None:
    for floors in (3, 4, 3, 3):
        table = ann.make("tower", "me", options={"floors": floors})
        play(ann, table)
        clock(0.001)
    best = ann.ask("GET", "/api/games/tower/best")
    wire.BestList.model_validate(best)
    assert [group["group"] for group in best["groups"]] == ["3", "4"]
    threes = best["groups"][0]["results"]
    assert len(threes) == 3
    heights = [int(result["says"]["places"]["height"]) for result in threes]
    assert heights == sorted(heights, reverse=True)
    assert all(result["you"] and result["table"] for result in threes)
    assert bob.ask("GET", "/api/games/tower/best")["groups"] == []
    assert bob.client.get("/api/games/tower/best").json()["groups"] == []


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/games/pig/daily", 404, "UnknownGame"),
        ("/api/games/nothing/daily", 404, "UnknownGame"),
        ("/api/games/pig/best", 404, "UnknownGame"),
        (f"{DAY}?day=soon", 422, "BadRequest"),
        (f"{DAY}?day=2026-02-30", 422, "BadRequest"),
        (f"{DAY}?day=1999-01-01", 409, "NotNow"),
        (f"{DAY}?day=2999-01-01", 409, "NotNow"),
        (f"{DAY}?day={'9' * 30}", 422, "BadRequest"),
    ],
)
def test_days_that_are_none(ann: Guest, path: str, status: int, code: str) -> None:
    assert ann.ask("GET", path, status=status).code == code


def test_two_servers_promise_the_same(
    make_client: MakeClient, new_database: Callable[[str], str], clock: Any
) -> None:
    database = new_database("postgresql")
    guests = [Guest(make_client(database), name) for name in ("Ann", "Bob")]
    assert look(guests[0])["commitment"] == look(guests[1])["commitment"]
    assert look(guests[0])["coming"] == look(guests[1])["coming"]


def test_games_say_whether_they_have_a_day(client: TestClient) -> None:
    facts = {game["name"]: game["daily"] for game in client.get("/api/games").json()}
    assert facts["tower"] is True
    assert facts["cubulus"] is False


def test_the_coach_names_moves_chances_and_lines(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"), bot_workers=1)
    ann = Guest(client, "Ann")
    table = ann.make("tower", "me")
    page = ann.look(table, 0)
    found = ann.act(table, "coach", n=page["n"], seat=0)
    wire.CoachAnswer.model_validate(found)
    assert {move["move"] for move in found["moves"]} == {"keep", "again"}
    assert all(move["line"][0]["move"] == move["move"] for move in found["moves"])
    chances = [move["chance"] for move in found["moves"]]
    assert all(0 <= chance <= 1 for chance in chances)
    with ann.socket(table, "show=0") as line:
        answer = line.ask("coach", n=page["n"], seat=0)["answer"]
    assert answer["moves"][0]["move"] == found["moves"][0]["move"]
    hint = ann.act(table, "hint", n=page["n"], seat=0)
    first = found["moves"][0]
    assert [hint["move"], hint["chance"]] == [first["move"], first["chance"]]
    assert hint["says"] == first["line"][0]["says"]
    friends = ann.make("pig", "me open")
    Guest(client, "Bob").sit(friends)
    n = ann.look(friends)["n"]
    assert ann.act(friends, "coach", 409, n=n, seat=0).code == "NotNow"


def test_exports_keep_days_tries_and_scores(
    make_client: MakeClient, new_database: Callable[[str], str], tmp_path: Any, clock: Any
) -> None:
    from orrery.server.store import Store
    from orrery.server.transfer import export_games, import_games

    first, second = new_database("sqlite"), new_database("sqlite")
    client = make_client(first)
    ann = Guest(client, "Ann")
    table = start(ann)
    play(ann, table["id"])
    page = look(ann)
    make_client.stop(client)
    file = tmp_path / "all.jsonl"
    assert export_games(Store(first), file) == 1
    assert import_games(Store(second), file) == (1, 0)
    assert import_games(Store(second), file) == (0, 1)
    again = make_client(second)
    brought = again.get(DAY, headers=ann.headers).json()
    assert json.dumps(brought) == json.dumps(page)
    assert again.post(DAY, headers=ann.headers).json()["counted"] is False
