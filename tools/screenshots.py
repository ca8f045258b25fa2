"""Pictures of every page, wide and as on a phone, in both themes: to be looked at.

`python tools/screenshots.py [GAME ...]`: the pages of these games, or of all that have a face.
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright
from tests.server.serving import Server
from tests.web.browsing import FLAGS, Visit, play_by_request, uncover

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "screenshots"
FACES = sorted(path.parent.name for path in (ROOT / "web/src/games").glob("*/index.ts"))
WINDOWS = {"wide": (1440, 900), "phone": (360, 740)}
LANGUAGES = {"dark": "en-US", "light": "ru-RU"}
MOMENTS = (0, 6, 20, 60)


def common_pages(window: Visit, name: str) -> None:
    """The pages that belong to no game."""
    for path, page in (("/", "home"), ("/nowhere", "unknown")):
        window.go(path)
        time.sleep(1)
        window.page.screenshot(path=TARGET / f"{page}-{name}.png", full_page=True)


def pages_of(window: Visit, game: str, name: str) -> None:
    """Set-up, the table at several moments, its dice and replay, and the rules."""
    table = ""
    for path, page in ((f"/play/{game}", "setup"), (f"/rules/{game}", "rules")):
        window.go(path)
        time.sleep(0.6)
        window.page.screenshot(path=TARGET / f"{game}-{page}-{name}.png", full_page=True)
    for plies in MOMENTS:
        table = play_by_request(window, game, plies)
        window.go(table)
        time.sleep(1.5)
        if uncover(window.page):
            time.sleep(1)
        window.page.screenshot(path=TARGET / f"{game}-table{plies}-{name}.png", full_page=True)
    for page in ("dice", "replay"):
        window.go(f"{table}/{page}")
        time.sleep(1)
        window.page.screenshot(path=TARGET / f"{game}-{page}-{name}.png", full_page=True)


def main() -> None:
    """Take them all."""
    TARGET.mkdir(exist_ok=True)
    with Server(f"{tempfile.mkdtemp()}/shots.db") as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for size, (width, height) in WINDOWS.items():
            for theme, locale in LANGUAGES.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,  # type: ignore[arg-type]
                    locale=locale,
                )
                window = Visit(context, server.address)
                common_pages(window, f"{size}-{theme}")
                for game in sys.argv[1:] or FACES:
                    pages_of(window, game, f"{size}-{theme}")
                context.close()
        browser.close()
    print(f"look into {TARGET.name}/")


if __name__ == "__main__":
    main()
