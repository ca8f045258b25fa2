"""Who can reach this server, said when it starts: an open door should be no surprise."""

import contextlib
import ipaddress
import socket
from collections.abc import Iterable, Iterator

_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are nobody's: only the way that leads there is asked for, nothing is sent."""
_WARNING = (
    "Whoever reaches this port can become a guest and make tables, within the limits that are set.",
    "There is no TLS here: on the way, what is sent can be read and changed. That is for a network",
    "you trust; for the internet put a proxy with TLS in front (docs/howto/deploy.md).",
)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def exposure(host: str, port: int) -> list[str]:
    """Lines for whoever starts a server that listens on an address; none if only they reach it."""
    address = read_address(host)
    if address is None or address.is_loopback:
        return []
    reached = _reached(address) if address.is_unspecified else [address]
    shown = [f"  {web_address(str(one), port)}" for one in reached]
    return ["Other machines can reach it" + (" at:" if shown else "."), *shown, *_WARNING]


def web_address(host: str, port: int) -> str:
    """The address for a browser."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def read_address(host: str) -> Address | None:
    """An address; an IPv4 address in the dress of IPv6 is taken out of it."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _reached(listening: Address) -> list[Address]:
    """The machine's own addresses, as far as they are known; with all of IPv6 comes IPv4."""
    found = {read_address(host): None for host in own_hosts()}
    good = [one for one in found if one and not (one.is_loopback or one.is_link_local)]
    return [one for one in good if one.version <= listening.version]


def own_hosts() -> Iterator[str]:
    """Addresses that this machine has: those it would use, then those its name stands for."""
    for family, host in _ELSEWHERE.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((host, 9))
            yield str(way.getsockname()[0])
    yield from _of_name(socket.gethostname())


def _of_name(name: str) -> Iterable[str]:
    with contextlib.suppress(OSError):
        return [str(one[4][0]) for one in socket.getaddrinfo(name, None)]
    return []
