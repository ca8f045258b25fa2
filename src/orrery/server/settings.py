"""Settings of the server: from the command line, else from ORRERY_* in the environment."""

import os
from pathlib import Path

import platformdirs
from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from .addresses import read_proxies


def default_database() -> str:
    """A file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("orrery", appauthor=False))
    return f"sqlite:///{folder / 'tables.db'}"


class Settings(BaseSettings):
    """Everything that can be set, with what holds if nothing is."""

    model_config = SettingsConfigDict(env_prefix="ORRERY_", extra="ignore")

    host: str = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 for all.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    database: str = Field(
        default_factory=default_database,
        description="A file, or the URL of a SQLite or PostgreSQL database.",
    )
    origins: list[str] = Field(
        default_factory=list, description="Further origins whose pages may act here."
    )
    hosts: list[str] = Field(
        default_factory=list,
        description="Names under which one may act here, beside addresses and this machine's own"
        " name; * for any.",
    )
    trusted_proxies: str = Field(
        "", description="Addresses of proxies whose X-Forwarded-* headers are believed."
    )
    processes: int = Field(
        1,
        ge=1,
        le=64,
        description="Processes that serve, behind one port; several need a PostgreSQL database.",
    )
    bot_workers: int = Field(
        default_factory=lambda: max(1, (os.cpu_count() or 2) - 1),
        ge=0,
        le=256,
        description="Processes in which bots think; with 0 this server lets others do it.",
    )
    live_megabytes: float = Field(
        64.0, gt=0, description="Memory for tables that nobody looks at just now."
    )
    abandon_after: float = Field(
        14 * 24 * 3600.0, gt=0, description="Seconds without an event until a game is abandoned."
    )
    away_seconds: float = Field(
        120.0,
        ge=0,
        description="At a table without a clock: for how long somebody is away before the others"
        " may let a bot play on.",
    )
    bots_alone: bool = Field(
        False, description="Bots go on at tables where nobody plays, even while nobody looks."
    )
    lease_seconds: float = Field(15.0, gt=0, description="How long a bot's turn is reserved.")
    sweep_seconds: float = Field(0.5, gt=0, description="How often clocks are looked at.")
    grace_seconds: float = Field(
        30.0, ge=0, description="Time that a running clock has at least after a restart."
    )
    delay_seconds: float = Field(
        0.4, ge=0, le=60, description="How long a bot waits at least before it moves."
    )
    window_seconds: float = Field(
        0.6, ge=0, le=60, description="From a question in another's turn to its answer, at least."
    )
    requests_per_second: float = Field(50.0, gt=0, description="For one address, over HTTP.")
    creations_per_minute: float = Field(
        60.0, gt=0, description="New guests, tables and records for one address."
    )
    loop_share: float = Field(
        0.25, gt=0, description="The part of the server's own time that one address may take."
    )
    loop_seconds: float = Field(
        2.0, gt=0, description="How much of that time one address may take at once."
    )
    at_once_per_address: int = Field(
        4, ge=1, description="How many things of one address are worked at together."
    )
    long_share: float = Field(
        0.2,
        gt=0,
        description="Of replays, records and checks: the part of a core that one address may take.",
    )
    long_seconds: float = Field(
        20.0, gt=0, description="How much of that time one address may take at once."
    )
    long_workers: int = Field(
        1, ge=1, le=64, description="Processes for replays and records, and as many for checks."
    )
    messages_per_second: float = Field(40.0, gt=0, description="For one WebSocket.")
    chat_per_second: float = Field(
        1.0, gt=0, description="Lines of chat of a person at a table; an address has four times it."
    )
    connections: int = Field(
        10_000,
        ge=8,
        description="Open connections; as many as the system allows, if those are less.",
    )
    connections_per_address: int = Field(
        300, ge=1, description="Open connections of one address (of IPv6: of one /64)."
    )
    header_seconds: float = Field(
        10.0, gt=0, description="How long the headers of a request may take to come."
    )
    sockets_per_address: int = Field(200, ge=1, description="Open WebSockets of one address.")
    metrics_token: str = Field(
        "",
        description="Whoever sends it as a bearer token is shown /metrics; without it nobody is.",
    )
    compile_games: bool = Field(True, description="Compile all games in the background at start.")
    log_level: str = Field("INFO", description="DEBUG, INFO, WARNING or ERROR.")
    log_json: bool = Field(False, description="Write logs as JSON lines.")

    @field_validator("trusted_proxies")
    @classmethod
    def _are_addresses(cls, text: str) -> str:
        read_proxies(text)
        return text
