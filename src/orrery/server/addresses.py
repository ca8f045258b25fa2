"""Addresses: what counts as one visitor, and which proxies are believed."""

import ipaddress
from collections.abc import Sequence

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
IPV6_BITS = 64
"""What one household is given of IPv6: limits for single addresses of it would be none."""


def visitor_at(host: str) -> str:
    """What limits are counted by: an address, and of IPv6 the network around it."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_BITS), strict=False))


def read_proxies(text: str) -> list[Network]:
    """The networks of proxies from a list with commas; ValueError says which is none."""
    if text.strip() == "*":
        return [ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0")]
    return [ipaddress.ip_network(one.strip()) for one in text.split(",") if one.strip()]


def believed_by_uvicorn(text: str) -> list[str] | str:
    """The same proxies for uvicorn, which takes IPv4 within IPv6 for something else."""
    if text.strip() == "*":
        return "*"
    found = []
    for network in read_proxies(text):
        found.append(str(network))
        if isinstance(network, ipaddress.IPv4Network):
            found.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return found


def is_among(host: str, networks: Sequence[Network]) -> bool:
    """Whether an address lies in one of some networks."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return any(address in network for network in networks)
