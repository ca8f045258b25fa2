"""What earlier releases wrote opens, replays, verifies and goes on, by the rules of its time."""

import gzip
import json
import random
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from orrery.core import registry
from orrery.core.errors import BadRecord
from orrery.core.record import Record
from orrery.core.steps import Steps, told_step
from orrery.core.words import LANGUAGES, Words, common
from orrery.server.shapes import shapes_of
from orrery.server.store import Store
from orrery.server.transfer import import_games

from .conftest import MakeClient
from .guests import Guest

FIRST = Path(__file__).parents[1] / "releases" / "first"
FACTS: dict[str, Any] = json.loads((FIRST / "facts.json").read_text("utf-8"))
RECORDS = sorted(path.name.partition(".")[0] for path in FIRST.glob("records/*"))
FURTHER = 24
"""So many more moves are made at a running table before its game is given up."""


def unpacked(name: str) -> bytes:
    return gzip.decompress((FIRST / f"{name}.gz").read_bytes())


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_verifies_to_the_byte_and_replays(name: str) -> None:
    text = unpacked(f"records/{name}.json").decode()
    record = Record.read(text, strict=True)
    game = registry.find(name)
    assert "The record holds" in record.verify(game)
    again = record.replay(game)
    assert again.ruleset == 1
    assert again.result is not None
    assert again.result.as_json() == record.body["result"]
    assert again.record([seat["name"] for seat in record.body["seats"]]).text() == text


class Returned(Guest):
    """Somebody who has had a token since then."""

    def __init__(self, client: Any, name: str) -> None:
        self.client, self.name = client, name
        self.headers = {"Authorization": f"Bearer {FACTS['tokens'][name]}"}


def go_on(guests: list[Returned], table: str, seat: int) -> None:
    """Play on at random, and give up in the end if the game goes on."""
    rng = random.Random(7)
    for _ in range(FURTHER):
        page = guests[seat].look(table, seat)
        move = rng.choice(page["now"]["legal"])
        told = guests[seat].act(table, "moves", n=page["n"], seat=seat, move=move)
        assert told is not None
        turn = guests[0].look(table)["now"]["turn"]
        if not isinstance(turn, int):
            return
        seat = turn
    guests[0].act(table, "resign", n=guests[0].look(table)["n"], seat=0)


def check_table(guests: list[Returned], fact: dict[str, Any]) -> None:
    """One table is as it was; it is played to its end, and its record holds."""
    ann, table = guests[0], fact["table"]
    page = ann.look(table)
    assert page["table"]["note"] is None
    assert page["table"]["ruleset"] == 1
    now = page["now"]
    assert (page["n"], now["turn"], now["result"]) == (fact["n"], fact["turn"], fact["result"])
    if not fact["over"]:
        seat = fact["turn"]
        assert guests[seat].look(table, seat)["now"]["legal"] == fact["legal"]
        go_on(guests, table, seat)
    assert ann.look(table)["table"]["status"] == "over"
    assert ann.ask("GET", f"/api/tables/{table}/dice")["holds"] is True
    record = Record.of_json(ann.ask("GET", f"/api/tables/{table}/record"))
    assert record.body["ruleset"] == 1
    assert "The record holds" in record.verify(registry.find(fact["game"]))
    assert ann.ask("GET", f"/api/tables/{table}/replay")


def test_a_store_opens_and_its_games_go_on(tmp_path: Path, make_client: MakeClient) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(unpacked("tables.db"))
    client = make_client(f"sqlite:///{path}")
    guests = [Returned(client, name) for name in ("Ann", "Bob")]
    for fact in FACTS["tables"]:
        check_table(guests, fact)


PLACES = re.compile(r"\{(\w+)\}")
NO_PLACES: dict[str, Any] = {}


def sentences(body: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All that an event is told with: keys and places, also those within places."""
    told = [body[name] for name in ("says", "unseen") if name in body]
    for key, places in told + [words for words, _ in body.get("also", ())]:
        yield key, places
        for value in places.values():
            if isinstance(value, str) and value.startswith("@"):
                yield value[1:], NO_PLACES


def holes(words: Words, key: str, places: Mapping[str, Any]) -> Iterator[str]:
    """Where a sentence of today has a place that was not filled when it was told."""
    for lang in LANGUAGES:
        text = words.tables[lang].get(key) or common().tables[lang].get(key)
        forms = text.values() if isinstance(text, Mapping) else [text]
        wanted = {place for form in forms if form for place in PLACES.findall(form)}
        if text is None or wanted - {*places}:
            yield f"{lang}: {key} {sorted(places)}: {text}"


def test_what_was_told_is_told_without_holes(tmp_path: Path) -> None:
    """A key keeps its places for good: a sentence that needs others is one of another name."""
    plies = stored_plies(tmp_path)
    assert len(plies) > 500
    wrong = {
        hole
        for name, body in plies
        for key, places in sentences(body)
        for hole in holes(registry.find(name).words, key, places)
    }
    assert wrong == set()


def test_an_export_is_brought_in_and_its_games_go_on(
    database: str, tmp_path: Path, make_client: MakeClient
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(unpacked("games.jsonl"))
    store = Store(database)
    count = len(FACTS["tables"])
    assert import_games(store, path) == (count, 0)
    assert import_games(store, path) == (0, count)
    store.close()
    client = make_client(database)
    guests = [Returned(client, name) for name in ("Ann", "Bob")]
    for fact in FACTS["tables"]:
        if not fact["over"]:
            check_table(guests, fact)


def test_a_rematch_is_played_by_the_newest_rules(tmp_path: Path, make_client: MakeClient) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(unpacked("tables.db"))
    client = make_client(f"sqlite:///{path}")
    ann = Returned(client, "Ann")
    ended = {fact["game"]: fact["table"] for fact in FACTS["tables"] if fact["over"]}
    for name, table in ended.items():
        again = ann.act(table, "rematch")["id"]
        assert ann.look(again)["table"]["ruleset"] == registry.find(name).version


def test_a_record_of_rules_to_come_is_refused() -> None:
    body = json.loads(unpacked("records/cubulus.json"))
    with pytest.raises(BadRecord, match="ruleset 99 of cubulus is not here"):
        Record.of_json({**body, "ruleset": 99}).replay(registry.find("cubulus"))


def stored_plies(tmp_path: Path) -> list[tuple[str, dict[str, Any]]]:
    """Every ply that the first release stored, with the name of its game."""
    path = tmp_path / "tables.db"
    path.write_bytes(unpacked("tables.db"))
    query = "SELECT game, body FROM events JOIN games ON games.id = game_id WHERE kind = 'ply'"
    with closing(sqlite3.connect(path)) as connection:
        return [(name, json.loads(body)) for name, body in connection.execute(query)]


def test_every_step_that_was_stored_is_told_by_its_fields(tmp_path: Path) -> None:
    """A step that has another name now says in its declaration what it was called once."""
    steps = {(name, tuple(step)) for name, body in stored_plies(tmp_path) for step in body["steps"]}
    assert len(steps) > 500
    assert len({(name, step[0]) for name, step in steps}) > 60
    lost = {(name, step[0]) for name, step in steps if not told_step(kinds(name), step)}
    assert lost == set(), "renamed? then `once=` tells what it was called"
    shapes = shapes_of(registry.own_games())
    for name in {name for name, _ in steps}:
        where = f"#/components/schemas/Games/properties/{name}/properties/step"
        check = Draft202012Validator({"$ref": where, "components": {"schemas": shapes}})
        for of, step in steps:
            if of == name:
                check.validate(told_step(kinds(name), step))


def kinds(name: str) -> type[Steps]:
    """The steps of a game as they are declared now."""
    return registry.find(name).steps


def test_a_table_of_the_first_release_is_shown_with_named_fields(
    tmp_path: Path, make_client: MakeClient
) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(unpacked("tables.db"))
    client = make_client(f"sqlite:///{path}")
    ann = Returned(client, "Ann")
    fact = next(fact for fact in FACTS["tables"] if fact["game"] == "cubulus")
    told = [step for event in ann.look(fact["table"])["events"] for step in event.get("steps", [])]
    assert {"ball_in", "ball_pushed"} <= {step["step"] for step in told}
    pushed = next(step for step in told if step["step"] == "ball_pushed")
    assert sorted(pushed) == ["colour", "origin", "step", "target"]
    assert pushed["colour"] in ("b", "w", "r")
