"""Every page: nothing serious for axe, all words there, small, and open to any game."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orrery.core import registry
from orrery.core.words import LANGUAGES, common
from orrery.server.app import PAGES

from .browsing import Visit, play_by_request, uncover

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOCALES = {"en": "en-US", "ru": "ru-RU", "fr": "fr-FR"}
SOURCES = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")]


def serious(page: Any) -> list[str]:
    """What axe finds that would keep somebody out."""
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0].get('failureSummary', '')}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


GAMES = [name for name in registry.names() if "tiny" not in str(registry.find(name).folder)]
FIRST = [f"{name}-" for name in GAMES]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_keeps_anybody_out(visit: Callable[..., Visit], lang: str, theme: str) -> None:
    window = visit(color_scheme=theme, locale=LOCALES[lang], bypass_csp=True)
    page = window.go("/")
    page.wait_for_selector("article svg")
    assert page.locator("html").get_attribute("lang") == lang
    assert serious(page) == []
    window.go("/nowhere")
    assert serious(page) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "theme"), [("en", "dark"), ("ru", "light"), ("fr", "light")])
def test_nothing_keeps_anybody_from_a_game(
    visit: Callable[..., Visit], game: str, lang: str, theme: str
) -> None:
    motion = "no-preference" if lang == "en" else "reduce"  # boards that never rest take their time
    window = visit(color_scheme=theme, locale=LOCALES[lang], bypass_csp=True, reduced_motion=motion)
    page = window.page
    for path in (f"/play/{game}", f"/rules/{game}"):
        window.go(path)
        assert serious(page) == [], path
    for plies in (0, 12, 40) if lang == "en" else (40,):
        table = play_by_request(window, game, plies)
        window.go(table)
        page.wait_for_selector(".board")
        page.wait_for_timeout(300)
        assert serious(page) == [], (table, plies)
        if uncover(page):
            assert serious(page) == [], (table, plies, "uncovered")
    for name in ("chat", "book", "more", "list"):
        page.locator(f".actions .button:has([data-icon={name}])").click()
        page.wait_for_selector(".side")
        assert serious(page) == [], name
    for path in (f"{table}/dice", f"{table}/replay"):
        if lang != "fr":  # two languages and both themes have seen all of it
            window.go(path)
            page.wait_for_selector("h1")
            assert serious(page) == [], path


def test_the_first_load_is_small() -> None:
    """Everything that the home page loads, compressed: also the faces of all games."""
    index = (PAGES / "index.html").read_text("utf-8")
    first = re.findall(r'(?:src|href)="/(assets/[^"]+)"', index)
    files = {PAGES / name for name in first}
    known = ("settings", "index", "sound", "words", *FIRST)
    files |= {path for path in PAGES.glob("assets/*") if path.name.startswith(known)}
    fonts = {p for p in PAGES.glob("assets/*latin-*woff2") if "ext" not in p.name}
    size = len(gzip.compress(index.encode()))
    size += sum(len(gzip.compress(path.read_bytes())) for path in files | fonts)
    assert size < 300_000
    assert all("cube-" not in path.name for path in files)


def keys_in(text: str) -> set[str]:
    return set(re.findall(r'say\(\s*"((?:web|play|seat|prompt)[\w.]*)"', text))


def test_every_word_on_a_page_is_in_every_language() -> None:
    used = set().union(*(keys_in(path.read_text("utf-8")) for path in SOURCES))
    assert len(used) > 80
    for lang in LANGUAGES:
        table = common().tables[lang]
        own = {key for name in registry.names() for key in registry.find(name).words.tables[lang]}
        assert sorted(key for key in used if key not in table and key not in own) == []


def test_no_words_are_written_into_the_pages() -> None:
    """Text between tags comes from the words, but for names and signs."""
    allowed = {"Orrery", "orrery", "verify"}
    offenders = []
    for path in SOURCES:
        if path.suffix != ".svelte":
            continue
        markup = re.sub(r"<(script|style)[\s\S]*?</\1>", "", path.read_text("utf-8"))
        markup = re.sub(r"<!--[\s\S]*?-->", "", markup)
        depth, plain = 0, []
        for sign in markup:
            depth += sign == "{"
            if depth == 0:
                plain.append(sign)
            depth -= sign == "}"
        for text in re.findall(r">([^<>]*)<", "".join(plain)):
            if "недоступен" not in text:  # said in all languages, when there are no words yet
                found = set(re.findall(r"[^\W\d_]{3,}", text)) - allowed
                offenders += [(path.name, word) for word in found]
    assert offenders == []


def test_only_its_own_folder_names_a_game() -> None:
    server = list((ROOT / "src" / "orrery" / "server").rglob("*.py"))
    made = "schema.d.ts"  # of what the games themselves declare
    web = [p for p in SOURCES if p.parent.parent.name != "games" and p.name != made]
    for path in (*server, *web):
        text = path.read_text("utf-8").casefold()
        for game in GAMES:
            assert game not in text, (path.name, game)


def test_the_web_imports_no_rules() -> None:
    for path in SOURCES:
        for imported in re.findall(r'from "([^"]+)"', path.read_text("utf-8")):
            assert imported.startswith((".", "svelte", "three", "qrcode-generator", "@fontsource"))
            assert "orrery" not in imported
