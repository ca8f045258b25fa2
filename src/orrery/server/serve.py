"""`orrery serve`: open the store, take the port, serve, and stop in good order."""

import contextlib
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator

import uvicorn
from pydantic import ValidationError

from orrery.core import registry
from orrery.core.errors import BadOption

from . import logs
from .app import make_app
from .connections import Connections, protocols
from .limits import LONGEST_READ
from .settings import Settings
from .store import Store
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


class _Server(uvicorn.Server):
    """Stops in good order when told to, and calls that a success."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals that say stop; a second one stops at once."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.handle_exit)
        yield


def serve(settings: Settings, open_browser: bool = False) -> None:
    """Serve until told to stop."""
    logs.set_up(settings.log_level, settings.log_json)
    for game in registry.all_games():
        windows_of(game)  # a file that is wrong is refused before anybody plays
    listening = take_port(settings.host, settings.port)
    try:
        store = Store(settings.database)
    except BaseException:
        listening.close()
        raise
    port = listening.getsockname()[1]
    shown = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
    print(f"Orrery is at {address}   (Ctrl+C stops it)", file=sys.stderr, flush=True)
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    connections = Connections(settings)
    http, websocket = protocols(connections)
    config = uvicorn.Config(
        make_app(settings, store, connections),
        http=http,
        ws=websocket,
        log_level="error",  # what strangers get wrong is no news
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        ws_max_size=LONGEST_READ,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )
    _Server(config).run(sockets=[listening])
