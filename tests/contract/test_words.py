"""Words: every language says everything, plurals follow the language, nothing is left over."""

import random
import re
import string
from pathlib import Path

import pytest

import orrery
from orrery.core import registry
from orrery.core.dice import SeededDice
from orrery.core.errors import BadOption
from orrery.core.match import Match
from orrery.core.words import COMMON, LANGUAGES, Words, check_language, common, plural_form

FOLDERS = {"common": COMMON, **{n: registry.find(n).folder / "words" for n in registry.names()}}
SOURCES = Path(orrery.__file__).parent
OWN = [n for n in registry.names() if registry.find(n).folder.is_relative_to(SOURCES)]


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=list(FOLDERS))
def test_all_languages_have_the_same_keys_and_places(folder: Path) -> None:
    tables = Words(folder).tables
    assert set(tables) == set(LANGUAGES)
    for language in LANGUAGES:
        assert set(tables[language]) == set(tables["en"]), language
        for key, text in tables[language].items():
            assert places(text) == places(tables["en"][key]), (language, key)


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=list(FOLDERS))
def test_a_hint_is_for_a_move_and_knows_no_more_than_it(folder: Path) -> None:
    """`hint.x` advises the move that `move.x` tells: a sentence that no move has is never said."""
    table = Words(folder).tables["en"]
    for key in [key for key in table if key.startswith("hint.")]:
        move = key.replace("hint.", "move.")
        assert move in table, key
        assert places(table[key]) <= places(table[move]), key


@pytest.mark.parametrize("name", OWN)
def test_whatever_can_be_advised_is_advised_in_a_sentence_of_its_own(name: str) -> None:
    """A hint that borrows the words of a move speaks of the player as of somebody else."""
    game = registry.find(name)
    there = game.words.tables["en"]
    lacking = set()
    for ruleset in game.rulesets:
        for seed in range(3):
            match = Match(game, game.read_options({}), ruleset=ruleset, dice=SeededDice(seed))
            rng = random.Random(seed)
            while not match.over and len(match.plies) < 1500:
                codes = match.legal_codes()
                told = {game.notation.move_words(match.state[0], code)[0] for code in codes}
                lacking |= {key for key in told if f"hint.{key.removeprefix('move.')}" not in there}
                match.play(rng.choice(codes))
    assert lacking == set()


def places(text: object) -> set[str]:
    forms = text.values() if isinstance(text, dict) else [str(text)]
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=list(FOLDERS))
def test_russian_is_cyrillic_and_french_is_spaced(folder: Path) -> None:
    tables = Words(folder).tables
    name = re.escape(str(tables["en"].get("name", "Orrery")))  # a game's name stays as it is
    for key, text in tables["ru"].items():
        plain = re.sub(rf"\{{\w+\}}|{name}|Enter", "", str(text))
        assert re.search("[а-яё]", plain.lower()) or not re.search("[a-z]", plain.lower()), key
    for key, text in tables["fr"].items():
        forms = text.values() if isinstance(text, dict) else [str(text)]
        unspaced = "[^\u202f\u00a0(][;!?»](?!\\w)|[^\u00a0]:\\s|«[^\u00a0\u202f]"
        assert not any(re.search(unspaced, form) for form in forms), key


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {0: "other", 1: "one", 2: "other", 21: "other"}),
        ("fr", {0: "one", 1: "one", 2: "other", 21: "other"}),
        (
            "ru",
            {
                0: "many",
                1: "one",
                2: "few",
                5: "many",
                11: "many",
                12: "many",
                21: "one",
                22: "few",
            },
        ),
    ],
)
def test_plural_forms(language: str, forms: dict[int, str]) -> None:
    assert {n: plural_form(language, n) for n in forms} == forms


def test_plurals_are_said() -> None:
    assert common().say("ru", "plural.moves", n=1) == "1 возможный ход"
    assert common().say("ru", "plural.moves", n=3) == "3 возможных хода"
    assert common().say("ru", "plural.moves", n=11) == "11 возможных ходов"
    assert common().say("fr", "plural.moves", n=0) == "0 coup possible"


def test_a_place_may_be_a_word_itself() -> None:
    words = registry.find("cubulus").words
    said = words.say("en", "move.insert", colour="@colour.b", facelet="L5")
    assert said == "black pushes a ball in at L5."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ann plays Who's There?"),
        ("ru", "Ann играет карту «Кто здесь?»."),
    ],
)
def test_a_name_may_end_a_sentence_itself(language: str, said: str) -> None:
    words = Words(FOLDERS["black_crystal"])
    assert words.say(language, "move.play", who="Ann", card="@find.F31") == said


def test_unknown_languages_are_refused() -> None:
    with pytest.raises(BadOption, match="there are en, ru, fr"):
        check_language("de")


def test_no_human_words_in_the_code_of_games() -> None:
    """Sentences of games live in words files; errors of notation, in English, are the exception."""
    for name in registry.names():
        for path in registry.find(name).folder.rglob("*.py"):
            source = path.read_text("utf-8")
            assert not re.search("[а-яА-ЯёЁ]", source), path
