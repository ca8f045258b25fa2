"""`orrery serve`: open the store, take the port, serve, and stop in good order."""

import socket
import sys
import threading
import webbrowser

from pydantic import ValidationError

from orrery.core import registry
from orrery.core.errors import BadOption

from . import logs
from .dispatch import Dispatcher, check_processes
from .exposure import exposure, web_address
from .one_process import run
from .settings import Settings
from .store import Store, read_url
from .windows import windows_of


def read_settings(**given: object) -> Settings:
    """Settings from what was given, else from the environment; BadOption names a bad one."""
    try:
        return Settings(**{k: v for k, v in given.items() if v is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "?"
        raise BadOption(
            f"the setting '{name}' (ORRERY_{name.upper()}) is not right: {first['msg']}",
            detail={"option": name},
        ) from None


def take_port(host: str, port: int) -> socket.socket:
    """A socket that listens; BadOption says why there can be none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
    except OSError as error:
        taken.close()
        raise BadOption(
            f"cannot listen on {host} port {port}: {error.strerror or error}."
            " Give another --port, or 0 for any free one.",
            detail={"option": "port"},
        ) from None
    taken.listen(2048)
    return taken


def _announce(host: str, listening: socket.socket) -> str:
    """Say where the server is, and who else can reach it; the address for a browser here."""
    bound, port = listening.getsockname()[:2]
    address = web_address("127.0.0.1" if host in ("0.0.0.0", "::") else host, port)
    said = [f"Orrery is at {address}   (Ctrl+C stops it)", *exposure(bound, port)]
    print("\n".join(said), file=sys.stderr, flush=True)
    return address


def serve(settings: Settings, open_browser: bool = False) -> None:
    """Serve until told to stop."""
    logs.set_up(settings.log_level, settings.log_json)
    for game in registry.all_games():
        windows_of(game)  # a file that is wrong is refused before anybody plays
    listening = take_port(settings.host, settings.port)
    try:
        check_processes(settings, read_url(settings.database).get_backend_name() == "sqlite")
        store = Store(settings.database)
    except BaseException:
        listening.close()
        raise
    address = _announce(settings.host, listening)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    if settings.processes > 1:
        store.close()  # it has brought the database to its newest form; each process opens its own
        Dispatcher(settings, listening).run()
    else:
        run(settings, store, [listening])
