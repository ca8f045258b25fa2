"""Games, their words and their rulebooks."""

import functools
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from orrery.bots.levels import LEVELS
from orrery.core import registry
from orrery.core.game import Game
from orrery.core.options import Preset
from orrery.core.words import LANGUAGES, common
from orrery.server import wire
from orrery.server.windows import windows_of

from . import ERRORS

router = APIRouter(prefix="/api", tags=["games"], responses=ERRORS)
Lang = Literal["en", "ru", "fr"]
GameName = Annotated[str, Path(min_length=1, max_length=64)]
AskedLang = Annotated[Lang, Query(description="The language of titles and texts.")]


@router.get("/games")
async def list_games(lang: AskedLang = "en") -> list[wire.GameFacts]:
    """All games that can be played here."""
    return [_facts_of(game.name, lang) for game in registry.all_games()]


@router.get("/games/{game}")
async def show_game(game: GameName, lang: AskedLang = "en") -> wire.GameFacts:
    """One game: its options as JSON Schema, and what it is about."""
    return _facts_of(registry.find(game).name, lang)


@router.get("/games/{game}/rules")
async def show_rules(game: GameName, lang: AskedLang = "en") -> wire.Rules:
    """The rulebook of a game, every rule with its id."""
    found = registry.find(game)
    chapters = found.rulebook.as_json(found.words, lang)
    return wire.Rules.model_validate({"game": game, "lang": lang, "chapters": chapters})


@router.get("/games/{game}/words/{lang}")
async def show_game_words(game: GameName, lang: Lang) -> wire.WordList:
    """The words of a game; what a language lacks is there in English."""
    tables = registry.find(game).words.tables
    words = {**tables.get("en", {}), **tables.get(lang, {})}
    return wire.WordList(lang=lang, words=words)


@router.get("/words/{lang}")
async def show_words(lang: Lang) -> wire.WordList:
    """The words that belong to no game."""
    tables = common().tables
    return wire.WordList(lang=lang, words={**tables.get("en", {}), **tables.get(lang, {})})


def _preset(game: Game, preset: Preset, lang: str) -> wire.PresetFacts:
    texts = {
        key: game.words.say(lang, f"preset.{preset.name}.{key}")
        for key in ("label", "about", "length")
    }
    options = dict(preset.options)
    return wire.PresetFacts(name=preset.name, options=options, level=preset.level, **texts)


@functools.lru_cache(256)
def _facts_of(name: str, lang: str) -> wire.GameFacts:
    return _facts(registry.find(name), lang)


def _facts(game: Game, lang: str) -> wire.GameFacts:
    return wire.GameFacts(
        name=game.name,
        ruleset=game.version,
        title=game.words.say(lang, "name"),
        about=game.words.say(lang, "pitch"),
        credit=str(game.words.find(lang, "credit.line") or ""),
        languages=[one for one in LANGUAGES if one in game.words.tables],
        options=game.option_schema(),
        presets=[_preset(game, preset, lang) for preset in game.presets],
        players=[int(value) for value in game.options[0].samples()],
        has_chance=game.has_chance,
        has_hidden=game.has_hidden,
        levels=len(LEVELS),
        windows=windows_of(game).kinds,
        defaults=bool(windows_of(game).states),
        daily=game.for_one,
    )
