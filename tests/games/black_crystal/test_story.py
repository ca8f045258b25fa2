"""What the log tells: every move with what came of it, in three languages."""

import re
from collections import Counter

import pytest

from orrery.core import runner
from orrery.core.contract import EVERYONE
from orrery.core.dice import SeededDice
from orrery.core.match import Match
from orrery.core.steps import Note
from orrery.core.words import LANGUAGES
from orrery.games.black_crystal.aftermath import step_words
from orrery.games.black_crystal.game import GAME
from orrery.games.black_crystal.state import HOME, NOWHERE
from orrery.games.black_crystal.steps import Step
from orrery.games.black_crystal.texts import TEXTS

from .scene import Scene

NEVER_NOWHERE = dict.fromkeys(("card_dropped", "crystal_passed", "crystal_smashed"), ())
END = TEXTS.index("end")


def said(scene: Scene, move: str, language: str = "en") -> list[str]:
    """Play a move; the sentences about what came of it."""
    before, code = scene.state.copy(), TEXTS.index(move)
    scene.play(move)
    told = runner.step_words(GAME, before, code)
    return [GAME.words.say(language, key, **places) for (key, places), _ in told]


def in_a_fight(monster: str) -> Scene:
    """Red three cells from home on a Boom tile, before the roll."""
    scene = Scene().tiles((4, 0), (4, 1)).dwarf(0, (4, 1))
    return scene.play("dig", "tile=boom.cross", "lay S r0", f"boom={monster}")


def test_a_lost_fight_is_told_to_its_end() -> None:
    scene = in_a_fight("B13")
    assert said(scene, "roll=1") == [
        "Red loses against: Weaver Spider.",
        "Red has to skip 1 turn.",
        "A Boom token is left on 4,2.",
        "Red flees: 4,2 → 4,1.",
    ]


def test_a_won_fight_is_told() -> None:
    assert said(in_a_fight("B13"), "roll=6") == ["Red wins against: Weaver Spider."]


def test_that_the_strongest_spare_a_first_dig_is_told() -> None:
    scene = Scene().play("dig", "tile=boom.cross")
    (told,) = said(scene, "boom=B31")
    assert "Stone Golem" in told
    assert told.startswith("On a dwarf’s very first dig")


def test_a_tile_that_fits_in_one_way_is_told_where() -> None:
    scene = Scene().play("dig")
    assert said(scene, "tile=plain.cross") == ["It is laid on 4,0."]


def test_what_the_move_has_said_is_not_said_again() -> None:
    scene = Scene().tiles((4, 0), (4, 1), (4, 2)).dwarf(0, (4, 1))
    assert said(scene, "walk S") == []
    scene = Scene().tiles((4, 0), (4, 1), (4, 2)).dwarf(0, (4, 1))
    assert said(scene, "rubble S exp") == ["Explosives of Red: 1 (−1)."]


def test_what_others_do_in_the_same_move_is_said() -> None:
    s = Scene().tiles((4, 0), (4, 1)).dwarf(0, (4, 1)).s
    north = TEXTS.index("walk N")
    here, above = 9 + 4, 4
    steps = [
        Note(Step.WALKED, (0, here, above), EVERYONE),  # as the move says
        Note(Step.WALKED, (1, HOME, 76), EVERYONE),
        Note(Step.WALKED, (0, above, here), EVERYONE),
    ]
    told = step_words(s, north, steps)
    said = [words and GAME.words.say("en", words[0], **words[1]) for words in told]
    assert said == [None, "Blue walks: Entrance → 4,8.", "Red walks: 4,0 → 4,1."]
    assert step_words(s, north, steps[1:])[0] is not None


def test_whose_fight_it_is() -> None:
    scene = Scene().tiles((4, 0), (4, 1)).dwarf(0, (4, 1)).hand(0, "F10")
    scene.play("dig", "tile=boom.cross", "lay S r0", "boom=B13")
    assert GAME.prompt(scene.s) == "state.preroll_own"
    scene = Scene().tiles((4, 0), (4, 1)).tile((4, 2), "boom.cross").boom((4, 2))
    scene.dwarf(0, (4, 0)).dwarf(1, (4, 1)).hand(0, "F18", "F10")
    scene.play("play F18", "boom=B10")  # Blue is kicked onto a token
    assert (scene.asked, GAME.prompt(scene.s)) == (0, "state.preroll")


def test_the_attacked_is_asked_as_the_one_attacked() -> None:
    scene = Scene().tiles((4, 0), (4, 1)).dwarf(0, (4, 0)).dwarf(1, (4, 1)).hand(1, "F05")
    scene.play("walk S")
    assert (scene.asked, GAME.prompt(scene.s)) == (1, "state.preroll_mine")


def test_it_is_said_why_a_card_must_go() -> None:
    scene = Scene().tiles((4, 0), (4, 1)).dwarf(0, (4, 1)).hand(0, "F01", "F02")
    scene.play("dig", "tile=boom.cross", "lay S r0", "boom=B24", "roll=1")
    assert GAME.prompt(scene.s) == "state.drop_lost"
    scene = Scene().tiles((4, 0), (4, 1)).dwarf(0, (4, 1)).hand(0, "F01", "F02")
    scene.play("dig", "tile=boom.cross", "lay S r0", "boom=B03", "odd", "roll=4")
    assert GAME.prompt(scene.s) == "state.drop_missed"
    seven = ("F01", "F02", "F03", "F05", "F06", "F07", "F08")
    scene = Scene().tiles((4, 0), (4, 1), (4, 2)).dwarf(0, (4, 1)).hand(0, *seven)
    scene.play("walk S", "end")
    assert GAME.prompt(scene.s) == "state.drop_limit"


def test_everybody_is_warned_of_a_dwarf_about_to_leave() -> None:
    scene = Scene().tiles((4, 0), (4, 1), (4, 2), (4, 3), (4, 4))
    scene.tile((4, 5), "exit.cross").dwarf(0, (4, 1)).crystal(0)
    assert [key for key, _ in GAME.status(scene.s)] == ["status.turn"]  # four steps away
    scene.dwarf(0, (4, 2))
    (_, (key, places)) = GAME.status(scene.s)
    told = GAME.words.say("en", key, **places)
    assert told == "Red carries a Crystal, 3 steps from the Exit!"
    scene.s["crystal"][0] = 0
    assert len(GAME.status(scene.s)) == 1


def test_where_rubble_falls_is_a_place_and_no_direction() -> None:
    scene = Scene().tiles((4, 0), (4, 1), (4, 2)).dwarf(0, (4, 1))
    key, places = GAME.notation.move_words(scene.s, TEXTS.index("rubble S exp"))
    told = {lang: GAME.words.say(lang, key, **places) for lang in LANGUAGES}
    assert "к югу" in told["ru"]
    assert "au sud" in told["fr"]
    assert "to the south" in told["en"]


def test_who_rolls_and_what_for() -> None:
    scene = in_a_fight("B13")
    key, places = GAME.notation.move_words(scene.s, TEXTS.index("roll=4"))
    assert GAME.words.say("en", key, **places) == "Red rolls 4 in the fight."
    for mod, told in ((2, "4 + 2 = 6"), (-2, "4 − 2 = 2")):
        scene.s["mod"][0] = mod
        key, places = GAME.notation.move_words(scene.s, TEXTS.index("roll=4"))
        assert GAME.words.say("en", key, **places) == f"Red rolls {told} in the fight."
    caller = Scene().tile((4, 0), "find.cross").dwarf(0, "home").play("walk S", "odd")
    for roll, right in (("roll=3", "right"), ("roll=4", "wrong")):
        key, places = GAME.notation.move_words(caller.s, TEXTS.index(roll))
        assert GAME.words.say("en", key, **places).endswith(f"Red has called it {right}.")


def test_a_theft_is_rolled_for_by_the_thief() -> None:
    scene = Scene(skills=("merchant", "thief"), active=1).dwarf(0, "home").dwarf(1, "home")
    scene.hand(0, "F01").play("steal 0")
    key, places = GAME.notation.move_words(scene.s, TEXTS.index("roll=4"))
    assert GAME.words.say("en", key, **places).startswith("Blue rolls 4")


def test_the_end_is_told() -> None:
    scene = Scene().tiles((4, 4)).tile((4, 5), "exit.cross").dwarf(0, (4, 4)).crystal(0, 1)
    assert said(scene, "walk S") == ["Red leaves the mine with a Black Crystal and wins!"]
    scene = Scene(turn_limit=50).tiles((4, 4), (4, 5)).dwarf(0, (4, 4))
    scene.s["turns"] = 49
    scene.play("walk S")
    assert said(scene, "end")[-1] == "The turn limit is reached."


def test_turns_that_are_all_alike_are_told_once() -> None:
    scene = Scene()
    notes = [Note(Step.TRAPPED, (seat, 1), EVERYONE) for _ in range(99) for seat in (0, 1)]
    told = runner.step_words(GAME, scene.state, TEXTS.index("end"), notes)
    said = [GAME.words.say("en", key, **places) for (key, places), _ in told]
    assert said == ["Red is trapped.", "Blue is trapped."]


def test_whoever_may_roll_again_is_told_what_was_rolled() -> None:
    scene = Scene().tile((4, 0), "find.cross").dwarf(0, "home").hand(0, "F11")
    scene.play("walk S", "odd", "roll=4")
    key, places = GAME.status(scene.s)[-1]
    assert GAME.words.say("en", key, **places) == "Called: odd. The die shows 4: wrong."


def test_the_fight_beside_the_board_says_who_stands_and_how_strong() -> None:
    (_, (key, places)) = GAME.status(in_a_fight("B13").s)
    assert GAME.words.say("en", key, **places) == "Red (?) against Weaver Spider (3)"
    scene = Scene(skills=("gardener", "merchant")).tiles((4, 0), (4, 1)).dwarf(0, (4, 1))
    scene.play("dig", "tile=boom.cross", "lay S r0", "boom=B25", "summon")
    (_, (key, places)) = GAME.status(scene.s)
    told = GAME.words.say("en", key, **places)
    assert told in (
        "Creepy Dandelions (4) against Horned Bruiser (5)",
        "Red (?) against Horned Bruiser (5)",  # the ally is beaten, and there was nothing to ask
    )


def test_the_prompt_knows_what_is_left_to_do() -> None:
    scene = Scene().tiles((4, 0), (4, 1), (4, 2)).dwarf(0, (4, 1))
    assert GAME.prompt(scene.s) == "state.act_plain"  # no card is spoken of where there is none
    assert GAME.prompt(scene.hand(0, "F01").s) == "state.act"
    assert GAME.prompt(scene.play("walk S").s) == "state.acted"
    plain = ("shaman", "merchant")
    scene = Scene(skills=plain).tile((4, 0), "find.dead_end").dwarf(0, (4, 0))
    assert GAME.prompt(scene.s) == "state.act_walk"
    assert GAME.prompt(scene.explosives(0, 0).s) == "state.act_walk_plain"
    assert GAME.prompt(Scene().s) == "state.act_dig"
    assert GAME.prompt(Scene(skills=plain).explosives(0, 0).s) == "state.act_dig_plain"
    for skill in ("engineer", "iron_head"):
        able = Scene(skills=(skill, "merchant")).tile((4, 0), "find.dead_end").dwarf(0, (4, 0))
        assert GAME.prompt(able.explosives(0, 0).s) == "state.act_walk"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", Step)
def test_every_step_is_told_in_words_or_goes_without(step: Step, language: str) -> None:
    s = Scene(4).s
    others = {"fight_won": ((NOWHERE, 3),), "fight_lost": ((NOWHERE, 3),), **NEVER_NOWHERE}
    for b, c in ((1, 2), *others.get(step.wire, ((-1, 1), (HOME, HOME)))):
        (told,) = step_words(s, END, [Note(step, (0, b, c)[: len(step.fields.kinds)], EVERYONE)])
        if told is None:
            continue
        key, places = told
        text = GAME.words.say(language, key, **places)
        assert text != key
        assert re.search(r"[{}@]|\w\.\w+\.", text) is None, text


@pytest.mark.parametrize("seed", range(4))
def test_a_log_tells_nobody_what_is_not_theirs(seed: int) -> None:
    """Over whole games: what is told of steps is made of public things, or not told to others."""
    match = Match(GAME, {"players": 3, "turn_limit": 60}, dice=SeededDice(seed))
    told: Counter[str] = Counter()
    while not match.over:
        legal = match.legal()
        match.play("dig" if "dig" in legal else legal[len(match.plies) % len(legal)])
        ply = len(match.plies) - 1
        event = match.plies[ply]
        steps = runner.step_words(GAME, match.state_at(ply), event.move)
        told.update(key for (key, _), _ in steps)
        for (_, places), audience in steps:
            if audience == EVERYONE and event.audience != EVERYONE:
                hidden = event.text.partition("=")[2]
                assert f"@find.{hidden}" not in places.values()
                assert f"@boom.{hidden}" not in places.values()
        masked = match.sentences(ply, seat=-1)
        assert len(masked) == 1 + sum(audience == EVERYONE for _, audience in steps)
    assert told.total() > 30
