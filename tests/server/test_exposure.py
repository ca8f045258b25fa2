"""Whoever opens the server to others is told so, with the addresses to give to friends."""

from pathlib import Path

import pytest

from orrery.server import exposure as exposing
from orrery.server.exposure import exposure
from orrery.server.serve import _announce, take_port

from .serving import Server

OWN = ["192.168.1.7", "127.0.1.1", "::1", "fe80::1%eth0", "2001:db8::7", "::ffff:10.0.0.7"]
OWN_V4 = ["http://192.168.1.7:8000/", "http://10.0.0.7:8000/"]


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exposing, "own_hosts", lambda: iter([*OWN, *OWN]))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"])
def test_nothing_is_said_where_nobody_else_comes(at_home: None, host: str) -> None:
    assert exposure(host, 8000) == []


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("0.0.0.0", OWN_V4),
        ("::", [OWN_V4[0], "http://[2001:db8::7]:8000/", OWN_V4[1]]),
        ("192.168.1.7", OWN_V4[:1]),
        ("2001:db8::7", ["http://[2001:db8::7]:8000/"]),
    ],
)
def test_the_addresses_for_friends_are_named(
    at_home: None, host: str, addresses: list[str]
) -> None:
    first, *rest = exposure(host, 8000)
    assert first == "Other machines can reach it at:"
    assert [line.strip() for line in rest if "http" in line] == addresses
    told = " ".join(rest)
    for said in ("become a guest", "no TLS", "docs/howto/deploy.md"):
        assert said in told


def test_a_machine_that_knows_no_address_of_its_own_says_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exposing, "own_hosts", lambda: iter(()))
    first, *rest = exposure("0.0.0.0", 8000)
    assert first == "Other machines can reach it."
    assert "no TLS" in " ".join(rest)


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_it_is_said_when_a_server_starts(host: str, tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/x.db", bots=0, host=host) as server:
        assert server.stop() == 0
    told = "".join(server.said)
    assert ("no TLS" in told) is (host == "0.0.0.0")
    assert ("Other machines" in told) is (host == "0.0.0.0")


def test_a_name_is_what_it_stands_for(capsys: pytest.CaptureFixture[str]) -> None:
    listening = take_port("localhost", 0)
    try:
        address = _announce("localhost", listening)
    finally:
        listening.close()
    assert capsys.readouterr().err == f"Orrery is at {address}   (Ctrl+C stops it)\n"
