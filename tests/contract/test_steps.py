"""Steps and views are what their games declare: names, kinds, and the shapes in the document."""

from typing import Annotated, Any

import jsonschema_rs
import pytest

from orrery.core import registry
from orrery.core.contract import EVERYONE, listening, note
from orrery.core.dice import SeededDice
from orrery.core.game import Game
from orrery.core.kinds import From, Names, Seat, maybe, names_above, reader
from orrery.core.match import Match
from orrery.core.runner import story
from orrery.core.steps import Note, Steps, step, told_step
from orrery.server.shapes import shapes_of

Card = Annotated[str, Names(("ace", "king"))]
Column = Annotated[int, From(1)]


class Told(Steps):
    """A game's steps."""

    DEALT = step(seat=Seat, card=maybe(Card))
    MOVED = step(origin=Column, target=Column, far=bool, once=("shoved", "pushed"))
    SHOWN = step(seat=Seat, card=Card, reveals=True)
    ENDED = step()


def test_a_step_is_a_number_to_the_rules_and_has_names_for_whoever_reads() -> None:
    assert [int(kind) for kind in Told] == [0, 1, 2, 3]
    assert [kind.wire for kind in Told] == ["dealt", "moved", "shown", "ended"]
    assert [kind.reveals for kind in Told] == [False, False, True, False]
    with listening() as notes:
        note(Told.MOVED, 0, 2, 1)
        note(Told.DEALT, 1, 0)
        note(Told.DEALT, 1, -1)
    assert [one.as_json() for one in notes] == [
        {"step": "moved", "origin": 1, "target": 3, "far": True},
        {"step": "dealt", "seat": 1, "card": "ace"},
        {"step": "dealt", "seat": 1, "card": None},
    ]
    assert notes[0].of("target") == 2


def test_what_is_kept_is_read_again_also_under_the_name_of_earlier_releases() -> None:
    told = Note(Told.MOVED, (0, 2, 1), EVERYONE)
    assert told.stored() == ["moved", 0, 2, 1, -1]
    assert told_step(Told, told.stored()) == told.as_json()
    assert told_step(Told, ["pushed", 0, 2, 1, -1]) == told.as_json()
    assert told_step(Told, ["ended", 0, 0, 0, -1]) == {"step": "ended"}  # the first kept three
    assert told_step(Told, ["dealt", 1, -1]) == {"step": "dealt", "seat": 1, "card": None}
    assert told_step(Told, ["unheard_of", 0, 0, 0, -1]) is None


def test_a_name_stands_for_each_number_that_there_is() -> None:
    assert reader(Card)(1) == "king"
    for wrong in (-1, 2):
        with pytest.raises(IndexError):
            reader(Card)(wrong)
    with pytest.raises(TypeError, match="no kind of number"):
        reader(str)


def test_constants_have_their_own_names() -> None:
    scope: dict[str, Any] = {"OTHER": 7, "FIRST": 0, "SECOND": 1, "some": 3, "_HIDDEN": 2}
    assert names_above(scope, 2) == ("first", "second")
    with pytest.raises(TypeError, match="SECOND are not 0 to 2"):
        names_above(scope, 3)


def document(game: Game) -> dict[str, Any]:
    """The shapes of a game, to check against."""
    return {"components": {"schemas": shapes_of([game])}}


def check(game: Game, shapes: dict[str, Any], part: str) -> jsonschema_rs.Draft202012Validator:
    """What checks a view or a step of a game."""
    where = f"#/components/schemas/Games/properties/{game.name}/properties/{part}"
    return jsonschema_rs.Draft202012Validator({"$ref": where, **shapes})


@pytest.mark.parametrize("name", registry.names())
def test_games_show_and_tell_what_they_declare(name: str) -> None:
    """Every seat's view, and every step, after each move of a random game of each kind."""
    game = registry.find(name)
    shapes = document(game)
    view, told = check(game, shapes, "view"), check(game, shapes, "step")
    seen = 0
    for seed, options in enumerate(({}, *game.test_options)):
        match = Match(game, options, dice=SeededDice(seed))
        rng = SeededDice(seed)
        for ply in range(60):
            if match.over:
                break
            legal = match.legal_codes()
            match.play(legal[rng.choose(ply, [1] * len(legal), "")])
            for seat in range(-1, match.seats):
                view.validate(match.view(seat))
            for one in range(max(0, match.ply - 2), match.ply):
                event = match.plies[one]
                for step_ in story(game, match.state_at(one), event.move):
                    told.validate(step_.as_json())
                    seen += 1
    assert seen > 10


def test_a_shape_says_what_may_be_there() -> None:
    shapes = shapes_of([registry.find("orion_duel")])
    stock = shapes["OrionDuelPlayer"]["properties"]["stock"]
    assert stock["required"] == [*"MDXLVT"]
    pushed = shapes_of([registry.find("cubulus")])["CubulusBallPushed"]
    assert pushed["properties"]["step"] == {"type": "string", "const": "ball_pushed"}
    assert pushed["required"] == ["step", "origin", "target", "colour"]
    assert pushed["properties"]["colour"] == {"type": "string", "enum": ["b", "w", "r"]}
    assert pushed["additionalProperties"] is False
