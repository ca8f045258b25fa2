"""From which pages, and under which names, somebody may act here.

A page of another site must not act with the cookie of this one, so where a browser says whose page
it is (`Origin`), that must be this server's own. And a stranger's name that was pointed at this
machine is not this server's own, so the name it is asked under (`Host`) must be known: a plain
address, a name that only a house can have, this machine's own, or one that the settings name.
"""

import ipaddress
import socket
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from .errors import WrongSite
from .settings import Settings

_HOME = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
"""Names that nobody can own outside of one's own house; nor can they any without a dot."""


def check_site(headers: Mapping[str, str], settings: Settings) -> None:
    """Refuse to act for a page of another site, and under a name that is not known."""
    host, origin = headers.get("host", ""), headers.get("origin")
    if not is_known(host, settings):
        raise WrongSite(
            f"this server does not know the name '{_name_of(host)[:80]}' as its own:"
            " whoever runs it can add it to ORRERY_HOSTS"
        )
    if origin is not None and origin not in settings.origins and _netloc(origin) != host.lower():
        raise WrongSite("pages of other sites may not act here")


def is_known(host: str, settings: Settings) -> bool:
    """Whether a `Host` names this server, as far as it can know."""
    name = _name_of(host)
    own = {"localhost", socket.gethostname().lower(), *_names([*settings.hosts, settings.host])}
    own |= set(_names(_netloc(origin) for origin in settings.origins))
    at_home = name.endswith(_HOME) or (name and "." not in name and ":" not in name)
    if "*" in settings.hosts or name in own or at_home:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _names(hosts: Iterable[str]) -> Iterable[str]:
    return (_name_of(host) for host in hosts)


def _name_of(host: str) -> str:
    """A host without its port, in small letters."""
    name = host.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].rstrip(".")
