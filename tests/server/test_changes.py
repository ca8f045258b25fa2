"""A page is sent what has changed, and knows as much as whoever is sent everything."""

import random
from typing import Any

import pytest

from orrery.server.app import openapi
from orrery.server.changes import changed, in_whole, parts_of
from orrery.server.encoding import to_json

from .guests import Guest, Line


def test_only_fields_that_are_not_as_they_were_are_told() -> None:
    before, after = parts_of({"a": 1, "b": [1, 2], "c": None}), parts_of({"a": 1, "b": [2], "c": 0})
    assert in_whole(changed(before, after)) == to_json({"b": [2], "c": 0})
    assert changed(after, after) == {}
    assert in_whole({}) == b"{}"
    assert changed(before, parts_of({"a": 1})) == parts_of({"a": 1})  # what is gone cannot be told


def test_of_a_long_list_the_entries_are_told_that_are_new() -> None:
    before, after = parts_of({"a": [*range(100, 120)]}), parts_of({"a": [7, *range(101, 119), 8]})
    assert in_whole(changed(before, after)) == to_json({"a": {"0": 7, "19": 8}})
    other = parts_of({"a": [*range(200, 220)]})
    assert changed(before, other) == other  # most of them are
    assert changed(before, parts_of({"a": [1] * 21})) == parts_of({"a": [1] * 21})


def merged(view: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """A view with what has changed of it."""
    whole = dict(view)
    for key, value in new.items():
        if isinstance(whole[key], list) and isinstance(value, dict):
            value = [value.get(str(k), entry) for k, entry in enumerate(whole[key])]
        whole[key] = value
    return whole


def follow(known: dict[str, Any], frame: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """How things stand for somebody who is sent what has changed, and the views on the way."""
    latest, views = known["view"], []
    for event in frame["events"]:
        if "view" in event or "changed" in event:
            latest = event.get("view") or merged(latest, event["changed"])
            views.append(latest)
    if "changed" not in frame:
        return frame["now"], views
    new = frame["changed"]
    return {**known, **new, "view": merged(latest, new.get("view", {}))}, views


GAMES = ("cubulus", "warp6", "orion_duel", "black_crystal", "high_card", "pig")


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_sent_changes_knows_what_the_others_know(ann: Guest, game: str) -> None:
    table = ann.make(game, "me me")
    rng, told = random.Random(3), 0
    with (
        ann.socket(table, "show=0") as whole,
        ann.socket(table, "show=0&changes=1") as brief,
    ):
        known = brief.first["now"]
        assert all("chain" not in event for event in brief.first["events"])
        for _ in range(40):
            turn = ann.look(table)["now"]["turn"]
            if not isinstance(turn, int):
                break
            page = ann.look(table, turn)
            if rng.random() < 0.15 and page["now"]["undo"] == "free":
                ann.act(table, "undo", n=page["n"], seat=turn)
            else:
                ann.play(table, turn, rng.choice(page["now"]["legal"]))
            told += "changed" in check_step(whole, brief, known)
    assert told > 8 or game in ("high_card", "pig")  # these may end soon


def check_step(whole: Line, brief: Line, known: dict[str, Any]) -> dict[str, Any]:
    """Both hear of a move; the second is sent less, and knows the same."""
    everything, less = whole.hear("events"), brief.hear("events")
    now, views = follow(known, less)
    assert now == everything["now"]
    assert views == [event["view"] for event in everything["events"] if "view" in event]
    for one, other in zip(everything["events"], less["events"], strict=True):
        proved = {key: one[key] for key in one.keys() - {"chain", "salt", "leaf", "view"}}
        assert {key: other[key] for key in other.keys() - {"changed", "view"}} == proved
    assert len(to_json(less)) < len(to_json(everything))
    known.clear()
    known.update(now)
    return dict(less)


def test_a_page_of_another_release_is_told_to_reload(ann: Guest) -> None:
    table = ann.make("cubulus", "me me")
    edition = openapi()["info"]["version"]
    with ann.socket(table, f"brief=1&changes=1&edition={edition}") as line:
        assert line.first["is"] == "table"
    with ann.socket(table, "brief=1&changes=1&edition=0123456789ab") as line:
        assert line.first["error"]["code"] == "OldPage"
        assert "reload" in line.first["error"]["message"]


def test_a_page_of_the_first_release_is_told_too_and_a_program_is_not(ann: Guest) -> None:
    table = ann.make("cubulus", "me me")
    with ann.socket(table, "brief=1") as line:
        assert line.first["is"] == "table"
    ann.headers["Origin"] = "http://testserver"
    with ann.socket(table, "brief=1") as line:
        assert line.first["error"]["code"] == "OldPage"
    with ann.socket(table) as line:
        assert line.first["is"] == "table"
